import { beforeAll, describe, expect, test } from 'vitest'
import { withTransaction, withRole, type Scope, type Transaction } from '../transaction.ts'
import { makeCentre, makePatient } from '../testing/fixtures.ts'
import { canaryText, createCanaries, type Canaries } from '../testing/canaries.ts'
import { useTestDatabase } from '../testing/use-test-database.ts'
import { guardedTables } from './policies.ts'
import { everyCentre } from './text.ts'

const database = useTestDatabase()
let canaries: Canaries

beforeAll(async () => {
  canaries = await createCanaries(database.owner)
})

/** Reads all visible rows of a table as text; empty without the right to read. */
const readAll = async (tx: Transaction, table: string): Promise<string> => {
  const [columns] = await tx.sql<{ names: string | null }[]>`
    SELECT string_agg(quote_ident(column_name), ', ') AS names FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = ${table} AND has_column_privilege(current_user, table_name, column_name, 'SELECT')`
  if (!columns?.names) return ''
  return JSON.stringify(await tx.sql.unsafe(`SELECT ${columns.names} FROM ${table}`))
}

const runInScope = <T>(scope: Scope, work: (tx: Transaction) => Promise<T>) =>
  withTransaction(database.server, { actor: 'somebody', source: 'form', scope }, work)

const tables = [...guardedTables, 'field_history']

describe('THREAT-44, THREAT-04: a query without a condition', () => {
  test.each(tables)('shows a centre nothing of another centre in %s', async (table) => {
    expect(await runInScope({ kind: 'centre', centre: 'RM01' }, (tx) => readAll(tx, table))).not.toContain(canaryText('MI01'))
  })

  test.each(tables)('shows an area nothing of another area in %s', async (table) => {
    expect(await runInScope({ kind: 'areas', areas: ['ITI'] }, (tx) => readAll(tx, table))).not.toContain(canaryText('MI01'))
  })

  test.each(tables)('shows a patient nothing of another patient in %s', async (table) => {
    const seen = await runInScope({ kind: 'patient', patientId: canaries.ofRome.id }, (tx) => readAll(tx, table))
    expect(seen).not.toContain(canaryText('MI01'))
    expect(seen).not.toContain('SILENT')
  })

  test.each(tables)('shows nothing to a transaction without a scope in %s', async (table) => {
    expect(['', '[]']).toContain(await runInScope({ kind: 'none' }, (tx) => readAll(tx, table)))
  })

  test.each(tables)('shows nothing to a connection without a context in %s', async (table) => {
    const { rows } = await database.server.begin(async (sql) => ({ rows: await readAll({ sql } as Transaction, table) }))
    expect(['', '[]']).toContain(rows)
  })

  test.each(tables)('shows nothing to an unknown centre or area in %s', async (table) => {
    expect(['', '[]']).toContain(await runInScope({ kind: 'centre', centre: 'XX99' }, (tx) => readAll(tx, table)))
    expect(['', '[]']).toContain(await runInScope({ kind: 'areas', areas: ['nowhere'] }, (tx) => readAll(tx, table)))
  })
})

test('the canaries exist: centre, patient and area each see their own', async () => {
  const seen = await runInScope({ kind: 'centre', centre: 'MI01' }, (tx) => readAll(tx, 'patient_identity'))
  expect(seen).toContain(`${canaryText('MI01')}-OPEN`)
  expect(seen).toContain(`${canaryText('MI01')}-SILENT`)
  expect(await runInScope({ kind: 'areas', areas: ['IT'] }, ({ sql }) => sql`SELECT centre_code FROM patient_medical ORDER BY 1`)).toEqual([
    { centre_code: 'MI01' },
    { centre_code: 'RM01' },
  ])
  expect(await runInScope({ kind: 'patient', patientId: canaries.ofMilan.id }, (tx) => readAll(tx, 'patient_personal'))).toContain(
    `${canaryText('MI01')}-OPEN`,
  )
  expect(await runInScope({ kind: 'patient', patientId: canaries.ofMilan.id }, (tx) => readAll(tx, 'export_manifest'))).toContain(
    'DataManager',
  )
})

test('REQ-PAT-09: only the centre and the patient see identity, not a role with an area', async () => {
  expect(await runInScope({ kind: 'areas', areas: ['W'] }, ({ sql }) => sql`SELECT FROM patient_identity`)).toHaveLength(0)
  expect(await runInScope({ kind: 'areas', areas: ['W'] }, ({ sql }) => sql`SELECT FROM patient_identity_version`)).toHaveLength(0)
})

test('REQ-CON-11: without consent the centre reads and writes neither section, nor its history', async () => {
  const { id } = canaries.ofRomeSilent
  await runInScope({ kind: 'centre', centre: 'RM01' }, async ({ sql }) => {
    expect(await sql`SELECT FROM patient_personal WHERE patient_id = ${id}`).toHaveLength(0)
    expect(
      await sql`SELECT FROM field_history WHERE patient_id = ${id} AND field NOT IN ('CENTER_ID', 'SURNAME', 'NAME', 'email')`,
    ).toHaveLength(0)
    expect((await sql`UPDATE patient_personal SET telephone = '1' WHERE patient_id = ${id}`).count).toBe(0)
    expect((await sql`UPDATE patient_medical SET hb = 8 WHERE patient_id = ${id}`).count).toBe(0)
  })
})

test('REQ-CON-11: without consent an update without a condition changes neither section', async () => {
  // Without a condition on a column, Postgres applies only the UPDATE policy, not the SELECT policy.
  await runInScope({ kind: 'centre', centre: 'RM01' }, async ({ sql }) => {
    expect((await sql`UPDATE patient_personal SET telephone = '1'`).count).toBe(1)
    expect((await sql`UPDATE patient_medical SET hb = 8`).count).toBe(1)
  })
})

test('REQ-GEO-02: a centre changes only its own patients, with any condition', async () => {
  await runInScope({ kind: 'centre', centre: 'RM01' }, async ({ sql }) => {
    expect((await sql`UPDATE patient_medical SET hb = 8`).count).toBe(1)
    await expect(sql.savepoint((inner) => inner`INSERT INTO patient (centre_code, login_mode) VALUES ('MI01', 'Email')`)).rejects.toThrow(
      'row-level security',
    )
    await expect(sql.savepoint((inner) => inner`UPDATE patient SET c_db_m = true`)).rejects.toThrow('permission denied')
  })
})

test('REQ-EXP-04: a manifest needs the name of the actor', async () => {
  const insertManifest = (actor: string) =>
    runInScope(
      { kind: 'areas', areas: ['IT'] },
      ({ sql }) => sql`
      INSERT INTO export_manifest (actor, as_role, filter_id, filter_version, format, columns, set_hash,
        excluded_no_consent, excluded_no_answer, excluded_no_value, unique_rows, rows_in_small_groups)
      SELECT ${actor}, 'DataManager', id, 1, 'csv', '{HB}', 'x', 0, 0, 0, 0, 0 FROM saved_filter`,
    )
  await expect(insertManifest('dm')).rejects.toThrow('row-level security')
  expect((await insertManifest('somebody')).count).toBe(1)
})

test('a role with an area reads and cannot write', async () => {
  await runInScope({ kind: 'areas', areas: ['W'] }, async ({ sql }) => {
    expect((await sql`UPDATE patient_medical SET hb = 8`).count).toBe(0)
    expect((await sql`UPDATE patient SET lang = 'en'`).count).toBe(0)
  })
})

describe('REQ-FIL-03, REQ-FIL-04: the filter view', () => {
  const filter = (scope: Scope) =>
    runInScope(scope, (tx) => withRole(tx, 'registry_filter', ({ sql }) => sql`SELECT * FROM filter_patient ORDER BY centre_code`))

  test('contains only registered patients of visible centres', async () => {
    expect((await filter({ kind: 'areas', areas: ['W'] })).map((row) => row['centre_code'])).toEqual(['MI01', 'RM01'])
    expect((await filter({ kind: 'centre', centre: 'RM01' })).map((row) => row['centre_code'])).toEqual(['RM01'])
    expect(await filter({ kind: 'patient', patientId: canaries.ofRome.id })).toHaveLength(0)
  })

  test('contains none of the twelve excluded fields', async () => {
    const [row] = await filter({ kind: 'centre', centre: 'RM01' })
    const excluded = [
      'name',
      'surname',
      'legal_id',
      'telephone',
      'mobile',
      'mobile_prefix',
      'email',
      'address_town',
      'address_street',
      'dob',
      'dead_date',
      'centre_patient_code',
    ]
    expect(Object.keys(row ?? {}).filter((column) => excluded.includes(column))).toEqual([])
    expect(Object.keys(row ?? {})).toContain('hb')
  })

  test('THREAT-01: the filter role cannot change its context, sleep, read another table or write', async () => {
    const attacks = [
      `SELECT set_config('app.centres', 'MI01', true)`,
      `SELECT pg_sleep(1)`,
      `SELECT query_to_xml('select 1', true, true, '')`,
      'SELECT surname FROM patient_identity',
      'SELECT legal_id FROM patient_personal',
      'SELECT dead_date FROM patient_medical',
      'SELECT consent_subject FROM patient',
      'SELECT * FROM account',
      'SELECT * FROM patient_medical_version',
      'UPDATE patient_medical SET hb = 1',
      `INSERT INTO audit_log (username, command, duration_milli, outcome) VALUES ('x', 'x', 0, 'done')`,
      'CREATE TEMPORARY TABLE mine (id integer)',
      `SELECT withdraw_patient(1, 'v3')`,
    ]
    for (const attack of attacks) {
      await expect(
        runInScope({ kind: 'centre', centre: 'RM01' }, (tx) => withRole(tx, 'registry_filter', ({ sql }) => sql.unsafe(attack))),
        attack,
      ).rejects.toThrow('permission denied')
    }
  })
})

describe('REQ-GEO-02: the whole registry', () => {
  const listCentres = (areas: readonly string[]) =>
    runInScope({ kind: 'areas', areas }, async ({ sql }) =>
      (await sql<{ centre: string }[]>`SELECT DISTINCT centre_code AS centre FROM patient ORDER BY 1`).map(({ centre }) => centre),
    )

  test('cannot be the code of a centre', async () => {
    await expect(makeCentre(database.owner, everyCentre)).rejects.toThrow('centre_code_shape')
  })

  test('is visible to all areas without a parent together, not to one of several nor to one without centres', async () => {
    expect(await listCentres(['W'])).toEqual(['MI01', 'RM01'])
    await database.owner`
      INSERT INTO geotree (id, parent, level, leaf, position, trans_it, trans_en)
      VALUES ('M', NULL, 0, false, 1, 'Luna', 'Moon'), ('MS', 'M', 1, true, 1, 'Mare', 'Sea')`
    expect(await listCentres(['M'])).toEqual([])
    await makePatient(database.owner, { centre: await makeCentre(database.owner, 'MS01', 'MS'), centrePatientCode: 'M1' })
    expect(await listCentres(['M'])).toEqual(['MS01'])
    expect(await listCentres(['W'])).toEqual(['MI01', 'RM01'])
    expect(await listCentres(['W', 'M'])).toEqual(['MI01', 'MS01', 'RM01'])
  })
})
