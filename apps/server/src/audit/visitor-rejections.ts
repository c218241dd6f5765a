import type { AuditEntry } from './audit-entry.ts'
import { formatAddressBlock } from '../auth/address-block.ts'

/** Limits of the audit entries of denied callers without a session (REQ-ADM-24). */
export type VisitorRejectionLimits = {
  /** Denials of one household in a minute with their own entries. */
  readonly perHousehold: number
  /** Entries of all these callers in a second. */
  readonly perSecond: number
  /** Households with their own count. All others share one count, so that many addresses do not fill the memory. */
  readonly households: number
}

export const visitorRejectionLimits: VisitorRejectionLimits = { perHousehold: 60, perSecond: 20, households: 600 }

/** The limits and a clock in milliseconds. Tests replace both. */
export type VisitorRejectionOptions = { readonly now: () => number; readonly limits: VisitorRejectionLimits }

const minuteMs = 60_000

/** The denials of one household since the first one, for a minute. */
type Minute = { readonly host: string; readonly endsAt: number; rejections: number; counted: number }

export type VisitorRejections = {
  /** Writes the entry of a denial or counts it. Returns the seconds until the household's minute is over, or 0 within its limit. */
  record(entry: AuditEntry): Promise<number>
  /** Writes the counts of ended minutes as one entry each, or those of all minutes. */
  writeCounts(options?: { readonly all: boolean }): Promise<void>
}

type Needs = VisitorRejectionOptions & { readonly write: (entry: AuditEntry) => Promise<void> }

/** The command of an entry that represents many denials. */
const countCommand = 'refusals'

/** The entries of a second that are reserved for waiting counts. */
const reservedForCounts = 10

/** The households beyond the limit. */
const others = ''

/**
 * Limits what callers without a session can write into the audit log, because nobody can delete entries (REQ-ADM-24, THREAT-60). Counts are in
 * memory, so a flood costs no query. A crash loses the counts of the last minute.
 */
export const createVisitorRejections = ({ write, now, limits }: Needs): VisitorRejections => {
  const current = new Map<string, Minute>()
  let ended: readonly Minute[] = []
  let latestWrites: readonly number[] = []

  /** Takes one of the entries of this second, except those reserved for counts. */
  const acquireEntry = (reserved = 0): boolean => {
    const recent = latestWrites.filter((at) => at > now() - 1000)
    if (recent.length >= limits.perSecond - reserved) return false
    latestWrites = [...recent, now()]
    return true
  }

  const endMinute = (household: string, minute: Minute): void => {
    current.delete(household)
    if (minute.counted > 0) ended = [...ended, minute]
  }

  const isOver = ({ endsAt }: Minute): boolean => endsAt <= now()

  const findMinute = (host: string): Minute => {
    const household = formatAddressBlock(host, 'household')
    const known = current.get(household)
    if (known && !isOver(known)) return known
    if (known) endMinute(household, known)
    const minute = { host, endsAt: now() + minuteMs, rejections: 0, counted: 0 }
    const key = current.size + ended.length < limits.households ? household : others
    const shared = current.get(key)
    if (key === others && shared) return shared
    const started = key === others ? { ...minute, host: others } : minute
    current.set(key, started)
    return started
  }

  const writeCount = async (minute: Minute): Promise<void> => {
    const entry = { username: '', command: countCommand, action: '', ipAddress: minute.host, durationMilli: minuteMs, requestId: '' }
    const detail = `${minute.counted} further refusals within a minute`
    await write({ ...entry, detail, outcome: 'refused' }).catch((error: unknown) => {
      ended = [...ended, minute]
      throw error
    })
  }

  return {
    record: async (entry) => {
      const minute = findMinute(entry.ipAddress)
      minute.rejections += 1
      const isWithin = minute.host === others || minute.rejections <= limits.perHousehold
      if (isWithin && acquireEntry(Math.min(ended.length, reservedForCounts))) await write(entry)
      else minute.counted += 1
      return isWithin ? 0 : Math.max(1, Math.ceil((minute.endsAt - now()) / 1000))
    },
    writeCounts: async ({ all } = { all: false }) => {
      for (const [household, minute] of current) if (all || isOver(minute)) endMinute(household, minute)
      const due = ended.filter(() => all || acquireEntry())
      ended = ended.filter((minute) => !due.includes(minute))
      await Promise.all(due.map(writeCount))
    },
  }
}

type RejectionLog = { writeRejection(entry: AuditEntry): Promise<number> }

/**
 * The calls of one request share one denial of a caller without a session. The entry has the name of the first call and the number of
 * calls.
 */
export const shareVisitorRejection = <Log extends RejectionLog>(log: Log, calls: number): Log => {
  let first: Promise<number> | undefined
  const describe = (detail: string): string => (calls > 1 ? `${detail}; batch of ${calls} calls` : detail)
  return {
    ...log,
    writeRejection: (entry) => {
      if (entry.username !== '') return log.writeRejection(entry)
      first ??= log.writeRejection({ ...entry, detail: describe(entry.detail) })
      return first
    },
  }
}
