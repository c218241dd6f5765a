import { daysBefore, daysBetween } from '../calendar.ts'
import type { LogQueryForm } from './query-form.ts'

/** The longest period that a view can begin with, in days. */
export const logViewDaysMax = 3650

/** The conditions of a search of the log, as a view stores them. A patient and the last day are not part of it (REQ-ADM-17). */
export type LogViewSettings = {
  readonly command: string
  readonly action: string
  readonly username: string
  /** The days that the search goes back: 1 is today alone, and null is no limit. */
  readonly days: number | null
  readonly limit: number
}

/** Whether a name of a user is that of a patient (REQ-ADM-01). */
export const namesLoggedPatient = (username: string): boolean => /^\s*patient\b/iu.test(username)

type Search = Omit<LogQueryForm, 'format'>

/** The settings of a valid search. */
export const toLogViewSettings = ({ command, action, username, from, limit }: Search, today: string): LogViewSettings => ({
  command,
  action,
  username: username.trim(),
  days: from === '' ? null : daysBetween(from, today) + 1,
  limit,
})

/** The search of a view on a day. */
export const toLogSearch = ({ days, ...conditions }: LogViewSettings, today: string): Search => ({
  ...conditions,
  patient: '',
  from: days === null ? '' : daysBefore(today, days - 1),
  to: '',
})

export const isSameLogView = (one: LogViewSettings, other: LogViewSettings): boolean =>
  one.command === other.command &&
  one.action === other.action &&
  one.username === other.username &&
  one.days === other.days &&
  one.limit === other.limit
