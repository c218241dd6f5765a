import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FilterDraft } from '@registry/api-contract/saved-filters'
import { allConsents, makeCentre } from '@registry/db/testing/fixtures'
import { anonymousColumnNames, type AnonymousColumn } from '@registry/domain/consent/anonymous-record'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
type Staff = Awaited<ReturnType<TestServer['staff']>>
let [manager, centre]: Staff[] = []
let filterId: number
let everyone: Person[] = []

type Row = Readonly<Record<string, unknown>>
/** A person, with the previous values that an attacker knows and the resulting classes, by hand. */
type Person = {
  readonly client: Awaited<ReturnType<TestServer['patient']>>
  readonly values: Row
  readonly classes: Readonly<Record<AnonymousColumn, string>>
}

const [diagnoses, diseases] = [
  ['BTM', 'SCD_SS', 'HBH'],
  ['BETA', 'SICKLE', 'ALPHA'],
]
const [centres, areas] = [
  ['RM01', 'MI01', 'PA01'],
  ['CENTRE', 'NORTH', 'SOUTH_AND_ISLANDS'],
]
const [ferritins, ferritinClasses] = [
  [321.5, 871.25, 2041.5, 4096.75],
  ['UNDER_500', 'UNDER_1000', 'UNDER_2500', '2500_OR_MORE'],
]
const people = 36

/** Person `n` has unique values: no two share ferritin, haemoglobin or day of birth. The first ones share their classes. */
const createPerson = async (n: number): Promise<Person> => {
  const pick = <T>(values: readonly T[]): T => values[n < 20 ? 0 : n % values.length]!
  const sex = n > 11 && n % 3 === 0 ? 'M' : 'F'
  const isSplenectomised = n < 12 || n % 2 === 0
  const year = new Date().getFullYear() - 45
  const values = {
    hb: 8.005 + n / 100,
    ferritin_last: pick(ferritins) + n / 100,
    t2_heart_last: n < 12 ? 25.005 + n / 100 : 9.005 - n / 100,
  }
  const client = await server.patient({
    centre: pick(centres),
    centrePatientCode: `P-${n}`,
    email: `p${n}@example.org`,
    consents: allConsents,
    personal: { dob: `${year}-01-${String((n % 28) + 1).padStart(2, '0')}`, sex },
    medical: { ...values, diagnosis: pick(diagnoses), fenotype: 'TDT', splenectomy: isSplenectomised, genotype: 'B0_B0' },
  })
  const classes = {
    SEX: sex,
    AGE_GROUP: '40_TO_59',
    AREA: pick(areas),
    DISEASE: pick(diseases),
    TRANSFUSION_DEPENDENT: 'YES',
    SPLENECTOMY: isSplenectomised ? 'YES' : 'NO',
    VITAL_STATUS: 'ALIVE',
    FERRITIN: pick(ferritinClasses),
    CARDIAC_T2: n < 12 ? '20_OR_MORE' : 'UNDER_10',
    COMPLICATIONS: isSplenectomised ? '1_OR_2' : '0',
  }
  return { client, values, classes }
}

beforeAll(async () => {
  server = await startTestServer()
  const { owner } = server.database
  for (const [code, region] of [
    ['RM01', 'ITI4'],
    ['MI01', 'ITC4'],
    ['PA01', 'ITG1'],
  ] as const)
    await makeCentre(owner, code, region)
  manager = await server.staff([{ role: 'DataManager', areaid: 'W' }], 'dm@example.org')
  centre = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'ca@example.org')
  await owner`UPDATE setting SET value = '0' WHERE key = 'anonymous_publish_days'`
  const saved = await manager.api.savedFilters.save.mutate({
    name: 'Tutti',
    description: 'Ogni paziente con ogni campo',
    fields: { PATIENT: ['SEX', 'center_code', 'C_DB_NO_NOTIFICATION'], MEDICAL_DATA: { Laboratory: ['HB', 'FERRITIN_LAST'] } },
    where: { kind: 'predicates', predicates: [] },
  })
  filterId = saved.id
  for (let n = 0; n < people; n += 1) everyone = [...everyone, await createPerson(n)]
})
afterAll(() => server[Symbol.asyncDispose]())

const readRecords = async (): Promise<readonly Row[]> => {
  const response = await manager!.get('/anonymous_records?format=json')
  const { rows } = (await response.json()) as { rows: Row[] }
  return rows
}
/** The records of a file that are missing in another. */
const subtract = (rows: readonly Row[], others: readonly Row[]): readonly Row[] => {
  const left = others.map((row) => JSON.stringify(row))
  return rows.filter((row) => {
    const at = left.indexOf(JSON.stringify(row))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
const readFilter = async () => {
  const file = await manager!.post('/inthem_query', { json: { action: 'RUN', id: filterId, format: 'csv', as_role: 'DataManager' } })
  return (await file.text()).trimEnd().split('\r\n').slice(1)
}
const fits = (record: Row, { classes }: Person): boolean =>
  anonymousColumnNames.every((name) => record[name] === null || record[name] === classes[name])

describe('REQ-CON-08: an attacker with all previous values and all files before and after each withdrawal', () => {
  test('finds for each published record at least five withdrawn persons, and no record in any other file', async () => {
    const withdrawn: Person[] = []
    let before = await readRecords()
    let publications = 0
    for (const person of everyone) {
      await server.withdraw(person.client, 'v2')
      withdrawn.push(person)

      const after = await readRecords()
      expect(subtract(before, after)).toEqual([])
      const added = subtract(after, before)
      publications += added.length > 0 ? 1 : 0
      // Only people who withdrew until now can belong to a new record. Each record has four equal ones of that moment.
      for (const record of added) {
        expect(withdrawn.filter((one) => fits(record, one)).length, JSON.stringify(record)).toBeGreaterThanOrEqual(5)
        expect(
          subtract(
            added,
            added.filter((other) => JSON.stringify(other) !== JSON.stringify(record)),
          ).length,
        ).toBeGreaterThanOrEqual(5)
      }
      expect((await readFilter()).length).toBe(everyone.length - withdrawn.length)
      before = after
    }
    expect(publications).toBeGreaterThan(2)
    expect(before.length).toBeGreaterThan(15)
    expect(new Set(before.map((row) => Object.values(row).filter((value) => value !== null).length)).size).toBeGreaterThan(1)
    // The tables of the records contain none of the previous values.
    const { owner } = server.database
    const stored = JSON.stringify([await owner`SELECT * FROM anonymous_record`, await owner`SELECT * FROM waiting_anonymous_record`])
    for (const { values } of everyone) for (const value of Object.values(values)) expect(stored).not.toContain(String(value))
  })

  test('finds none in filters, counts, the screen and manifests, whatever condition on a consent', async () => {
    const { api } = manager!
    const conditions: readonly FilterDraft['where'][] = [
      { kind: 'predicates', predicates: [] },
      { kind: 'predicates', predicates: [{ field: 'C_DB_NO_NOTIFICATION', operator: '=', value: 'v2' }] },
      { kind: 'sql', text: 'C_DB OR C_DB IS NULL OR NOT C_DB' },
    ]
    for (const where of conditions) {
      const counts = await api.savedFilters.count.query({ asRole: 'DataManager', where })
      expect(counts.visible ?? 0).toBe(0)
    }
    expect(await api.savedFilters.run.query({ id: filterId, asRole: 'DataManager' })).toMatchObject({ total: 0, rows: [] })
  })
})

describe('REQ-CON-08: the file of published records', () => {
  test.each(['csv', 'xlsx', 'xml'])('is returned as %s with ten columns', async (format) => {
    const response = await manager!.get(`/anonymous_records?format=${format}`)
    expect(response.headers.get('content-disposition')).toContain(`schede_anonime.${format}`)
    const text = await response.text()
    if (format === 'csv') expect(text.split('\r\n')[0]?.replace('﻿', '')).toBe(anonymousColumnNames.join(','))
  })

  test('is sorted by its values and denied to everybody else', async () => {
    const rows = await readRecords()
    const keys = rows.map((row) => JSON.stringify(anonymousColumnNames.map((name) => row[name] ?? '~')))
    expect(keys).toEqual(keys.toSorted())
    const others = [
      centre!,
      await server.staff([{ role: 'DataManager', areaid: 'ITI4' }], 'dm.lazio@example.org'),
      await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'ga@example.org'),
      await server.staff([{ role: 'UserAdmin', areaid: 'W' }], 'ua@example.org'),
    ]
    for (const other of others) {
      const response = await other.get('/anonymous_records?format=csv')
      expect(await response.json()).toMatchObject({ success: false, code: 'permission_denied' })
    }
    const visitor = await server.visitor('staff').get('/anonymous_records?format=csv')
    expect(await visitor.json()).toMatchObject({ success: false, code: 'APIsession_required' })
  })

  test('the cohort page shows the number, and the file to readers of all centres', async () => {
    const records = (await readRecords()).length
    expect(await manager!.api.anonymousRecords.published.query({ asRole: 'DataManager' })).toEqual({ records, readable: true })
    expect(await centre!.api.anonymousRecords.published.query({ asRole: 'CenterAdmin' })).toEqual({ records, readable: false })
  })
})
