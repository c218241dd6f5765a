/** A time zone or a day with which all tests must pass, except in the excluded files. */
export type Condition = { readonly name: string; readonly env: Readonly<Record<string, string>>; readonly skipped: readonly string[] }

const zones = ['America/Los_Angeles', 'Asia/Tokyo'] as const
/** A year in the future, and a leap day. */
const days = ['2027-07-01', '2028-02-29'] as const

/**
 * Test files that fail because of the shifted clock, not because of the day. The timers of Postgres do not fire under libfaketime. So
 * `statement_timeout` never ends statements that wait for a lock.
 */
export const skippedOnDays = ['apps/server/src/features/imports/every-import-ends.test.ts'] as const

const dayMs = 86_400_000

export const daysUntil = (day: string, now: Date): number =>
  Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${now.toISOString().slice(0, 10)}T00:00:00Z`)) / dayMs)

const shift = (days: number): string => `${days < 0 ? '' : '+'}${days}d`

const onDay = (day: string, now: Date, library: string): Condition => ({
  name: day,
  // The database is a child process and inherits the shift. Timers keep their speed.
  env: { LD_PRELOAD: library, FAKETIME: shift(daysUntil(day, now)), FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' },
  skipped: skippedOnDays,
})

/** Returns all conditions. Days need libfaketime, which shifts the clock. */
export const conditions = (now: Date, library: string): readonly Condition[] => [
  ...zones.map((zone) => ({ name: zone, env: { TZ: zone }, skipped: [] })),
  ...days.map((day) => onDay(day, now, library)),
]
