import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { connect, serverSettings, type Database, type DatabaseAddress } from '../connect.ts'
import { createDatabase, dropDatabase } from '../databases.ts'
import { superuser } from '../embedded/data-directory.ts'
import { databaseGrants } from '../sql/grants.ts'
import { ownerRole, serverRole } from '../roles.ts'
import { template } from './cluster.ts'

/** The database of one test file: migrated, with reference data, consent texts and settings, without users and patients. */
export type TestDatabase = AsyncDisposable & {
  /** Connects as the owner of the tables, to whom all rows are visible. */
  readonly owner: Database
  /** Connects as the role of the server. */
  readonly server: Database
  readonly addresses: { readonly owner: DatabaseAddress & object; readonly server: DatabaseAddress & object }
  dispose(): Promise<void>
}

/** Clones the template. The vitest project needs `testing/global-setup.ts` as its `globalSetup`. */
export const testDatabase = async (): Promise<TestDatabase> => {
  const cluster = inject('cluster')
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const buildAddress = (username: string) => ({ ...cluster, database, username })
  await createDatabase(buildAddress(superuser), { name: database, owner: ownerRole, template })

  const owner = connect(buildAddress(ownerRole), { max: 3 })
  // A clone does not have the privileges of its template.
  for (const statement of databaseGrants) await owner.unsafe(statement)
  const server = connect(buildAddress(serverRole), { max: 32, settings: serverSettings })
  const dispose = async (): Promise<void> => {
    await Promise.all([owner.end({ timeout: 5 }), server.end({ timeout: 5 })])
    await dropDatabase(buildAddress(superuser), database)
  }
  return {
    owner,
    server,
    addresses: { owner: buildAddress(ownerRole), server: buildAddress(serverRole) },
    dispose,
    [Symbol.asyncDispose]: dispose,
  }
}
