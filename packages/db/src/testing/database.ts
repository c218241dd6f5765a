import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { connect, serverSettings, type Database, type DatabaseAddress } from '../connect.ts'
import { createDatabase, dropDatabase } from '../databases.ts'
import { superuser } from '../embedded/data-directory.ts'
import { databaseGrants } from '../sql/grants.ts'
import { ownerRole, serverRole } from '../roles.ts'
import { template } from './cluster.ts'

/** A database of a test file's own: migrated, with reference data, consent texts and settings, and without anybody in it. */
export type TestDatabase = AsyncDisposable & {
  /** Owns the tables and passes row security. */
  readonly owner: Database
  /** What the server works as. */
  readonly server: Database
  readonly addresses: { readonly owner: DatabaseAddress & object; readonly server: DatabaseAddress & object }
  dispose(): Promise<void>
}

/** Clones the template; the vitest project must have `testing/global-setup.ts` as its `globalSetup`. */
export const testDatabase = async (): Promise<TestDatabase> => {
  const cluster = inject('cluster')
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const as = (username: string) => ({ ...cluster, database, username })
  await createDatabase(as(superuser), { name: database, owner: ownerRole, template })

  const owner = connect(as(ownerRole), { max: 3 })
  // Privileges on a database are not cloned with it.
  for (const statement of databaseGrants) await owner.unsafe(statement)
  const server = connect(as(serverRole), { max: 32, settings: serverSettings })
  const dispose = async (): Promise<void> => {
    await Promise.all([owner.end({ timeout: 5 }), server.end({ timeout: 5 })])
    await dropDatabase(as(superuser), database)
  }
  return { owner, server, addresses: { owner: as(ownerRole), server: as(serverRole) }, dispose, [Symbol.asyncDispose]: dispose }
}
