import { describe, expect, test } from 'vitest'
import { CLEAR, type Cell } from '@registry/tabular/table'
import { buildBatch, readBatches } from '../testing/reading.ts'

const medical = (columns: readonly string[], rows: readonly (readonly Cell[])[], more?: { from?: number; decimalComma?: boolean }) =>
  readBatches({}, buildBatch(columns, rows, more))
describe('rows for a section of the record', () => {
  test('become lines for COPY: number, key, cleared columns, then the values as they are stored', () => {
    const columns = ['HB', 'CENTER_ID', 'TT', 'HOSPEDAL_CAUSES', 'OTHER_THERAPIES', 'DOD', 'THROMBOSIS', 'HOSPEDALIZATIONS']
    const { steps, done } = medical(columns, [
      ['9.50', ' P1 ', 'REGULAR', '["038.2","282.4"]', 'a\tb\\c\nd', '28/02/2001', 'sì', '3'],
      [null, 'P2', null, null, null, null, null, null],
    ])
    expect(steps).toEqual([
      {
        lines: [
          String.raw`1	P1	\N	\N	9.5	REGULAR	{"038.2","282.4"}	a\tb\\c\nd	2001-02-28	true	3`,
          String.raw`2	P2	\N	\N	\N	\N	\N	\N	\N	\N	\N`,
        ],
        report: {
          kind: 'rows',
          count: 2,
          read: 2,
          columns: [
            'row_number',
            'key',
            'cleared',
            'reasons',
            'hb',
            'tt',
            'hospedal_causes',
            'other_therapies',
            'dod',
            'thrombosis',
            'hospedalizations',
          ],
          cleared: [],
        },
      },
    ])
    expect(done).toEqual({ kind: 'done', rows: 2, found: { rejections: [], rejectionCount: 0, warnings: [], warningCount: 0 } })
  })

  test('name the columns that they clear, each once for the batch', () => {
    const { steps } = medical(
      ['CENTER_ID', 'HB', 'ALT', 'HOSPEDAL_CAUSES'],
      [
        ['P1', CLEAR, '30', '[]'],
        ['P2', CLEAR, CLEAR, null],
        ['P3', '9', '30', null],
      ],
    )
    expect(steps[0]?.lines).toEqual([
      String.raw`1	P1	{"hb","hospedal_causes"}	\N	\N	30	\N`,
      String.raw`2	P2	{"hb","alt"}	\N	\N	\N	\N`,
      String.raw`3	P3	\N	\N	9	30	\N`,
    ])
    expect(steps[0]?.report).toMatchObject({ cleared: ['hb', 'hospedal_causes', 'alt'] })
  })

  test('REQ-CRF-16: clear a column for a reason, by table and column', () => {
    const { steps } = medical(['CENTER_ID', 'HB', 'ALT'], [['P1', String.raw`\N:unknown`, String.raw`\N:REFUSED`]])
    expect(steps[0]?.lines).toEqual([String.raw`1	P1	{"hb","alt"}	{"patient_medical":{"hb":"unknown","alt":"refused"}}	\N	\N`])
  })

  test('with blank cells keep the stored values', () => {
    const { lines, done } = medical(['CENTER_ID', 'HB', 'TT'], [['P1', ' ', '\t\u200B']])
    expect(lines).toEqual([String.raw`1	P1	\N	\N	\N	\N`])
    expect(done.found.rejectionCount + done.found.warningCount).toBe(0)
  })

  test('with invalid cells are rejected alone, with one error for each cell, and clear nothing', () => {
    const { steps, done } = medical(
      ['CENTER_ID', 'HB', 'TT', 'ALT'],
      [
        ['P1', 'nine', 'NEVER', CLEAR],
        ['P2', '9', 'REGULAR', '30'],
      ],
    )
    expect(steps[0]?.lines).toEqual([String.raw`2	P2	\N	\N	9	REGULAR	30`])
    expect(steps[0]?.report).toMatchObject({ count: 1, cleared: [] })
    expect(done).toEqual({
      kind: 'done',
      rows: 2,
      found: {
        rejections: [
          { row: 1, key: 'P1', field: 'HB', code: 'value_number_invalid', value: 'nine' },
          { row: 1, key: 'P1', field: 'TT', code: 'value_not_listed', value: 'NEVER' },
        ],
        rejectionCount: 2,
        warnings: [],
        warningCount: 0,
      },
    })
  })

  test('with an unusual value are staged with a warning', () => {
    const { lines, done } = medical(['CENTER_ID', 'HB'], [['P1', '2.5']])
    expect(lines).toHaveLength(1)
    expect(done.found).toMatchObject({
      rejectionCount: 0,
      warnings: [{ row: 1, key: 'P1', field: 'HB', code: 'value_unusually_low', warning: true }],
      warningCount: 1,
    })
  })

  test('without a key are rejected', () => {
    const { lines, done } = medical(
      ['CENTER_ID', 'HB'],
      [
        [null, '9'],
        [' ', 'nine'],
        [CLEAR, '9'],
        ['P\u0001', '9'],
      ],
    )
    expect(lines).toEqual([])
    expect(done.found.rejections).toEqual([
      { row: 1, key: '', field: 'CENTER_ID', code: 'value_required' },
      { row: 2, key: '', field: 'CENTER_ID', code: 'value_required' },
      { row: 2, key: '', field: 'HB', code: 'value_number_invalid' },
      { row: 3, key: '', field: 'CENTER_ID', code: 'value_required' },
      { row: 4, key: 'P\u0001', field: 'CENTER_ID', code: 'value_characters' },
    ])
  })

  test('with a repeated key are rejected and name the first row, even across batches', () => {
    const first = buildBatch(
      ['CENTER_ID', 'HB'],
      [
        ['P1', '9'],
        ['P1', '10'],
        ['P2', '8'],
      ],
    )
    const second = buildBatch(
      ['CENTER_ID', 'HB'],
      [
        ['P2', '8'],
        ['P2', '7'],
      ],
      { from: 4 },
    )
    const { lines, done } = readBatches({}, first, second)
    expect(lines.map((line) => line.split('\t')[1])).toEqual(['P1', 'P2'])
    expect(done.rows).toBe(5)
    expect(done.found.rejections).toEqual([
      { row: 2, key: 'P1', field: 'CENTER_ID', code: 'import_key_repeated', params: { first: 1 } },
      { row: 4, key: 'P2', field: 'CENTER_ID', code: 'import_key_repeated', params: { first: 3 } },
      { row: 5, key: 'P2', field: 'CENTER_ID', code: 'import_key_repeated', params: { first: 3 } },
    ])
  })

  test('that are rejected do not use up their key', () => {
    const { lines, done } = medical(
      ['CENTER_ID', 'HB'],
      [
        ['P1', 'nine'],
        ['P1', '9'],
      ],
    )
    expect(lines).toEqual([String.raw`2	P1	\N	\N	9`])
    expect(done.found.rejectionCount).toBe(1)
  })

  test('that clear a column are repeated without clearing it', () => {
    const { steps } = medical(
      ['CENTER_ID', 'HB', 'ALT'],
      [
        ['P1', '9', '30'],
        ['P1', CLEAR, '30'],
      ],
    )
    expect(steps[0]?.report).toMatchObject({ count: 1, cleared: [] })
  })

  test('with only a key change nothing, and a file can have no row', () => {
    expect(medical(['CENTER_ID'], [['P1']])).toMatchObject({ lines: [String.raw`1	P1	\N	\N`], done: { rows: 1 } })
    expect(readBatches({}, buildBatch([], [])).steps).toEqual([
      { lines: [], report: { kind: 'rows', count: 0, read: 0, columns: [], cleared: [] } },
    ])
  })

  test('RULE-33: a derived value is ignored with a warning, a blank one without', () => {
    const { steps, done } = medical(
      ['CENTER_ID', 'COMPLICATIONS_NUM', 'HB'],
      [
        ['P1', '3', '9'],
        ['P2', null, '9'],
        ['P3', ' ', '9'],
        ['P4', CLEAR, '9'],
      ],
    )
    expect(steps[0]?.report).toMatchObject({ columns: ['row_number', 'key', 'cleared', 'reasons', 'hb'] })
    expect(steps[0]?.lines[0]).toBe(String.raw`1	P1	\N	\N	9`)
    expect(done.found.warnings).toEqual([
      { row: 1, key: 'P1', field: 'COMPLICATIONS_NUM', code: 'value_derived', warning: true },
      { row: 4, key: 'P4', field: 'COMPLICATIONS_NUM', code: 'value_derived', warning: true },
    ])
  })

  test('can have a decimal comma if the file’s delimiter is a semicolon', () => {
    expect(medical(['CENTER_ID', 'HB'], [['P1', '9,5']], { decimalComma: true }).lines).toEqual([String.raw`1	P1	\N	\N	9.5`])
    expect(medical(['CENTER_ID', 'HB'], [['P1', '9,5']]).done.found.rejections).toMatchObject([{ code: 'value_number_invalid' }])
  })

  test('of a later batch can have more columns', () => {
    const { steps } = readBatches(
      {},
      buildBatch(['CENTER_ID', 'HB'], [['P1', '9']]),
      buildBatch(['CENTER_ID', 'HB', 'ALT'], [['P2', null, '30']], { from: 2 }),
    )
    expect(steps.map(({ report }) => report)).toMatchObject([
      { columns: ['row_number', 'key', 'cleared', 'reasons', 'hb'] },
      { columns: ['row_number', 'key', 'cleared', 'reasons', 'hb', 'alt'] },
    ])
    expect(steps[1]?.lines).toEqual([String.raw`2	P2	\N	\N	\N	30`])
  })

  test('with an unknown column throw an error', () => {
    expect(() => medical(['CENTER_ID', 'COLOUR'], [['P1', 'red']])).toThrow('COLOUR is no column of this file')
  })

  test('personal data: a required value cannot be cleared, and what a file may not change is kept with a warning', () => {
    const columns = ['CENTER_ID', 'SURNAME', 'email', 'DOB', 'address_town']
    const { lines, done } = readBatches(
      { command: 'putPersonalData' },
      buildBatch(columns, [
        ['P1', 'rossi', CLEAR, '1980-01-01', 'Roma'],
        ['P2', 'rossi', null, CLEAR, 'Roma'],
        ['P3', CLEAR, null, null, CLEAR],
      ]),
    )
    expect(lines).toEqual([String.raw`1	P1	\N	\N	ROSSI	\N	1980-01-01	Roma`])
    expect(done.found.rejections).toEqual([
      { row: 2, key: 'P2', field: 'DOB', code: 'value_required' },
      { row: 3, key: 'P3', field: 'SURNAME', code: 'value_required' },
    ])
    expect(done.found.warnings).toEqual([{ row: 1, key: 'P1', field: 'email', code: 'import_field_unchanged', warning: true }])
  })

  test('today is the day in the options', () => {
    const born = (day: string) =>
      readBatches({ command: 'putPersonalData' }, buildBatch(['CENTER_ID', 'DOB'], [['P1', day]])).done.found.rejections.map(
        ({ code }) => code,
      )
    expect([born('2026-03-01'), born('2026-03-02')]).toEqual([[], ['value_date_future']])
  })
})
