import { fields } from '@registry/domain/fields/dictionary'
import { describe, expect, test } from 'vitest'
import { allConsents } from './testing/fixtures.ts'
import { withTransaction } from './transaction.ts'
import { catchQueryError, centreContext, useTestDatabase } from './testing/use-test-database.ts'

const database = useTestDatabase('RM01')

test('REQ-CRF-01: every field of the dictionary has a column, with its name in lower case', async () => {
  const columns = await database.owner<
    { name: string }[]
  >`SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = 'public'`
  const existing = new Set(columns.map(({ name }) => name))
  expect(fields.filter((field) => !existing.has(`${field.table}.${field.column}`)).map((field) => field.name)).toEqual([])
})

describe('REQ-CRF-02: the database enforces hard limits', () => {
  const saveMedical = async (values: Record<string, unknown>) => {
    const { id } = await database.createPatient({ consents: allConsents })
    return catchQueryError(
      withTransaction(
        database.server,
        centreContext('RM01'),
        ({ sql }) => sql`UPDATE patient_medical SET ${sql(values)} WHERE patient_id = ${id}`,
      ),
    )
  }

  test.each([
    ['laboratory', { hb: 1.9 }],
    ['laboratory', { hb: Number.NaN }],
    ['laboratory', { hb: Infinity }],
    ['hospitalization', { hospedal_days: -1 }],
    ['gene', { gt_start: '2004-12-31' }],
    ['gene', { gt_note: 'x'.repeat(1001) }],
    ['hospitalization', { hospedal_causes: [] }],
  ])('%s: %o', async (section, values) => {
    expect((await saveMedical(values))?.constraint_name).toBe(`patient_medical_${section}_limits`)
  })

  test('a value within the limits is stored', async () => {
    expect(await saveMedical({ hb: 22, hospedal_days: 0, gt_start: '2005-01-01', gt_note: 'x'.repeat(1000) })).toBeUndefined()
  })
})
