import type { Transaction } from '@registry/db/transaction'
import { sendReturnInvitation, getContact, type ReregistrationRequest } from '../../jobs/reregistration-requests.ts'
import { computeFingerprints, findWithdrawn } from '../../auth/withdrawn-fingerprints.ts'
import type { ImportContext, StagedBatch } from './import-plan.ts'
import { runStatement } from './staging-tables.ts'

type Row = Omit<ReregistrationRequest, 'centre'> & { readonly row: number; readonly asks: boolean }
type Match = { readonly row: Row; readonly byCode: boolean; readonly people: readonly string[] }

const selectNewRows = (tx: Transaction): PromiseLike<readonly Row[]> =>
  runStatement<Row>(
    tx,
    `SELECT staged.row_number AS row, staged.asks_to_return AS asks, staged.key AS "centrePatientCode", staged.surname, staged.name,
      staged.login_mode AS "loginMode", staged.lang, staged.email, staged.mobile_prefix AS "mobilePrefix", staged.mobile
    FROM import_row AS staged JOIN import_target AS target ON target.row_number = staged.row_number WHERE target.patient_id IS NULL`,
  )

const hasFingerprints = async ({ sql }: Transaction): Promise<boolean> => (await sql`SELECT FROM withdrawn_fingerprint LIMIT 1`).length > 0

/** The new rows that match an anonymised or erased patient of the centre. `people` are those who had the row's contact. */
const findMatches = async (tx: Transaction, { deps, centre }: ImportContext): Promise<readonly Match[]> => {
  const hashed = await Promise.all(
    (await selectNewRows(tx)).map(async (row) => ({
      row,
      code: await computeFingerprints(deps.keyedHash, centre, 'code', row.centrePatientCode),
      contact:
        getContact({ ...row, centre }) === ''
          ? []
          : await computeFingerprints(deps.keyedHash, centre, 'contact', getContact({ ...row, centre })),
    })),
  )
  const withdrawn = await findWithdrawn(
    tx,
    hashed.flatMap(({ code, contact }) => [...code, ...contact]),
  )
  return hashed.flatMap(({ row, code, contact }) => {
    const [byCode, people] = [code.some((hash) => withdrawn.has(hash)), contact.flatMap((hash) => withdrawn.get(hash) ?? [])]
    return byCode || people.length > 0 ? [{ row, byCode, people }] : []
  })
}

const listRowNumbers = (matches: readonly Match[]): number[] => matches.map(({ row }) => row.row)

/**
 * Removes the rows that request a re-registration, and sends the link to people who had the contact of the row (REQ-PAT-06). The result is
 * the same for any contact, so that a centre cannot test which one a person had (REQ-PAT-03).
 */
const requestReturns = async (tx: Transaction, { deps, centre, entries }: ImportContext, asking: readonly Match[]): Promise<void> => {
  for (const { row, people } of asking) {
    const { row: number, asks: _asks, ...registration } = row
    for (const person of people) await sendReturnInvitation(deps, tx, person, { centre, ...registration })
    entries.warn(number, row.centrePatientCode, 'ASKS_TO_RETURN', { code: 'import_return_requested' })
  }
  await tx.sql`DELETE FROM import_target WHERE row_number = ANY (${listRowNumbers(asking)}::int[])`
  await tx.sql`DELETE FROM import_row WHERE row_number = ANY (${listRowNumbers(asking)}::int[])`
}

/**
 * Rejects the rows of anonymised or erased patients of the centre (REQ-PAT-06). The errors are those of a patient who withdrew without
 * either: withdrawn code, or contact in use. A row that requests a re-registration is accepted and registers nobody yet: the number of
 * these rows is returned.
 */
export const rejectWithdrawnRows = async (tx: Transaction, context: ImportContext): Promise<number> => {
  if (!(await hasFingerprints(tx))) return 0
  const matches = await findMatches(tx, context)
  const asking = matches.filter(({ row }) => row.asks)
  const rejected = matches.filter(({ row }) => !row.asks)
  const withCode = rejected.filter(({ byCode }) => byCode)
  const withContact = rejected.filter(({ people }) => people.length > 0)
  await tx.sql`UPDATE import_target SET error = 'consent_withdrawn' WHERE row_number = ANY (${listRowNumbers(withCode)}::int[])`
  await tx.sql`INSERT INTO import_taken SELECT unnest(${listRowNumbers(withContact)}::int[])`
  if (asking.length > 0) await requestReturns(tx, context, asking)
  return asking.length
}

type TaxCode = { readonly row_number: number; readonly key: string; readonly legal_id: string }

/** Removes the staged rows whose tax code belongs to an anonymised or erased patient, and reports them (REQ-PAT-06). */
export const removeWithdrawnRows = async (
  tx: Transaction,
  { deps, centre, entries }: ImportContext,
  { columns }: StagedBatch,
): Promise<void> => {
  if (!columns.has('legal_id') || !(await hasFingerprints(tx))) return
  const rows = await runStatement<TaxCode>(
    tx,
    'SELECT row_number, key, legal_id FROM import_row WHERE legal_id IS NOT NULL ORDER BY row_number',
  )
  const hashed = await Promise.all(
    rows.map(async (row) => ({ ...row, hashes: await computeFingerprints(deps.keyedHash, centre, 'tax code', row.legal_id) })),
  )
  const withdrawn = await findWithdrawn(
    tx,
    hashed.flatMap(({ hashes }) => hashes),
  )
  const rejected = hashed.filter(({ hashes }) => hashes.some((hash) => withdrawn.has(hash)))
  await tx.sql`DELETE FROM import_row WHERE row_number = ANY (${rejected.map(({ row_number: row }) => row)}::int[])`
  for (const { row_number: row, key } of rejected) entries.reject(row, key, 'legal_id', { code: 'consent_withdrawn' })
}
