import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { clearStaleLock } from '@registry/db/embedded/lock'
import type { Env } from '@registry/server/app/env'

/** Removes the database and the messages. Other files of DATA_DIR do not belong to the demonstration. */
export const removeData = async ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): Promise<void> => {
  const database = resolve(DATA_DIR, 'database')
  await clearStaleLock(database)
  for (const path of [database, join(DATA_DIR, 'outbox')]) await rm(path, { recursive: true, force: true })
}
