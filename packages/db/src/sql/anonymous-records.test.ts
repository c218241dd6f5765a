import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anonymousColumnNames } from '@registry/domain/consent/anonymous-record'
import { allConsents } from '../testing/fixtures.ts'
import { patientContext, useTestDatabase } from '../testing/use-test-database.ts'
import { systemContext, withRole, withTransaction, type Scope } from '../transaction.ts'

const database = useTestDatabase('RM01', 'MI01', 'FI01')

type Values = Readonly<Record<string, unknown>>
const columns = anonymousColumnNames.map((name) => name.toLowerCase())

const withdraw = async (centre: string, personal: Values, medical: Values, consents: Values = allConsents): Promise<void> => {
  const filled = (values: Values) => (Object.keys(values).length > 0 ? values : undefined)
  const dataDomains = { ...(filled(personal) && { personal }), ...(filled(medical) && { medical }) }
  const { id } = await database.createPatient({ centre, ...dataDomains, consents: { ...allConsents, ...consents } })
  await withTransaction(database.server, patientContext(id), ({ sql }) => sql`SELECT withdraw_patient(${id}::integer, 'v2', 'it', 'host')`)
}
const publish = (days = 0) =>
  database.owner`UPDATE setting SET value = ${String(days)} WHERE key = 'anonymous_publish_days'`.then(() =>
    withTransaction(database.server, systemContext, (tx) =>
      withRole(tx, 'registry_worker', ({ sql }) => sql`SELECT publish_anonymous_records()`),
    ),
  )
const read = (table: string) => database.owner.unsafe<Values[]>(`SELECT ${columns.join(', ')} FROM ${table}`)
const count = async (table: string): Promise<number> => (await read(table)).length

beforeAll(() => database.owner`UPDATE centre SET geotreeid = 'ITG1' WHERE code = 'FI01'`)
beforeEach(async () => {
  for (const table of ['waiting_anonymous_record', 'anonymous_record', 'anonymous_publication'])
    await database.owner.unsafe(`DELETE FROM ${table}`)
})

const born = (age: number): string => `${new Date().getFullYear() - age}-01-01`
const person = { dob: born(34), sex: 'F' }
const disease = { diagnosis: 'BTM', fenotype: 'TDT', splenectomy: true, ferritin_last: 999.9, t2_heart_last: 20, diabetes: true }

describe('REQ-CON-08: the coarse record', () => {
  test('has ten classes of the values that the consents show, and nothing else', async () => {
    await withdraw('RM01', person, { ...disease, hb: 9.37, gt_note: 'x' })
    expect(await read('waiting_anonymous_record')).toEqual([
      {
        sex: 'F',
        age_group: '18_TO_39',
        area: 'CENTRE',
        disease: 'BETA',
        transfusion_dependent: 'YES',
        splenectomy: 'YES',
        vital_status: 'ALIVE',
        ferritin: 'UNDER_1000',
        cardiac_t2: '20_OR_MORE',
        complications: '1_OR_2',
      },
    ])
    const types = await database.owner<{ type: string; names: string[] }[]>`
      SELECT format_type(atttypid, atttypmod) AS type, array_agg(attname::text ORDER BY attname) AS names FROM pg_attribute
      WHERE attrelid IN ('anonymous_record'::regclass, 'waiting_anonymous_record'::regclass) AND attnum > 0 AND NOT attisdropped GROUP BY 1 ORDER BY 1`
    expect(types).toEqual([
      { type: 'text', names: [...columns, ...columns].toSorted() },
      { type: 'uuid', names: ['key', 'key'] },
    ])
  })

  test('is unknown where the record or a consent is missing', async () => {
    await withdraw('FI01', { dob: born(70), sex: 'M' }, { ferritin_last: 2500 }, { C_DB_P: false })
    expect(await read('waiting_anonymous_record')).toEqual([
      {
        ...Object.fromEntries(columns.map((name) => [name, 'UNKNOWN'])),
        area: 'SOUTH_AND_ISLANDS',
        vital_status: 'ALIVE',
        ferritin: '2500_OR_MORE',
      },
    ])
  })

  test.each([
    [{ dob: born(17) }, { tt: 'NEVER', diabetes: false }, { age_group: '0_TO_17', transfusion_dependent: 'NO', complications: '0' }],
    [
      { dob: born(40) },
      { diagnosis: 'SCD_SS', fenotype: 'SCD_NCT', tt: 'REGULAR' },
      { age_group: '40_TO_59', disease: 'SICKLE', transfusion_dependent: 'NO' },
    ],
    [
      { dob: born(60) },
      { diagnosis: 'UNDIAGNOSED', splenectomy_date: '2003-02-01' },
      { age_group: '60_OR_MORE', disease: 'UNKNOWN', splenectomy: 'YES' },
    ],
    [{}, { status: 'DEAD', splenectomy: false, t2_heart_last: 9.99 }, { vital_status: 'DEAD', splenectomy: 'NO', cardiac_t2: 'UNDER_10' }],
    [
      {},
      { t2_heart_last: 10, ferritin_last: 499, hbv: true, hcv: true, stroke: true },
      { cardiac_t2: 'UNDER_20', ferritin: 'UNDER_500', complications: '3_OR_MORE' },
    ],
  ])('%j and %j are %j', async (personal, medical, expected) => {
    await withdraw('MI01', personal, medical)
    expect(await read('waiting_anonymous_record')).toMatchObject([{ area: 'NORTH', ...expected }])
  })

  test('does not exist without medical data or their consent', async () => {
    await withdraw('RM01', person, {})
    await withdraw('RM01', person, disease, { C_DB_M: false })
    expect(await count('waiting_anonymous_record')).toBe(0)
  })
})

const level = (kept: number, record: Values): Values =>
  Object.fromEntries(columns.map((name, index) => [name, index < kept ? record[name] : null]))

describe('REQ-CON-08: the publication', () => {
  test('publishes five equal records and no four', async () => {
    for (let other = 0; other < 4; other += 1) await withdraw('RM01', person, disease)
    await publish()
    expect([await count('waiting_anonymous_record'), await count('anonymous_record')]).toEqual([4, 0])
    await withdraw('RM01', person, disease)
    await publish()
    const published = await read('anonymous_record')
    expect([await count('waiting_anonymous_record'), published.length]).toEqual([0, 5])
    expect(new Set(published.map((record) => JSON.stringify(record))).size).toBe(1)
    expect(published[0]).toMatchObject({ ferritin: 'UNDER_1000', complications: '1_OR_2' })
  })

  test('uses the finest level at which five of the waiting ones are equal', async () => {
    for (const ferritin_last of [100, 600, 1200, 3000, 3000]) await withdraw('RM01', person, { ...disease, ferritin_last })
    const [first] = await read('waiting_anonymous_record')
    await publish()
    expect(await read('anonymous_record')).toEqual(Array.from({ length: 5 }, () => level(7, first ?? {})))

    await database.owner`DELETE FROM anonymous_record`
    for (const splenectomy of [true, true, true, false, null]) await withdraw('RM01', person, { ...disease, splenectomy })
    await publish()
    expect(await read('anonymous_record')).toEqual(Array.from({ length: 5 }, () => level(4, first ?? {})))

    await database.owner`DELETE FROM anonymous_record`
    for (const sex of ['F', 'F', 'M', 'M', 'M']) await withdraw(sex === 'F' ? 'RM01' : 'MI01', { ...person, sex }, disease)
    await publish()
    expect(await read('anonymous_record')).toEqual(Array.from({ length: 5 }, () => ({ ...level(0, {}), disease: 'BETA' })))
  })

  test('adds no record to a published group: a sixth equal one waits for four others', async () => {
    for (let other = 0; other < 5; other += 1) await withdraw('RM01', person, disease)
    await publish()
    await withdraw('RM01', person, disease)
    await publish()
    expect([await count('waiting_anonymous_record'), await count('anonymous_record')]).toEqual([1, 5])
  })

  test('is due after the days of the setting', async () => {
    await publish(30)
    for (let other = 0; other < 5; other += 1) await withdraw('RM01', person, disease)
    await publish(30)
    expect(await count('anonymous_record')).toBe(0)
    await database.owner`UPDATE anonymous_publication SET published_at = published_at - interval '30 days'`
    await publish(30)
    expect(await count('anonymous_record')).toBe(5)
  })
})

test('REQ-CON-08: only a reader of all centres sees published records, and nobody those that wait', async () => {
  for (let other = 0; other < 6; other += 1) await withdraw('RM01', person, disease)
  await publish()
  await withdraw('RM01', person, disease)
  const select = (scope: Scope, table: string) =>
    withTransaction(database.server, { actor: 'x', source: 'form', scope }, ({ sql }) => sql.unsafe(`SELECT FROM ${table}`))
  const readers: readonly Scope[] = [
    { kind: 'areas', areas: ['W'] },
    { kind: 'areas', areas: ['IT'] },
    { kind: 'areas', areas: ['ITI'] },
    { kind: 'centre', centre: 'RM01' },
  ]
  const seen = await Promise.all(readers.map(async (scope) => (await select(scope, 'anonymous_record')).length))
  expect(seen).toEqual([6, 6, 0, 0])
  for (const scope of readers) await expect(select(scope, 'waiting_anonymous_record')).rejects.toThrow('permission denied')
})
