import { expect, test } from 'vitest'
import { idsWhere, nameOf, selectableIds } from './lookups.ts'

const rows = [
  { id: 'R04', extra: { selectable: false, nation: 'IT' } },
  { id: 'R12', extra: { selectable: true, nation: 'IT' } },
  { id: 'X', extra: null },
]

test('a heading is no item', () => expect([...selectableIds(rows)]).toEqual(['R12', 'X']))
test('items are found by what is told of them', () => expect(idsWhere(rows, ({ nation }) => nation === 'IT')).toEqual(['R04', 'R12']))
test.each([
  [{ id: 'F', trans_it: 'Femmina', trans_en: 'Female' }, 'Femmina', 'Female'],
  [{ id: 'F', trans_it: null, trans_en: 'Female' }, 'Female', 'Female'],
  [{ id: 'F', trans_it: '', trans_en: null }, 'F', 'F'],
])('%j is called %s and %s', (row, it, en) => expect([nameOf(row, 'it'), nameOf(row, 'en')]).toEqual([it, en]))
