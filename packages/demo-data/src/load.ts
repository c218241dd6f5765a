import { connect, type DatabaseAddress } from '@registry/db/connect'
import { addCentres, addSavedFilters, addStaff, hashPatientPasswords, type HashSecret } from './accounts.ts'
import { daysOfRegistry } from './clinical/trajectory.ts'
import type { Sql } from './copy.ts'
import { addGuardian } from './guardians.ts'
import { buildBatch, createStaging, stageBatch, type Batch } from './staging.ts'
import { addPaperConsent, type EncryptScan } from './paper-consents.ts'
import { addStudies } from './studies.ts'
import { storePatients, type PatientHashes } from './store.ts'

/** The default seed, so that every demonstration shows the same patients. */
export const demoSeed = 1977
const demoPatients = 600

export type DemoOptions = {
  /** Number of patients. The first ones do not depend on it. */
  readonly patients?: number
  /** The ISO day of the demonstration. Ages, stays and follow-up count back from it. */
  readonly today: string
  readonly seed?: number
  readonly hashSecret: HashSecret
  /** Without it, no signed form waits. */
  readonly encryptScan?: EncryptScan
  /** Is called after each batch with the number of patients loaded so far. */
  readonly onProgress?: (loaded: number) => void
}

const dayMs = 86_400_000

/** Memory holds two batches: one is built while the database stores the other. Smaller batches scan the tables more often. */
const patientsPerBatch = 10_000

async function* generateBatches(seed: number, patients: number, today: string): AsyncGenerator<Batch> {
  for (let from = 0; from < patients; from += patientsPerBatch)
    yield await buildBatch(seed, from, Math.min(from + patientsPerBatch, patients), today)
}

const checkEmpty = async (sql: Sql): Promise<void> => {
  const [found] = await sql<{ people: boolean; documents: boolean }[]>`
    SELECT EXISTS (SELECT FROM patient) OR EXISTS (SELECT FROM staff_user) OR EXISTS (SELECT FROM centre) AS people,
      EXISTS (SELECT FROM consent_document WHERE kind = 'consents') AS documents`
  if (found?.people) throw new Error('The demo is loaded into an empty registry only: this one has centres, staff or patients')
  if (!found?.documents) throw new Error('The demo needs the consent documents: load the reference data first')
}

/**
 * Dates consent documents and questionnaire before the first possible answer, because an answer is never older than its text
 * (THREAT-34). No answer exists yet, so this changes no evidence.
 */
const backdateDocuments = async (sql: Sql, today: string): Promise<void> => {
  const published = new Date(Date.parse(today) - (daysOfRegistry + 1) * dayMs).toISOString()
  await sql`ALTER TABLE consent_document DISABLE TRIGGER prevent_change`
  await sql`UPDATE consent_document SET published_at = ${published} WHERE published_at > ${published}`
  await sql`ALTER TABLE consent_document ENABLE TRIGGER prevent_change`
  await sql`ALTER TABLE sf36_version DISABLE TRIGGER check_sf36_version`
  await sql`UPDATE sf36_version SET published_at = ${published} WHERE published_at > ${published}`
  await sql`ALTER TABLE sf36_version ENABLE TRIGGER check_sf36_version`
}

/** The load writes the rows of these tables several times, which produces dead rows. The other tables only need statistics. */
const vacuumedTables = ['patient', 'patient_personal', 'patient_medical']
const analyzedTables = [
  'patient_identity',
  'patient_identity_version',
  'patient_personal_version',
  'patient_medical_version',
  'consent_event',
  'consent_document_sent',
  'sf36_response',
  'account',
  'clinical_study',
  'study_patient',
]

const loadPatients = async (
  sql: Sql,
  hashes: PatientHashes,
  batches: AsyncIterable<Batch>,
  onProgress: (loaded: number) => void,
): Promise<void> => {
  await sql`SET LOCAL work_mem = '64MB'`
  await createStaging(sql)
  let loaded = 0
  let previous: Promise<void> = Promise.resolve()
  const storeBatch = async (batch: Batch) => {
    await stageBatch(sql, batch)
    await storePatients(sql, batch, hashes)
    // Without statistics each further batch would join whole tables, so that a million patients would take hours.
    if (loaded === 0) await sql.unsafe(`ANALYZE ${[...vacuumedTables, ...analyzedTables].join(', ')}`)
    loaded += batch.registrations.length
    onProgress(loaded)
  }
  for await (const batch of batches) {
    await previous
    previous = storeBatch(batch)
    // The next `await previous` throws the error; without this the rejection counts as unhandled.
    previous.catch(() => {})
  }
  await previous
  await sql`SELECT setval(pg_get_serial_sequence('patient', 'id'), ${loaded})`
}

/**
 * Loads centres, staff, patients, filters and studies in one transaction, as owner of the tables (REQ-OPS-07). Memory does not grow with
 * the number of patients.
 * @throws if the registry is not empty, if consent documents are missing, or if `patients` is not a positive integer
 */
export const loadDemo = async (owner: DatabaseAddress, options: DemoOptions): Promise<void> => {
  const { today, hashSecret, encryptScan, patients = demoPatients, seed = demoSeed, onProgress = () => {} } = options
  if (!Number.isInteger(patients) || patients < 1) throw new RangeError('The demo has at least one patient')
  // The demo can be loaded at any hour of today, and nothing in it may lie in the future.
  const yesterday = new Date(Date.parse(`${today}T07:00:00.000Z`) - dayMs).toISOString()
  const database = connect(owner, { max: 1, applicationName: 'registry demo' })
  try {
    await database.begin(async (sql) => {
      await checkEmpty(sql)
      await backdateDocuments(sql, today)
      await addCentres(sql, hashSecret)
      const staff = await addStaff(sql, hashSecret, yesterday)
      const hashes = await hashPatientPasswords(hashSecret)
      await sql`SELECT set_config('app.actor', 'demo', true), set_config('app.source', 'system', true)`
      await loadPatients(sql, hashes, generateBatches(seed, patients, today), onProgress)
      await addGuardian(sql, hashSecret, today, yesterday)
      await addSavedFilters(sql, staff, yesterday)
      await addStudies(sql, { seed, patients, today })
      if (encryptScan) await addPaperConsent(sql, encryptScan, today)
    })
    await database.unsafe(`VACUUM (ANALYZE) ${vacuumedTables.join(', ')}`)
    await database.unsafe(`ANALYZE ${analyzedTables.join(', ')}`)
  } finally {
    await database.end()
  }
}
