import { expect, test } from 'vitest'
import { fallbackLanguage, isLanguage, languages } from './language.ts'

test('the languages are Italian and English, and English is the fallback (REQ-UI-08)', () => {
  expect(['it', 'en', 'IT', 'fr', '', null, undefined].map(isLanguage)).toEqual([true, true, false, false, false, false, false])
  expect(languages).toContain(fallbackLanguage)
  expect(fallbackLanguage).toBe('en')
})
