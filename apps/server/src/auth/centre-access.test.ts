import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { connect } from '@registry/db/connect'
import { makeCentre } from '@registry/db/testing/fixtures'
import type { LegacyBody } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { probe } from '../testing/probe.ts'
import { readTransaction } from '../audit/operation.ts'

const who: Parameters<typeof probe>[1] = async (caller, _request, { deps }) => ({
  actor: caller.actor,
  centres: await readTransaction(
    deps,
    caller,
    async ({ sql }) => (await sql<{ centres: string }[]>`SELECT current_setting('app.centres') AS centres`)[0]?.centres,
  ),
})
const asCentre = { centre: true, permission: 'consents:list', command: 'getConsents' } as const
const routes = [probe('/probe/centre', who, asCentre), probe('/probe/import', who, { ...asCentre, upload: 'ProbeFile' })]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ routes, env: { TRUST_PROXY: '127.0.0.1' } })
  const { owner } = server.database
  for (const [code, region] of [
    ['RM01', 'ITI4'],
    ['MI01', 'ITC4'],
    ['CA01', 'ITG2'],
    ['PA01', 'ITG1'],
  ] as const) {
    await makeCentre(owner, code, region)
    await owner`UPDATE centre SET password_hash = ${await server.deps.hashing.hashSecret(`password of ${code}`)} WHERE code = ${code}`
  }
})
afterAll(() => server[Symbol.asyncDispose]())

/** A program at an address, by default the local one. */
const program = (address?: string) => server.visitor('staff', address === undefined ? {} : { headers: { 'x-forwarded-for': address } })
const call = (address: string, centerCode: string, centerPwd: string) =>
  program(address).post('/probe/centre', { json: { centerCode, centerPwd, lang: 'it' } })
const codeFrom = async (response: Response) => ((await response.json()) as { code?: string }).code ?? 'success'
const miss = async (address: string, centre: string) => codeFrom(await call(address, centre, 'guess'))
const succeed = async (address: string, centre: string) => codeFrom(await call(address, centre, `password of ${centre}`))
const ask = (body: LegacyBody) => program().call('/probe/centre', body)

describe('REQ-IMP-09: the caller of a centre path', () => {
  it('is the centre’s program, by code and password, in any form and order', async () => {
    const expected = { success: true, actor: { kind: 'centre', centre: 'RM01' }, centres: 'RM01' }
    const fields = { centerPwd: 'password of RM01', centerCode: 'RM01' }
    expect(await ask({ json: fields })).toEqual(expected)
    expect(await ask({ form: fields })).toEqual(expected)
    expect(await ask({ multipart: fields })).toEqual(expected)
    expect(await program().call('/probe/import', { multipart: fields, file: { name: 'f.csv', content: 'x' } })).toEqual(expected)
  })

  it('is a CenterAdmin of that centre only (THREAT-04)', async () => {
    const admin = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
    expect(await admin.call('/probe/centre', { json: { centerCode: 'RM01' } })).toMatchObject({
      success: true,
      actor: { kind: 'staff' },
      centres: 'RM01',
    })
    expect(await admin.call('/probe/centre', { json: {} })).toMatchObject({ success: true, centres: 'RM01' })
    expect(await admin.call('/probe/centre', { json: { centerCode: 'MI01' } })).toMatchObject({ success: false, code: 'permission_denied' })
  })

  it('is never another role, a patient or a visitor', async () => {
    const manager = await server.staff([{ role: 'DataManager', areaid: 'W' }])
    expect(await manager.call('/probe/centre', { json: {} })).toMatchObject({ success: false, code: 'permission_denied' })
    expect(await manager.call('/probe/centre', { json: { centerCode: 'RM01' } })).toMatchObject({
      success: false,
      code: 'permission_denied',
    })
    const patient = await server.patient({ centre: 'RM01', centrePatientCode: 'X1' })
    expect(await patient.call('/probe/centre', { json: { centerCode: 'RM01' } })).toMatchObject({
      success: false,
      code: 'permission_denied',
    })
    expect(await ask({ json: { centerCode: 'RM01' } })).toMatchObject({ success: false, code: 'APIsession_required' })
  })

  it('THREAT-22: gets the same response for a wrong code and a wrong password', async () => {
    const attempts = [
      { centerCode: 'MI01', centerPwd: 'password of RM01' },
      { centerCode: 'XX99', centerPwd: 'password of RM01' },
      { centerCode: '', centerPwd: '' },
    ]
    const answers = await Promise.all(attempts.map((json) => ask({ json: { ...json, lang: 'it' } })))
    for (const answer of answers)
      expect(answer).toEqual({ success: false, code: 'centre_refused', error: 'Codice del centro o password non corretti' })
  })

  it('THREAT-22: cannot combine a session with a password', async () => {
    const admin = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
    expect(await admin.call('/probe/centre', { json: { centerCode: 'MI01', centerPwd: 'password of MI01' } })).toMatchObject({
      success: false,
      code: 'centre_ambiguous',
    })
  })

  it('may use the old password while the new one overlaps it', async () => {
    const { owner } = server.database
    const change = async (until: string) => owner`
      UPDATE centre SET previous_password_hash = ${await server.deps.hashing.hashSecret('the old one')}, previous_password_until = now() + ${until}::interval WHERE code = 'PA01'`
    await change('1 hour')
    expect(await ask({ json: { centerCode: 'PA01', centerPwd: 'the old one' } })).toMatchObject({ success: true })
    expect(await ask({ json: { centerCode: 'PA01', centerPwd: 'password of PA01' } })).toMatchObject({ success: true })
    await change('-1 second')
    expect(await ask({ json: { centerCode: 'PA01', centerPwd: 'the old one' } })).toMatchObject({ success: false, code: 'centre_refused' })
  })

  it('THREAT-22: after ten failures in an hour waits at that address, also with the right password, and the UserAdmins get a mail with the time', async () => {
    await server.staff([{ role: 'UserAdmin', areaid: 'ITG' }], 'ua.islands@example.org')
    await server.staff([{ role: 'UserAdmin', areaid: 'ITC' }], 'ua.north@example.org')
    const wrong = await Promise.all(Array.from({ length: 14 }, () => miss('192.0.2.1', 'CA01')))
    expect(wrong.filter((code) => code === 'centre_refused')).toHaveLength(10)
    expect(wrong.filter((code) => code === 'too_many_attempts')).toHaveLength(4)
    const right = await call('192.0.2.1', 'CA01', 'password of CA01')
    expect(right.status).toBe(429)
    // Ten in any hour, so the next attempt is free when the first of the ten is an hour old.
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(3300)
    expect(await right.json()).toMatchObject({ success: false, code: 'too_many_attempts' })
    const mails = await server.database.owner<
      { recipient: string; subject: string; body: string }[]
    >`SELECT recipient, subject, body FROM notification`
    expect(mails).toMatchObject([
      { recipient: 'ua.islands@example.org', subject: 'Centro CA01: troppi tentativi con una password sbagliata' },
    ])
    expect(mails[0]?.body).toMatch(/10 volte dall’indirizzo 192\.0\.2\.1\. Per (59|60) minuti/)
    expect(await succeed('192.0.2.1', 'RM01')).toBe('success')
  })

  it('THREAT-19: is not locked out by failures from other addresses, which its own failures do not block', async () => {
    expect(await succeed('192.0.2.10', 'MI01')).toBe('success')
    for (const address of ['192.0.2.11', '192.0.2.12']) await Promise.all(Array.from({ length: 11 }, () => miss(address, 'MI01')))
    expect(await miss('192.0.2.11', 'MI01')).toBe('too_many_attempts')
    expect(await succeed('192.0.2.10', 'MI01')).toBe('success')
    expect(await succeed('192.0.2.13', 'MI01')).toBe('success')
  })

  it('THREAT-19: at a known address is not locked out by failures with other codes from there, for 30 days', async () => {
    const address = '192.0.2.20'
    expect(await succeed(address, 'RM01')).toBe('success')
    expect(await miss(address, 'XX01')).toBe('centre_refused')
    await server.database.owner`UPDATE rate_limit SET theoretical_arrival_at = now() + interval '2 hours' WHERE key LIKE 'centre address %'`
    expect(await miss(address, 'XX01')).toBe('too_many_attempts')
    expect(await succeed(address, 'RM01')).toBe('success')
    expect(await succeed(address, 'PA01')).toBe('too_many_attempts')
    await server.database.owner`UPDATE sign_in_origin SET last_success_at = last_success_at - interval '31 days'`
    expect(await succeed(address, 'RM01')).toBe('too_many_attempts')
    await server.database.owner`DELETE FROM rate_limit`
  })

  it('THREAT-13: has sixty failures in an hour for each address, with any code', async () => {
    const answers = await Promise.all(Array.from({ length: 70 }, (_, i) => miss('192.0.2.30', `XX${i % 10}`)))
    expect(answers.filter((code) => code === 'centre_refused').length).toBeGreaterThanOrEqual(60)
    // One more every minute.
    expect(answers.filter((code) => code === 'too_many_attempts').length).toBeGreaterThanOrEqual(8)
  })

  it('has no failures by correct calls, consecutive or parallel, and they raise no alert', async () => {
    await server.database.owner`DELETE FROM notification`
    for (let count = 0; count < 9; count += 1) await miss('192.0.2.40', 'PA01')
    for (let count = 0; count < 15; count += 1) expect(await succeed('192.0.2.40', 'PA01')).toBe('success')
    const answers = await Promise.all(Array.from({ length: 20 }, () => succeed('192.0.2.40', 'PA01')))
    expect(answers).toEqual(Array.from({ length: 20 }, () => 'success'))
    expect(await server.database.owner`SELECT FROM notification`).toHaveLength(0)
    expect(await miss('192.0.2.40', 'PA01')).toBe('centre_refused')
    expect(await miss('192.0.2.40', 'PA01')).toBe('too_many_attempts')
  })

  it('FAULT-03: has no failures by checks during which the database was lost, at a known and at a new address', async () => {
    const { database } = server
    const superuser = connect({ ...database.addresses.owner, username: 'postgres' }, { max: 1 })
    const name = database.addresses.owner.database
    const checked = vi.spyOn(server.deps.hashing, 'verifySecret')
    const loseDatabase = async (): Promise<boolean> => {
      await superuser.unsafe(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
      await superuser`SELECT pg_terminate_backend(pid, 20000) FROM pg_stat_activity WHERE datname = ${name} AND usename = 'registry_server'`
      return true
    }
    expect(await succeed('192.0.2.50', 'PA01')).toBe('success')
    for (const address of ['192.0.2.50', '192.0.2.51']) {
      for (let loss = 0; loss < 12; loss += 1) {
        checked.mockImplementationOnce(loseDatabase)
        expect(await succeed(address, 'PA01')).not.toBe('success')
        await superuser.unsafe(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
        // The slot of a check that never ended is free after half a minute.
        await expect.poll(() => database.server`SELECT 1 AS one`).toEqual([{ one: 1 }])
        await database.owner`UPDATE rate_limit SET theoretical_arrival_at = theoretical_arrival_at - interval '30 seconds'`
      }
      expect(await succeed(address, 'PA01')).toBe('success')
    }
    checked.mockRestore()
    await superuser.end()
  })

  it('THREAT-13: still has its ten failures after the time of a check', async () => {
    const failures = await Promise.all(Array.from({ length: 10 }, () => miss('192.0.2.60', 'PA01')))
    expect(failures).toEqual(Array.from({ length: 10 }, () => 'centre_refused'))
    await server.database.owner`UPDATE rate_limit SET theoretical_arrival_at = theoretical_arrival_at - interval '30 seconds'`
    expect(await succeed('192.0.2.60', 'PA01')).toBe('too_many_attempts')
  })

  it('REQ-ADM-01 THREAT-36: writes an entry, rejected or not, and its password nowhere', async () => {
    const entries = await server.readAuditLog()
    expect(entries).toContainEqual(expect.objectContaining({ username: 'center RM01', command: 'getConsents', outcome: 'done' }))
    expect(entries).toContainEqual(
      expect.objectContaining({
        username: '',
        command: 'getConsents',
        outcome: 'refused',
        detail: expect.stringMatching(/^name [\w-]{22}; centre_refused$/),
      }),
    )
    // One hash for each code, known or not.
    const marks = new Set(
      entries.flatMap(({ detail }) => /^name ([\w-]{22}); (centre_refused|too_many_attempts)$/.exec(String(detail))?.[1] ?? []),
    )
    expect(marks.size).toBeGreaterThan(3)
    expect(marks.size).toBeLessThan(20)
    expect(JSON.stringify(entries) + server.log()).not.toMatch(/password of|the old one|guess/)
  })
})
