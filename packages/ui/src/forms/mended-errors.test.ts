import { describe, expect, it } from 'vitest'
import { findRemainingErrors } from './mended-errors.ts'

const errors = { name: 'Inserisci il nome', 'where.predicates.0': 'Valore non inserito', form: 'Riprova' }
const before = { name: '', where: ['a'] }

describe('REQ-UI-21: the errors of a refused form', () => {
  it.each([
    ['go from a field that is mended', { ...before, name: 'A' }, {}, ['where.predicates.0', 'form']],
    [
      'stay at a field that is still wrong',
      { ...before, name: ' ' },
      { name: 'Inserisci il nome' },
      ['name', 'where.predicates.0', 'form'],
    ],
    ['of the server go when a part of their field changes', { ...before, where: ['b'] }, { name: 'x' }, ['name', 'form']],
    ['stay at fields that did not change', before, {}, ['name', 'where.predicates.0', 'form']],
  ])('%s', (_what, values, found, remaining) => {
    expect(Object.keys(findRemainingErrors({ errors, found, before, values }))).toEqual(remaining)
  })
})
