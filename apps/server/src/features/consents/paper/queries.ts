import type { NewPaperConsent } from '@registry/api-contract/paper-consents'
import type { PaperConsentState } from '@registry/db/schema/paper-consents'
import type { Transaction } from '@registry/db/transaction'
import type { ScanType } from '@registry/domain/consent/paper-scan'
import type { Answers } from '@registry/domain/consent/questions'
import { AppError } from '@registry/domain/error'
import type { Language } from '@registry/domain/language'
import type { FormTexts } from './form-document.ts'
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
  readonly texts: FormTexts
  readonly printedBy: string
}

export const insertForm = async (
  { sql }: Transaction,
  { number, patientId, centre, language, texts: { information, preliminary, consents, assent }, printedBy }: NewForm,
): Promise<void> => {
  await sql`
    INSERT INTO paper_form (number, patient_id, centre_code, language, information_version, preliminary_version, consents_version,
      assent_kind, assent_version, printed_by)
    VALUES (${number}, ${patientId}, ${centre}, ${language}, ${information.version}, ${preliminary.version}, ${consents.version},
      ${assent?.kind ?? null}, ${assent?.version ?? null}, ${printedBy})`
}

export type Form = {
  readonly formNumber: string
  readonly language: Language
  readonly version: number
  readonly printedAt: string
  readonly printedBy: string
}

/** The forms that were printed for a patient, the newest first. */
export const listForms = ({ sql }: Transaction, patientId: number): Promise<Form[]> => sql<Form[]>`
  SELECT number AS "formNumber", language, consents_version AS version, printed_at AS "printedAt", printed_by AS "printedBy"
  FROM paper_form WHERE patient_id = ${patientId} ORDER BY printed_at DESC, number`

type NewRow = Pick<NewPaperConsent, 'answers' | 'signedOn' | 'signers'> & {
  readonly id: string
  readonly formNumber: string
  readonly patientId: number
  readonly centre: string
  readonly scan: ReadScan & { readonly encrypted: Uint8Array }
  readonly recordedBy: string
}

/** @returns false if the form was recorded before, and not refused */
export const insertPaperConsent = async ({ sql }: Transaction, row: NewRow): Promise<boolean> => {
  const { id, formNumber, patientId, centre, answers, signedOn, signers, scan, recordedBy } = row
  const { count } = await sql`
    INSERT INTO paper_consent (id, form_number, patient_id, centre_code, answers, signed_on, signers, scan, scan_name, scan_type, scan_sha256, recorded_by)
    VALUES (${id}, ${formNumber}, ${patientId}, ${centre}, ${sql.json(answers)}, ${signedOn}, ${signers.map(String)}, ${scan.encrypted}, ${scan.name}, ${scan.type},
      ${scan.sha256}, ${recordedBy})
    ON CONFLICT (form_number) WHERE state <> 'REFUSED' DO NOTHING`
  return count === 1
}

/** Whether the centre of the transaction has a recorded form. */
export const hasPaper = async ({ sql, centre }: Transaction, id: string): Promise<boolean> =>
  (await sql`SELECT FROM paper_consent WHERE id = ${id} AND centre_code = ${centre ?? null}`).length > 0

type StoredScan = { readonly patientId: number; readonly name: string; readonly type: string; readonly encrypted: Uint8Array }

export const findScan = async ({ sql }: Transaction, id: string): Promise<StoredScan | undefined> => {
  const [scan] = await sql<StoredScan[]>`
    SELECT patient_id AS "patientId", scan_name AS name, scan_type AS type, scan AS encrypted FROM paper_consent WHERE id = ${id}`
  return scan
}

export type StoredPaper = {
  readonly id: string
  readonly patientId: number
  readonly code: string
  readonly surname: string
  readonly name: string
  readonly formNumber: string
  readonly version: number
  readonly language: Language
  readonly answers: Answers
  readonly signedOn: string
  /** Names of guardians, and null for the patient. */
  readonly signers: readonly (string | null)[]
  readonly scanType: ScanType
  readonly state: PaperConsentState
  readonly recordedBy: string
  readonly recordedAt: string
  readonly decidedBy: string | null
  readonly decidedAt: string | null
  readonly reason: string | null
  readonly superseded: readonly string[]
}

/** The recorded forms of a centre that wait, all of a patient, or one, the newest first. */
export const listPapers = (
  { sql }: Transaction,
  centre: string,
  only: { readonly patientId?: number; readonly id?: string } = {},
): Promise<StoredPaper[]> => sql<StoredPaper[]>`
  SELECT paper.id, paper.patient_id AS "patientId", i.centre_patient_code AS code, i.surname, i.name, paper.form_number AS "formNumber",
    form.consents_version AS version, form.language, paper.answers, paper.signed_on::text AS "signedOn",
    (SELECT jsonb_agg(g.surname || ' ' || g.name ORDER BY signer.place) FROM unnest(paper.signers) WITH ORDINALITY AS signer (id, place)
      LEFT JOIN guardianship AS g ON g.id::text = signer.id) AS signers,
    paper.scan_type AS "scanType", paper.state, paper.recorded_by AS "recordedBy", paper.recorded_at AS "recordedAt", paper.decided_by AS "decidedBy",
    paper.decided_at AS "decidedAt", paper.reason, paper.superseded
  FROM paper_consent AS paper JOIN paper_form AS form ON form.number = paper.form_number JOIN patient_identity AS i ON i.patient_id = paper.patient_id
  WHERE paper.centre_code = ${centre} AND ${
    only.id !== undefined
      ? sql`paper.id = ${only.id}`
      : only.patientId !== undefined
        ? sql`paper.patient_id = ${only.patientId}`
        : sql`paper.state = 'PENDING'`
  }
  ORDER BY paper.recorded_at DESC, paper.id`

export type Guardian = { readonly id: number; readonly name: string }

/** The guardians of a patient, past ones included, because a paper can be older than their end. */
export const listGuardians = ({ sql }: Transaction, patientId: number): Promise<Guardian[]> => sql<Guardian[]>`
  SELECT id, surname || ' ' || name AS name FROM guardianship WHERE patient_id = ${patientId} ORDER BY surname, name, id`

type Verified = {
  readonly patientId: number
  readonly subject: string
  readonly superseded: readonly string[]
  /** Null when no answer came into force. */
  readonly ledger: { readonly first: number; readonly last: number; readonly at: string; readonly chainHash: string } | null
}

/** Puts a form in force in the database. Undefined for a form that the caller may not confirm. */
export const verifyPaper = async ({ sql }: Transaction, id: string): Promise<Verified | undefined> => {
  const [row] = await sql<
    {
      patientId: number
      subject: string
      superseded: string[]
      first: number | null
      last: number | null
      at: string | null
      chainHash: string | null
    }[]
  >`
    SELECT patient_id AS "patientId", subject, superseded, first_seq AS first, last_seq AS last, added_at AS at, last_hash AS "chainHash"
    FROM verify_paper_consent(${id})`
  if (!row) return undefined
  const { patientId, subject, superseded, first, last, at, chainHash } = row
  const isAdded = first !== null && last !== null && at !== null && chainHash !== null
  return { patientId, subject, superseded, ledger: isAdded ? { first, last, at, chainHash } : null }
}

/** Returns the patient, or undefined for a form that the caller may not refuse. */
export const refusePaper = async ({ sql }: Transaction, id: string, reason: string): Promise<number | undefined> => {
  const [row] = await sql<{ patientId: number }[]>`SELECT patient_id AS "patientId" FROM refuse_paper_consent(${id}, ${reason})`
  return row?.patientId
}

/** The names of the two persons of the centre, or else their sign-in names, for the receipt of a verified form. */
export const findPaperPersons = async (
  { sql }: Transaction,
  id: string,
): Promise<{ readonly recordedBy: string; readonly verifiedBy: string } | undefined> => {
  const [row] = await sql<{ recordedBy: string; verifiedBy: string }[]>`
    SELECT coalesce(first.name || ' ' || first.surname, paper.recorded_by) AS "recordedBy",
      coalesce(second.name || ' ' || second.surname, paper.decided_by) AS "verifiedBy"
    FROM paper_consent AS paper LEFT JOIN staff_user AS first ON first.email = paper.recorded_by LEFT JOIN staff_user AS second ON second.email = paper.decided_by
    WHERE paper.id = ${id} AND paper.state = 'VERIFIED'`
  return row
}

/** The versions of the other documents on a form. */
export const findFormVersions = async (
  { sql }: Transaction,
  formNumber: string,
): Promise<Readonly<Record<'information' | 'preliminary', { readonly version: number; readonly hash: string }>> | undefined> => {
  const [row] = await sql<{ information: { version: number; hash: string }; preliminary: { version: number; hash: string } }[]>`
    SELECT jsonb_build_object('version', information_version, 'hash', information_hash) AS information,
      jsonb_build_object('version', preliminary_version, 'hash', preliminary_hash) AS preliminary
    FROM paper_form WHERE number = ${formNumber}`
  return row
}
