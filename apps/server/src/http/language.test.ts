import { expect, test } from 'vitest'
import { chooseLanguage } from './language.ts'

const accepted = (header: string) => chooseLanguage({ header })

test('REQ-API-05: the language of the body precedes the header’s, then the user’s, then English', () => {
  expect(chooseLanguage({ body: 'it', header: 'en', saved: 'en' })).toBe('it')
  expect(chooseLanguage({ body: 'fr', header: 'it', saved: 'en' })).toBe('it')
  expect(chooseLanguage({ body: 7, header: 'fr', saved: 'it' })).toBe('it')
  expect(chooseLanguage({ header: 'fr' })).toBe('en')
  expect(chooseLanguage({})).toBe('en')
})

test.each([
  ['it', 'it'],
  ['IT-ch', 'it'],
  ['fr, it', 'it'],
  ['en;q=0.5, it;q=0.8', 'it'],
  ['en;q=0.5,it', 'it'],
  ['en; q=0.9 , it; x=1; q=0.95', 'it'],
  ['it;q=0.8, en;q=0.8', 'it'],
  ['en;q=many, it;q=0.1', 'it'],
  ['en;q=, it;q=0.1', 'it'],
  ['italian, en', 'en'],
  [`${'x'.repeat(200)},it`, 'en'],
  [`${'x'.repeat(197)},it`, 'it'],
])('%s prefers %s', (header, language) => {
  expect(accepted(header)).toBe(language)
})
