import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCentre, makePatient, makePatients } from '@registry/db/testing/fixtures'
import { withTransaction } from '@registry/db/transaction'
import type { Client } from '../../testing/client.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let italy: Client
let lazio: Client
beforeAll(async () => {
  server = await startTestServer()
  const { owner } = server.database
  await owner`INSERT INTO centre (code, name, geotreeid) VALUES ('RM01', 'Roma', 'ITI4'), ('CA01', 'Cagliari', 'ITG2')`
  italy = await server.staff([{ role: 'UserAdmin', areaid: 'IT' }], 'ua.it@example.org')
  lazio = await server.staff([{ role: 'UserAdmin', areaid: 'ITI4' }], 'ua.lazio@example.org')
})
afterAll(() => server[Symbol.asyncDispose]())

const centre = { name: 'Centro', geotreeid: 'ITI4' }
const rejectedWith = (code: string) => ({ data: { detail: { code } } })
const rejectedField = (field: string) => ({ data: { detail: { code: 'validation_failed', fields: { [field]: expect.any(String) } } } })

describe('REQ-ADM-06: a UserAdmin creates and changes centres', () => {
  test.each([['with/slash'], ['with.dot'], ['è Ünï 🩸'], ['x'.repeat(80)], ['%2F..']])(
    'a centre with the code %s is read back',
    async (id) => {
      const sent = { ...centre, name: 'n'.repeat(80), address: 'a'.repeat(80), city: 'c'.repeat(80), ecrf: 'FILE' }
      const created = await italy.api.centres.create.mutate({ id, ...sent })
      expect(created).toMatchObject({ id, ...sent, version: 1, hasPassword: false })
      expect(await italy.api.centres.detail.query({ id })).toEqual(created)
    },
  )

  test.each([
    [{ id: '' }, 'id'],
    [{ id: 'x'.repeat(81) }, 'id'],
    [{ id: 'a,b' }, 'id'],
    [{ id: ' ' }, 'id'],
    [{ id: 'rm01' }, 'id'],
    [{ id: '__new__' }, 'id'],
    [{ id: '..' }, 'id'],
    [{ id: 'a\u0000b' }, 'id'],
    [{ id: 'RM01' }, 'id'],
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ address: 'x'.repeat(81) }, 'address'],
    [{ city: 'x'.repeat(81) }, 'city'],
    [{ telephone: 'ask Rita' }, 'telephone'],
    [{ telephone: '1'.repeat(16) }, 'telephone'],
    [{ ecrf: 'UNKNOWN' }, 'ecrf'],
    [{ geotreeid: '' }, 'geotreeid'],
    [{ geotreeid: 'NOWHERE' }, 'geotreeid'],
    [{ geotreeid: 'IT' }, 'geotreeid'],
    [{ geotreeid: 'W' }, 'geotreeid'],
    [{ ecrfPassword: 'x'.repeat(129) }, 'ecrfPassword'],
  ])('%j is rejected at its field', async (fields, field) => {
    await expect(italy.api.centres.create.mutate({ id: 'BAD', ...centre, ...fields })).rejects.toMatchObject(rejectedField(field))
  })

  test('REQ-GEO-03: a centre of another area is neither visible nor writable', async () => {
    const list = await lazio.api.centres.list.query()
    expect(list.map(({ geotreeid }) => geotreeid).filter((area) => area !== 'ITI4')).toEqual([])
    for (const id of ['CA01', 'NONE']) {
      await expect(lazio.api.centres.detail.query({ id })).rejects.toMatchObject(rejectedWith('centre_not_found'))
      await expect(lazio.api.centres.change.mutate({ id, ...centre })).rejects.toMatchObject(rejectedWith('centre_not_found'))
    }
    for (const call of [
      lazio.api.centres.create.mutate({ id: 'OUT', ...centre, geotreeid: 'ITG2' }),
      lazio.api.centres.change.mutate({ id: 'RM01', ...centre, geotreeid: 'ITG2' }),
    ])
      await expect(call).rejects.toMatchObject(rejectedField('geotreeid'))
  })

  test('each centre has its numbers, without patients who withdrew', async () => {
    const { owner } = server.database
    for (const code of ['NUM', 'FEW', 'ONE']) await makeCentre(owner, code)
    const both = { C_DB_P: true, C_DB_M: true }
    await makePatients(owner, { centre: 'NUM', count: 6, consents: both })
    await makePatients(owner, { centre: 'FEW', count: 4, consents: both })
    await makePatients(owner, { centre: 'ONE', count: 6, consents: both })
    await makePatient(owner, { centre: 'ONE', centrePatientCode: 'N1', consents: { ...both, C_DB_M: false } })
    const { id } = await makePatient(owner, { centre: 'NUM', centrePatientCode: 'N3', consents: both })
    await owner`UPDATE patient SET c_db_no_notification = 'v1' WHERE id = ${id}`
    await owner`
      INSERT INTO import_run (at, actor, centre_code, command, format, file_hash, ok, ko)
      SELECT day, 'x', 'NUM', 'putMedicalData', 'csv', 'x', 1, 0 FROM unnest(ARRAY['2026-11-01T08:00:00Z', '2026-11-03T08:00:00Z']::timestamptz[]) AS day`
    const numbers = { patients: 6, withPersonalConsent: 6, withMedicalConsent: 6, lastUpload: expect.stringMatching(/^2026-11-03/) }
    expect(await lazio.api.centres.list.query()).toContainEqual(expect.objectContaining({ id: 'NUM', area: 'Lazio', ...numbers }))
    expect(await italy.api.centres.detail.query({ id: 'NUM' })).toMatchObject(numbers)
    // REQ-UI-17: neither a small group nor a number that reveals one.
    const few = { patients: null, withPersonalConsent: null, withMedicalConsent: null }
    expect(await italy.api.centres.detail.query({ id: 'FEW' })).toMatchObject(few)
    const one = { patients: 7, withPersonalConsent: 7, withMedicalConsent: null }
    expect(await italy.api.centres.detail.query({ id: 'ONE' })).toMatchObject(one)
    expect(await italy.call('/admin/center_admin', { json: { action: 'CHANGE', id: 'ONE', ...centre } })).toMatchObject({ success: true })
    const other = await server.staff([{ role: 'UserAdmin', areaid: 'ITG2' }], 'ua.sardinia@example.org')
    expect(await other.api.centres.list.query()).not.toContainEqual(expect.objectContaining({ id: 'NUM' }))
    await withTransaction(
      server.database.server,
      { actor: 'ua.sardinia@example.org', source: 'form', scope: { kind: 'none' } },
      async ({ sql }) => {
        expect(await sql`SELECT FROM count_administered_centres('NUM')`).toHaveLength(0)
      },
    )
  })

  test('the form offers the areas of the caller’s subtree and the e-CRF software', async () => {
    const { areas, software } = await lazio.api.centres.options.query()
    expect(areas.map(({ id, leaf }) => ({ id, leaf }))).toEqual([{ id: 'ITI4', leaf: true }])
    expect(software.map(({ id }) => id)).toContain('FILE')
  })

  test('the telephone is stored and emptied, and a program that sends none keeps it', async () => {
    const { version } = await italy.api.centres.create.mutate({ id: 'TEL', ...centre, telephone: ' 06 555-0101 ' })
    const read = async () => (await italy.api.centres.detail.query({ id: 'TEL' })).telephone
    expect(await read()).toBe('06 555-0101')
    expect(await italy.call('/admin/center_admin', { json: { action: 'CHANGE', id: 'TEL', ...centre } })).toMatchObject({ success: true })
    expect(await read()).toBe('06 555-0101')
    expect(await italy.api.centres.change.mutate({ id: 'TEL', ...centre, version, telephone: '' })).toMatchObject({ telephone: '' })
    await expect(server.database.owner`UPDATE centre SET telephone = 'ask Rita' WHERE code = 'TEL'`).rejects.toThrow('centre_telephone')
  })

  test('REQ-ADM-21: the second of two administrators learns who saved and what', async () => {
    const { version } = await italy.api.centres.create.mutate({ id: 'TWO', ...centre })
    await lazio.api.centres.change.mutate({ id: 'TWO', ...centre, version, name: 'Altro', city: 'Roma' })
    await expect(italy.api.centres.change.mutate({ id: 'TWO', ...centre, version })).rejects.toMatchObject({
      data: { detail: { code: 'centre_changed' } },
      message: expect.stringMatching(/ua\.lazio@example\.org.*(nome, città|name, city)/),
    })
    expect(await italy.api.centres.detail.query({ id: 'TWO' })).toMatchObject({
      name: 'Altro',
      version: 2,
      changedBy: 'ua.lazio@example.org',
    })
  })
})

describe('REQ-ADM-20: the e-CRF password', () => {
  const [first, second] = ['la prima password lunga', 'la seconda password lunga']
  const signsIn = async (centerCode: string, centerPwd: string) => {
    const answer = await server.visitor('staff').call('/getConsents', { json: { centerCode, centerPwd, format: 'json' } })
    return answer.success
  }

  test('opens the paths of the programs, and the previous one during the overlap only', async () => {
    expect(await italy.api.centres.create.mutate({ id: 'PWD', ...centre, ecrfPassword: first })).toMatchObject({ hasPassword: true })
    expect(await signsIn('PWD', first)).toBe(true)
    await italy.api.centres.change.mutate({ id: 'PWD', ...centre, ecrfPassword: second, overlapHours: 1 })
    expect([await signsIn('PWD', first), await signsIn('PWD', second)]).toEqual([true, true])
    await italy.api.centres.change.mutate({ id: 'PWD', ...centre, name: 'Nuovo' })
    expect(await signsIn('PWD', first)).toBe(true)
    await italy.api.centres.change.mutate({ id: 'PWD', ...centre, ecrfPassword: first })
    expect([await signsIn('PWD', first), await signsIn('PWD', second)]).toEqual([true, false])
    expect(JSON.stringify(await server.readAuditLog())).not.toContain(first)
  })

  test('THREAT-22: is written by an administrator of the area only, and as a hash only', async () => {
    const write = (actor: string, hash: string) =>
      withTransaction(server.database.server, { actor, source: 'form', scope: { kind: 'none' } }, async ({ sql }) => {
        const [row] = await sql<{ stored: boolean }[]>`SELECT set_centre_password('CA01', ${hash}, '0') AS stored`
        return row?.stored
      })
    expect(await write('ua.lazio@example.org', '$argon2id$x')).toBe(false)
    expect(await write('', '$argon2id$x')).toBe(false)
    expect(await write('ua.it@example.org', 'plain')).toBe(false)
    expect(await write('ua.it@example.org', '$argon2id$x')).toBe(true)
  })

  test('THREAT-06: the server writes centres of the caller’s area only', async () => {
    const run = (statement: string) =>
      withTransaction(server.database.server, { actor: 'ua.lazio@example.org', source: 'form', scope: { kind: 'none' } }, ({ sql }) =>
        sql.unsafe(statement),
      )
    for (const statement of [
      `INSERT INTO centre (code, name, geotreeid) VALUES ('SQL', 'x', 'ITG2')`,
      `INSERT INTO centre (code, name, geotreeid, password_hash) VALUES ('SQL', 'x', 'ITI4', 'x')`,
      `UPDATE centre SET geotreeid = 'ITG2' WHERE code = 'RM01'`,
      `UPDATE centre SET previous_password_hash = 'x' WHERE code = 'RM01'`,
      `INSERT INTO centre (code, name, geotreeid) VALUES ('SQL', repeat('x', 81), 'ITI4')`,
    ])
      await expect(run(statement), statement).rejects.toThrow(/permission denied|row-level security|centre_text_lengths/)
    expect(await run(`UPDATE centre SET name = 'x' WHERE code = 'CA01'`)).toHaveLength(0)
    expect((await italy.api.centres.detail.query({ id: 'CA01' })).name).toBe('Cagliari')
  })
})

describe('/list/center and /admin/center_admin', () => {
  test('ADD and CHANGE, as the list shows them', async () => {
    await makeCentre(server.database.owner, 'PA01')
    const ask = (fields: object) =>
      italy.call('/admin/center_admin', { multipart: { lang: 'it', name: 'Vecchio', geotreeid: 'ITI4', ...fields } })
    expect(await ask({ action: 'ADD', id: 'OLD', address: '', city: '', ecrf: '', password: '' })).toEqual({
      success: true,
      has_password: false,
    })
    expect(await ask({ action: 'ADD', id: 'old' })).toMatchObject({ fields: { id: 'Esiste già un centro con questo codice' } })
    expect(await ask({ action: 'ADD', id: 'OLD' })).toMatchObject({ fields: { id: 'Esiste già un centro con questo codice' } })
    expect(await ask({ action: 'CHANGE', id: 'OLD', password: 'x'.repeat(129) })).toMatchObject({
      fields: { password: 'La password può avere al massimo 128 caratteri' },
    })
    // Old programs send short passwords (docs/policies.md).
    expect(await ask({ action: 'CHANGE', id: 'OLD', password: 'breve' })).toEqual({ success: true, has_password: true })
    expect(await ask({ action: 'CHANGE', id: 'OLD', name: 'Cambiato', password: 'una password del centro' })).toEqual({
      success: true,
      has_password: true,
    })
    expect(await (await italy.get('/list/center')).json()).toMatchObject({
      success: true,
      ret: expect.arrayContaining([{ id: 'OLD', name: 'Cambiato' }]),
    })
  })

  test('/list/center lists the centres of each role', async () => {
    const names = async (client: Client) => (await client.api.centres.names.query()).map(({ id }) => id)
    const administrator = await server.staff([{ role: 'CenterAdmin', center: 'CA01' }], 'ca@example.org')
    expect(await names(administrator)).toEqual(['CA01'])
    const sardinia = await server.staff([{ role: 'DataManager', areaid: 'ITG2' }], 'dm@example.org')
    expect(await names(sardinia)).toEqual(['CA01'])
  })
})
