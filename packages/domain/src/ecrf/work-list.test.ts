import { expect, test } from 'vitest'
import { findConsentState, findShare } from './work-list.ts'

test.each([
  [true, true, false, 'complete'],
  [true, false, false, 'personal'],
  [false, true, false, 'medical'],
  [false, false, false, 'none'],
  [true, true, true, 'withdrawn'],
] as const)('REQ-CRF-21: personal %s, medical %s, withdrawn %s: %s', (personal, medical, withdrawn, state) =>
  expect(findConsentState({ personal, medical, withdrawn })).toBe(state),
)

test('REQ-CRF-21: a record is complete only with the last field', () => {
  expect(findShare(199, 200)).toBe(99)
  expect(findShare(200, 200)).toBe(100)
  expect(findShare(0, 0)).toBeUndefined()
})
