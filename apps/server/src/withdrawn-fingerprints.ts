import type { Transaction } from '@registry/db/transaction'
import type { KeyedHash } from './auth/keyed-hash.ts'

/** What a fingerprint is taken of. A contact is an e-mail, or a mobile with its prefix. */
export type FingerprintKind = 'code' | 'contact' | 'tax code'

/**
 * The fingerprint of one thing that is known of a person at a centre (D5). It is bound to the centre: a row of another centre never
 * matches, so that no centre can find out about the patients of another by trying.
 */
export const computeFingerprint = async (keyedHash: KeyedHash, centre: string, of: FingerprintKind, value: string): Promise<string> =>
  (await keyedHash('withdrawn person', JSON.stringify([centre, of, value]))).toString('hex')

/** What is known of a patient who leaves; a patient may see all of it. */
type Leaving = {
  readonly centre: string
  readonly code: string
  readonly email: string | null
  readonly mobile: string | null
  readonly tax_code: string | null
}

/** The fingerprints by which a patient who is anonymised or erased will be known, taken before anything is gone (D5). */
export const computePatientFingerprints = async (
  keyedHash: KeyedHash,
  { sql }: Transaction,
  patientId: number,
): Promise<readonly string[]> => {
  const [leaving] = await sql<Leaving[]>`
    SELECT i.center_code AS centre, i.center_id AS code, i.email, i.mobile_prefix || i.mobile AS mobile, d.legal_id AS tax_code
    FROM patient_identity i LEFT JOIN patient_personal d ON d.patient_id = i.patient_id WHERE i.patient_id = ${patientId}`
  if (!leaving) return []
  const { centre, code, email, mobile, tax_code: taxCode } = leaving
  const known: readonly (readonly [FingerprintKind, string | null])[] = [
    ['code', code],
    ['contact', email],
    ['contact', mobile],
    ['tax code', taxCode],
  ]
  return Promise.all(known.flatMap(([of, value]) => (value === null ? [] : [computeFingerprint(keyedHash, centre, of, value)])))
}

/** Of some fingerprints those of withdrawn people, each with whose it is. */
export const findWithdrawn = async ({ sql }: Transaction, hashes: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> => {
  const found = await sql<{ hash: string; person: string }[]>`
    SELECT hash, person FROM withdrawn_fingerprint WHERE hash = ANY (${[...hashes]}::text[])`
  return new Map([...Map.groupBy(found, ({ hash }) => hash)].map(([hash, rows]) => [hash, rows.map(({ person }) => person)]))
}
