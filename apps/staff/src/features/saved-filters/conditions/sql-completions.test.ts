import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { createCompletionSource, findComparedValue } from './sql-completions.ts'

const fields = [
  { name: 'HB' as const, detail: 'Emoglobina (g/dL)' },
  { name: 'SEX' as const, detail: 'Sesso' },
]
const loadOptions = async () => [
  { id: 'F', label: 'Femmina' },
  { id: "L'A", label: 'Altro' },
]

const complete = async (text: string, isExplicit = false) => {
  const pos = text.indexOf('|')
  const state = EditorState.create({ doc: text.replace('|', '') })
  const result = await createCompletionSource(fields, loadOptions)(new CompletionContext(state, pos, isExplicit))
  return result && { from: result.from, to: result.to, labels: result.options.map(({ label }) => label) }
}

describe('REQ-FIL-15: completion', () => {
  test('offers field names with their label and unit, functions and words', async () => {
    const found = await complete('HB > 9 AND H|')
    expect(found?.from).toBe(11)
    expect(found?.labels).toEqual(expect.arrayContaining(['HB', 'SEX', 'years_between', 'IS NOT NULL']))
  })

  test.each([
    ['SEX = |', 6, undefined],
    ['AGE_BAND = |', 11, undefined],
    ["SEX = '|", 6, undefined],
    ["SEX IN ('F', '|", 13, undefined],
    ['SEX NOT IN (|', 12, undefined],
  ])('offers the values of a choice field: %s', async (text, from, to) => {
    expect(await complete(text)).toEqual({ from, to, labels: ["'F'", "'L''A'"] })
  })

  test.each(["DEAD_CAUSE = 'x|", '|', 'HB > 9 |'])('offers nothing by itself: %s', async (text) => {
    expect(await complete(text)).toBeNull()
  })

  test.each([
    ["SEX = 'F|'", 6, 9, "'F'"],
    ["HB > 9 AND sex <> 'F|", 18, undefined, "'F'"],
    ["SEX = 'femm|'", 6, 12, "'F'"],
    ['SEX = altro|', 6, undefined, "'L''A'"],
  ])('finds a value by its code or its meaning: %s', async (text, from, to, label) => {
    expect(await complete(text)).toEqual({ from, to, labels: [label] })
  })

  test.each([
    ['HB < |', ['abs', 'coalesce', 'years_between', 'days_between']],
    ['BMT = |', ['true', 'false']],
    ['TT_START >= |', ['current_date', 'months_ago', 'years_ago', 'days_ago']],
  ])('offers values and fields of the same type after an operator: %s', async (text, labels) => {
    expect((await complete(text, true))?.labels).toEqual(labels)
  })

  test('offers all names when asked, even before the first letter', async () => {
    expect((await complete('|', true))?.labels).toContain('HB')
  })

  test.each(['HB = ', 'FEROCITY = ', "DEAD_CAUSE = 'SEX = "])('%s is no value of a choice field', (text) => {
    expect(findComparedValue(text)).toBeUndefined()
  })
})
