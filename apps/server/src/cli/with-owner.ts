import { join } from 'node:path'
import type { Database, DatabaseAddress } from '@registry/db/connect'
import { findEmbedded, startEmbedded } from '@registry/db/embedded'
import { isMigrated } from '@registry/db/migrate'
import { EnvError, type Env } from '../app/env.ts'
import { CommandProblem } from './command.ts'

/** @throws CommandProblem for a database of an earlier version */
export const requireMigrated = async (database: Database): Promise<void> => {
  if (!(await isMigrated(database))) throw new CommandProblem('the database is of an earlier version: run `pnpm registry migrate` first')
}

/**
 * Runs `work` with the address of the owner of the tables. Without a configured database it uses the embedded one under DATA_DIR. It starts
 * that database for the work if no server runs it.
 * @throws EnvError in production, or when a database is configured, without DATABASE_OWNER_URL
 */
export const withOwner = async <T>(
  { NODE_ENV, DATABASE_URL, DATABASE_OWNER_URL, DATA_DIR }: Pick<Env, 'NODE_ENV' | 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATA_DIR'>,
  work: (owner: DatabaseAddress) => Promise<T>,
): Promise<T> => {
  if (DATABASE_OWNER_URL !== undefined) return work(DATABASE_OWNER_URL)
  if (DATABASE_URL !== undefined || NODE_ENV === 'production')
    throw new EnvError('DATABASE_OWNER_URL', 'required to work as the owner of the tables of a configured database')
  const dataDir = join(DATA_DIR, 'database')
  const running = await findEmbedded(dataDir)
  if (running) return work(running)
  const embedded = await startEmbedded({ dataDir })
  try {
    return await work(embedded.owner)
  } finally {
    await embedded.stop()
  }
}
