import type { Database } from '@registry/db/connect'

/** A longer difference between the clocks of server and database needs an operator. */
const maxDifferenceSeconds = 10

/** Reads the database's clock, at the middle between request and response. */
const readDatabaseMs = async (database: Database): Promise<{ readonly databaseMs: number; readonly at: number }> => {
  const before = performance.now()
  const [row] = await database<{ ms: number }[]>`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::double precision AS ms`
  if (!row) throw new Error('the database returned no time')
  return { databaseMs: row.ms, at: (before + performance.now()) / 2 }
}

/** The seconds by which the server's clock is ahead of the database's; negative if it is behind. */
export const findClockDifference = async (database: Database): Promise<number> => {
  const { databaseMs, at } = await readDatabaseMs(database)
  return (Date.now() - (performance.now() - at) - databaseMs) / 1000
}

export const isClockWrong = (seconds: number): boolean => Math.abs(seconds) > maxDifferenceSeconds

export type DatabaseClock = {
  /** The database's time. A jump of the server's clock does not change it. */
  readonly now: () => Date
  /** Reads the database again, because clocks drift. */
  readonly adjust: () => Promise<void>
}

/** Codes, links, attempts and sessions are compared in the database too, so the server uses its clock (REQ-ACC-05). */
export const createDatabaseClock = async (database: Database): Promise<DatabaseClock> => {
  let offset = 0
  const adjust = async (): Promise<void> => {
    const { databaseMs, at } = await readDatabaseMs(database)
    offset = databaseMs - at
  }
  await adjust()
  return { now: () => new Date(offset + performance.now()), adjust }
}
