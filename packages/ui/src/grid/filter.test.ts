import { expect, it } from 'vitest'
import { buildFields } from './column.ts'
import { countValues, meetsFilter, parseLimit } from './filter.ts'
import { countPrintedRows, splitIntoBlocks } from './print-blocks.ts'
import { defaultView, removeSort, setFilter, setSort, toggleSort, type GridFilter } from './view.ts'

const rows = [
  { text: 'Roma', number: 5, day: '2026-02-01' },
  { text: 'Milano', number: 12.5, day: '2026-03-01T10:00:00Z' },
  { text: null, number: null, day: null },
  { text: null, number: null, day: null },
]
const [textField, numberField, dayField] = buildFields<(typeof rows)[number]>(
  [
    { id: 'text', header: 'Testo', value: ({ text }) => text, isWithheld: (row) => row === rows[3] },
    { id: 'number', header: 'Numero', value: ({ number }) => number },
    { id: 'day', header: 'Giorno', type: 'date', value: ({ day }) => day },
  ],
  rows,
)
const find = (field: typeof textField, filter: Omit<GridFilter, 'id'>): number[] =>
  rows.flatMap((_row, row) => (field && meetsFilter(field, row, { id: field.id, ...filter }) ? [row] : []))

it('filters text, values, numbers and days; an empty cell meets none of them', () => {
  expect(find(textField, { text: 'ROM' })).toEqual([0])
  expect(find(textField, { values: ['Milano'] })).toEqual([1])
  expect(find(numberField, { from: '5', to: '5' })).toEqual([0])
  expect(find(numberField, { from: '6' })).toEqual([1])
  expect(find(dayField, { from: '2026-03-01', to: '2026-03-01' })).toEqual([1])
})

it('distinguishes cells not recorded from cells not permitted', () => {
  expect(find(textField, { blank: 'filled' })).toEqual([0, 1])
  expect(find(textField, { blank: 'empty' })).toEqual([2])
  expect(find(textField, { blank: 'withheld' })).toEqual([3])
})

it.each([
  ['3,5', '3.5'],
  ['3.5', '3.5'],
  ['1.234,5', '1234.5'],
  ['1.200', undefined],
  ['1e3', undefined],
  [' 12 ', '12'],
  ['', undefined],
  ['tre', undefined],
])('reads the limit "%s" as %s', (typed, limit) => {
  expect(parseLimit(typed, 'it')).toBe(limit)
})

it('lists the values of a column with their numbers of rows', () => {
  expect(textField && countValues(textField, rows.length, (a, b) => a.localeCompare(b))).toEqual([
    { value: 'Milano', count: 1 },
    { value: 'Roma', count: 1 },
  ])
})

it('a heading orders ascending, descending, and not at all', () => {
  const ascending = toggleSort(defaultView, 'text', false)
  expect(ascending.sort).toEqual([{ id: 'text', desc: false }])
  const descending = toggleSort(ascending, 'text', false)
  expect(descending.sort).toEqual([{ id: 'text', desc: true }])
  expect(toggleSort(descending, 'text', false).sort).toEqual([])
  expect(toggleSort(descending, 'day', true).sort.map(({ id }) => id)).toEqual(['text', 'day'])
  expect(removeSort(setSort(defaultView, 'day', true), 'day').sort).toEqual([])
})

it('a filter without parts is removed', () => {
  const filtered = setFilter(defaultView, { id: 'text', text: 'a' })
  expect(setFilter(filtered, { id: 'text', text: 'b' }).filters).toEqual([{ id: 'text', text: 'b' }])
  expect(setFilter(filtered, { id: 'text' }).filters).toEqual([])
})

it('prints wide tables in blocks that all begin with the first column, and as many rows as a browser can print', () => {
  const fields = buildFields(
    Array.from({ length: 12 }, (_field, index) => ({ id: String(index), header: '', width: 300, value: () => null })),
    [],
  )
  const blocks = splitIntoBlocks(fields).map((block) => block.map(({ id }) => Number(id)))
  expect(blocks).toEqual([
    [0, 1, 2, 3, 4],
    [0, 5, 6, 7, 8],
    [0, 9, 10, 11],
  ])
  expect(countPrintedRows(10_000, 200)).toBe(300)
  expect(countPrintedRows(8, 5)).toBe(8)
})
