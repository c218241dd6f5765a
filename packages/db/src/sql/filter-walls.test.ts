import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TransactionSql } from 'postgres'
import type { RegistryTypes } from '../connect.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { makeCentre, makePatient } from '../testing/fixtures.ts'
import { withRole, withTransaction, type Scope } from '../transaction.ts'

/** Who consented to what; each has a sex and a haemoglobin. */
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

let database: TestDatabase
const names = new Map<number, Name>()

beforeAll(async () => {
  database = await testDatabase()
  await makeCentre(database.owner, 'RM01', 'ITI4')
  await makeCentre(database.owner, 'MI01', 'ITC4')
  for (const [name, consents] of Object.entries(patients)) {
    const values = { personal: { sex: 'F' }, medical: { hb: 9 } }
    const made = await makePatient(database.owner, { centre: 'RM01', centerId: name, ...values, ...(consents && { consents }) })
    names.set(made.id, name as Name)
  }
})
afterAll(() => database.dispose())

type Sql = TransactionSql<RegistryTypes>
const namesIn = (rows: readonly { id: number }[]): Name[] => rows.map(({ id }) => names.get(id)!).toSorted()

/** Work of the filters' role, for a data manager who sees the centre. */
const asFilter = <T>(work: (sql: Sql) => Promise<T>, scope: Scope = { kind: 'areas', areas: ['IT'] }): Promise<T> =>
  withTransaction(database.server, { actor: 'dm', via: 'form', scope }, (tx) => withRole(tx, 'registry_filter', ({ sql }) => work(sql)))

/** Work of the tables' owner, whom no policy keeps from a row: what it does not see, the view itself leaves out. */
const asOwner = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
  database.owner.begin(async (sql) => ({ result: await work(sql) })).then(({ result }) => result)

/** Two walls stand before each consent on the filters' path. Here each stands alone, so that its fall is seen while the other holds. */
const registered: Name[] = ['both', 'medicalOnly', 'medicalUnanswered', 'neither', 'personalOnly', 'personalUnanswered']
const walls = {
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

describe.each(Object.entries(walls))('THREAT-32: %s', (_consent, { view, table, shown }) => {
  test('is kept by the view alone', async () => {
    expect(namesIn(await asOwner((sql) => sql.unsafe(view)))).toEqual(shown)
    expect(namesIn(await asOwner((sql) => sql.unsafe(table))), 'no policy stands before the owner').toHaveLength(names.size)
  })

  test('is kept by the policy alone', async () => {
    expect(namesIn(await asFilter((sql) => sql.unsafe(table)))).toEqual(shown)
  })

  test('is kept by both together', async () => {
    expect(namesIn(await asFilter((sql) => sql.unsafe(view)))).toEqual(shown)
  })
})

// The view joins the three tables, so that the policy of one would hide that another has none.
test.each(['patient', 'patient_personal', 'patient_medical'])('THREAT-04: a filter of another centre reads no row of %s', async (table) => {
  const of = (centre: string) => asFilter((sql) => sql.unsafe(`SELECT FROM ${table}`), { kind: 'centre', centre })
  expect(await of('RM01')).not.toHaveLength(0)
  expect(await of('MI01')).toHaveLength(0)
})
