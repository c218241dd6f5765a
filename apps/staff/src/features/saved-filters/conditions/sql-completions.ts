import type { Completion, CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete'
import { anyResultFunction, resultFunctions } from '@registry/domain/expression/sql-text'
import { getFieldValueType, type ValueType } from '@registry/domain/expression/types'
import { findFilterField, type FieldName } from '@registry/domain/fields/dictionary'

/** A field as the list shows it: its name, and its label with the unit. */
export type OfferedField = { readonly name: FieldName; readonly detail: string }
type Option = { readonly id: string; readonly label: string }

/** Returns the values of a choice field. */
export type LoadOptions = (field: FieldName) => Promise<readonly Option[]>

/** The words of a condition, and its functions with the values that they take. */
export const sqlWords = ['AND', 'OR', 'NOT', 'IN', 'BETWEEN', 'LIKE', 'IS NULL', 'IS NOT NULL', 'true', 'false', 'current_date'] as const
export const sqlFunctions = [
  anyResultFunction,
  ...Object.values(resultFunctions),
  'abs',
  'ceil',
  'coalesce',
  'count_true',
  'days_between',
  'extract',
  'floor',
  'greatest',
  'least',
  'length',
  'lower',
  'missing_reason',
  'power',
  'days_ago',
  'months_ago',
  'years_ago',
  'years_between',
] as const

/** A choice field with an operator before the cursor, and the beginning of its value. */
const comparedValue = /([a-z_]\w*)\s*(?:=|<>|!=|(?:not\s+)?in\s*\((?:\s*'[^']*'\s*,)*)\s*('?)([^'\s,()]*)$/i
const word = /[a-z_]\w*$/i

/** A field with an operator before the cursor, and the beginning of a value without quotes. */
const comparedField = /([a-z_]\w*)\s*(?:=|<>|!=|<=?|>=?|\bbetween\b|\blike\b)\s*(\w*)$/i
/** The words that take the place of a value, by the type of the compared field. */
const valueWords: Readonly<Record<ValueType, readonly string[]>> = {
  text: [],
  truth: ['true', 'false'],
  number: ['abs', 'coalesce', 'years_between', 'days_between'],
  list: [],
  day: ['current_date', 'months_ago', 'years_ago', 'days_ago'],
}

/** Whether the text ends inside quotes. */
const isInQuotes = (text: string): boolean => text.split("'").length % 2 === 0

type ComparedValue = { readonly field: FieldName; readonly quote: string; readonly typed: string }

/** Finds the choice field whose value is being written at the end of the text. */
export const findComparedValue = (text: string): ComparedValue | undefined => {
  const [, name = '', quote = '', typed = ''] = comparedValue.exec(text) ?? []
  const field = findFilterField(name)
  if ((!field?.referenceTable && !field?.codes) || isInQuotes(text) !== (quote !== '')) return undefined
  return { field: field.name, quote, typed }
}

/** Completes the value of a field that has no codes: words and fields of its type instead of all names. */
const completeOperand = (before: string, pos: number, fields: readonly OfferedField[]): CompletionResult | undefined => {
  const [, name = '', typed = ''] = comparedField.exec(before) ?? []
  const compared = findFilterField(name)
  if (!compared) return undefined
  const type = getFieldValueType(compared.name)
  const words = valueWords[type].map((word): Completion => {
    const isFunction = sqlFunctions.some((one) => one === word)
    return { label: word, ...(isFunction && { apply: `${word}(` }), type: isFunction ? 'function' : 'keyword', boost: 2 }
  })
  const others = fields.filter((field) => field.name !== compared.name && getFieldValueType(field.name) === type)
  return {
    from: pos - typed.length,
    options: [...words, ...others.map((field): Completion => ({ label: field.name, detail: field.detail, type: 'property' }))],
    validFor: /^\w*$/,
  }
}

const quoted = (id: string): string => `'${id.replaceAll("'", "''")}'`

const completeValue = async (
  { pos, state }: Pick<CompletionContext, 'pos' | 'state'>,
  { field, quote, typed }: ComparedValue,
  loadOptions: LoadOptions,
): Promise<CompletionResult> => {
  const isClosed = quote !== '' && state.sliceDoc(pos, pos + 1) === "'"
  // A code is found by its meaning too.
  const search = typed.toLowerCase()
  const options = (await loadOptions(field))
    .filter(({ id, label }) => id.toLowerCase().startsWith(search) || label.toLowerCase().includes(search))
    .map(({ id, label }): Completion => ({ label: quoted(id), detail: label, type: 'constant' }))
  return { from: pos - typed.length - quote.length, ...(isClosed && { to: pos + 1 }), options, filter: false }
}

/** Completes values of choice fields, field names by name or label, functions and words (REQ-FIL-15). */
export const createCompletionSource = (fields: readonly OfferedField[], loadOptions: LoadOptions): CompletionSource => {
  const names = fields.map(({ name, detail }): Completion => ({ label: name, detail, type: 'property', boost: 2 }))
  const functions = sqlFunctions.map((name): Completion => ({ label: name, apply: `${name}(`, type: 'function' }))
  const words = sqlWords.map((label): Completion => ({ label, type: 'keyword' }))
  const options = [...names, ...functions, ...words]
  return (context) => {
    const before = context.state.sliceDoc(0, context.pos)
    const value = findComparedValue(before)
    if (value) return completeValue(context, value, loadOptions)
    if (isInQuotes(before)) return null
    const [typed = ''] = word.exec(before) ?? []
    if (typed === '' && !context.explicit) return null
    const operand = completeOperand(before, context.pos, fields)
    if (operand) return operand
    return { from: context.pos - typed.length, options, validFor: /^\w*$/ }
  }
}
