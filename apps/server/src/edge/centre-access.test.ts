import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCentre } from '@registry/db/testing/fixtures'
import type { LegacyBody } from '../testing/client.ts'
import { testServer, type TestServer } from '../testing/server.ts'
import { forCentres, operation, single, upload } from './legacy.ts'
import { reading } from './operation.ts'

const meta = { permission: 'consents:list', command: 'getConsents', action: '' } as const
const who = operation(meta, async (by, { deps }) => ({
  actor: by.actor,
  centres: await reading(
    deps,
    by,
    async ({ sql }) => (await sql<{ centres: string }[]>`SELECT current_setting('app.centres') AS centres`)[0]?.centres,
  ),
}))
const routes = [forCentres(single('POST', '/probe/centre', who)), forCentres(upload('/probe/load', who))]

let server: TestServer
beforeAll(async () => {
  server = await testServer({ routes })
  const { owner } = server.database
  for (const [code, region] of [
    ['RM01', 'ITI4'],
    ['MI01', 'ITC4'],
    ['CA01', 'ITG2'],
    ['PA01', 'ITG1'],
  ] as const) {
    await makeCentre(owner, code, region)
    await owner`UPDATE center SET password_hash = ${await server.deps.hashing.hashSecret(`password of ${code}`)} WHERE code = ${code}`
  }
})
afterAll(() => server[Symbol.asyncDispose]())

const program = () => server.visitor('staff')
const ask = (body: LegacyBody) => program().ask('/probe/centre', body)

describe('who calls a centre’s path (D3)', () => {
  it('is the centre’s program, known by code and password, in any form and order', async () => {
    const expected = { success: true, actor: { kind: 'centre', centre: 'RM01' }, centres: 'RM01' }
    const fields = { centerPwd: 'password of RM01', centerCode: 'RM01' }
    expect(await ask({ json: fields })).toEqual(expected)
    expect(await ask({ form: fields })).toEqual(expected)
    expect(await ask({ multipart: fields })).toEqual(expected)
    expect(await program().ask('/probe/load', { multipart: fields, file: { name: 'f.csv', content: 'x' } })).toEqual(expected)
  })

  it('is a CenterAdmin of that centre, and of no other (T04)', async () => {
    const admin = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
    expect(await admin.ask('/probe/centre', { json: { centerCode: 'RM01' } })).toMatchObject({
      success: true,
      actor: { kind: 'staff' },
      centres: 'RM01',
    })
    expect(await admin.ask('/probe/centre', { json: {} })).toMatchObject({ success: true, centres: 'RM01' })
    expect(await admin.ask('/probe/centre', { json: { centerCode: 'MI01' } })).toMatchObject({ success: false, code: 'permission_denied' })
  })

  it('is nobody else: not another role, not a patient, not a visitor', async () => {
    const manager = await server.staff([{ role: 'DataManager', areaid: 'W' }])
    expect(await manager.ask('/probe/centre', { json: {} })).toMatchObject({ success: false, code: 'permission_denied' })
    expect(await manager.ask('/probe/centre', { json: { centerCode: 'RM01' } })).toMatchObject({
      success: false,
      code: 'permission_denied',
    })
    const patient = await server.patient({ centre: 'RM01', centerId: 'X1' })
    expect(await patient.ask('/probe/centre', { json: { centerCode: 'RM01' } })).toMatchObject({
      success: false,
      code: 'permission_denied',
    })
    expect(await ask({ json: { centerCode: 'RM01' } })).toMatchObject({ success: false, code: 'APIsession_required' })
  })

  it('T22: gets one and the same answer for a wrong code and a wrong password', async () => {
    const attempts = [
      { centerCode: 'MI01', centerPwd: 'password of RM01' },
      { centerCode: 'XX99', centerPwd: 'password of RM01' },
      { centerCode: '', centerPwd: '' },
    ]
    const answers = await Promise.all(attempts.map((json) => ask({ json: { ...json, lang: 'it' } })))
    for (const answer of answers)
      expect(answer).toEqual({ success: false, code: 'centre_refused', error: 'Codice del centro o password non corretti' })
  })

  it('T22: cannot mix a session with a password', async () => {
    const admin = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
    expect(await admin.ask('/probe/centre', { json: { centerCode: 'MI01', centerPwd: 'password of MI01' } })).toMatchObject({
      success: false,
      code: 'centre_ambiguous',
    })
  })

  it('may use the old password while the new one overlaps it', async () => {
    const { owner } = server.database
    const change = async (until: string) => owner`
      UPDATE center SET previous_password_hash = ${await server.deps.hashing.hashSecret('the old one')}, previous_password_until = now() + ${until}::interval WHERE code = 'PA01'`
    await change('1 hour')
    expect(await ask({ json: { centerCode: 'PA01', centerPwd: 'the old one' } })).toMatchObject({ success: true })
    expect(await ask({ json: { centerCode: 'PA01', centerPwd: 'password of PA01' } })).toMatchObject({ success: true })
    await change('-1 second')
    expect(await ask({ json: { centerCode: 'PA01', centerPwd: 'the old one' } })).toMatchObject({ success: false, code: 'centre_refused' })
  })

  it('T22: after ten failures in an hour waits, with the right password too, and the UserAdmins of the area are told once', async () => {
    await server.staff([{ role: 'UserAdmin', areaid: 'ITG' }], 'ua.islands@example.org')
    await server.staff([{ role: 'UserAdmin', areaid: 'ITC' }], 'ua.north@example.org')
    const wrong = await Promise.all(
      Array.from({ length: 14 }, () => program().post('/probe/centre', { json: { centerCode: 'CA01', centerPwd: 'guess' } })),
    )
    expect(wrong.filter(({ status }) => status === 200)).toHaveLength(10)
    const right = await program().post('/probe/centre', { json: { centerCode: 'CA01', centerPwd: 'password of CA01' } })
    expect(right.status).toBe(429)
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(300)
    expect(await right.json()).toMatchObject({ success: false, code: 'too_many_tries' })
    const mails = await server.database.owner`SELECT recipient, subject FROM message`
    expect(mails).toEqual([{ recipient: 'ua.islands@example.org', subject: 'Centro CA01: troppi tentativi con una password sbagliata' }])
    expect(await ask({ json: { centerCode: 'RM01', centerPwd: 'password of RM01' } })).toMatchObject({ success: true })
  })

  it('does not pay for successes', async () => {
    for (let call = 0; call < 15; call += 1)
      expect(await ask({ json: { centerCode: 'RM01', centerPwd: 'password of RM01' } })).toMatchObject({ success: true })
  })

  it('D11 T36: leaves an entry, refused or not, and its password nowhere', async () => {
    const entries = await server.activity()
    expect(entries).toContainEqual(expect.objectContaining({ username: 'center RM01', command: 'getConsents', outcome: 'done' }))
    expect(entries).toContainEqual(
      expect.objectContaining({ username: '', command: 'getConsents', outcome: 'refused', detail: 'centre_refused' }),
    )
    expect(JSON.stringify(entries) + server.log()).not.toMatch(/password of|the old one|guess/)
  })
})
