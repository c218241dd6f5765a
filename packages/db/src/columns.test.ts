import { fields } from '@registry/domain/fields/dictionary'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from './testing/database.ts'
import { allConsents, makeCentre, makePatient } from './testing/fixtures.ts'
import { withTransaction } from './transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await makeCentre(database.owner, 'RM01')
})
afterAll(() => database.dispose())

const rome = { actor: 'ca@example.org', via: 'form', scope: { kind: 'centre', centre: 'RM01' } } as const
/** The error of a failed query, as far as a service may look at it. */
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { constraint_name?: string; column_name?: string; message: string }) => error,
  )

test('D13: every field of the dictionary has its column, by its name in small letters', async () => {
  const columns = await database.owner<
    { name: string }[]
  >`SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = 'public'`
  const there = new Set(columns.map(({ name }) => name))
  expect(fields.filter((field) => !there.has(`${field.table}.${field.column}`)).map((field) => field.name)).toEqual([])
})

describe('D13: hard limits hold below every form and file', () => {
  const set = async (values: Record<string, unknown>) => {
    const { id } = await makePatient(database.owner, { centre: 'RM01', centerId: crypto.randomUUID(), consents: allConsents })
    return failure(
      withTransaction(database.server, rome, ({ sql }) => sql`UPDATE patient_medical SET ${sql(values)} WHERE patient_id = ${id}`),
    )
  }

  test.each([
    ['hb', { hb: 1.9 }],
    ['hb', { hb: Number.NaN }],
    ['hb', { hb: Infinity }],
    ['hospedal_days', { hospedal_days: -1 }],
    ['gt_start', { gt_start: '2004-12-31' }],
    ['gt_note', { gt_note: 'x'.repeat(1001) }],
    ['hospedal_causes', { hospedal_causes: [] }],
  ])('%s', async (column, values) => {
    expect((await set(values))?.constraint_name).toBe(`patient_medical_${column}_limit`)
  })

  test('and a value inside is taken', async () => {
    expect(await set({ hb: 22, hospedal_days: 0, gt_start: '2005-01-01', gt_note: 'x'.repeat(1000) })).toBeUndefined()
  })
})
