import { expect, it } from 'vitest'
import { defaultView, type GridView } from './view.ts'
import { keepColumns, readViewAddress, toGridView, toViewAddress } from './view-address.ts'

it.each([
  [{}, {}],
  [
    { sort: '-name,author', search: 'ferro', hidden: 'open', filters: 'name~text~ferro' },
    { sort: '-name,author', search: 'ferro', hidden: 'open', filters: 'name~text~ferro' },
  ],
  [{ search: 2026 }, { search: '2026' }],
  [{ sort: ['x'], search: null, page: 2 }, {}],
])('reads the address %o', (address, search) => {
  expect(readViewAddress(address)).toEqual(search)
  expect(toViewAddress(toGridView(search))).toEqual(search)
})

it('a link shows the same filters, also with separators in their values', () => {
  const view: GridView = {
    ...defaultView,
    filters: [
      { id: 'name', text: 'a,b~c 50%' },
      { id: 'changedAt', from: '2026-01-01', to: '2026-02-01' },
      { id: 'author', values: ['anna', 'bruno, carla'], blank: 'filled' },
    ],
  }
  expect(toGridView(toViewAddress(view))).toEqual(view)
})

it('ignores parts of filters that it does not know', () => {
  expect(toGridView({ filters: 'name~near~x,name,~~,author~blank~maybe' }).filters).toEqual([])
})

it('keeps columns and order, and neither search nor filters, in the address of patients', () => {
  expect(keepColumns({ sort: 'HB', hidden: 'TT', search: 'Rossi', filters: 'HB~to~7' })).toEqual({ sort: 'HB', hidden: 'TT' })
})
