import type { MessageText } from '../../../shared/messages.ts'

/** A number that every plural form accepts and that both languages write in the same way. */
const sampleNumber = 999
type Format = (text: MessageText, values: Readonly<Record<string, string | number>>) => string

/** Formats a text without its values: dots replace numbers and words. */
export const formatWithoutValues = (text: MessageText, format: Format): string => {
  const placeholders = [...text.message.matchAll(/\{(\w+)([,}])/g)]
  const values = Object.fromEntries(placeholders.map(([, name = '', next]) => [name, next === ',' ? sampleNumber : '…']))
  return format(text, values).replaceAll(String(sampleNumber), '…')
}
