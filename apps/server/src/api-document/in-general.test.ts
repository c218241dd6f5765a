import { expect, test } from 'vitest'
import { errorMessages } from '@registry/domain/error-messages'
import { languages } from '@registry/domain/language'
import { loadMessages } from '../messages.ts'
import { inGeneral } from './in-general.ts'

const texts = await loadMessages()

test.each(languages)('every refusal is said without its values, and no value is missed (%s)', (language) => {
  const said = Object.values(errorMessages).map((text) =>
    inGeneral(text, (descriptor, values) => texts.format(descriptor, language, values)),
  )
  expect(said.length).toBeGreaterThan(50)
  expect(said.filter((text) => /NaN|999|undefined| {2}|[{}]/.test(text))).toEqual([])
})

test('dots stand where a number or a word will be', () => {
  const say = (descriptor: { readonly id: string; readonly message: string }, values: Readonly<Record<string, string | number>>): string =>
    texts.format(descriptor, 'it', values)
  expect(inGeneral(errorMessages.file_too_large, say)).toBe('Il file supera i … MB')
  expect(inGeneral(errorMessages.too_many_tries, say)).toBe('Troppi tentativi. Riprova tra … secondi')
})
