import { beforeEach, expect, it } from 'vitest'
import { chooseDensity, readDensity, startDensity } from './density.ts'

beforeEach(() => {
  localStorage.clear()
  delete document.documentElement.dataset['density']
})

it('REQ-UI-26: the staff site starts compact, and keeps the density that the person chooses', () => {
  startDensity()
  expect(readDensity()).toBe('compact')
  chooseDensity('comfortable')
  expect(readDensity()).toBe('comfortable')
  startDensity()
  expect(readDensity()).toBe('comfortable')
})

it('the patients’ site has no density', () => {
  expect(readDensity()).toBeUndefined()
})
