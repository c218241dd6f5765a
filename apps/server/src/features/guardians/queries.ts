import type { GuardianList, ListedGuardian } from '@registry/api-contract/guardians'
import type { Transaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'

type Registered = {
  readonly id: number
  readonly birthDate: string | null
  readonly majority: string | null
  readonly hasContact: boolean
  readonly withdrawn: boolean
}

/** Finds a patient of the centre. @throws AppError import_patient_unknown */
export const findRegistered = async ({ sql }: Transaction, centre: string, code: string): Promise<Registered> => {
  const [found] = await sql<Registered[]>`
    SELECT p.id, i.birth_date AS "birthDate", find_majority(p.id) AS majority,
      CASE p.login_mode WHEN 'Email' THEN i.email ELSE i.mobile END IS NOT NULL AS "hasContact", p.c_db_no_notification IS NOT NULL AS withdrawn
    FROM patient_identity AS i JOIN patient AS p ON p.id = i.patient_id
    WHERE i.centre_code = ${centre} AND i.centre_patient_code = ${code}`
  if (!found) throw new AppError('import_patient_unknown')
  return found
}

type Row = Omit<ListedGuardian, 'createdAt' | 'endedAt'> & { readonly createdAt: string; readonly endedAt: string | null }

/** The guardians of a patient of the transaction's centre, those who act first. */
export const listGuardians = async ({ sql }: Transaction, patientId: number): Promise<ListedGuardian[]> => {
  const rows = await sql<Row[]>`
    SELECT id, kind, must_sign AS "mustSign", reason, evidence, surname, name, contact, valid_until AS "validUntil", created_at AS "createdAt",
      created_by AS "createdBy", ended_at AS "endedAt", ended_by AS "endedBy", end_reason AS "endReason",
      CASE WHEN ended_at IS NOT NULL THEN 'ended' WHEN NOT is_guardianship_valid(g, (now() AT TIME ZONE 'Europe/Rome')::date) THEN 'over'
        WHEN accepted_at IS NULL THEN 'pending' ELSE 'active' END AS state
    FROM guardianship AS g WHERE patient_id = ${patientId} ORDER BY ended_at IS NOT NULL, id`
  return rows.map(({ createdAt, endedAt, ...row }) => ({
    ...row,
    createdAt: new Date(createdAt).toISOString(),
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
  }))
}

/** The guardians of a patient of the transaction's centre whose Yes waits for another signature (REQ-GRD-03). */
export const listSigned = async ({ sql }: Transaction, patientId: number): Promise<number[]> =>
  (await sql<{ id: number }[]>`SELECT id FROM list_signed_guardianships(${patientId}) AS id`).map(({ id }) => id)

type OpenRequest = NonNullable<GuardianList['request']>

/** The open request of guardians to anonymise or erase a patient of the transaction's centre (REQ-GRD-12). */
export const findRequest = async ({ sql }: Transaction, patientId: number): Promise<OpenRequest | null> => {
  const [found] = await sql<OpenRequest[]>`
    SELECT choice, asked_on::text AS "askedOn", due_on::text AS "dueOn", missing FROM list_withdrawal_requests() WHERE patient_id = ${patientId}`
  return found ?? null
}

type CentreRequest = Omit<OpenRequest, 'missing'> & {
  readonly patientId: number
  readonly code: string
  readonly record: string
  readonly missing: number
}

/** The open requests about the patients of the transaction's centre, the first due first. */
export const listRequests = ({ sql }: Transaction): Promise<CentreRequest[]> => sql<CentreRequest[]>`
  SELECT request.patient_id AS "patientId", i.centre_patient_code AS code, i.record_id AS record, request.choice, request.asked_on::text AS "askedOn",
    request.due_on::text AS "dueOn", cardinality(request.missing) AS missing
  FROM list_withdrawal_requests() AS request JOIN patient_identity AS i ON i.patient_id = request.patient_id ORDER BY request.due_on, i.centre_patient_code`
