import { setImmediate } from 'node:timers/promises'
import type { Field, FieldName } from '@registry/domain/fields/dictionary'
import type { FieldTable } from '@registry/domain/fields/field-definition'
import { listFields } from '@registry/db/columns'
import { buildDemoPatient, type DemoPatient } from './patient.ts'
import { formatDay } from './calendar.ts'
import { copyInto, copyLine, type CopyValue, type Sql } from './copy.ts'

/** First and last patient id of a batch. Joins with whole tables read this range only. */
export type Range = { readonly first: number; readonly last: number }

const stagedFields = (table: FieldTable): readonly Field[] => listFields(table).filter((field) => !field.derived)
const personalFields = stagedFields('patient_personal')
const medicalFields = stagedFields('patient_medical')
export const personalColumns: readonly string[] = personalFields.map((field) => field.column)
export const medicalColumns: readonly string[] = medicalFields.map((field) => field.column)

const registrationColumns = [
  'patient_id',
  'centre_code',
  'login_mode',
  'lang',
  'created_at',
  'has_account',
  'has_password',
  'centre_patient_code',
  'surname',
  'name',
  'email',
  'mobile_prefix',
  'mobile',
] as const
const roundColumns = ['patient_id', 'at', 'language', 'answers'] as const
const sf36Columns = ['patient_id', 'at', 'language', 'answers', 'scores'] as const
const resultColumns = ['patient_id', 'analyte', 'taken_on', 'value', 'recorded_at'] as const
const withdrawalColumns = ['patient_id', 'at', 'language', 'choice'] as const

/** Creates temporary tables for COPY, which Postgres does not allow on tables with row security. They end with the transaction. */
export const createStaging = async (sql: Sql): Promise<void> => {
  await sql.unsafe(`
    CREATE TEMP TABLE demo_registration (patient_id integer, centre_code text, login_mode text, lang text, created_at timestamptz,
      has_account boolean, has_password boolean, centre_patient_code text, surname text, name text, email text, mobile_prefix text, mobile text) ON COMMIT DROP;
    CREATE TEMP TABLE demo_round (patient_id integer, at timestamptz, language text, answers jsonb) ON COMMIT DROP;
    CREATE TEMP TABLE demo_sf36 (patient_id integer, at timestamptz, language text, answers jsonb, scores jsonb) ON COMMIT DROP;
    CREATE TEMP TABLE demo_departure (patient_id integer, at timestamptz, language text, choice text) ON COMMIT DROP;
    CREATE TEMP TABLE demo_personal ON COMMIT DROP AS SELECT patient_id, 1 AS place, now() AS at, ${personalColumns.join(', ')} FROM patient_personal WITH NO DATA;
    CREATE TEMP TABLE demo_result (patient_id integer, analyte text, taken_on date, value double precision, recorded_at timestamptz) ON COMMIT DROP;
    CREATE TEMP TABLE demo_medical ON COMMIT DROP AS SELECT patient_id, 1 AS place, now() AS at, ${medicalColumns.join(', ')} FROM patient_medical WITH NO DATA;
  `)
}

/** The rows of some patients, as lines for COPY. */
export type Batch = {
  readonly ids: Range
  readonly registrations: string[]
  readonly rounds: string[]
  readonly withdrawals: string[]
  readonly sf36: string[]
  readonly personal: string[]
  readonly medical: string[]
  readonly results: string[]
  /** The most saves of a record. */
  saves: number
}

const toPatientId = (index: number): number => index + 1

/** A patient who answered has signed in and has a password. p1 has one without answers. */
const hasPassword = ({ index, consents }: DemoPatient) => index === 0 || consents.rounds.length > 0

const registrationLine = (patient: DemoPatient): string => {
  const { identity, index, consents } = patient
  return copyLine([
    toPatientId(index),
    patient.centreCode,
    identity.loginMode,
    identity.language,
    patient.registeredAt,
    consents.withdrawal === undefined,
    hasPassword(patient),
    identity.centrePatientCode,
    identity.surname,
    identity.name,
    identity.email,
    identity.mobile?.prefix,
    identity.mobile?.number,
  ])
}

type DataDomainSave = {
  readonly place: number
  readonly at: string | undefined
  readonly values: { readonly [name in FieldName]?: CopyValue }
}

/** The columns of a save of a data domain: `place` counts the saves from 1, and a save without a moment is of the load. */
const saveColumns = ['patient_id', 'place', 'at'] as const

const saveLine = (id: number, fields: readonly Field[], { place, at, values }: DataDomainSave): string =>
  copyLine([id, place, at, ...fields.map(({ name }) => values[name])])

const listMedicalSaves = ({ medical, saves }: DemoPatient): readonly DataDomainSave[] => {
  if (saves.length > 0) return saves.map(({ at, values }, index) => ({ place: index + 1, at, values }))
  return medical ? [{ place: 1, at: undefined, values: medical }] : []
}

const addPatient = (batch: Batch, patient: DemoPatient): void => {
  const id = toPatientId(patient.index)
  const { language } = patient.identity
  const { rounds, withdrawal } = patient.consents
  batch.registrations.push(registrationLine(patient))
  for (const { at, flags, incidental } of rounds) {
    const answers = {
      C_DB_P: flags.c_db_p,
      C_DB_M: flags.c_db_m,
      C_S: flags.c_s,
      C_EXTRAEU: flags.c_extraeu,
      C_P_DB: flags.c_p_db,
      C_F: flags.c_f,
      C_INCIDENTAL: incidental,
    }
    batch.rounds.push(copyLine([id, at, language, answers]))
  }
  for (const { at, answers, scores } of patient.sf36) batch.sf36.push(copyLine([id, at, language, JSON.stringify(answers), scores]))
  if (withdrawal) batch.withdrawals.push(copyLine([id, withdrawal.at, language, withdrawal.choice]))
  const { personal, personalSavedAt: at } = patient
  if (personal) batch.personal.push(saveLine(id, personalFields, { place: 1, at, values: personal }))
  const saves = listMedicalSaves(patient)
  batch.results.push(
    ...patient.results.map(({ analyte, day, value, recordedAt }) => copyLine([id, analyte, formatDay(day), value, recordedAt])),
  )
  batch.medical.push(...saves.map((save) => saveLine(id, medicalFields, save)))
  batch.saves = Math.max(batch.saves, saves.length)
}

/** After this many patients the event loop gets a turn. The previous batch is stored while this one is built. */
const patientsPerTurn = 40

/** Returns the patients with indexes from `from` up to, but not including, `to`. */
export const buildBatch = async (seed: number, from: number, to: number, today: string): Promise<Batch> => {
  const ids = { first: toPatientId(from), last: toPatientId(to - 1) }
  const batch: Batch = { ids, registrations: [], rounds: [], withdrawals: [], sf36: [], personal: [], medical: [], results: [], saves: 0 }
  for (let index = from; index < to; index += 1) {
    addPatient(batch, buildDemoPatient(seed, index, today))
    if (index % patientsPerTurn === 0) await setImmediate()
  }
  return batch
}

const stagingTables = [
  'demo_registration',
  'demo_round',
  'demo_departure',
  'demo_sf36',
  'demo_personal',
  'demo_medical',
  'demo_result',
] as const

/** Replaces the rows of the temporary tables with one batch. Statistics cover only the columns that joins use. */
export const stageBatch = async (sql: Sql, batch: Batch): Promise<void> => {
  await sql.unsafe(`TRUNCATE ${stagingTables.join(', ')}`)
  await copyInto(sql, 'demo_registration', registrationColumns, batch.registrations)
  await copyInto(sql, 'demo_round', roundColumns, batch.rounds)
  await copyInto(sql, 'demo_departure', withdrawalColumns, batch.withdrawals)
  await copyInto(sql, 'demo_sf36', sf36Columns, batch.sf36)
  await copyInto(sql, 'demo_personal', [...saveColumns, ...personalColumns], batch.personal)
  await copyInto(sql, 'demo_medical', [...saveColumns, ...medicalColumns], batch.medical)
  await copyInto(sql, 'demo_result', resultColumns, batch.results)
  await sql.unsafe(`ANALYZE ${stagingTables.map((table) => `${table} (patient_id)`).join(', ')}`)
  // Without it Postgres expects few rows for a place, and compares each record with each staged row.
  await sql`ANALYZE demo_personal (place), demo_medical (place)`
}
