import type { Transaction } from '@registry/db/transaction'
import { hashForGood, listHashes, type KeyedHash } from './keyed-hash.ts'

/** The kind of value in a fingerprint. A contact is an e-mail, or a mobile with its prefix. */
export type FingerprintKind = 'code' | 'contact' | 'tax code'

type ValueOfPerson = readonly [centre: string, kind: FingerprintKind, value: string]

/**
 * Computes the fingerprints of one value of a person at a centre under all keys (REQ-PAT-06). They contain the centre, so rows of another
 * centre never match and reveal nothing (REQ-PAT-03).
 */
export const computeFingerprints = (keyedHash: KeyedHash, ...value: ValueOfPerson): Promise<readonly string[]> =>
  listHashes(keyedHash, 'withdrawn person', JSON.stringify(value))

/** The identifying values of a withdrawing patient, which row security shows to the patient. */
type IdentifyingValues = {
  readonly centre: string
  readonly code: string
  readonly email: string | null
  readonly mobile: string | null
  readonly tax_code: string | null
}

/** Computes the fingerprints of a patient. It must run before the withdrawal deletes the values (REQ-PAT-06). */
export const computePatientFingerprints = async (
  keyedHash: KeyedHash,
  { sql }: Transaction,
  patientId: number,
): Promise<readonly string[]> => {
  const [values] = await sql<IdentifyingValues[]>`
    SELECT i.centre_code AS centre, i.centre_patient_code AS code, i.email, i.mobile_prefix || i.mobile AS mobile, d.legal_id AS tax_code
    FROM patient_identity i LEFT JOIN patient_personal d ON d.patient_id = i.patient_id WHERE i.patient_id = ${patientId}`
  if (!values) return []
  const { centre, code, email, mobile, tax_code: taxCode } = values
  const valuesByKind: readonly (readonly [FingerprintKind, string | null])[] = [
    ['code', code],
    ['contact', email],
    ['contact', mobile],
    ['tax code', taxCode],
  ]
  return Promise.all(
    valuesByKind.flatMap(([kind, value]) =>
      value === null ? [] : [hashForGood(keyedHash, 'withdrawn person', JSON.stringify([centre, kind, value]))],
    ),
  )
}

/** Finds the fingerprints of withdrawn people, each with the persons' ids. */
export const findWithdrawn = async ({ sql }: Transaction, hashes: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> => {
  const found = await sql<{ hash: string; person: string }[]>`
    SELECT hash, person FROM withdrawn_fingerprint WHERE hash = ANY (${[...hashes]}::text[])`
  return new Map([...Map.groupBy(found, ({ hash }) => hash)].map(([hash, rows]) => [hash, rows.map(({ person }) => person)]))
}
