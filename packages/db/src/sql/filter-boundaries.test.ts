import { beforeAll, describe, expect, test } from 'vitest'
import type { TransactionSql } from 'postgres'
import type { RegistryTypes } from '../connect.ts'
import { makeResults } from '../testing/fixtures.ts'
import { useTestDatabase } from '../testing/use-test-database.ts'
import { withRole, withTransaction, type Scope } from '../transaction.ts'

/** The consents of each patient. Each has a sex and a haemoglobin value. */
const patients = {
  both: { C_DB_P: true, C_DB_M: true },
  personalOnly: { C_DB_P: true, C_DB_M: false },
  medicalOnly: { C_DB_P: false, C_DB_M: true },
  neither: { C_DB_P: false, C_DB_M: false },
  personalUnanswered: { C_DB_M: true },
  medicalUnanswered: { C_DB_P: true },
  silent: undefined,
} as const
type Name = keyof typeof patients

const database = useTestDatabase('RM01', 'MI01')
const names = new Map<number, Name>()

beforeAll(async () => {
  for (const [name, consents] of Object.entries(patients)) {
    const { id } = await database.createPatient({
      personal: { sex: 'F', dob: '1950-01-01' },
      medical: { hb: 9, dead_date: '2020-01-01' },
      ...(consents && { consents }),
    })
    await makeResults(database.owner, id, [{ takenOn: '2019-05-06', value: 812 }])
    names.set(id, name as Name)
  }
})

type Sql = TransactionSql<RegistryTypes>
const findNames = (rows: readonly { id: number }[]): Name[] => rows.map(({ id }) => names.get(id)!).toSorted()

/** Runs queries with the filter role, for a DataManager who sees the centre. */
const runAsFilter = <T>(work: (sql: Sql) => Promise<T>, scope: Scope = { kind: 'areas', areas: ['IT'] }): Promise<T> =>
  withTransaction(database.server, { actor: 'dm', source: 'form', scope }, (tx) => withRole(tx, 'registry_filter', ({ sql }) => work(sql)))

/** Runs queries as the owner of the tables. No policy hides rows from the owner, so only the view can. */
const runAsOwner = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
  database.owner.begin(async (sql) => ({ result: await work(sql) })).then(({ result }) => result)

/** View and policy both enforce each consent. These tests check each alone, so they detect a missing one while the other works. */
const registered: Name[] = ['both', 'medicalOnly', 'medicalUnanswered', 'neither', 'personalOnly', 'personalUnanswered']
const boundaries = {
  'the authorisation to be registered': { view: 'SELECT id FROM filter_patient', table: 'SELECT id FROM patient', shown: registered },
  'the consent to personal data': {
    view: 'SELECT id FROM filter_patient WHERE sex IS NOT NULL',
    table: 'SELECT patient_id AS id FROM patient_personal WHERE sex IS NOT NULL',
    shown: ['both', 'medicalUnanswered', 'personalOnly'],
  },
  'the consent to medical data': {
    view: 'SELECT id FROM filter_patient WHERE hb IS NOT NULL',
    table: 'SELECT patient_id AS id FROM patient_medical WHERE hb IS NOT NULL',
    shown: ['both', 'medicalOnly', 'personalUnanswered'],
  },
} as const

describe.each(Object.entries(boundaries))('THREAT-32: %s', (_consent, { view, table, shown }) => {
  test('is enforced by the view alone', async () => {
    expect(findNames(await runAsOwner((sql) => sql.unsafe(view)))).toEqual(shown)
    expect(findNames(await runAsOwner((sql) => sql.unsafe(table))), 'no policy applies to the owner').toHaveLength(names.size)
  })

  test('is enforced by the policy alone', async () => {
    expect(findNames(await runAsFilter((sql) => sql.unsafe(table)))).toEqual(shown)
  })

  test('is enforced by both together', async () => {
    expect(findNames(await runAsFilter((sql) => sql.unsafe(view)))).toEqual(shown)
  })
})

// The view joins the three tables, so the policy of one would hide a missing policy of another.
test.each([
  'patient',
  'patient_personal',
  'patient_medical',
  'patient_age',
  'patient_age_past',
  'patient_seen',
  'patient_seen_past',
  'filter_observation',
  'filter_observation_past',
])('THREAT-04: a filter of another centre reads no row of %s', async (table) => {
  const readRows = (centre: string) =>
    runAsFilter(
      async (sql) => {
        await sql`SET LOCAL app.as_of = '2100-01-01'`
        return sql.unsafe(`SELECT FROM ${table}`)
      },
      { kind: 'centre', centre },
    )
  expect(await readRows('RM01')).not.toHaveLength(0)
  expect(await readRows('MI01')).toHaveLength(0)
})

test('THREAT-32: the views of ages enforce the consents alone', async () => {
  const ages = (band: string) => `SELECT patient_id AS id FROM patient_age WHERE ${band} IS NOT NULL`
  expect(findNames(await runAsFilter((sql) => sql.unsafe(ages('age_band'))))).toEqual(['both', 'medicalUnanswered', 'personalOnly'])
  expect(findNames(await runAsFilter((sql) => sql.unsafe(ages('age_at_death_band'))))).toEqual(['both'])
})

test('THREAT-32: the views of dated results enforce the consent alone, and show no recorder, sample or centre', async () => {
  const consented = ['both', 'medicalOnly', 'personalUnanswered']
  const readRows = (view: string) =>
    runAsFilter(async (sql) => {
      await sql`SET LOCAL app.as_of = '2100-01-01'`
      return sql.unsafe<{ id: number }[]>(`SELECT patient_id AS id, * FROM ${view}`)
    })
  for (const view of ['filter_observation', 'filter_observation_past']) {
    const rows = await readRows(view)
    expect(findNames(rows)).toEqual(consented)
    expect(Object.keys(rows[0] ?? {})).toEqual([
      'id',
      'patient_id',
      'analyte',
      'taken_on',
      'standard_value',
      'comparator',
      'recorded_at',
      'number',
    ])
  }
  await expect(runAsFilter((sql) => sql`SELECT FROM observation`)).rejects.toMatchObject({ code: '42501' })
})

test('THREAT-32: the views of months since a patient was last seen enforce the consent alone, and show no day', async () => {
  for (const view of ['patient_seen', 'patient_seen_past']) {
    const rows = await runAsFilter(async (sql) => {
      await sql`SET LOCAL app.as_of = '2100-01-01'`
      return sql.unsafe<{ id: number }[]>(`SELECT patient_id AS id, * FROM ${view}`)
    })
    expect(findNames(rows)).toEqual(['both', 'medicalOnly', 'personalUnanswered'])
    expect(Object.keys(rows[0] ?? {})).toEqual(['id', 'patient_id', 'months_since_last_seen'])
  }
  await expect(runAsFilter((sql) => sql`SELECT FROM last_seen`)).rejects.toMatchObject({ code: '42501' })
})

test('THREAT-02: a filter reads bands of ages, and never the dates behind them', async () => {
  for (const column of ['patient_personal.dob', 'patient_personal_version.dob', 'patient_medical.dead_date']) {
    const [table, name] = column.split('.')
    await expect(runAsFilter((sql) => sql.unsafe(`SELECT ${name} FROM ${table}`))).rejects.toMatchObject({ code: '42501' })
  }
})
