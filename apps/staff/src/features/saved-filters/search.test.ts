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
])('reads the address %o', (written, read) => {
  expect(readListSearch(written)).toEqual(read)
  expect(toListSearch(toGridView(read))).toEqual(read)
})

it('knows the tab of the export and no other', () => {
  expect([readFilterSearch({ tab: 'export' }), readFilterSearch({ tab: 'x' })]).toEqual([{ tab: 'export' }, {}])
})
