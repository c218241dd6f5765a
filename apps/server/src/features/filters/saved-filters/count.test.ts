import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FilterDraft } from '@registry/api-contract/saved-filters'
import { eventually } from '@registry/db/testing/eventually'
import { allConsents, makeCentre } from '@registry/db/testing/fixtures'
import { Condition } from '@registry/domain/filter/condition'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { addFilter, type Staff } from './testing/fixture.ts'

let server: TestServer
let manager: Staff
let rome: Staff
let milan: Staff
let global: Staff

const women = { personal: { sex: 'F' }, medical: { hb: 9, bmt: true } }
const men = { personal: { sex: 'M' }, medical: { hb: 12, bmt: true } }

/** Patients in each consent state. Each group has another size, so a wrong number cannot equal the right one. */
const groups = [
  [7, { ...women, consents: allConsents }],
  [3, { ...men, consents: allConsents }],
  [1, { consents: allConsents }],
  [2, { ...women, consents: { ...allConsents, C_DB_M: false } }],
  [4, { ...women, consents: { C_DB_P: true } }],
  [6, { ...women, consents: { ...allConsents, C_DB_P: false } }],
  [5, women],
] as const

beforeAll(async () => {
  server = await startTestServer()
  const { owner } = server.database
  await makeCentre(owner, 'RM01', 'ITI4')
  await makeCentre(owner, 'MI01', 'ITC4')
  for (const [size, options] of groups)
    for (let index = 0; index < size; index += 1)
      await server.patient({ centre: 'RM01', centrePatientCode: `${size}-${index}`, ...options })
  await server.patient({ centre: 'MI01', centrePatientCode: 'M1', ...women, consents: allConsents })
  manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
  rome = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'ca@example.org')
  milan = await server.staff([{ role: 'CenterAdmin', center: 'MI01' }], 'cb@example.org')
  global = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'ga@example.org')
})
afterAll(() => server[Symbol.asyncDispose]())

const anaemic = { field: 'HB', operator: '<', value: 10 }
const female = { field: 'SEX', operator: '=', value: 'F' }

const createDraft = (asRole: FilterDraft['asRole'], predicates: readonly object[]): FilterDraft => ({
  asRole,
  where: Condition.parse({ kind: 'predicates', predicates }),
})
const countAs = (caller: Staff, ...draft: Parameters<typeof createDraft>) => caller.api.savedFilters.count.query(createDraft(...draft))

describe('counting while a filter is edited', () => {
  test('REQ-FIL-10: each consent and each condition shows whom it removes from the remaining patients', async () => {
    expect(await countAs(rome, 'CenterAdmin', [anaemic, female])).toEqual({
      visible: 28,
      steps: [
        { consent: 'c_db', remaining: 23, removed: 5, unknown: 5 },
        { consent: 'C_DB_P', remaining: 17, removed: 6, unknown: 0 },
        { consent: 'C_DB_M', remaining: 11, removed: 6, unknown: 4 },
        { consent: null, remaining: 7, removed: 4, unknown: 1 },
        { consent: null, remaining: 7, removed: 0, unknown: 0 },
      ],
      withheld: [
        { consent: 'C_DB_P', patients: 0 },
        { consent: 'C_DB_M', patients: 0 },
      ],
    })
  })

  test('REQ-FIL-10: without conditions only the registration counts, and each consent shows for whom its columns stay empty', async () => {
    expect(await countAs(rome, 'CenterAdmin', [])).toMatchObject({
      steps: [{ consent: 'c_db', remaining: 23 }],
      withheld: [
        { consent: 'C_DB_P', patients: 6 },
        { consent: 'C_DB_M', patients: 6 },
      ],
    })
  })

  test('REQ-FIL-11: a data manager, who reads the rows, sees exact numbers of the area', async () => {
    expect(await countAs(manager, 'DataManager', [anaemic, { field: 'center_code', operator: '=', value: 'MI01' }])).toMatchObject({
      visible: 29,
      steps: [{ remaining: 24 }, { remaining: 18 }, { remaining: 14 }, { remaining: 1 }],
    })
  })

  test('THREAT-04: a centre counts its own patients only, whatever the condition is', async () => {
    const elsewhere = { field: 'center_code', operator: '<>', value: 'MI01' }
    const { visible, steps } = await countAs(milan, 'CenterAdmin', [elsewhere])
    expect({ visible, remaining: steps.map(({ remaining }) => remaining) }).toEqual({ visible: 1, remaining: [1, 0] })
  })

  test('THREAT-05: a person counts only as a role that the person holds', async () => {
    for (const [caller, role] of [
      [rome, 'DataManager'],
      [global, 'DataManager'],
      [milan, 'DataManager'],
    ] as const)
      await expect(countAs(caller, role, [])).rejects.toMatchObject({ data: { detail: { code: 'permission_denied' } } })
  })

  test('an incomplete condition is rejected with the error of its value', async () => {
    const draft = createDraft('CenterAdmin', [anaemic])
    const where: Condition = { kind: 'predicates', predicates: [{ field: 'HB', operator: '<' }] }
    await expect(rome.api.savedFilters.count.query({ ...draft, where })).rejects.toMatchObject({
      data: { detail: { fields: { 'where.predicates.0.value': 'Valore non inserito' } } },
    })
  })

  test.each([
    ['a null check', [{ field: 'HB', operator: 'is null' }]],
    ['a negative operator', [{ field: 'HB', operator: '<>', value: 12 }]],
    ['a negative operator with missing values', [{ field: 'HB', operator: '<>', value: 12, orMissing: true }]],
    ['several values', [{ field: 'SEX', operator: 'not in', value: ['M'] }, anaemic]],
    ['a consent', [{ field: 'C_DB_M', operator: 'is null' }]],
  ])('THREAT-32: the count finds whom a run finds, with %s', async (_what, predicates) => {
    const where = {
      PATIENT: predicates.filter(({ field }) => field !== 'HB').map(toTriple),
      MEDICAL_DATA: predicates.filter(({ field }) => field === 'HB').map(toTriple),
    }
    const id = await addFilter(rome, { filter_list: where })
    const { total } = await rome.api.savedFilters.run.query({ id, asRole: 'CenterAdmin' })
    const { steps } = await countAs(rome, 'CenterAdmin', predicates)
    expect(steps.at(-1)?.remaining).toBe(total)
  })

  test('THREAT-32: a free condition counts whom a missing consent makes unknown, and no other', async () => {
    const where = { kind: 'sql' as const, text: "SEX = 'F' OR HB < 10" }
    const { steps } = await rome.api.savedFilters.count.query({ asRole: 'CenterAdmin', where })
    expect(steps.map(({ consent, remaining, removed }) => [consent, remaining, removed])).toEqual([
      ['c_db', 23, 5],
      ['C_DB_P', 23, 0],
      ['C_DB_M', 23, 0],
      [null, 19, 4],
    ])
  })

  test('REQ-ADM-01: the log contains the person, the role and the fields of a count, and no value', async () => {
    await countAs(rome, 'CenterAdmin', [anaemic])
    const entry = (await server.readAuditLog()).at(-1)
    expect(entry).toMatchObject({
      username: 'ca@example.org',
      command: 'inthem_query',
      action: 'COUNT',
      outcome: 'done',
      reads: { whose: 'centre RM01, a filter being edited', role: 'CenterAdmin', columns: ['HB'], count: 13, condition: 'HB < 10' },
    })
    expect(entry?.['detail']).toBe('')
  })
})

const toTriple = ({
  field,
  operator,
  ...rest
}: {
  readonly field: string
  readonly operator: string
  readonly value?: unknown
  readonly orMissing?: boolean
}) => [field, operator, ...('value' in rest ? [rest.value] : []), ...(rest.orMissing ? ['or is null'] : [])]

describe('FAULT-17: an older count ends in the database', () => {
  const countStatements = () => server.database.server`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE '%AS checked_patient%' AND pid <> pg_backend_pid()`

  /** Locks the clinical records, so that a count waits. The waiting one would end with another error after the lock timeout. */
  const whileCountsWait = (work: () => Promise<void>): Promise<void> =>
    server.database.owner.begin(async (sql) => {
      await sql`LOCK TABLE patient_medical IN ACCESS EXCLUSIVE MODE`
      await work()
    })
  const untilRunning = (statements: number): Promise<void> =>
    eventually(async () => expect(await countStatements()).toHaveLength(statements))

  test('when the browser disconnects', async () => {
    const browser = new AbortController()
    await whileCountsWait(async () => {
      const count = rome.api.savedFilters.count.query(createDraft('CenterAdmin', [anaemic]), { signal: browser.signal })
      const left = expect(count).rejects.toThrow()
      await untilRunning(1)
      browser.abort()
      await left
      await untilRunning(0)
    })
    await eventually(async () =>
      expect((await server.readAuditLog()).at(-1)).toMatchObject({ action: 'COUNT', outcome: 'refused', detail: 'count_superseded' }),
    )
    expect((await countAs(rome, 'CenterAdmin', [anaemic])).visible).toBe(28)
  })

  test('when the same person starts a newer count', async () => {
    const [older, newer] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()]
    await whileCountsWait(async () => {
      countAs(rome, 'CenterAdmin', [anaemic]).then(older.resolve, older.reject)
      await untilRunning(1)
      countAs(rome, 'CenterAdmin', [female]).then(newer.resolve, newer.reject)
      await expect(older.promise).rejects.toMatchObject({ data: { detail: { code: 'count_superseded' } } })
      await untilRunning(1)
    })
    expect(await newer.promise).toMatchObject({ visible: 28, steps: [{ consent: 'c_db' }, { consent: 'C_DB_P' }, { consent: null }] })
  })

  test('but not when another person counts', async () => {
    const [one, other] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()]
    await whileCountsWait(async () => {
      countAs(rome, 'CenterAdmin', [anaemic]).then(one.resolve, one.reject)
      countAs(milan, 'CenterAdmin', [anaemic]).then(other.resolve, other.reject)
      await untilRunning(2)
    })
    expect([await one.promise, await other.promise]).toMatchObject([{ visible: 28 }, { visible: 1 }])
  })
})
