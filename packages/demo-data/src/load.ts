import { connect, type DatabaseAddress } from '@registry/db/connect'
import { addCentres, addSavedFilters, addStaff, hashPatientPasswords, type HashSecret } from './accounts.ts'
import { daysOfRegistry } from './clinical/course.ts'
import type { Sql } from './copy.ts'
import { batchOf, makeStaging, stage, type Batch } from './staging.ts'
import { store, type PatientHashes } from './store.ts'

/** The seed of the demo that everybody sees. */
export const demoSeed = 1977
const demoPatients = 600

export type DemoOptions = {
  /** How many patients; the first ones are the same whatever the number. */
  readonly patients?: number
  /** The ISO day on which the registry is seen: ages, stays and follow-up count back from it. */
  readonly today: string
  readonly seed?: number
  readonly hashSecret: HashSecret
  /** Hears how many patients are in, batch by batch. */
  readonly onProgress?: (loaded: number) => void
}

const dayMs = 86_400_000

/** Patients held in memory at a time, twice: one batch is made while the database takes in the one before. Each batch costs a look through the tables. */
const patientsPerBatch = 10_000

async function* batchesOf(seed: number, patients: number, today: string): AsyncGenerator<Batch> {
  for (let from = 0; from < patients; from += patientsPerBatch)
    yield await batchOf(seed, from, Math.min(from + patientsPerBatch, patients), today)
}

const refuseIfInUse = async (sql: Sql): Promise<void> => {
  const [found] = await sql<{ people: boolean; documents: number }[]>`
    SELECT EXISTS (SELECT FROM patient) OR EXISTS (SELECT FROM staff_user) OR EXISTS (SELECT FROM centre) AS people,
      (SELECT count(DISTINCT kind)::integer FROM consent_document) AS documents`
  if (found?.people) throw new Error('The demo is loaded into an empty registry only: this one has centres, staff or patients')
  if (found?.documents !== 4) throw new Error('The demo needs the consent documents: load the reference data first')
}

/**
 * The demo's story began before this database was made, and an answer is never older than its text (THREAT-34): the texts are dated back to the
 * day before the first answer can be. Nobody answered them yet, so this changes no evidence.
 */
const dateTexts = async (sql: Sql, today: string): Promise<void> => {
  const published = new Date(Date.parse(today) - (daysOfRegistry + 1) * dayMs).toISOString()
  await sql`ALTER TABLE consent_document DISABLE TRIGGER refuse_change`
  await sql`UPDATE consent_document SET published_at = ${published} WHERE published_at > ${published}`
  await sql`ALTER TABLE consent_document ENABLE TRIGGER refuse_change`
}

const loadPatients = async (
  sql: Sql,
  hashes: PatientHashes,
  batches: AsyncIterable<Batch>,
  onProgress: (loaded: number) => void,
): Promise<void> => {
  await sql`SET LOCAL work_mem = '64MB'`
  await makeStaging(sql)
  let loaded = 0
  let before: Promise<void> = Promise.resolve()
  const take = async (batch: Batch) => {
    await stage(sql, batch)
    await store(sql, batch.ids, hashes)
    loaded += batch.registrations.length
    onProgress(loaded)
  }
  for await (const batch of batches) {
    await before
    before = take(batch)
    // A failure is thrown where it is awaited; until then it is not unhandled.
    before.catch(() => {})
  }
  await before
  await sql`SELECT setval(pg_get_serial_sequence('patient', 'id'), ${loaded})`
}

/** Rows that the load wrote more than once, empty, consented and filled, leave room behind; the other tables only need their statistics. */
const rewritten = ['patient', 'patient_personal', 'patient_medical']
const writtenOnce = [
  'patient_identity',
  'patient_identity_version',
  'patient_personal_version',
  'patient_medical_version',
  'consent_event',
  'consent_text_sent',
  'account',
]

/**
 * Loads the demo registry of D20 as the tables' owner: centres, staff, patients with consents and records, saved filters; all or nothing.
 * Memory does not grow with the number of patients.
 * @throws when the registry is not empty, or its consent documents are missing, or without a whole positive number of patients
 */
export const loadDemo = async (owner: DatabaseAddress, options: DemoOptions): Promise<void> => {
  const { today, hashSecret, patients = demoPatients, seed = demoSeed, onProgress = () => {} } = options
  if (!Number.isInteger(patients) || patients < 1) throw new RangeError('The demo has at least one patient')
  // The demo may be loaded at any hour of today: nothing in it happens later than that.
  const yesterday = new Date(Date.parse(`${today}T07:00:00.000Z`) - dayMs).toISOString()
  const database = connect(owner, { max: 1, applicationName: 'registry demo' })
  try {
    await database.begin(async (sql) => {
      await refuseIfInUse(sql)
      await dateTexts(sql, today)
      await addCentres(sql, hashSecret)
      const staff = await addStaff(sql, hashSecret, yesterday)
      const hashes = await hashPatientPasswords(hashSecret)
      await sql`SELECT set_config('app.actor', 'demo', true), set_config('app.via', 'system', true)`
      await loadPatients(sql, hashes, batchesOf(seed, patients, today), onProgress)
      await addSavedFilters(sql, staff, yesterday)
    })
    await database.unsafe(`VACUUM (ANALYZE) ${rewritten.join(', ')}`)
    await database.unsafe(`ANALYZE ${writtenOnce.join(', ')}`)
  } finally {
    await database.end()
  }
}
