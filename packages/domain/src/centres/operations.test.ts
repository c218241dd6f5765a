import { expect, test } from 'vitest'
import { findCentreOperationError, listCentreOperations } from './operations.ts'

test.each([
  ['active', 0, ['change', 'suspend', 'remove']],
  ['active', 1, ['change', 'suspend']],
  ['suspended', 0, ['change', 'reactivate', 'remove']],
  ['suspended', 1, ['change', 'reactivate']],
  ['deleted', 0, ['restore']],
] as const)('REQ-ADM-22: a centre that is %s, with %i patients, allows %j', (state, patients, operations) => {
  expect(listCentreOperations({ state, patients })).toEqual(operations)
})

test('REQ-ADM-22: a rejected operation gives its reason', () => {
  expect(findCentreOperationError({ state: 'active', patients: 3 }, 'remove')).toBe('centre_has_patients')
  expect(findCentreOperationError({ state: 'deleted', patients: 0 }, 'change')).toBe('centre_state_wrong')
})
