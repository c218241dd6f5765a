import { describe, expect, test } from 'vitest'
import { listTableActions, planTableChange, type FileRow, type TableRow } from './upload.ts'

const row = (id: string, trans_it: string, extra: TableRow['extra'] = {}): TableRow => ({
  id,
  trans_it,
  trans_en: `${trans_it} en`,
  trans_fr: null,
  trans_pt: null,
  extra,
})
const stored = [row('A', 'uno', { level: '1', active: true }), row('B', 'due', { level: '2', active: false })]
const line = (number: number, cells: FileRow['cells']): FileRow => ({ row: number, cells })
const codes = (change: ReturnType<typeof planTableChange>) => change.entries.map(({ row: at, field, code }) => [at, field, code])

describe('REQ-ADM-04: a file of a reference table', () => {
  test('adds new rows, rejects known ids, and uses the types of the columns that the table has', () => {
    const change = planTableChange('APPEND', stored, [
      line(1, { id: 'C', trans_it: 'tre', trans_en: 'three', level: '3', active: 'TRUE' }),
      line(2, { id: 'A', trans_it: 'x', trans_en: 'x' }),
    ])
    expect(change).toMatchObject({ added: [{ id: 'C', extra: { level: '3', active: true } }], changed: [], removed: [], rejected: 1 })
    expect(codes(change)).toEqual([[2, 'id', 'table_id_known']])
  })

  test('changes the named cells only: an empty cell keeps, \\N clears, a required text cannot be cleared', () => {
    const change = planTableChange('CHANGE', stored, [
      line(1, { id: 'A', trans_it: null, trans_en: 'one', trans_fr: 'un', level: true }),
      line(2, { id: 'B', trans_it: 'due', trans_en: null }),
      line(3, { id: 'Z', trans_it: 'x' }),
    ])
    expect(change.changed).toEqual([
      {
        id: 'A',
        before: stored[0],
        after: { id: 'A', trans_it: 'uno', trans_en: 'one', trans_fr: 'un', trans_pt: null, extra: { active: true } },
      },
    ])
    expect(change).toMatchObject({ unchanged: 1, rejected: 1 })
    expect(codes(change)).toEqual([[3, 'id', 'table_id_unknown']])
    expect(codes(planTableChange('CHANGE', stored, [line(1, { id: 'A', trans_it: true })]))).toEqual([[1, 'trans_it', 'value_required']])
  })

  test('becomes the whole table, with the rows that are missing removed', () => {
    const change = planTableChange('REPLACE', stored, [
      line(1, { id: 'A', trans_it: 'uno', trans_en: 'uno en', level: '1', active: 'true' }),
    ])
    expect(change).toEqual({ added: [], changed: [], unchanged: 1, removed: [stored[1]], entries: [], rejected: 0 })
  })

  test.each([
    ['is empty', [], [[0, undefined, 'table_file_empty']]],
    [
      'has half bad rows',
      [line(1, { id: 'A', trans_it: 'uno', trans_en: 'one' }), line(2, { id: 'B' })],
      [
        [2, 'trans_it', 'value_required'],
        [2, 'trans_en', 'value_required'],
      ],
    ],
    [
      'repeats an id',
      [line(1, { id: 'A', trans_it: 'a', trans_en: 'a' }), line(2, { id: ' A ', trans_it: 'b', trans_en: 'b' })],
      [[2, 'id', 'table_id_repeated']],
    ],
  ])('that %s replaces nothing', (_, file, expected) => {
    const change = planTableChange('REPLACE', stored, file)
    expect(change).toMatchObject({ added: [], changed: [], removed: [], rejected: file.length })
    expect(codes(change)).toEqual(expected)
  })

  test.each([
    ['an id of 80 characters', 'x'.repeat(80), 'y', []],
    ['an id of 81 characters', 'x'.repeat(81), 'y', [[1, 'id', 'value_too_long']]],
    ['an empty id', ' ', 'y', [[1, 'id', 'value_required']]],
    ['an id with a line break', 'a\nb', 'y', [[1, 'id', 'value_characters']]],
    ['a text of 255 characters', 'C', 'y'.repeat(255), []],
    ['a text of 256 characters', 'C', 'y'.repeat(256), [[1, 'trans_it', 'value_too_long']]],
  ])('with %s', (_, id, text, expected) => {
    expect(codes(planTableChange('APPEND', stored, [line(1, { id, trans_it: text, trans_en: 'y' })]))).toEqual(expected)
  })

  test('with a value of another type is rejected', () => {
    expect(codes(planTableChange('CHANGE', stored, [line(1, { id: 'A', active: 'perhaps' })]))).toEqual([[1, 'active', 'field_wrong']])
  })
})

test('REQ-ADM-05: no file changes the studies or removes areas, and the ids that the registry uses stay', () => {
  expect(listTableActions('geotree')).toEqual(['APPEND', 'CHANGE'])
  expect(listTableActions('svc_clinical_study')).toEqual([])
  expect(listTableActions('login_mode')).toEqual(['CHANGE'])
  expect(listTableActions('icd9')).toEqual(['APPEND', 'CHANGE', 'REPLACE'])
})
