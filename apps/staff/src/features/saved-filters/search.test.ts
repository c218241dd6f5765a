import { expect, it } from 'vitest'
import { readFilterSearch, readListSearch, toListSearch, toGridView } from './search.ts'

it.each([
  [{}, {}],
  [
    { sort: '-name,author', search: 'ferro' },
    { sort: '-name,author', search: 'ferro' },
  ],
  [{ search: 2026 }, { search: '2026' }],
  [{ sort: ['x'], search: null, page: 2 }, {}],
])('reads the address %o', (address, search) => {
  expect(readListSearch(address)).toEqual(search)
  expect(toListSearch(toGridView(search))).toEqual(search)
})

it('reads the tab of the export and ignores other values', () => {
  expect([readFilterSearch({ tab: 'export' }), readFilterSearch({ tab: 'x' })]).toEqual([{ tab: 'export' }, {}])
})
