import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fields } from '@registry/domain/fields/dictionary'
import { anonymousFields } from '../anonymous-columns.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { allConsents, makeCentre, makePatient } from '../testing/fixtures.ts'
import { withRole, withTransaction, type Scope } from '../transaction.ts'

let database: TestDatabase
let people = 0

beforeAll(async () => {
  database = await testDatabase()
  await makeCentre(database.owner, 'RM01', 'ITI4')
  await makeCentre(database.owner, 'FI01', 'ITI1')
  await makeCentre(database.owner, 'MI01', 'ITC4')
})
afterAll(() => database.dispose())

type Values = Readonly<Record<string, unknown>>
const patient = (centre: string, personal: Values, medical: Values, consents: Readonly<Record<string, boolean | number>> = allConsents) =>
  makePatient(database.owner, { centre, centerId: `P${(people += 1)}`, personal, medical, consents })

const anonymised = async (centre: string, personal: Values, medical: Values): Promise<Values> => {
  const { id } = await patient(centre, personal, medical)
  const before = await database.owner<{ key: string }[]>`SELECT key FROM anonymous_record`
  await withTransaction(
    database.server,
    { actor: `patient ${id}`, via: 'patient', scope: { kind: 'patient', patientId: id } },
    ({ sql }) => sql`SELECT withdraw_patient(${id}::integer, 'v2', 'it', 'host')`,
  )
  const [made, ...others] = await database.owner<Values[]>`
    SELECT * FROM anonymous_record WHERE key <> ALL (${before.map(({ key }) => key)}::uuid[])`
  expect(others).toEqual([])
  return made!
}

test('D8: every field of the record is kept by its kind: days as years, measured values to two digits, free text never', () => {
  const medical = fields.filter(({ table }) => table === 'patient_medical')
  expect(medical.length).toBeGreaterThan(150)
  const kept = new Set(anonymousFields.map(({ name }) => name))
  expect(medical.filter(({ column }) => !kept.has(column)).map(({ type }) => type)).toEqual(
    medical.filter(({ type }) => type === 'string').map(() => 'string'),
  )
})

test('D8: no column of an anonymised record can hold a day, a moment or a text of its own', async () => {
  const types = await database.owner<{ type: string; names: string[] }[]>`
    SELECT format_type(atttypid, atttypmod) AS type, array_agg(attname::text ORDER BY attname) AS names
    FROM pg_attribute WHERE attrelid = 'anonymous_record'::regclass AND attnum > 0 AND NOT attisdropped GROUP BY 1 ORDER BY 1`
  expect(types.map(({ type }) => type)).toEqual(['boolean', 'double precision', 'integer', 'smallint', 'text', 'text[]', 'uuid'])
  const coded = new Set([...fields.filter(({ type }) => type === 'choice').map(({ column }) => column), 'region'])
  expect(types.find(({ type }) => type === 'text')?.names.filter((name) => !coded.has(name))).toEqual([])
})

describe('D8: what fewer than five patients have in common', () => {
  const common = { diagnosis: 'BTM', genotype: 'B0_B0', fenotype: 'TDT', dod: '1991-03-04', splenectomy: true }
  const person = { dob: '1990-06-07', sex: 'F' }

  beforeAll(async () => {
    for (let other = 0; other < 4; other += 1)
      await patient('RM01', { dob: `1990-01-0${other + 1}`, sex: 'F' }, { ...common, dod: '1991-12-31' })
  })

  test('the record of one of five is kept as it is, with the years and the region alone', async () => {
    const record = await anonymised('RM01', person, {
      ...common,
      hb: 9.47,
      ferritin_last: 1234.5,
      tt_qty: 24,
      splenectomy_date: '2003-02-01',
      gt_note: 'x',
    })
    expect(record).toMatchObject({
      region: 'ITI4',
      birth_from: 1990,
      birth_to: 1990,
      sex: 'F',
      diagnosis: 'BTM',
      genotype: 'B0_B0',
      fenotype: 'TDT',
      dod: 1991,
      splenectomy: true,
      hb: 9.5,
      ferritin_last: 1200,
      tt_qty: 24,
    })
    // Nobody else's spleen was removed in that year.
    expect(record['splenectomy_date']).toBeNull()
  })

  test('a year of birth of its own becomes a decade, and a region of its own the area around it', async () => {
    expect(await anonymised('RM01', { ...person, dob: '1993-06-07' }, common)).toMatchObject({
      region: 'ITI4',
      birth_from: 1990,
      birth_to: 1999,
    })
    expect(await anonymised('FI01', person, common)).toMatchObject({ region: 'ITI', birth_from: 1990, birth_to: 1999 })
  })

  test('rare diagnoses, genotypes, lists and answers go', async () => {
    const rare = {
      ...common,
      diagnosis: 'SCD_SD',
      genotype: 'HBC_B0',
      chronic_kidney_disease: true,
      hospedalizations: 1,
      hospedal_causes: ['038.2'],
    }
    expect(await anonymised('RM01', person, rare)).toMatchObject({
      diagnosis: null,
      genotype: null,
      hospedal_causes: null,
      chronic_kidney_disease: null,
      fenotype: 'TDT',
    })
  })

  test('of somebody who is like nobody else only what was measured stays', async () => {
    const record = await anonymised(
      'MI01',
      { dob: '1931-01-01', sex: 'M' },
      { diagnosis: 'SCD_SD', hb: 7, dead_date: '2020-01-02', status: 'DEAD' },
    )
    expect(Object.fromEntries(Object.entries(record).filter(([name, value]) => value !== null && name !== 'key'))).toEqual({
      hb: 7,
      region: 'W',
    })
  })
})

describe('D8, D10: anonymised records in filters', () => {
  const seen = (scope: Scope) =>
    withTransaction(database.server, { actor: 'dm', via: 'form', scope }, (tx) =>
      withRole(tx, 'registry_filter', ({ sql }) => sql`SELECT center_code, c_db_no_notification, c_f, dod, sex FROM filter_anonymous`),
    )

  test('a role with an area sees those of its area, with region and year in their places; a centre sees none', async () => {
    const regions = (rows: readonly Values[]) => [...new Set(rows.map((row) => String(row['center_code'])))].toSorted()
    expect(regions(await seen({ kind: 'areas', areas: ['ITI4'] }))).toEqual(['ITI4'])
    expect(regions(await seen({ kind: 'areas', areas: ['ITI'] }))).toEqual(['ITI', 'ITI4'])
    expect(regions(await seen({ kind: 'areas', areas: ['W'] }))).toEqual(['ITI', 'ITI4', 'W'])
    expect(await seen({ kind: 'centre', centre: 'RM01' })).toEqual([])
    expect(await seen({ kind: 'none' })).toEqual([])
    expect(await seen({ kind: 'areas', areas: ['ITI4'] })).toContainEqual({
      center_code: 'ITI4',
      c_db_no_notification: 'v2',
      c_f: null,
      dod: '1991-01-01',
      sex: 'F',
    })
  })

  test('nobody but the owner reads their keys', async () => {
    const keys = withTransaction(database.server, { actor: 'dm', via: 'form', scope: { kind: 'areas', areas: ['W'] } }, (tx) =>
      withRole(tx, 'registry_filter', ({ sql }) => sql`SELECT key FROM anonymous_record`),
    )
    await expect(keys).rejects.toThrow('permission denied')
  })
})
