import { beforeAll, describe, expect, test } from 'vitest'
import { fields } from '@registry/domain/fields/dictionary'
import { anonymousFields } from '../anonymous-columns.ts'
import { allConsents } from '../testing/fixtures.ts'
import { patientContext, useTestDatabase } from '../testing/use-test-database.ts'
import { withRole, withTransaction, type Scope } from '../transaction.ts'

const database = useTestDatabase('RM01', 'FI01', 'MI01')

type Values = Readonly<Record<string, unknown>>
const createPatient = (centre: string, personal: Values, medical: Values) =>
  database.createPatient({ centre, personal, medical, consents: allConsents })

const createAnonymous = async (centre: string, personal: Values, medical: Values): Promise<Values> => {
  const { id } = await createPatient(centre, personal, medical)
  const before = await database.owner<{ key: string }[]>`SELECT key FROM anonymous_record`
  await withTransaction(database.server, patientContext(id), ({ sql }) => sql`SELECT withdraw_patient(${id}::integer, 'v2', 'it', 'host')`)
  const [added, ...others] = await database.owner<Values[]>`
    SELECT * FROM anonymous_record WHERE key <> ALL (${before.map(({ key }) => key)}::uuid[])`
  expect(others).toEqual([])
  return added!
}

test('REQ-CON-08: an anonymous record keeps every medical field except free text', () => {
  const medical = fields.filter(({ table }) => table === 'patient_medical')
  expect(medical.length).toBeGreaterThan(150)
  const remaining = new Set(anonymousFields.map(({ name }) => name))
  expect(medical.filter(({ column }) => !remaining.has(column)).map(({ type }) => type)).toEqual(
    medical.filter(({ type }) => type === 'string').map(() => 'string'),
  )
})

test('REQ-CON-08: no column of an anonymous record can contain a day, a time or free text', async () => {
  const types = await database.owner<{ type: string; names: string[] }[]>`
    SELECT format_type(atttypid, atttypmod) AS type, array_agg(attname::text ORDER BY attname) AS names
    FROM pg_attribute WHERE attrelid = 'anonymous_record'::regclass AND attnum > 0 AND NOT attisdropped GROUP BY 1 ORDER BY 1`
  expect(types.map(({ type }) => type)).toEqual(['boolean', 'double precision', 'integer', 'smallint', 'text', 'text[]', 'uuid'])
  const coded = new Set([...fields.filter(({ type }) => type === 'choice').map(({ column }) => column), 'region'])
  expect(types.find(({ type }) => type === 'text')?.names.filter((name) => !coded.has(name))).toEqual([])
})

describe('REQ-CON-08: combinations of fewer than five patients', () => {
  const common = { diagnosis: 'BTM', genotype: 'B0_B0', fenotype: 'TDT', dod: '1991-03-04', splenectomy: true }
  const person = { dob: '1990-06-07', sex: 'F' }

  beforeAll(async () => {
    for (let other = 0; other < 4; other += 1)
      await createPatient('RM01', { dob: `1990-01-0${other + 1}`, sex: 'F' }, { ...common, dod: '1991-12-31' })
  })

  test('a combination of five patients is kept, with years and region', async () => {
    const record = await createAnonymous('RM01', person, {
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
    // Only this patient had a splenectomy in that year.
    expect(record['splenectomy_date']).toBeNull()
  })

  test('a unique year of birth becomes a decade, and a unique region a larger area', async () => {
    expect(await createAnonymous('RM01', { ...person, dob: '1993-06-07' }, common)).toMatchObject({
      region: 'ITI4',
      birth_from: 1990,
      birth_to: 1999,
    })
    expect(await createAnonymous('FI01', person, common)).toMatchObject({ region: 'ITI', birth_from: 1990, birth_to: 1999 })
  })

  test('rare diagnoses, genotypes, lists and answers are removed', async () => {
    const rare = {
      ...common,
      diagnosis: 'SCD_SD',
      genotype: 'HBC_B0',
      chronic_kidney_disease: true,
      hospedalizations: 1,
      hospedal_causes: ['038.2'],
    }
    expect(await createAnonymous('RM01', person, rare)).toMatchObject({
      diagnosis: null,
      genotype: null,
      hospedal_causes: null,
      chronic_kidney_disease: null,
      fenotype: 'TDT',
    })
  })

  test('a unique patient keeps only measured values', async () => {
    const record = await createAnonymous(
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

describe('REQ-CON-08, REQ-FIL-04: anonymous records in filters', () => {
  const readView = (scope: Scope) =>
    withTransaction(database.server, { actor: 'dm', via: 'form', scope }, (tx) =>
      withRole(tx, 'registry_filter', ({ sql }) => sql`SELECT centre_code, c_db_no_notification, c_f, dod, sex FROM filter_anonymous`),
    )

  test('a role sees the records of its area, with region and year; a centre sees none', async () => {
    const regions = (rows: readonly Values[]) => [...new Set(rows.map((row) => String(row['centre_code'])))].toSorted()
    expect(regions(await readView({ kind: 'areas', areas: ['ITI4'] }))).toEqual(['ITI4'])
    expect(regions(await readView({ kind: 'areas', areas: ['ITI'] }))).toEqual(['ITI', 'ITI4'])
    expect(regions(await readView({ kind: 'areas', areas: ['W'] }))).toEqual(['ITI', 'ITI4', 'W'])
    expect(await readView({ kind: 'centre', centre: 'RM01' })).toEqual([])
    expect(await readView({ kind: 'none' })).toEqual([])
    expect(await readView({ kind: 'areas', areas: ['ITI4'] })).toContainEqual({
      centre_code: 'ITI4',
      c_db_no_notification: 'v2',
      c_f: null,
      dod: '1991-01-01',
      sex: 'F',
    })
  })

  test('only the owner reads their keys', async () => {
    const keys = withTransaction(database.server, { actor: 'dm', via: 'form', scope: { kind: 'areas', areas: ['W'] } }, (tx) =>
      withRole(tx, 'registry_filter', ({ sql }) => sql`SELECT key FROM anonymous_record`),
    )
    await expect(keys).rejects.toThrow('permission denied')
  })
})
