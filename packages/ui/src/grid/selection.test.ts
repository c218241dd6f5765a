import { expect, it } from 'vitest'
import { buildFields } from './column.ts'
import { buildCopyText } from './copy-text.ts'
import { countCells, moveSelection, selectCell, toRectangle } from './selection.ts'

const bounds = { rows: 100, columns: 20, pageRows: 15 }
const plain = { shift: false, control: false }
const middle = selectCell({ row: 50, column: 10 })

it.each([
  ['ArrowDown', plain, 51, 10],
  ['ArrowLeft', plain, 50, 9],
  ['ArrowRight', { shift: false, control: true }, 50, 19],
  ['ArrowUp', { shift: false, control: true }, -1, 10],
  ['Home', plain, 50, 0],
  ['End', { shift: false, control: true }, 99, 19],
  ['PageDown', plain, 65, 10],
  ['PageUp', plain, 35, 10],
])('%s %o goes to row %i, column %i, as in a spreadsheet', (key, modifiers, row, column) => {
  expect(moveSelection(middle, { key, ...modifiers }, bounds)).toEqual(selectCell({ row, column }))
})

it('stays inside the grid, whose header is row -1', () => {
  const corner = selectCell({ row: -1, column: 0 })
  expect(moveSelection(corner, { key: 'ArrowUp', ...plain }, bounds)).toEqual(corner)
  expect(moveSelection(corner, { key: 'ArrowLeft', ...plain }, bounds)).toEqual(corner)
})

it('ignores other keys', () => {
  expect(moveSelection(middle, { key: 'x', ...plain }, bounds)).toBeUndefined()
})

it.each([
  ['ArrowDown', { shift: true, control: false }, 2],
  [' ', { shift: true, control: false }, 20],
  [' ', { shift: false, control: true }, 101],
  ['a', { shift: false, control: true }, 101 * 20],
])('"%s" %o selects %i cells', (key, modifiers, cells) => {
  const selection = moveSelection(middle, { key, ...modifiers }, bounds)
  expect(selection && countCells(toRectangle(selection))).toBe(cells)
})

const rows = [
  { name: '=HYPERLINK("x")', count: -3, secret: null },
  { name: 'a "b"\tc', count: 12, secret: null },
]
const fields = buildFields(
  [
    { id: 'name', header: 'Nome', value: ({ name }: (typeof rows)[number]) => name },
    { id: 'count', header: 'Numero', value: ({ count }) => count },
    { id: 'secret', header: 'Segreto', value: () => null, isWithheld: () => true },
  ],
  rows,
)

it('copies rows with tabs, in the order of the grid, and the header if it is selected', () => {
  const source = { fields, rows: [1, 0], withheld: 'non consentito' }
  expect(buildCopyText(source, { top: -1, bottom: 0, left: 0, right: 1 })).toBe('Nome\tNumero\r\n"a ""b""\tc"\t12')
})

it('THREAT-27: copies no text that a spreadsheet runs, and keeps negative numbers', () => {
  const source = { fields, rows: [0], withheld: 'non consentito' }
  expect(buildCopyText(source, { top: 0, bottom: 0, left: 0, right: 2 })).toBe(`"'=HYPERLINK(""x"")"\t-3\tnon consentito`)
})
