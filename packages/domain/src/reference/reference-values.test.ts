import { expect, test } from 'vitest'
import { listIdsWhere, findLabel, listSelectableIds, sortItalianCodesFirst } from './reference-values.ts'

const rows = [
  { id: 'R04', extra: { selectable: false, nation: 'IT' } },
  { id: 'R12', extra: { selectable: true, nation: 'IT' } },
  { id: 'X', extra: null },
]

test('a heading is not selectable', () => expect([...listSelectableIds(rows)]).toEqual(['R12', 'X']))
test('listIdsWhere selects by the extra columns', () => expect(listIdsWhere(rows, ({ nation }) => nation === 'IT')).toEqual(['R04', 'R12']))
test('codes outside the Italian edition come last, in stable order', () => {
  const codes = [
    { id: '282.40', extra: { it_2007: false, it_2007_code: '282.49' } },
    { id: '282.44', extra: { it_2007: true } },
    { id: '275.02', extra: { it_2007: false } },
    { id: 'F', extra: null },
    { id: '285.9', extra: { it_2007: true } },
  ]
  expect(sortItalianCodesFirst(codes).map(({ id }) => id)).toEqual(['282.44', 'F', '285.9', '282.40', '275.02'])
})

test.each([
  [{ id: 'F', trans_it: 'Femmina', trans_en: 'Female' }, 'Femmina', 'Female'],
  [{ id: 'F', trans_it: null, trans_en: 'Female' }, 'Female', 'Female'],
  [{ id: 'F', trans_it: '', trans_en: null }, 'F', 'F'],
])('the labels of %j are %s and %s', (row, it, en) => expect([findLabel(row, 'it'), findLabel(row, 'en')]).toEqual([it, en]))
