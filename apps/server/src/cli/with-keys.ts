import { connect, type Database } from '@registry/db/connect'
import { isPrepared } from '@registry/db/migrate'
import { checkKeysGiven, type Env } from '../app/env.ts'
import { followWritingKey, readKeyState } from '../auth/key-fingerprints.ts'
import { createReceiptKey } from '../auth/receipt-key.ts'
import { createSecretKey, requireKeyFiles, type SecretKey } from '../auth/secret-key.ts'
import { CommandProblem } from './command.ts'
import { requireMigrated, withOwner } from './with-owner.ts'

/** @throws EnvError for a missing key: a command makes none, because it would belong to no row */
export const requireGivenKeys = async (env: Env): Promise<void> => {
  if (env.DATABASE_OWNER_URL) checkKeysGiven(env)
  else await requireKeyFiles(env)
}

export type Place = { readonly database: Database; readonly secretKey: SecretKey }

/**
 * Runs `work` as the owner of a migrated database, with the key that belongs to it.
 * @throws EnvError for a missing key, and for one of another database
 */
export const withOwnerAndKeys = async <T>(env: Env, name: string, work: (place: Place) => Promise<T>): Promise<T> => {
  await requireGivenKeys(env)
  const secretKey = createSecretKey(env)
  return withOwner(env, async (owner) => {
    const database = connect(owner, { max: 1, applicationName: `registry ${name}` })
    try {
      if (!(await isPrepared(database)))
        throw new CommandProblem('not prepared: run packages/db/bootstrap.sql in the database as a superuser')
      await requireMigrated(database)
      const [problem] = (await readKeyState(database, { secretKey, receiptKey: createReceiptKey(env) })).problems
      if (problem) throw problem
      await followWritingKey(database, secretKey)
      return await work({ database, secretKey })
    } finally {
      await database.end()
    }
  })
}
