import { join } from 'node:path'
import type { DatabaseAddress } from '@registry/db/connect'
import { findEmbedded, startEmbedded } from '@registry/db/embedded'
import { EnvError, type Env } from '../app/env.ts'

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
