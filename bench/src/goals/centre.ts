import { listFields } from '@registry/db/columns'
import { connect } from '@registry/db/connect'
import { copyInto, copyLine, type CopyValue, type Sql } from '@registry/demo-data/copy'
import { buildDemoPatient, type DemoPatient } from '@registry/demo-data/patient'
import { demoCentrePassword } from '@registry/demo-data/staff'
import type { FieldName } from '@registry/domain/fields/dictionary'
import type { Registry } from '../registry.ts'

/** The centre of the benchmark. It has the password of RM01. */
export const centre = 'BE01'
export const password = demoCentrePassword('RM01')
/** The number of its patients. */
export const centreSize = 100_000

/** Returns the patient's CENTER_ID. */
export const formatKey = (row: number): string => `B${row}`

/** The seed differs from that of the demonstration. The day is fixed and in the past. */
const seed = 1978
const seenOn = '2026-11-01'

type CompletePatient = { readonly personal: NonNullable<DemoPatient['personal']>; readonly medical: NonNullable<DemoPatient['medical']> }
const hasAllBlocks = (patient: DemoPatient): patient is DemoPatient & CompletePatient =>
  patient.personal !== undefined && patient.medical !== undefined

/** Generates patients with all consents, the same ones in each run. */
export function* generatePatients(count: number): Generator<CompletePatient> {
  let generated = 0
  for (let index = 0; generated < count; index += 1) {
    const patient = buildDemoPatient(seed, index, seenOn)
    if (!hasAllBlocks(patient)) continue
    generated += 1
    yield patient
  }
}

/** Registers patients with consents in the ledger. */
const registerPatients = async (sql: Sql, count: number): Promise<void> => {
  await sql`
    INSERT INTO centre (code, name, geotreeid, city, password_hash)
    SELECT ${centre}, 'Centro della misura', 'W', 'Roma', password_hash FROM centre WHERE code = 'RM01'`
  await sql`INSERT INTO patient (centre_code, login_mode) SELECT ${centre}, 'Email' FROM generate_series(1, ${count})`
  await sql`
    INSERT INTO patient_identity (patient_id, centre_code, centre_patient_code, surname, name, email)
    SELECT id, centre_code, ${formatKey(0).slice(0, -1)} || n, 'BIANCHI', 'LUCA', 'b' || n || '@measure.example'
    FROM (SELECT id, centre_code, row_number() OVER (ORDER BY id) AS n FROM patient WHERE centre_code = ${centre}) AS numbered`
  await sql`
    INSERT INTO consent_text_sent (subject, client, kind, version, language)
    SELECT p.consent_subject, 'myconsent', d.kind, d.version, 'it'
    FROM patient AS p CROSS JOIN (SELECT kind, max(version) AS version FROM consent_document GROUP BY kind) AS d WHERE p.centre_code = ${centre}`
  await sql`
    INSERT INTO consent_event (subject, field, answer, kind, version, language, client, information_version, preliminary_version, channel, actor)
    SELECT p.consent_subject, point.field, 'true', 'consents', d.consents, 'it', 'myconsent', d.information, d.preliminary, 'patient', 'patient'
    FROM patient AS p
    CROSS JOIN (VALUES ('C_DB_P'), ('C_DB_M')) AS point (field)
    CROSS JOIN (
      SELECT max(version) FILTER (WHERE kind = 'consents') AS consents, max(version) FILTER (WHERE kind = 'information') AS information,
        max(version) FILTER (WHERE kind = 'preliminary') AS preliminary
      FROM consent_document) AS d
    WHERE p.centre_code = ${centre}`
}

const blocks = { personal: 'patient_personal', medical: 'patient_medical' } as const
const batchSize = 10_000

/** Fills one block of the patients, so that imports change existing values. */
const fillBlock = async (sql: Sql, block: keyof typeof blocks, patients: readonly CompletePatient[], first: number): Promise<void> => {
  const table = blocks[block]
  const fields = listFields(table).filter(({ derived }) => !derived)
  const columns = fields.map(({ column }) => column)
  await sql.unsafe(`CREATE TEMPORARY TABLE given AS SELECT ''::text AS key, ${columns.join(', ')} FROM ${table} WITH NO DATA`)
  const lines = patients.map((patient, at) => {
    const values: { readonly [name in FieldName]?: CopyValue } = patient[block]
    return copyLine([formatKey(first + at), ...fields.map(({ name }) => values[name])])
  })
  await copyInto(sql, 'given', ['key', ...columns], lines)
  await sql.unsafe(`ANALYZE given (key)`)
  await sql.unsafe(`
    UPDATE ${table} AS block SET ${columns.map((column) => `${column} = given.${column}`).join(', ')}
    FROM given JOIN patient_identity AS i ON i.centre_code = '${centre}' AND i.centre_patient_code = given.key WHERE block.patient_id = i.patient_id`)
  await sql.unsafe('DROP TABLE given')
}

const fillRecords = async (sql: Sql, count: number): Promise<void> => {
  let batch: CompletePatient[] = []
  let first = 1
  const store = async (): Promise<void> => {
    await fillBlock(sql, 'personal', batch, first)
    await fillBlock(sql, 'medical', batch, first)
    first += batch.length
    batch = []
  }
  for (const patient of generatePatients(count)) if (batch.push(patient) === batchSize) await store()
  if (batch.length > 0) await store()
}

/** Registers the patients of the centre with their records, unless a kept registry has them already. */
export const registerCentre = async ({ owner }: Registry, count: number): Promise<void> => {
  const database = connect(owner, { max: 1 })
  try {
    const [known] = await database`SELECT FROM centre WHERE code = ${centre}`
    if (known) return
    console.log(`Registering ${count.toLocaleString('en')} patients of one centre`)
    await database.begin(async (sql) => {
      await sql`SELECT set_config('app.actor', 'bench', true), set_config('app.via', 'system', true)`
      await registerPatients(sql, count)
      await fillRecords(sql, count)
    })
    await database`VACUUM (ANALYZE) patient, patient_identity, patient_personal, patient_medical, patient_personal_version, patient_medical_version`
  } finally {
    await database.end()
  }
}
