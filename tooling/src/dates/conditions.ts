/** A time zone or a day under which every test must pass, but the files left out. */
export type Condition = { readonly name: string; readonly env: Readonly<Record<string, string>>; readonly leftOut: readonly string[] }

const zones = ['America/Los_Angeles', 'Asia/Tokyo'] as const
/** A year that no test was written in, and the day that most years do not have. */
const days = ['2027-07-01', '2028-02-29'] as const

/**
 * Files of tests that a shifted clock breaks, and not the day. The timers of Postgres do not fire under libfaketime, so a statement that
 * waits for a lock, which this file makes, is never cut short by `statement_timeout`.
 */
export const leftOutOnDays = ['apps/server/src/features/imports/every-import-ends.test.ts'] as const

const dayMs = 86_400_000

/** Days from the real date to another one, as libfaketime shifts the clock. */
export const daysUntil = (day: string, now: Date): number =>
  Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${now.toISOString().slice(0, 10)}T00:00:00Z`)) / dayMs)

const shift = (days: number): string => `${days < 0 ? '' : '+'}${days}d`

const onDay = (day: string, now: Date, library: string): Condition => ({
  name: day,
  // The database is a child process and follows; waits go on at their own speed.
  env: { LD_PRELOAD: library, FAKETIME: shift(daysUntil(day, now)), FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' },
  leftOut: leftOutOnDays,
})

/** The conditions, in order. Days need the library that shifts the clock. */
export const conditions = (now: Date, library: string): readonly Condition[] => [
  ...zones.map((zone) => ({ name: zone, env: { TZ: zone }, leftOut: [] })),
  ...days.map((day) => onDay(day, now, library)),
]
