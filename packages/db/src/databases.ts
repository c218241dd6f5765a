import { connect, type Database, type DatabaseAddress } from './connect.ts'

/** Postgres itself waits five seconds for the connections of a database to close. */
const mostTries = 12
const objectInUse = '55006'
const isInUse = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === objectInUse

/** A connection that its client has closed stays in the database until its server process has ended, which takes long on a busy machine. */
const untilUnused = async (work: () => PromiseLike<unknown>, tries = mostTries): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (tries <= 1 || !isInUse(error)) throw error
    await untilUnused(work, tries - 1)
  }
}

/** A superuser's address: only a superuser may end the connections of every role. */
type Superuser = DatabaseAddress & object

const withMaintenance = async (superuser: Superuser, work: (database: Database) => Promise<void>): Promise<void> => {
  const database = connect({ ...superuser, database: 'postgres' }, { max: 1 })
  try {
    await work(database)
  } finally {
    await database.end()
  }
}

type NewDatabase = { readonly name: string; readonly owner: string; readonly template?: string }

/** Creates a database; waits for connections that are just leaving its template. */
export const createDatabase = (superuser: Superuser, { name, owner, template }: NewDatabase): Promise<void> =>
  withMaintenance(superuser, (database) => {
    // A large template is copied faster as files than through the write-ahead log.
    const copied = template === undefined ? '' : `TEMPLATE ${template} STRATEGY file_copy`
    return untilUnused(() => database.unsafe(`CREATE DATABASE ${name} OWNER ${owner} ${copied}`))
  })

/** Drops a database and ends every connection to it. */
export const dropDatabase = (superuser: Superuser, name: string): Promise<void> =>
  withMaintenance(superuser, (database) => untilUnused(() => database.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)))

/** Closes a database to every connection, also to those of superusers, so that it can be cloned at any moment. */
export const closeDatabase = (superuser: Superuser, name: string): Promise<void> =>
  withMaintenance(superuser, async (database) => {
    await database.unsafe(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`)
  })
