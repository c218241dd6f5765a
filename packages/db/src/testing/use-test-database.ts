import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
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
