import { expect, it } from 'vitest'
import { buildFields } from './column.ts'
import { buildLayout, findColumns, findRows } from './layout.ts'

const buildColumns = (widths: readonly number[], type: 'text' | 'number' = 'text') =>
  buildFields(
    widths.map((width, index) => ({ id: `c${index}`, header: `C${index}`, type, width, value: () => null })),
    [],
  )
const layOut = (widths: readonly number[], viewportWidth: number, sizes: Record<string, number> = {}) =>
  buildLayout({ fields: buildColumns(widths), pinnedCount: 1, sizes, viewportWidth })

it.each([
  ['wider columns, if there is room', [100, 300], 800, [200, 600]],
  ['narrower columns, if all then fit', [400, 600], 800, [320, 480]],
  ['their own widths, if they cannot fit', [300, 300, 300, 300], 800, [300, 300, 300, 300]],
])('gives %s', (_what, widths, viewportWidth, expected) => {
  expect(layOut(widths, viewportWidth).places.map(({ width }) => width)).toEqual(expected)
})

it('keeps widths that the user chose, and those of numbers', () => {
  expect(layOut([100, 300], 800, { c1: 250 }).places.map(({ width }) => width)).toEqual([550, 250])
  const numbers = buildLayout({ fields: buildColumns([100, 100], 'number'), pinnedCount: 1, sizes: {}, viewportWidth: 800 })
  expect(numbers.width).toBe(200)
})

it('leaves room next to the fixed column on a phone', () => {
  const layout = layOut([320, 300, 300], 360)
  expect(layout).toMatchObject({ pinnedCount: 1, pinnedWidth: 162 })
})

it('renders the visible rows with four more at each edge, and keeps them while they cover the visible part', () => {
  const nothing = { start: 0, end: 0 }
  const drawn = findRows(nothing, { top: 340, height: 340, rowHeight: 34, count: 10_000 })
  expect(drawn).toEqual({ start: 6, end: 24 })
  expect(findRows(drawn, { top: 400, height: 340, rowHeight: 34, count: 10_000 })).toBe(drawn)
  expect(findRows(drawn, { top: 339_660, height: 340, rowHeight: 34, count: 10_000 })).toEqual({ start: 9986, end: 10_000 })
  expect(findRows(drawn, { top: 340, height: 340, rowHeight: 34, count: 3 })).toEqual({ start: 0, end: 3 })
})

it('renders the visible ones of 200 columns, and the fixed ones apart', () => {
  const layout = layOut(
    Array.from({ length: 200 }, () => 100),
    1000,
  )
  expect(findColumns({ start: 0, end: 0 }, layout, { left: 0, width: 1000 })).toEqual({ start: 1, end: 12 })
  expect(findColumns({ start: 0, end: 0 }, layout, { left: 5000, width: 1000 })).toEqual({ start: 49, end: 62 })
})
