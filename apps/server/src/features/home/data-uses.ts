import type { DataUse, DataUsePage, DataUseSelection, PatientHome } from '@registry/api-contract/home'
import type { Transaction } from '@registry/db/transaction'
import { isListRead } from '@registry/domain/access/data-kinds'
import type { Language } from '@registry/domain/language'
import { formatItalianDay } from '../../shared/day.ts'

/** A page has whole days, so it can be longer than this. */
const usesOnPage = 50
/** The number of uses on the home page; the patient reads the others on request. */
const newestUses = 5
/**
 * The days before the cursor that a page reads. Older uses follow only while the page is not full. A patient with 20 years of history has
 * hundreds of uses in a month (REQ-PAT-18).
 */
const periodDays = [31, 366, 1830] as const
/** A rarely used kind of data needs all years, and each period before them takes additional time. */
const periodDaysOfKind = [31] as const
const [everSince, everAfter] = ['-infinity', 'infinity'] as const

type Reader = { readonly language: Language; readonly now: Date }
type Period = Pick<DataUseSelection, 'kind'> & Pick<Reader, 'language'> & { readonly from: string; readonly before: string }

/** Lists the uses of the patient's data by other people, newest first: equal uses of one day are one entry (REQ-PAT-14, REQ-PAT-18). */
const listUses = ({ sql }: Transaction, { from, before, kind, language }: Period): Promise<readonly DataUse[]> =>
  sql<DataUse[]>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, used_at AS at, times, reader_role AS actor, centre, source, kinds, purpose
    FROM list_own_data_uses(${from}, ${before}, ${language})
    WHERE ${kind ?? null}::text IS NULL OR ${kind ?? null} = ANY (kinds)
    ORDER BY used_at DESC`

const dayMs = 24 * 60 * 60 * 1000
const subtractDays = (day: string, days: number): string => new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10)

/** Lists the first days of the periods of a page, newest first. None is before the oldest selected day. */
const listPeriodStarts = ({ cursor, days, kind }: DataUseSelection, today: string): readonly string[] => {
  const oldest = days === undefined ? undefined : subtractDays(today, days)
  const starts = (kind === undefined ? periodDays : periodDaysOfKind).map((length) => subtractDays(cursor ?? today, length))
  return oldest === undefined ? [...starts, everSince] : [...starts.filter((start) => start > oldest), oldest]
}

/** Returns a page of whole days before the cursor, with at least `atLeast` uses if they exist. */
export const listOwnDataUses = async (
  tx: Transaction,
  selection: DataUseSelection,
  { language, now }: Reader,
  atLeast = usesOnPage,
): Promise<DataUsePage> => {
  const found: DataUse[] = []
  let before = selection.cursor ?? everAfter
  for (const from of listPeriodStarts(selection, formatItalianDay(now))) {
    found.push(...(await listUses(tx, { from, before, kind: selection.kind, language })))
    before = from
    const lastDay = found[atLeast - 1]?.day
    const uses = found.filter(({ day }) => lastDay === undefined || day >= lastDay)
    if (uses.length < found.length) return { uses, next: lastDay ?? null }
  }
  return { uses: found, next: null }
}

const countUses = (uses: readonly DataUse[]): number => uses.reduce((sum, { times, kinds }) => (kinds.length > 0 ? sum + times : sum), 0)

/**
 * Returns the newest uses and the number of uses of this year, with reads of the list of patients apart (REQ-PAT-14). A row without a value, for lack of consents, is listed but does not count as
 * a use.
 */
export const summariseOwnDataUses = async (tx: Transaction, reader: Reader): Promise<PatientHome> => {
  const newYear = `${formatItalianDay(reader.now).slice(0, 4)}-01-01`
  const thisYear = await listUses(tx, { from: newYear, before: everAfter, language: reader.language })
  const missing = newestUses - thisYear.length
  const earlier = missing > 0 ? (await listOwnDataUses(tx, { cursor: newYear }, reader, missing)).uses : []
  return {
    uses: [...thisYear, ...earlier].slice(0, newestUses),
    usesThisYear: countUses(thisYear.filter((use) => !isListRead(use))),
    listReadsThisYear: countUses(thisYear.filter(isListRead)),
  }
}
