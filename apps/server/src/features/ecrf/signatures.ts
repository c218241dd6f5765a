import type { RecordSignature } from '@registry/api-contract/ecrf'
import type { Transaction } from '@registry/db/transaction'
import { listSignableYears } from '@registry/domain/ecrf/signature'
import { AppError } from '@registry/domain/error'

/** The versions of a record as its reader sees them: zero means a section without consent. */
const readVersions = (version: string): { readonly personal: number | null; readonly medical: number | null } => {
  const [, personal = 0, medical = 0] = version.split('.').map(Number)
  return { personal: personal || null, medical: medical || null }
}

type Row = { readonly year: number; readonly by: string; readonly at: string; readonly broken: boolean }
type Found = { readonly id: number; readonly version: string }

/** The last signature of each year, the newest year first. */
export const listSignatures = async ({ sql }: Transaction, { id }: Pick<Found, 'id'>): Promise<readonly RecordSignature[]> => {
  const rows = await sql<Row[]>`
    SELECT DISTINCT ON (year) year, signed_by AS by, signed_at AS at, is_signature_broken(patient_id, personal_version, medical_version) AS broken
    FROM record_signature WHERE patient_id = ${id} ORDER BY year DESC, record_signature.id DESC`
  return rows.map(({ at, ...row }) => ({ ...row, at: new Date(at).toISOString() }))
}

type Signing = { readonly year: number; readonly seen: string; readonly by: string; readonly today: string }

/**
 * Signs a record as its person saw it. The same signature of the same values is the same request sent again (FAULT-11).
 * @throws AppError record_year_not_signable, record_changed_unsigned, consent_medical_missing
 */
export const signRecord = async ({ sql }: Transaction, { id, version }: Found, { year, seen, by, today }: Signing): Promise<void> => {
  if (!listSignableYears(today).includes(year)) throw new AppError('record_year_not_signable')
  const { personal, medical } = readVersions(version)
  const before = readVersions(seen)
  if (before.personal !== personal || before.medical !== medical) throw new AppError('record_changed_unsigned')
  if (personal === null && medical === null) throw new AppError('consent_medical_missing')
  await sql`SELECT pg_advisory_xact_lock(hashtext('record_signature'), ${id})`
  const same = await sql`
    SELECT FROM record_signature
    WHERE patient_id = ${id} AND year = ${year} AND signed_by = ${by}
      AND personal_version IS NOT DISTINCT FROM ${personal} AND medical_version IS NOT DISTINCT FROM ${medical}`
  if (same.length > 0) return
  await sql`
    INSERT INTO record_signature (patient_id, year, personal_version, medical_version, signed_by)
    VALUES (${id}, ${year}, ${personal}, ${medical}, ${by})`
}

/** A change of a signed record needs a reason; the signature is broken afterwards. @throws AppError record_reason_required */
export const requireReason = async (tx: Transaction, found: Found, reason: string | undefined): Promise<void> => {
  if (reason !== undefined && reason !== '') return
  const signatures = await listSignatures(tx, found)
  if (signatures.some(({ broken }) => !broken)) throw new AppError('record_reason_required')
}
