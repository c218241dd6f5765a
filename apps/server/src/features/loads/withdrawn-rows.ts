import type { Transaction } from '@registry/db/transaction'
import { fingerprint, findWithdrawn } from '../../withdrawn-fingerprints.ts'
import { nothingFound, shownEntries, type Entry, type Found } from './entries.ts'
import type { Load } from './plan.ts'
import { run } from './sql.ts'
import type { Staged } from './staging.ts'

type Row = { readonly row_number: number; readonly key: string; readonly contact: string }
type Match = { readonly row: number; readonly byCode: boolean; readonly byContact: boolean }

const newRows = (tx: Transaction): PromiseLike<readonly Row[]> =>
  run<Row>(
    tx,
    `SELECT s.row_number, s.key, CASE s.login_mode WHEN 'Email' THEN s.email ELSE s.mobile_prefix || s.mobile END AS contact
    FROM load_row AS s JOIN load_target AS t ON t.row_number = s.row_number WHERE t.patient_id IS NULL`,
  )

const hasFingerprints = async ({ sql }: Transaction): Promise<boolean> => (await sql`SELECT FROM withdrawn_fingerprint LIMIT 1`).length > 0

const matchesOf = async (tx: Transaction, { deps, centre }: Load): Promise<readonly Match[]> => {
  const rows = await newRows(tx)
  const hashed = await Promise.all(
    rows.map(async ({ row_number: row, key, contact }) => ({
      row,
      code: await fingerprint(deps.keyedHash, centre, 'code', key),
      contact: await fingerprint(deps.keyedHash, centre, 'contact', contact),
    })),
  )
  const withdrawn = await findWithdrawn(
    tx,
    hashed.flatMap(({ code, contact }) => [code, contact]),
  )
  return hashed
    .map(({ row, code, contact }) => ({ row, byCode: withdrawn.has(code), byContact: withdrawn.has(contact) }))
    .filter(({ byCode, byContact }) => byCode || byContact)
}

/**
 * Refuses rows of people whom the centre had and who were anonymised or erased, as it would if they had stopped everything: the code is
 * of somebody who withdrew, the contact is in use (D5). Nobody's fingerprint, nothing to do.
 */
export const refuseWithdrawn = async (tx: Transaction, load: Load): Promise<void> => {
  if (!(await hasFingerprints(tx))) return
  const matches = await matchesOf(tx, load)
  const rowsWith = (kind: 'byCode' | 'byContact'): number[] => matches.filter((match) => match[kind]).map(({ row }) => row)
  await tx.sql`UPDATE load_target SET fault = 'consent_withdrawn' WHERE row_number = ANY (${rowsWith('byCode')}::int[])`
  await tx.sql`INSERT INTO load_taken SELECT unnest(${rowsWith('byContact')}::int[])`
}

type TaxCode = { readonly row_number: number; readonly key: string; readonly legal_id: string }

/** Takes rows out of the staging table whose tax code is of somebody who was anonymised or erased, and tells them (D5). */
export const takeOutWithdrawn = async (tx: Transaction, { deps, centre }: Load, { columns }: Staged): Promise<Found> => {
  if (!columns.has('legal_id') || !(await hasFingerprints(tx))) return nothingFound
  const rows = await run<TaxCode>(tx, 'SELECT row_number, key, legal_id FROM load_row WHERE legal_id IS NOT NULL ORDER BY row_number')
  const hashed = await Promise.all(
    rows.map(async (row) => ({ ...row, hash: await fingerprint(deps.keyedHash, centre, 'tax code', row.legal_id) })),
  )
  const withdrawn = await findWithdrawn(
    tx,
    hashed.map(({ hash }) => hash),
  )
  const refused = hashed.filter(({ hash }) => withdrawn.has(hash))
  await tx.sql`DELETE FROM load_row WHERE row_number = ANY (${refused.map(({ row_number: row }) => row)}::int[])`
  const refusals = refused.map(({ row_number: row, key }): Entry => ({ row, key, field: 'legal_id', code: 'consent_withdrawn' }))
  return { ...nothingFound, refusals: refusals.slice(0, shownEntries), refusalCount: refusals.length }
}
