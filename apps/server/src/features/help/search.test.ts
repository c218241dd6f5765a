import { beforeAll, expect, test } from 'vitest'
import { loadMessages } from '../../shared/messages.ts'
import { loadManual, type Manual } from './manual.ts'
import { createSearch } from './search.ts'

let manual: Manual
beforeAll(async () => {
  manual = await loadManual(await loadMessages(), {})
})

test.each([
  ['it', 'cambiare la password', 'change-password'],
  ['it', 'accessibilita', 'accessibility'],
  ['it', 'ACCESSIBILITÀ', 'accessibility'],
  ['it', 'consenso', 'consents'],
  ['en', 'privacy stat', 'privacy'],
  ['en', 'recovery codes', 'second-factor'],
] as const)('%s: the best page for “%s” is %s', (language, query, page) => {
  expect(createSearch(manual, language)(query)[0]?.page).toBe(page)
})

test('a result leads to the section that contains the words', () => {
  const result = createSearch(manual, 'it')('garante reclamo').find(({ page }) => page === 'privacy')
  expect(result).toMatchObject({ anchor: 'i-tuoi-diritti', heading: 'I tuoi diritti' })
})

test('a page must contain every word, and a search without words finds nothing', () => {
  const search = createSearch(manual, 'it')
  expect(search('password xyzzy')).toEqual([])
  expect(search(' ?! ')).toEqual([])
})
