import { expect, test } from 'vitest'
import { errorMessages } from '../error-messages.ts'
import { findLogQueryErrors, formatLogUsername, parseLogOrder, type LogQueryForm } from './query-form.ts'

const today = '2026-03-10'
const form: LogQueryForm = { command: 'login', action: '', username: '', patient: '', from: '', to: '', limit: 10, format: 'video' }

test.each<[string, Partial<LogQueryForm>, object]>([
  ['a command alone', {}, {}],
  ['100 entries', { limit: 100 }, {}],
  ['1000 entries', { limit: 1000 }, {}],
  ['a user', { username: 'ada@example.org' }, {}],
  ['a user with letters of other alphabets', { username: 'Ζωή 🩸' }, {}],
  ['a patient', { patient: ' 12 ' }, {}],
  ['the largest number of a patient', { patient: '2147483647' }, {}],
  ['a patient and spaces as user', { username: '  ', patient: '12' }, {}],
  ['one day, today', { from: today, to: today }, {}],
  ['an Italian day', { from: '09/03/2026', to: '10/03/2026' }, {}],
  ['a user and a patient', { username: 'ada@example.org', patient: '12' }, { patient: 'log_user_and_patient' }],
  ['a number above the patients’ key', { patient: '2147483648' }, { patient: 'log_patient_wrong' }],
  ['patient 0', { patient: '0' }, { patient: 'log_patient_wrong' }],
  ['a negative number', { patient: '-1' }, { patient: 'log_patient_wrong' }],
  ['SQL as patient', { patient: '1 or 1=1' }, { patient: 'log_patient_wrong' }],
  ['digits of another script', { patient: '١٢' }, { patient: 'log_patient_wrong' }],
  ['a day that does not exist', { from: '2026-02-30' }, { from: 'value_date_invalid' }],
  ['a text as last day', { to: 'domani' }, { to: 'value_date_invalid' }],
  ['a first day in the future', { from: '2026-03-11' }, { from: 'value_date_future' }],
  ['a last day in the future', { to: '2026-03-11' }, { to: 'value_date_future' }],
  ['days in the wrong order', { from: '2026-03-02', to: '2026-03-01' }, { to: 'log_dates_reversed' }],
  ['Italian days in the wrong order', { from: '02/03/2026', to: '28/02/2026' }, { to: 'log_dates_reversed' }],
  ['a wrong first day and a last day', { from: 'x', to: '2026-03-01' }, { from: 'value_date_invalid' }],
  ['no entries', { limit: 0 }, { limit: 'log_limit_wrong' }],
  ['11 entries', { limit: 11 }, { limit: 'log_limit_wrong' }],
  ['no number of entries', { limit: Number.NaN }, { limit: 'log_limit_wrong' }],
  ['texts of 255 characters', { command: 'a'.repeat(255), action: 'a'.repeat(255), username: 'a'.repeat(255) }, {}],
  ['a command of 256 characters', { command: 'a'.repeat(256) }, { command: 'log_text_too_long' }],
  ['an action of 256 characters', { action: 'a'.repeat(256) }, { action: 'log_text_too_long' }],
  ['a user of 256 characters', { username: 'a'.repeat(256) }, { username: 'log_text_too_long' }],
  ['no format', { format: '' }, { format: 'format_required' }],
])('REQ-ADM-03: %s', (_case, changes, expected) => {
  expect(findLogQueryErrors({ ...form, ...changes }, today)).toEqual(expected)
})

test.each<[string, string, string, string]>([
  ['nobody', ' ', ' ', ''],
  ['a user', ' ada@example.org ', '', 'ada@example.org'],
  ['a patient', '', ' 12 ', 'patient 12'],
])('REQ-ADM-01: the log names %s', (_case, username, patient, expected) => {
  expect(formatLogUsername({ username, patient })).toBe(expected)
})

test.each<[string, string, string, object | undefined]>([
  ['nothing', '', '', { column: 'timestamp', descending: true }],
  ['a column', 'duration_milli', 'asc', { column: 'duration_milli', descending: false }],
  ['a direction in capitals', 'username', 'DESC', { column: 'username', descending: true }],
  ['SQL as column', 'timestamp; DROP TABLE audit_log', 'asc', undefined],
  ['SQL as direction', 'timestamp', 'asc, (select 1)', undefined],
  ['a column of the table that answers do not have', 'request_id', 'asc', undefined],
  ['the name of an inherited property', 'constructor', 'asc', undefined],
])('REQ-ADM-03: an order by %s', (_case, column, direction, expected) => {
  expect(parseLogOrder(column, direction)).toEqual(expected)
})

test.each([
  ['log_user_and_patient', 'Ricerca contemporanea di utenti e pazienti non consentita'],
  ['format_required', 'Formato, campo obbligatorio'],
] as const)('REQ-ADM-03: the message of %s is the fixed one', (code, message) => {
  expect(errorMessages[code].message).toBe(message)
})
