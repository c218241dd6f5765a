import { expect, it } from 'vitest'
import { readFilterSearch } from './filter-search.ts'

it('reads the tab of the export and ignores other values', () => {
  expect([readFilterSearch({ tab: 'export' }), readFilterSearch({ tab: 'x' })]).toEqual([{ tab: 'export' }, {}])
})

it('keeps order and columns of the patients in the address, and neither their search nor their filters', () => {
  const address = { tab: 'export', sort: '-HB', hidden: 'TT', search: 'Rossi', filters: 'HB~to~7' }
  expect(readFilterSearch(address)).toEqual({ tab: 'export', sort: '-HB', hidden: 'TT' })
})

it('keeps that the form is open', () => {
  expect(readFilterSearch({ edit: true, sort: 'HB' })).toEqual({ edit: true, sort: 'HB' })
  expect(readFilterSearch({ edit: 'x' })).toEqual({})
})
