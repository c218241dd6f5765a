import { parseDay } from '../calendar.ts'
import type { ErrorCode } from '../error-messages.ts'

/** The choices for the number of entries. The first one is the default. */
export const logLimits = [10, 100, 1000] as const

const maxText = 255

/** The query form of the log. Days are texts `yyyy-mm-dd`; an empty field does not restrict the query. */
export type LogQueryForm = {
  readonly command: string
  readonly action: string
  readonly username: string
  readonly patient: string
  readonly from: string
  readonly to: string
  readonly limit: number
  readonly format: string
}

/** The largest number of the patients' key, an integer column. */
const maxPatient = 2_147_483_647
const patientNumber = /^[1-9][0-9]{0,9}$/u

/** Returns the number of a patient, or undefined for any other text. */
const parsePatient = (text: string): number | undefined => {
  const number = patientNumber.test(text) ? Number(text) : undefined
  return number !== undefined && number <= maxPatient ? number : undefined
}

const findDayError = (day: string, today: string): ErrorCode | undefined => {
  if (day === '') return undefined
  const parsed = parseDay(day)
  if (parsed === undefined) return 'value_date_invalid'
  return parsed > today ? 'value_date_future' : undefined
}

const findPatientError = (username: string, patient: string): ErrorCode | undefined => {
  if (patient === '') return undefined
  if (username !== '') return 'log_user_and_patient'
  return parsePatient(patient) === undefined ? 'log_patient_wrong' : undefined
}

const findTextError = (text: string): ErrorCode | undefined => (text.trim().length > maxText ? 'log_text_too_long' : undefined)

const findLastDayError = (from: string, to: string, today: string): ErrorCode | undefined => {
  const error = findDayError(to, today)
  if (error || to === '' || from === '' || findDayError(from, today)) return error
  return (parseDay(to) ?? to) < (parseDay(from) ?? from) ? 'log_dates_reversed' : undefined
}

/** Returns the errors of a query of the log (REQ-ADM-03). The server checks the same rules for every caller. */
export const findLogQueryErrors = (form: LogQueryForm, today: string): Readonly<Partial<Record<keyof LogQueryForm, ErrorCode>>> => {
  const errors: Record<keyof LogQueryForm, ErrorCode | undefined> = {
    command: findTextError(form.command),
    action: findTextError(form.action),
    username: findTextError(form.username),
    patient: findPatientError(form.username.trim(), form.patient.trim()),
    from: findDayError(form.from, today),
    to: findLastDayError(form.from, form.to, today),
    limit: logLimits.some((limit) => limit === form.limit) ? undefined : 'log_limit_wrong',
    format: form.format === '' ? 'format_required' : undefined,
  }
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined))
}

/** Returns the log's name of the user or the patient of a valid query (REQ-ADM-01), or '' for all entries. */
export const formatLogUsername = ({ username, patient }: Pick<LogQueryForm, 'username' | 'patient'>): string => {
  const number = parsePatient(patient.trim())
  return number === undefined ? username.trim() : `patient ${number}`
}

/** The columns of an answer, by the names that old programs read. */
export const logColumns = ['timestamp', 'username', 'command', 'action', 'from_host', 'duration_milli', 'detail'] as const
export type LogColumn = (typeof logColumns)[number]
export type LogOrder = { readonly column: LogColumn; readonly descending: boolean }

/** Returns the order of the entries, newest first by default. Returns undefined for any other column or direction, so no text of a caller enters a query. */
export const parseLogOrder = (column: string, direction: string): LogOrder | undefined => {
  const wanted = column === '' ? 'timestamp' : column
  const found = logColumns.find((name) => name === wanted)
  const sense = direction === '' ? 'desc' : direction.toLowerCase()
  return found !== undefined && (sense === 'asc' || sense === 'desc') ? { column: found, descending: sense === 'desc' } : undefined
}

type Sortable = Readonly<Record<LogColumn, string | number>> & { readonly id: number }

/** Compares numbers as numbers and texts by code, so that the order depends on no language. */
const compare = (a: string | number, b: string | number): number => (a === b ? 0 : a < b ? -1 : 1)

/** Orders the entries that a query found. Equal values keep the newest first. */
export const sortLogEntries = <Entry extends Sortable>(entries: readonly Entry[], { column, descending }: LogOrder): Entry[] =>
  entries.toSorted((a, b) => {
    const first = compare(a[column], b[column])
    const newest = compare(b.timestamp, a.timestamp) || compare(b.id, a.id)
    if (first !== 0) return descending ? -first : first
    return column === 'timestamp' && !descending ? -newest : newest
  })
