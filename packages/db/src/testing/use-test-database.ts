import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { afterAll, beforeAll } from 'vitest'
import type { RegistryTypes } from '../connect.ts'
import type { TransactionContext } from '../transaction.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { makeCentre, makePatient, type PatientFixture, type PatientOptions } from './fixtures.ts'

/** Centres of the tests, each in another region: Lazio, Lombardia, Toscana. */
const regions = { RM01: 'ITI4', MI01: 'ITC4', FI01: 'ITI1' } as const
type TestCentre = keyof typeof regions

/** The context of a CenterAdmin who uses a form. */
export const centreContext = (centre: TestCentre): TransactionContext => ({
  actor: 'ca@example.org',
  source: 'form',
  scope: { kind: 'centre', centre },
})

export const patientContext = (patientId: number): TransactionContext => ({
  actor: `patient ${patientId}`,
  source: 'patient',
  scope: { kind: 'patient', patientId },
})

type QueryError = { readonly constraint_name?: string; readonly column_name?: string; readonly message: string }

/** Returns the error of a failed query, with the fields that a service can read; `undefined` after a success. */
export const catchQueryError = (work: Promise<unknown>): Promise<QueryError | undefined> =>
  work.then(
    () => undefined,
    (error: QueryError) => error,
  )

/**
 * Counts the rows of a table that the work reads: `scanned` by full scans, `found` by indexes. Postgres keeps the counts of earlier
 * transactions in the connection for up to a second, so only the difference is the work's own.
 */
export const countReads = async (
  sql: TransactionSql<RegistryTypes>,
  table: string,
  work: () => Promise<unknown>,
): Promise<{ scanned: number; found: number }> => {
  const read = async () => {
    const [counts] = await sql<{ scanned: number; found: number }[]>`
      SELECT seq_tup_read::integer AS scanned, idx_tup_fetch::integer AS found FROM pg_stat_xact_user_tables WHERE relname = ${table}`
    return counts ?? { scanned: 0, found: 0 }
  }
  const before = await read()
  await work()
  const after = await read()
  return { scanned: after.scanned - before.scanned, found: after.found - before.found }
}

type UsedDatabase = Pick<TestDatabase, 'owner' | 'server' | 'addresses'> & {
  /** Creates a patient of RM01 with a random code, unless the options set another. */
  createPatient(options?: Partial<PatientOptions>): Promise<PatientFixture>
}

/** Gives the test file its own database with these centres. It exists from the first hook after this call to the end of the file. */
export const useTestDatabase = (...centres: readonly TestCentre[]): UsedDatabase => {
  let created: TestDatabase | undefined
  beforeAll(async () => {
    created = await testDatabase()
    for (const centre of centres) await makeCentre(created.owner, centre, regions[centre])
  })
  afterAll(() => created?.dispose())
  const getDatabase = (): TestDatabase => {
    if (!created) throw new Error('The test database does not exist before the first hook')
    return created
  }
  return {
    get owner() {
      return getDatabase().owner
    },
    get server() {
      return getDatabase().server
    },
    get addresses() {
      return getDatabase().addresses
    },
    createPatient: (options) => makePatient(getDatabase().owner, { centre: 'RM01', centrePatientCode: randomUUID(), ...options }),
  }
}
