import { expect, test } from 'vitest'
import { findUserFormErrors } from './form.ts'

const filled = { surname: 'Rossi', name: 'Ada', email: 'ada@example.org', roles: [{}] }

test.each<[string, object, object]>([
  ['a complete form', {}, {}],
  ['a blank surname', { surname: ' ' }, { surname: 'field_required' }],
  ['no name', { name: '' }, { name: 'field_required' }],
  ['no e-mail', { email: '' }, { email: 'field_required' }],
  ['no role', { roles: [] }, {}],
])('REQ-ADM-07: %s', (_case, changes, expected) => {
  expect(findUserFormErrors({ ...filled, ...changes })).toEqual(expected)
})
