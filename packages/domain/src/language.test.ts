import { expect, test } from 'vitest'
import { fallbackLanguage, isLanguage, languages } from './language.ts'

test('Italian and English are the languages of the product; English where none is known (D2)', () => {
  expect(['it', 'en', 'IT', 'fr', '', null, undefined].map(isLanguage)).toEqual([true, true, false, false, false, false, false])
  expect(languages).toContain(fallbackLanguage)
  expect(fallbackLanguage).toBe('en')
})
