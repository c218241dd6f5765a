import { describe, expect, test } from 'vitest'
import { CLEAR, type Cell } from '@registry/tabular/table'
import { buildBatch, readBatches } from '../testing/reading.ts'

describe('rows of new patients', () => {
  const columns = ['CENTER_ID', 'SURNAME', 'NAME', 'LOGIN_MODE', 'EMAIL', 'MOBILE', 'C_DB', 'LANG', 'ASKS_TO_RETURN']
  const register = (...rows: readonly (readonly Cell[])[]) => readBatches({ command: 'createPatients' }, buildBatch(columns, rows))

  test('become lines for COPY, with the same columns for every file', () => {
    const { steps, done } = register(
      [' P1', 'Rossi', 'Ada', 'email', 'ada@example.org', null, 'sì', 'en', null],
      ['P2', 'Neri\\', 'Ugo', 'Mobile', CLEAR, '333 1234567', null, null, 'sì'],
    )
    expect(steps).toEqual([
      {
        lines: [
          String.raw`1	P1	ROSSI	ADA	Email	en	ada@example.org	\N	\N	true	false	\N	\N	\N	\N	\N`,
          String.raw`2	P2	NERI\\	UGO	Mobile	it	\N	+39	3331234567	\N	true	\N	\N	\N	\N	\N`,
        ],
        report: {
          kind: 'rows',
          count: 2,
          read: 2,
          columns: [
            'row_number',
            'key',
            'surname',
            'name',
            'login_mode',
            'lang',
            'email',
            'mobile_prefix',
            'mobile',
            'authorised',
            'asks_to_return',
            'birth_date',
            'guardian_surname',
            'guardian_name',
            'guardian_mode',
            'guardian_contact',
          ],
          cleared: [],
        },
      },
    ])
    expect(done).toMatchObject({ rows: 2, found: { rejectionCount: 0, warningCount: 0 } })
  })

  test('are rejected with each error, under the code as sent', () => {
    const { lines, done } = register(
      ['P1', null, 'Ada', 'Email', 'ada@example.org', null, null, null, null],
      [`  ${'x'.repeat(90)}`, 'Rossi', 'Ada', 'Pigeon', null, null, 'perhaps', null, null],
      ['P3', 'Rossi', 'Ada', 'Mobile', null, '+41 79 123 45 67', null, null, null],
    )
    expect(lines).toEqual([])
    expect(done.rows).toBe(3)
    expect(done.found.rejections).toMatchObject([
      { row: 1, key: 'P1', field: 'SURNAME', code: 'value_required' },
      { row: 2, key: 'x'.repeat(80), field: 'CENTER_ID' },
      { row: 2, field: 'C_DB', code: 'value_boolean_invalid' },
      { row: 2, field: 'LOGIN_MODE', code: 'value_not_listed' },
      { row: 3, field: 'MOBILE', code: 'mobile_prefix_not_allowed', params: { prefixes: '+39' } },
    ])
  })

  test('the first valid row of a code counts, also across batches', () => {
    const ada = ['P1', 'Rossi', 'Ada', 'Email', 'ada@example.org', null, null, null, null]
    const wrong = ['P1', 'Rossi', null, 'Email', 'ada@example.org', null, null, null, null]
    const { steps, lines, done } = readBatches(
      { command: 'createPatients' },
      buildBatch(columns, [wrong, ada]),
      buildBatch(columns, [ada], { from: 3 }),
    )
    expect(steps.map(({ report }) => report?.kind === 'rows' && report.count)).toEqual([1, 0])
    expect(lines).toHaveLength(1)
    expect(done.rows).toBe(3)
    expect(done.found.rejections).toEqual([
      { row: 1, key: 'P1', field: 'NAME', code: 'value_required' },
      { row: 3, key: 'P1', field: 'CENTER_ID', code: 'import_key_repeated', params: { first: 2 } },
    ])
  })

  test('columns can have any order, and missing columns are empty', () => {
    const { lines } = readBatches(
      { command: 'createPatients' },
      buildBatch(['EMAIL', 'NAME', 'LOGIN_MODE', 'SURNAME', 'CENTER_ID'], [['ada@example.org', 'Ada', 'Email', 'Rossi', 'P1']]),
    )
    expect(lines).toEqual([String.raw`1	P1	ROSSI	ADA	Email	it	ada@example.org	\N	\N	\N	false	\N	\N	\N	\N	\N`])
  })

  test('a decimal comma is rejected, and half a character is no code', () => {
    const { done } = register(['P\ud800', 'Rossi', 'Ada', 'Email', 'ada@example.org', null, null, null, null])
    expect(done.found.rejections).toEqual([{ row: 1, key: 'P\ufffd', field: 'CENTER_ID', code: 'value_characters' }])
  })
})
