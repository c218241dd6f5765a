import { connect, type Database, type DatabaseAddress } from './connect.ts'

/** In each attempt, Postgres waits up to five seconds for the database's connections to close. */
const maxAttempts = 12
const objectInUse = '55006'
const isInUse = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === objectInUse

/** Repeats work while the database is in use. A closed connection counts until its backend ends, which takes long on a busy machine. */
const retryWhileInUse = async (work: () => PromiseLike<unknown>, attempts = maxAttempts): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (attempts <= 1 || !isInUse(error)) throw error
    await retryWhileInUse(work, attempts - 1)
  }
}

/** A superuser is the only role that can end all connections. */
type Superuser = DatabaseAddress & object

const withMaintenanceDatabase = async (superuser: Superuser, work: (database: Database) => Promise<void>): Promise<void> => {
  const database = connect({ ...superuser, database: 'postgres' }, { max: 1 })
  try {
    await work(database)
  } finally {
    await database.end()
  }
}

type NewDatabase = { readonly name: string; readonly owner: string; readonly template?: string }

/** Creates a database. Waits until the template has no connections. */
export const createDatabase = (superuser: Superuser, { name, owner, template }: NewDatabase): Promise<void> =>
  withMaintenanceDatabase(superuser, (database) => {
    // For a template of 10 MB, writing to the log takes a third of the time of copying files. Copying waits for two checkpoints.
    const templateClause = template === undefined ? '' : `TEMPLATE ${template} STRATEGY wal_log`
    return retryWhileInUse(() => database.unsafe(`CREATE DATABASE ${name} OWNER ${owner} ${templateClause}`))
  })

export const dropDatabase = (superuser: Superuser, name: string): Promise<void> =>
  withMaintenanceDatabase(superuser, (database) => retryWhileInUse(() => database.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)))

/** Rejects all connections to a database, even those of superusers, so it can be cloned at any time. */
export const closeDatabase = (superuser: Superuser, name: string): Promise<void> =>
  withMaintenanceDatabase(superuser, async (database) => {
    await database.unsafe(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`)
  })
