import { and, asc, eq, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { patient, patientIdentity, patientMedical, patientPersonal } from '@registry/db/schema/patients'
import { patientIdentityVersion, patientMedicalVersion, patientPersonalVersion } from '@registry/db/schema/history'
import type { Transaction } from '@registry/db/transaction'
import type { ListedPatient, PatientRecordView } from '@registry/api-contract/ecrf'
import { readIncidentalFindings } from '@registry/domain/consent/incidental-findings'
import { sources, type DataDomainVersion } from '@registry/domain/ecrf/history'
import { AppError } from '@registry/domain/error'
import { fields, type FieldName } from '@registry/domain/fields/dictionary'
import type { FieldTable } from '@registry/domain/fields/field-definition'
import { isMissingReason, type MissingValues, withMissingCells } from '@registry/domain/fields/missing'
import type { PatientRecord, Value } from '@registry/domain/fields/values'
import { computedStatistics } from '@registry/domain/observations/analytes'
import { ValueMark, type ValueSources } from '@registry/domain/observations/value-sources'
import type { ChartResult } from '@registry/domain/ecrf/record-days'
import { shownOfTrend } from '@registry/domain/ecrf/visit'
import { findNearCodes } from '../../shared/near-codes.ts'
import { findLastMri } from './last-mri.ts'

/** The fields of the list for old programs, for its read trace. */
export const listedColumns: readonly FieldName[] = ['CENTER_ID', 'SURNAME', 'NAME', 'C_DB_P', 'C_DB_M']

type RegisteredPatient = Pick<ListedPatient, 'code' | 'surname' | 'name' | 'personal' | 'medical'> & { readonly id: number }

/** All patients of a centre. It sees its own registration with and without C_DB_P (REQ-PAT-09). */
export const listAllPatients = (tx: Transaction, centre: string): Promise<readonly RegisteredPatient[]> => tx.sql<RegisteredPatient[]>`
  SELECT p.id, i.centre_patient_code AS code, i.surname, i.name, coalesce(p.c_db_p, false) AS personal, coalesce(p.c_db_m, false) AS medical
  FROM patient_identity AS i JOIN patient AS p ON p.id = i.patient_id
  WHERE i.centre_code = ${centre} ORDER BY i.centre_patient_code`

const isText = (item: unknown): item is string => typeof item === 'string'
const toValue = (stored: unknown): Value => {
  if (typeof stored === 'string' || typeof stored === 'number' || typeof stored === 'boolean') return stored
  return Array.isArray(stored) && stored.every(isText) ? stored : null
}

/** Drizzle names the columns of dictionary fields like the database; those of other tables by property. */
const readColumns = (table: FieldTable, row: Readonly<Record<string, unknown>>): PatientRecord =>
  Object.fromEntries(fields.filter((field) => field.table === table).map(({ name, column }) => [name, toValue(row[column])]))

/** The reasons of missing values by field; the database has them by column. */
const readMissing = (table: FieldTable, row: Readonly<Record<string, unknown>>): MissingValues => {
  const stored = row['missingReasons']
  const reasons = new Map<string, unknown>(typeof stored === 'object' && stored !== null ? Object.entries(stored) : [])
  return Object.fromEntries(
    fields.flatMap(({ name, column, table: own }) => {
      const reason = own === table ? reasons.get(column) : undefined
      return isMissingReason(reason) ? [[name, reason]] : []
    }),
  )
}

/** The marks of statistics by field; the database has them by column. */
const readSources = (stored: unknown): ValueSources => {
  const marks = z.record(z.string(), ValueMark).parse(stored ?? {})
  return Object.fromEntries(
    computedStatistics.flatMap(({ name, column }) => {
      const mark = marks[column]
      return mark ? [[name, mark]] : []
    }),
  )
}

/** The properties of the tables that are no `dictionaryColumns`, by column. */
const readRegistration = (row: typeof patient.$inferSelect, identity: typeof patientIdentity.$inferSelect): PatientRecord => ({
  center_code: row.centreCode,
  CENTER_ID: identity.centrePatientCode,
  SURNAME: identity.surname,
  NAME: identity.name,
  login_mode: row.loginMode,
  email: identity.email,
  mobile_prefix: identity.mobilePrefix,
  mobile: identity.mobile,
  c_db: row.cDb,
  C_DB_P: row.cDbP,
  C_DB_M: row.cDbM,
  c_s: row.cS,
  c_extraeu: row.cExtraeu,
  c_p_db: row.cPDb,
  c_f: row.cF,
  C_DB_NO_NOTIFICATION: row.cDbNoNotification,
})

/** Selects records, in the order of the codes. Row security omits a section that the caller may not read. */
export const selectRecords = ({ db }: Transaction, where: SQL | undefined) =>
  db
    .select({ patient, identity: patientIdentity, personal: patientPersonal, medical: patientMedical })
    .from(patientIdentity)
    .innerJoin(patient, eq(patient.id, patientIdentity.patientId))
    .leftJoin(patientPersonal, eq(patientPersonal.patientId, patientIdentity.patientId))
    .leftJoin(patientMedical, eq(patientMedical.patientId, patientIdentity.patientId))
    .where(where)
    .orderBy(asc(patientIdentity.centrePatientCode))

const isOfCentre = (centre: string): SQL => eq(patientIdentity.centreCode, centre)

type RecordRow = Awaited<ReturnType<typeof selectRecords>>[number]

/** The values of the registration and of the visible sections. */
const readValues = ({ patient: person, identity, personal, medical }: RecordRow): PatientRecord => ({
  ...readRegistration(person, identity),
  ...(personal && readColumns('patient_personal', personal)),
  ...(medical && readColumns('patient_medical', medical)),
})

/** The values of a record, and the reasons of missing ones. */
export const readRecordValues = (row: RecordRow): { readonly values: PatientRecord; readonly missing: MissingValues } => ({
  values: readValues(row),
  missing: {
    ...(row.personal && readMissing('patient_personal', row.personal)),
    ...(row.medical && readMissing('patient_medical', row.medical)),
  },
})

/** Reads all readable values of all patients of a centre. */
export const listAllRecords = async (
  tx: Transaction,
  centre: string,
): Promise<readonly { readonly id: number; readonly values: PatientRecord }[]> =>
  (await selectRecords(tx, isOfCentre(centre))).map((row) => ({ id: row.patient.id, values: readValues(row) }))

type PendingContact = { readonly contact: string; readonly at: string; readonly actor: string; readonly expires_at: string }

/** The contact that waits for its confirmation (REQ-PAT-24). */
const findPendingContact = async ({ sql }: Transaction, patientId: number) => {
  const [found] = await sql<PendingContact[]>`SELECT contact, at, actor, expires_at FROM find_pending_correction(${patientId})`
  if (!found) return null
  const { contact, at, actor, expires_at: expiresAt } = found
  return { contact, actor, at: new Date(at).toISOString(), expiresAt: new Date(expiresAt).toISOString() }
}

type PaperRow = { readonly field: string; readonly signed_on: string; readonly reference: string; readonly version: string }

/** The papers of another registry behind the consents of the record (REQ-CON-21). */
const findPaperConsents = async ({ sql }: Transaction, patientId: number): Promise<PatientRecordView['paperConsents']> => {
  const rows = await sql<PaperRow[]>`SELECT field, signed_on, reference, version FROM find_paper_consents(${patientId})`
  const find = (wanted: string) => {
    const row = rows.find(({ field }) => field === wanted)
    return row && { signedOn: row.signed_on, reference: row.reference, version: row.version }
  }
  const [personal, medical] = [find('C_DB_P'), find('C_DB_M')]
  return { ...(personal && { personal }), ...(medical && { medical }) }
}

const findRejectedMail = async ({ sql }: Transaction, patientId: number): Promise<string | null> => {
  const [found] = await sql<{ at: string | null }[]>`SELECT find_rejected_mail(${patientId}) AS at`
  return found?.at ?? null
}

type ResultSpan = PatientRecordView['results'][string] & { readonly analyte: string }

/** The first and last day of the present results of each analyte, and their number. */
const findResultSpans = async ({ sql }: Transaction, patientId: number): Promise<PatientRecordView['results']> => {
  const spans = await sql<ResultSpan[]>`
    SELECT analyte, min(taken_on) AS first, max(taken_on) AS last, count(*)::integer AS count
    FROM observation WHERE patient_id = ${patientId} AND ended_at IS NULL GROUP BY analyte ORDER BY analyte`
  return Object.fromEntries(spans.map(({ analyte, ...span }) => [analyte, span]))
}

/** The results of the last three days of each analyte, the oldest first. */
export const listLastResults = ({ sql }: Transaction, patientId: number): Promise<ChartResult[]> => sql<ChartResult[]>`
    SELECT analyte, taken_on AS "takenOn", comparator, standard_value::float8 AS "standardValue" FROM (
      SELECT *, dense_rank() OVER (PARTITION BY analyte ORDER BY taken_on DESC) AS place
      FROM observation WHERE patient_id = ${patientId} AND ended_at IS NULL
    ) AS result WHERE place <= ${shownOfTrend} ORDER BY analyte, taken_on, recorded_at, id`

/** Finds the patient's code at the centre by the address of the record. @throws AppError record_not_found */
export const findPatientCode = async ({ sql }: Transaction, centre: string, record: string): Promise<string> => {
  const [found] = await sql<{ code: string }[]>`
    SELECT centre_patient_code AS code FROM patient_identity WHERE record_id = ${record} AND centre_code = ${centre}`
  if (!found) throw new AppError('record_not_found')
  return found.code
}

/** Reads a record by the patient's code at the centre. @throws AppError import_patient_unknown, with the near code if there is one */
export const findRecord = async (tx: Transaction, centre: string, code: string) => {
  const [row] = await selectRecords(tx, and(isOfCentre(centre), eq(patientIdentity.centrePatientCode, code)))
  if (!row) {
    const near = (await findNearCodes(tx, [code])).get(code)
    throw new AppError('import_patient_unknown', near === undefined ? undefined : { near })
  }
  const { identity, personal, medical } = row
  const consents = { personal: row.patient.cDbP === true, medical: row.patient.cDbM === true }
  const withdrawn = row.patient.cDbNoNotification !== null
  return {
    id: row.patient.id,
    record: identity.recordId,
    code: identity.centrePatientCode,
    surname: identity.surname,
    name: identity.name,
    birthDate: identity.birthDate,
    consents,
    paperConsents: await findPaperConsents(tx, row.patient.id),
    withdrawn,
    incidentalFindings: withdrawn ? null : readIncidentalFindings(row.patient.cIncidental),
    ...readRecordValues(row),
    sources: readSources(medical?.valueSources ?? null),
    results: medical ? await findResultSpans(tx, row.patient.id) : {},
    pendingContact: await findPendingContact(tx, row.patient.id),
    mailRejectedAt: await findRejectedMail(tx, row.patient.id),
    lastMri: medical ? await findLastMri(tx, row.patient.id) : null,
    version: [identity.version, personal?.version ?? 0, medical?.version ?? 0].join('.'),
  }
}

/** The keys of the open discrepancies of a record, the oldest first. */
export const listOpenChecks = async ({ sql }: Transaction, patientId: number): Promise<readonly string[]> => {
  const rows = await sql<
    { key: string }[]
  >`SELECT check_key AS key FROM record_discrepancy WHERE patient_id = ${patientId} AND state = 'open' ORDER BY id`
  return rows.map(({ key }) => key)
}

/** Makes other saves of the record wait for the end of the transaction. */
export const lockRecord = async ({ sql }: Transaction, patientId: number): Promise<void> => {
  await sql`SELECT patient_id FROM patient_identity WHERE patient_id = ${patientId} FOR UPDATE`
  await sql`SELECT patient_id FROM patient_personal WHERE patient_id = ${patientId} FOR UPDATE`
  await sql`SELECT patient_id FROM patient_medical WHERE patient_id = ${patientId} FOR UPDATE`
}

const historyTables = [
  { dataDomain: 'identity', table: patientIdentityVersion, fieldTable: 'patient_identity' },
  { dataDomain: 'personal', table: patientPersonalVersion, fieldTable: 'patient_personal' },
  { dataDomain: 'medical', table: patientMedicalVersion, fieldTable: 'patient_medical' },
] as const

/** Reads the versions of a record's visible sections, oldest first. */
export const listVersions = async ({ db }: Transaction, patientId: number): Promise<readonly DataDomainVersion[]> => {
  const versions: DataDomainVersion[] = []
  for (const { dataDomain, table, fieldTable } of historyTables) {
    const rows = await db.select().from(table).where(eq(table.patientId, patientId)).orderBy(asc(table.version))
    for (const row of rows) {
      const { version, at, actor, reason } = row
      const source = sources.find((source) => source === row.source) ?? 'system'
      versions.push({
        dataDomain,
        version: Number(version),
        at: new Date(String(at)).toISOString(),
        actor: String(actor),
        source,
        reason: reason === null ? null : String(reason),
        values: withMissingCells(readColumns(fieldTable, row), readMissing(fieldTable, row)),
      })
    }
  }
  return versions.toSorted((one, other) => one.at.localeCompare(other.at) || one.version - other.version)
}
