import { parseTypedNumber } from '@registry/domain/fields/number-text'
import type { Language } from '@registry/domain/language'

/** The value and comparator of a typed result, such as `<10`. A number has a decimal point, as the registry reads it; other text stays as typed. */
export const splitTypedResult = (typed: string, language: Language): { readonly value: string; readonly comparator: string } => {
  const [, comparator = '', text = ''] = /^\s*([<>]?=?)\s*(.*)$/s.exec(typed) ?? []
  return { comparator, value: String(parseTypedNumber(text, { decimalComma: language === 'it' }) ?? '') }
}
