import { beforeAll, describe, expect, test } from 'vitest'
import { allConsents } from '@registry/db/testing/fixtures'
import { useTestDatabase } from '@registry/db/testing/use-test-database'
import { withTransaction, type Transaction } from '@registry/db/transaction'
import type { Expression } from '@registry/domain/expression/expression'
import { rangesWithoutRests, type PatientRanges } from '../exports/patient-ranges.ts'
import { countSmallGroups } from '../exports/small-groups.ts'
import { runCondition } from '../../filters/condition-failure.ts'
import { selectPatients, selectPatientsInRanges } from './select-patients.ts'

const database = useTestDatabase('RM01', 'MI01')
const today = '2026-11-27'

const manager = { actor: 'dm@example.org', via: 'form', scope: { kind: 'areas', areas: ['ITC4', 'ITI4'] } } as const
const rome = { ...manager, scope: { kind: 'areas', areas: ['ITI4'] } } as const
const read = <T>(work: (tx: Transaction) => Promise<T>, context: typeof manager | typeof rome = manager): Promise<T> =>
  withTransaction(database.server, context, work, 'isolation level repeatable read read only')

/** Each consent state in turn, with centres that alternate irregularly and values that form groups of one to seven. */
const consentStates = [
  allConsents,
  { ...allConsents, C_DB_M: false },
  { C_DB_P: true },
  undefined,
  allConsents,
  { ...allConsents, C_DB_P: false },
  { C_DB_M: true },
]
const count = 35

beforeAll(async () => {
  // The text order of these ids is not their numeric order.
  await database.owner`ALTER TABLE patient ALTER COLUMN id RESTART WITH 985`
  for (let index = 0; index < count; index += 1) {
    const consents = consentStates[index % consentStates.length]
    await database.createPatient({
      centre: index % 3 === 0 ? 'MI01' : 'RM01',
      ...(consents && { consents }),
      personal: {
        sex: index % 4 === 0 ? 'M' : 'F',
        dob: `${1960 + (index % 11) * 4}-02-03`,
        address_area: index % 2 === 0 ? 'R12' : 'R03',
      },
      ...(index % 5 !== 0 && { medical: { hb: 6 + (index % 6), genotype: index % 2 === 0 ? 'B0_B0' : null } }),
    })
  }
})

const all: Expression = { op: 'and', of: [] }
const hb: Expression = { op: '>', left: { field: 'HB' }, right: { value: 8 } }
const conditions: Readonly<Record<string, Expression>> = {
  everybody: all,
  'a medical value': hb,
  'a personal and a medical value': { op: 'and', of: [hb, { op: '=', left: { field: 'SEX' }, right: { value: 'F' } }] },
  nobody: { op: '>', left: { field: 'HB' }, right: { value: 1000 } },
}

const ranges = (size: number): PatientRanges => ({ ...rangesWithoutRests, size })
/** Selects in ranges and joins their ids. */
const selectDivided = async (tx: Transaction, where: Expression, options: { today: string; maxMs?: number }, divided: PatientRanges) => {
  const parts: string[] = []
  const counted = await selectPatientsInRanges(tx, where, options, divided, async (ids) => void parts.push(ids))
  return { ...counted, ids: parts.join(',') }
}
const sizes = [1, 2, 7, 10, count, 1000]

describe.each(Object.entries(conditions))('a selection in ranges, with a condition on %s', (_, where) => {
  test.each(sizes)('is the same as in one statement, in ranges of %i', async (size) => {
    for (const context of [manager, rome]) {
      const [whole, divided] = await read(
        async (tx) => [await selectPatients(tx, where, today), await selectDivided(tx, where, { today }, ranges(size))] as const,
        context,
      )
      expect(divided).toEqual(whole)
    }
  })
})

test('the fixture has patients for every reason of leaving out, and both centres have selected ones', async () => {
  const found = await read((tx) => selectPatients(tx, hb, today))
  expect([found.total, found.no_consent, found.no_answer, found.no_value].every((patients) => patients > 0)).toBe(true)
  const inRome = await read((tx) => selectPatients(tx, hb, today), rome)
  expect(inRome.total).toBeGreaterThan(0)
  expect(inRome.total).toBeLessThan(found.total)
})

const columns = ['AGE_BAND', 'SEX', 'address_area', 'lob_region', 'GENOTYPE']

test.each([undefined, { R12: 'ITI', R03: 'ITI' }])('small groups across ranges are those of the whole set, areas %j', async (areas) => {
  const counted = await read(async (tx) => {
    const { ids } = await selectPatients(tx, all, today)
    return Promise.all(sizes.map((size) => countSmallGroups(tx, ids, { today, columns, areas }, ranges(size))))
  })
  const [first] = counted
  expect(counted).toEqual(counted.map(() => first))
  expect(first?.alone).toBeGreaterThan(0)
  expect(first?.inSmallGroups).toBeGreaterThan(first?.alone ?? 0)
})

test('the small groups of nobody are none', async () => {
  expect(await read((tx) => countSmallGroups(tx, '', { today, columns }, ranges(2)))).toEqual({ alone: 0, inSmallGroups: 0 })
})

test('joins and time limit are as before after a selection in ranges', async () => {
  const settings = await read(async (tx) => {
    await selectDivided(tx, hb, { today, maxMs: 30_000 }, ranges(3))
    const [found] = await tx.sql`
      SELECT current_setting('enable_hashjoin') AS hash, current_setting('enable_mergejoin') AS merge, current_setting('statement_timeout') AS time`
    return found
  })
  expect(settings).toEqual({ hash: 'on', merge: 'on', time: '30s' })
})

test('REQ-FIL-07: the time limit is that of all ranges together', async () => {
  const select = (tx: Transaction) => runCondition(() => selectDivided(tx, hb, { today, maxMs: 1 }, ranges(1)))
  await expect(read(select)).rejects.toMatchObject({ detail: { code: 'filter_too_slow' } })
})
