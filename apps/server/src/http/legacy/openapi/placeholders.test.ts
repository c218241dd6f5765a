import { expect, test } from 'vitest'
import { errorMessages } from '@registry/domain/error-messages'
import { languages } from '@registry/domain/language'
import { loadMessages, type MessageText } from '../../../shared/messages.ts'
import { formatWithoutValues } from './placeholders.ts'

const messages = await loadMessages()

test.each(languages)('every error message has dots for its values, and no value is missing (%s)', (language) => {
  const texts = Object.values(errorMessages).map((text) =>
    formatWithoutValues(text, (descriptor, values) => messages.format(descriptor, language, values)),
  )
  expect(texts.length).toBeGreaterThan(50)
  expect(texts.filter((text) => /NaN|999|undefined| {2}|[{}]/.test(text))).toEqual([])
})

test('dots replace a number and a word', () => {
  const format = (text: MessageText, values: Readonly<Record<string, string | number>>): string => messages.format(text, 'it', values)
  expect(formatWithoutValues(errorMessages.file_too_large, format)).toBe('Il file supera i … MB')
  expect(formatWithoutValues(errorMessages.too_many_attempts, format)).toBe('Troppi tentativi. Riprova tra … secondi')
})
