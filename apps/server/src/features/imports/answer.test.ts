import { expect, test } from 'vitest'
import type { Caller } from '@registry/api-contract/caller'
import { loadMessages } from '../../shared/messages.ts'
import { formatReport } from './report.ts'

const callerWho = (language: 'it' | 'en'): Caller => ({
  actor: { kind: 'centre', centre: 'RM01' },
  site: 'staff',
  language,
  host: '192.0.2.1',
  userAgent: '',
  requestId: '1',
  command: 'putMedicalData',
  action: '',
  cookies: { read: () => undefined, set: () => {}, clear: () => {} },
  note: () => {},
  recordRead: () => {},
})

test('the report has the caller’s language and marks the codes of warnings (REQ-IMP-05)', async () => {
  const messages = await loadMessages()
  const report = {
    ok: 2,
    ko: 1,
    entries: [
      { row: 1, key: 'P1', field: 'CENTER_ID', code: 'import_key_repeated', params: { first: 7 } },
      { row: 2, key: 'P2', field: 'email', code: 'import_field_unchanged', warning: true },
      { row: 0, key: '', code: 'import_more', params: { count: 2 } },
    ],
  } as const
  const detail = [
    { row: 1, key: 'P1', field: 'CENTER_ID', code: 'import_key_repeated', message: 'Questo codice è già nella riga 7 del file' },
    {
      row: 2,
      key: 'P2',
      field: 'email',
      code: 'warning_import_field_unchanged',
      message: 'Questo campo non si cambia con un file: il valore registrato resta com’è',
    },
    { row: 0, key: '', code: 'import_more', message: 'Ci sono altre 2 segnalazioni, non elencate' },
  ]
  expect(formatReport({ messages, referenceValues: () => [] }, callerWho('it'), report)).toStrictEqual({
    report: { ok: 2, ko: 1, detail },
    ok: 2,
    ko: 1,
    detail,
  })
  const english = formatReport({ messages, referenceValues: () => [] }, callerWho('en'), report)
  expect(english.detail.map(({ code }) => code)).toEqual(detail.map(({ code }) => code))
  expect(english.detail[0]?.message).not.toBe(detail[0]?.message)
  expect(english.detail[0]?.message).toContain('7')
})
