import { expect, test } from 'vitest'
import { useTestDatabase } from '@registry/db/testing/use-test-database'
import { withTransaction } from '@registry/db/transaction'
import { limitStatements } from '../../../shared/limit-statements.ts'
import { runCondition } from '../../filters/condition-failure.ts'
import { selectPatients } from './select-patients.ts'

const database = useTestDatabase('RM01')

test('REQ-FIL-07: a selection beyond the time limit ends', async () => {
  await database.owner.begin(async (sql) => {
    await sql`LOCK TABLE patient_medical IN ACCESS EXCLUSIVE MODE`
    const selected = withTransaction(
      database.server,
      { actor: 'ca@example.org', source: 'form', scope: { kind: 'centre', centre: 'RM01' } },
      async (tx) => {
        await limitStatements(tx, '50ms')
        return runCondition(() => selectPatients(tx, { op: '>', left: { field: 'HB' }, right: { value: 8 } }, '2026-11-27'))
      },
    )
    await expect(selected).rejects.toMatchObject({ detail: { code: 'filter_too_slow' } })
  })
})
