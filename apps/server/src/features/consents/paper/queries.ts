import type { NewPaperConsent } from '@registry/api-contract/paper-consents'
import type { Transaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import type { Language } from '@registry/domain/language'
import type { ReadScan } from './scan.ts'

export type Registered = { readonly id: number; readonly code: string; readonly surname: string; readonly name: string }

/** Finds a patient of the centre who has not withdrawn. @throws AppError import_patient_unknown, consent_withdrawn */
export const requireRegistered = async ({ sql }: Transaction, centre: string, code: string): Promise<Registered> => {
  const [found] = await sql<(Registered & { withdrawn: boolean })[]>`
    SELECT p.id, i.centre_patient_code AS code, i.surname, i.name, p.c_db_no_notification IS NOT NULL AS withdrawn
    FROM patient_identity AS i JOIN patient AS p ON p.id = i.patient_id
    WHERE i.centre_code = ${centre} AND i.centre_patient_code = ${code}`
  if (!found) throw new AppError('import_patient_unknown')
  const { withdrawn, ...registered } = found
  if (withdrawn) throw new AppError('consent_withdrawn')
  return registered
}

type NewForm = {
  readonly number: string
  readonly patientId: number
  readonly centre: string
  readonly language: Language
  readonly versions: Readonly<Record<'information' | 'preliminary' | 'consents', number>>
  readonly printedBy: string
}

export const insertForm = async (
  { sql }: Transaction,
  { number, patientId, centre, language, versions, printedBy }: NewForm,
): Promise<void> => {
  await sql`
    INSERT INTO paper_form (number, patient_id, centre_code, language, information_version, preliminary_version, consents_version, printed_by)
    VALUES (${number}, ${patientId}, ${centre}, ${language}, ${versions.information}, ${versions.preliminary}, ${versions.consents}, ${printedBy})`
}

/** The version of the questions on a form of the patient. */
export const findForm = async (
  { sql }: Transaction,
  number: string,
  patientId: number,
): Promise<{ readonly version: number; readonly language: Language } | undefined> => {
  const [form] = await sql<{ version: number; language: Language }[]>`
    SELECT consents_version AS version, language FROM paper_form WHERE number = ${number} AND patient_id = ${patientId}`
  return form
}

type NewRow = Pick<NewPaperConsent, 'answers' | 'signedOn' | 'signers'> & {
  readonly id: string
  readonly number: string
  readonly patientId: number
  readonly centre: string
  readonly scan: ReadScan & { readonly encrypted: Uint8Array }
  readonly recordedBy: string
}

/** @returns false if the form was recorded before, and not refused */
export const insertPaperConsent = async ({ sql }: Transaction, row: NewRow): Promise<boolean> => {
  const { id, number, patientId, centre, answers, signedOn, signers, scan, recordedBy } = row
  const { count } = await sql`
    INSERT INTO paper_consent (id, form_number, patient_id, centre_code, answers, signed_on, signers, scan, scan_name, scan_type, scan_sha256, recorded_by)
    VALUES (${id}, ${number}, ${patientId}, ${centre}, ${sql.json(answers)}, ${signedOn}, ${signers}, ${scan.encrypted}, ${scan.name}, ${scan.type},
      ${scan.sha256}, ${recordedBy})
    ON CONFLICT (form_number) WHERE state <> 'REFUSED' DO NOTHING`
  return count === 1
}

type StoredScan = {
  readonly patientId: number
  readonly centre: string
  readonly name: string
  readonly type: string
  readonly encrypted: Uint8Array
}

/** Finds a scan of the centre. Row security shows no other. */
export const findScan = async ({ sql }: Transaction, id: string): Promise<StoredScan | undefined> => {
  const [scan] = await sql<StoredScan[]>`
    SELECT patient_id AS "patientId", centre_code AS centre, scan_name AS name, scan_type AS type, scan AS encrypted FROM paper_consent WHERE id = ${id}`
  return scan
}
