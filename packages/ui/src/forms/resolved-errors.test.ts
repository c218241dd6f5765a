import { describe, expect, it } from 'vitest'
import { findRemainingErrors } from './resolved-errors.ts'

const errors = { name: 'Inserisci il nome', 'where.predicates.0': 'Valore non inserito', form: 'Riprova' }
const before = { name: '', where: ['a'] }
const byRules = { name: 'Inserisci il nome' }

describe('REQ-UI-21: the errors of a rejected form', () => {
  it.each([
    ['go from a field that is resolved', { ...before, name: 'A' }, byRules, {}, ['where.predicates.0', 'form']],
    ['stay at a field that is still wrong', { ...before, name: ' ' }, byRules, byRules, ['name', 'where.predicates.0', 'form']],
    ['of the server go when a part of their field changes', { ...before, where: ['b'] }, byRules, byRules, ['name', 'form']],
    ['stay at fields that did not change', before, {}, {}, ['name', 'where.predicates.0', 'form']],
    ['of the rules about the whole go when a field mends them', { ...before, where: ['b'] }, { form: 'Riprova' }, {}, ['name']],
    ['go when another field mends them', { ...before, surname: 'A' }, byRules, {}, ['where.predicates.0', 'form']],
  ])('%s', (_what, values, foundBefore, found, remaining) => {
    expect(Object.keys(findRemainingErrors({ errors, foundBefore, found, before, values }))).toEqual(remaining)
  })
})
