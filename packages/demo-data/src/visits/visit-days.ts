import type { MedicalFieldName } from '@registry/domain/fields/dictionary'
import type { Trajectory } from '../clinical/trajectory.ts'
import type { Values } from '../clinical/values.ts'
import type { ConsentHistory } from '../consents.ts'
import type { Random } from '../random.ts'
import { addYears, formatInstant, parseDay, type Day } from '../calendar.ts'

/** Before these days the record had another phenotype or no regimen, which the visits do not contain. */
const firstFields: readonly MedicalFieldName[] = ['DOD', 'TT_START', 'BMT_DATE', 'GT_START']

/** The weight of a younger child grows by more than a fifth in a year. RULE-38 takes that for an error. */
const youngest = 2.1
const mostVisits = 7
/** The days from the last save to the newest results. */
const daysToResult = 10

const readDay = (values: Values, name: MedicalFieldName): Day => {
  const value = values[name]
  return typeof value === 'string' ? parseDay(value) : 0
}

type Consent = { readonly givenAt: string; readonly endedOn: Day | undefined }

/** The first consent to medical data, and the day on which it ended. */
const findConsent = ({ rounds, withdrawal }: ConsentHistory): Consent | undefined => {
  const given = rounds.find(({ flags }) => flags.c_db_m)
  if (!given) return undefined
  const ended = rounds.find(({ at, flags }) => at > given.at && !flags.c_db_m)?.at ?? withdrawal?.at
  return { givenAt: given.at, endedOn: ended === undefined ? undefined : parseDay(ended.slice(0, 10)) }
}

export type VisitDays = {
  /** The days of the visits before the last save, the oldest first. */
  readonly earlier: readonly Day[]
  readonly last: Day
  /** The moment of the last save. */
  readonly savedAt: string
  /** The day of the newest laboratory result: after the last save of a patient in follow-up. */
  readonly newestResult: Day
}

/** About one visit a year while the consent to medical data holds, until the last contact. */
export const sampleVisitDays = (
  random: Random,
  trajectory: Trajectory,
  story: ConsentHistory,
  values: Values,
  today: Day,
): VisitDays | undefined => {
  const consent = findConsent(story)
  if (!consent) return undefined
  const last = Math.min(trajectory.lastSeen, today - 1, (consent.endedOn ?? today) - 1)
  const endOfVisits = formatInstant(last, 0.6)
  const savedAt = endOfVisits > consent.givenAt ? endOfVisits : consent.givenAt
  const first = Math.max(
    parseDay(consent.givenAt.slice(0, 10)) + 1,
    addYears(trajectory.birth, youngest),
    ...firstFields.map((name) => readDay(values, name) + 30),
  )
  const days = Array.from({ length: mostVisits }, (_, place) => last - 365 * (place + 1) + random.whole(-20, 20))
  const isFollowed = trajectory.status === 'FOLLOWUP' && consent.endedOn === undefined
  const newestResult = isFollowed ? Math.max(last, Math.min(last + daysToResult, today - 1)) : last
  return { earlier: days.filter((day) => day >= first).toReversed(), last, savedAt, newestResult }
}
