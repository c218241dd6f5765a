import { allConsents, makeCentre, makePatient, makeStaff } from '@registry/db/testing/fixtures'
import { withTransaction } from '@registry/db/transaction'
import { tableFormats } from '@registry/tabular/format'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Awaited<ReturnType<TestServer['staff']>>
beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01')
  admin = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'ga@example.org')
})
afterAll(() => server[Symbol.asyncDispose]())

type Fields = Readonly<Record<string, string>>
const post = (table: string, action: string, content: string | Buffer, more: Fields = {}, client = admin) =>
  client.post('/admin/ConfTable', {
    multipart: { table_name: table, action, format: 'csv', lang: 'en', ...more },
    file: { name: 'table.csv', content },
  })
const send = async (...args: Parameters<typeof post>) => (await (await post(...args)).json()) as Record<string, unknown>
const readIds = async (table: string): Promise<unknown[]> => {
  const { rows } = (await admin.call('/admin/GetConfTable', { json: { table_name: table, format: 'json' } })) as { rows: { id: string }[] }
  return rows.map(({ id }) => id)
}
/** The stored rows with every column, so that an error that changes a text or the order is visible. */
const readStored = (table: string) => server.database.owner`SELECT * FROM reference_value WHERE table_name = ${table} ORDER BY position, id`
const download = async (table: string, format: string): Promise<Buffer> =>
  Buffer.from(await (await admin.post('/admin/GetConfTable', { json: { table_name: table, format } })).arrayBuffer())

describe('REQ-ADM-04: a reference table changes by a file', () => {
  test.each(tableFormats)('that is the table itself, as %s: nothing changes', async (format) => {
    const file =
      format === 'json'
        ? Buffer.from(
            JSON.stringify(
              ((await admin.call('/admin/GetConfTable', { json: { table_name: 'svc_region', format } })) as { rows: unknown }).rows,
            ),
          )
        : await download('svc_region', format)
    const before = await readIds('svc_region')
    expect(await send('svc_region', 'REPLACE', file, { format })).toMatchObject({ success: true, ok: 22, ko: 0, difference: [] })
    expect(await readIds('svc_region')).toEqual(before)
    expect(await admin.api.referenceTables.history.query({ table: 'svc_region' })).toEqual([])
  })

  test('with new rows; a dry run lists them and stores nothing', async () => {
    const file = 'id,trans_it,trans_en,password\r\nOTHER_VENDOR,Altro,Other,true\r\nINTERNAL,x,x,\r\n'
    const before = await readIds('svc_ecrf')
    const expected = {
      ok: 1,
      ko: 1,
      detail: [{ row: 2, key: 'INTERNAL', field: 'id', code: 'table_id_known' }],
      difference: [{ kind: 'added', id: 'OTHER_VENDOR', before: null, after: { trans_en: 'Other', password: true } }],
    }
    expect(await send('svc_ecrf', 'APPEND', file, { dry_run: 'true' })).toMatchObject(expected)
    expect(await readIds('svc_ecrf')).toEqual(before)
    expect(await send('svc_ecrf', 'APPEND', file)).toMatchObject(expected)
    expect(await readIds('svc_ecrf')).toEqual([...before, 'OTHER_VENDOR'])
  })

  test('with changed texts, which the history keeps with their person', async () => {
    await send('svc_covid_source', 'CHANGE', 'id,trans_en\r\nHOUSEHOLD,Somebody at home\r\n')
    const [change] = await admin.api.referenceTables.history.query({ table: 'svc_covid_source' })
    expect(change).toMatchObject({
      actor: 'ga@example.org',
      valueId: 'HOUSEHOLD',
      before: { trans_it: 'Convivente', trans_en: 'Household member' },
      after: { trans_it: 'Convivente', trans_en: 'Somebody at home' },
    })
  })

  test('THREAT-30: that drops an id in use is rejected and names its uses; the database prevents it too', async () => {
    await makePatient(server.database.owner, {
      centre: 'RM01',
      centrePatientCode: 'USES',
      consents: allConsents,
      medical: { covid_source: 'HOUSEHOLD' },
    })
    const before = await readStored('svc_covid_source')
    const file = 'id,trans_it,trans_en\r\nTRAVEL,Viaggio,Travel\r\n'
    expect(await send('svc_covid_source', 'REPLACE', file)).toMatchObject({
      ok: 0,
      ko: 1,
      detail: [
        {
          row: 0,
          key: 'HOUSEHOLD',
          code: 'table_id_used',
          message: 'This id is missing from the file, but is still used by: COVID_SOURCE',
        },
      ],
    })
    expect(await readStored('svc_covid_source')).toEqual(before)
    const removing = server.database.owner`DELETE FROM reference_value WHERE table_name = 'svc_covid_source' AND id = 'HOUSEHOLD'`
    await expect(removing).rejects.toMatchObject({ constraint_name: 'reference_value_in_use' })
  })

  test.each([
    ['an empty file', 'id,trans_it,trans_en\r\n', { ok: 0, detail: [{ row: 0, code: 'table_file_empty' }] }],
    ['half bad rows', 'id,trans_it,trans_en\r\nNEW,Nuovo,New\r\nBAD,,\r\n', { ok: 0, ko: 2 }],
  ])('THREAT-30: and %s replaces nothing', async (_, file, expected) => {
    const before = await readStored('svc_drug_administering')
    expect(await send('svc_drug_administering', 'REPLACE', file)).toMatchObject(expected)
    expect(await readStored('svc_drug_administering')).toEqual(before)
  })

  test.each([
    ['geotree', 'REPLACE', 'table_action_refused'],
    ['svc_clinical_study', 'APPEND', 'table_read_only'],
    ['login_mode', 'REPLACE', 'table_action_refused'],
    ['patient', 'CHANGE', 'validation_failed'],
    ['svc_ecrf', 'DROP', 'validation_failed'],
  ])('%s with %s is rejected: %s', async (table, action, code) => {
    const before = await server.database.owner`SELECT * FROM reference_value ORDER BY table_name, position, id`
    expect(await send(table, action, 'id\r\nX\r\n')).toMatchObject({ success: false, code })
    expect(await server.database.owner`SELECT * FROM reference_value ORDER BY table_name, position, id`).toEqual(before)
  })

  test('REQ-GEO-01: of areas adds some below known ones and changes texts, and rejects areas that do not fit into the tree', async () => {
    const file = [
      'id,parent,level,leaf,trans_it,trans_en',
      'FR,W,1,false,Francia,France',
      'FR1,FR,,,Île-de-France,Île-de-France',
      'FR2,FR1,,,Sotto una foglia,Below a leaf',
      'FR3,XX,,,Senza area sopra,Without an area above',
      'FR4,,,,Senza area sopra,Without an area above',
      'FR5,FR,7,,Livello sbagliato,Wrong level',
      '"F,6",FR,,,Virgola,Comma',
    ].join('\r\n')
    expect(await send('geotree', 'APPEND', file)).toMatchObject({
      ok: 2,
      ko: 5,
      detail: [
        { row: 3, key: 'FR2', field: 'parent', code: 'area_parent_leaf' },
        { row: 4, field: 'parent', code: 'area_parent_unknown' },
        { row: 5, field: 'parent', code: 'value_required' },
        { row: 6, field: 'level', code: 'area_level_wrong' },
        { row: 7, field: 'id', code: 'area_id_wrong' },
      ],
    })
    const rows = await admin.api.referenceTables.rows.query({ table: 'geotree' })
    expect(rows.filter(({ id }) => String(id).startsWith('FR'))).toEqual([
      expect.objectContaining({ id: 'FR', parent: 'W', level: 1, leaf: false }),
      expect.objectContaining({ id: 'FR1', parent: 'FR', level: 2, leaf: true, trans_en: 'Île-de-France' }),
    ])
    const { owner } = server.database
    const [withCentre] = await owner<{ id: string }[]>`SELECT geotreeid AS id FROM centre WHERE code = 'RM01'`
    const changes = ['id,parent,leaf,trans_en', 'FR1,,,Paris region', 'FR,IT,,France', `${withCentre?.id},,false,`, 'FR,,true,'].join(
      '\r\n',
    )
    expect(await send('geotree', 'CHANGE', changes)).toMatchObject({
      ok: 1,
      ko: 3,
      detail: [
        { row: 2, field: 'parent', code: 'area_place_fixed' },
        { row: 3, field: 'leaf', code: 'area_in_use' },
        { row: 4, field: 'id', code: 'table_id_repeated' },
      ],
    })
    const [change] = await admin.api.referenceTables.history.query({ table: 'geotree' })
    expect(change).toMatchObject({
      valueId: 'FR1',
      before: { trans_en: 'Île-de-France', parent: 'FR' },
      after: { trans_en: 'Paris region' },
    })
    await expect(owner`UPDATE geotree SET leaf = true WHERE id = 'FR'`).rejects.toMatchObject({ constraint_name: 'geotree_place' })
    await expect(owner`UPDATE geotree SET leaf = false WHERE id = ${withCentre?.id ?? ''}`).rejects.toMatchObject({
      constraint_name: 'geotree_place',
    })
  })

  test('THREAT-30: a REPLACE requires the password again after ten minutes; a dry run, APPEND and CHANGE do not', async () => {
    const { owner } = server.database
    const password = 'a long sentence of the administrator'
    await owner`UPDATE account SET password_hash = ${await server.deps.hashing.hashSecret(password)} WHERE id = ${admin.fixture.accountId}`
    await owner`UPDATE session SET authenticated_at = now() - interval '11 minutes'`
    const file = await download('svc_region', 'csv')
    const replace = (more: Fields = {}) => send('svc_region', 'REPLACE', file, more)
    expect(await replace({ dry_run: 'true' })).toMatchObject({ success: true })
    expect(await send('svc_region', 'CHANGE', file)).toMatchObject({ success: true })
    expect(await replace()).toMatchObject({ success: false, code: 'reauthentication_required', fields: { password: expect.any(String) } })
    expect(await replace({ password: 'wrong' })).toMatchObject({ success: false, code: 'password_wrong' })
    expect(await replace({ password })).toMatchObject({ success: true })
    expect(await replace()).toMatchObject({ success: true })
  })

  test('with ids with slashes, dots and unicode, which are read back, in the history too', async () => {
    const ids = ['a/b', '..', 'è.Ünï 🩸', "x'; DROP TABLE reference_value; --", 'x'.repeat(80)]
    const file = `id,trans_it,trans_en\r\n${ids.map((id) => `${id},Testo,Text`).join('\r\n')}\r\n`
    expect(await send('svc_tt_cause', 'APPEND', file)).toMatchObject({ ok: ids.length, ko: 0 })
    expect(await readIds('svc_tt_cause')).toEqual(expect.arrayContaining(ids))
    const history = await admin.api.referenceTables.history.query({ table: 'svc_tt_cause' })
    expect(history.map(({ valueId }) => valueId)).toEqual(expect.arrayContaining(ids))
  })

  test('and a file of unknown columns is rejected as a whole', async () => {
    expect(await send('svc_ecrf', 'CHANGE', 'id,colour\r\nINTERNAL,red\r\n')).toMatchObject({ success: false, code: 'file_column_none' })
    expect(await send('svc_ecrf', 'CHANGE', 'id,trans-it\r\nINTERNAL,red\r\n')).toMatchObject({ success: false, code: 'file_column_near' })
  })

  test('REQ-IMP-04: a column that the table does not have is ignored and reported, even in a dry run', async () => {
    expect(await send('svc_ecrf', 'CHANGE', 'id,trans_en,colour\r\nINTERNAL,Internal,red\r\n', { dry_run: 'true' })).toMatchObject({
      success: true,
      dry_run: true,
      ok: 1,
      detail: [{ row: 0, key: '', field: 'colour', code: 'warning_import_column_ignored' }],
    })
  })
})

test('REQ-ADM-16: only an active GlobalAdmin changes reference values, also in the database', async () => {
  const manager = await server.staff([{ role: 'DataManager', areaid: 'W' }])
  expect(await send('svc_ecrf', 'CHANGE', 'id\r\nX\r\n', {}, manager)).toMatchObject({ success: false, code: 'permission_denied' })
  const { userId } = await makeStaff(server.database.owner, 'former@example.org', [{ role: 'GlobalAdmin', areaid: 'W' }])
  await server.database.owner`UPDATE staff_user SET disabled_at = now() WHERE id = ${userId}`
  const count = await withTransaction(
    server.database.server,
    { actor: 'former@example.org', source: 'form', scope: { kind: 'areas', areas: ['W'] } },
    async ({ sql }) => (await sql`UPDATE reference_value SET trans_it = 'x'`).count,
  )
  expect(count).toBe(0)
})
