import type { Transaction } from '@registry/db/transaction'
import { sendReturnInvitation, getContact, type ReturnRequest } from '../../jobs/return-requests.ts'
import { computeFingerprint, findWithdrawn } from '../../withdrawn-fingerprints.ts'
import { noFindings, maxReportedEntries, type Entry, type FoundEntries } from './entries.ts'
import type { ImportContext } from './import-plan.ts'
import { runStatement } from './sql.ts'
import type { Staged } from './staging.ts'

type Row = Omit<ReturnRequest, 'centre'> & { readonly row: number; readonly asks: boolean }
type Match = { readonly row: Row; readonly byCode: boolean; readonly people: readonly string[] }

const newRows = (tx: Transaction): PromiseLike<readonly Row[]> =>
  runStatement<Row>(
    tx,
    `SELECT s.row_number AS row, s.asks_to_return AS asks, s.key AS "centerId", s.surname, s.name, s.login_mode AS "loginMode", s.lang, s.email,
      s.mobile_prefix AS "mobilePrefix", s.mobile
    FROM import_row AS s JOIN import_target AS t ON t.row_number = s.row_number WHERE t.patient_id IS NULL`,
  )

const hasFingerprints = async ({ sql }: Transaction): Promise<boolean> => (await sql`SELECT FROM withdrawn_fingerprint LIMIT 1`).length > 0

/** New rows of people whom the centre had and who were anonymised or erased; `people` are those who had the row's contact. */
const findMatches = async (tx: Transaction, { deps, centre }: ImportContext): Promise<readonly Match[]> => {
  const hashed = await Promise.all(
    (await newRows(tx)).map(async (row) => ({
      row,
      code: await computeFingerprint(deps.keyedHash, centre, 'code', row.centerId),
      contact: await computeFingerprint(deps.keyedHash, centre, 'contact', getContact({ ...row, centre })),
    })),
  )
  const withdrawn = await findWithdrawn(
    tx,
    hashed.flatMap(({ code, contact }) => [code, contact]),
  )
  return hashed.flatMap(({ row, code, contact }) => {
    const [byCode, people] = [withdrawn.has(code), withdrawn.get(contact) ?? []]
    return byCode || people.length > 0 ? [{ row, byCode, people }] : []
  })
}

const numbersOf = (matches: readonly Match[]): number[] => matches.map(({ row }) => row.row)

/**
 * Takes rows out that ask for the return of somebody: whoever has the contact that the person had gets the link. The answer is the same
 * whether it is that contact or not, or the centre could try out what it was (D5).
 */
const requestReturns = async (tx: Transaction, { deps, centre }: ImportContext, asking: readonly Match[]): Promise<FoundEntries> => {
  for (const { row, people } of asking) {
    const { row: _row, asks: _asks, ...registration } = row
    for (const person of people) await sendReturnInvitation(deps, tx, person, { centre, ...registration })
  }
  await tx.sql`DELETE FROM import_target WHERE row_number = ANY (${numbersOf(asking)}::int[])`
  await tx.sql`DELETE FROM import_row WHERE row_number = ANY (${numbersOf(asking)}::int[])`
  const warnings = asking.map(({ row }): Entry => ({
    row: row.row,
    key: row.centerId,
    field: 'ASKS_TO_RETURN',
    code: 'import_return_asked',
    warning: true,
  }))
  return { ...noFindings, warnings: warnings.slice(0, maxReportedEntries), warningCount: warnings.length }
}

/**
 * Refuses rows of people whom the centre had and who were anonymised or erased, as it would if they had stopped everything: the code is
 * of somebody who withdrew, the contact is in use. A row that says the person asked to come back is good, and registers nobody yet (D5).
 */
export const refuseWithdrawnRows = async (
  tx: Transaction,
  context: ImportContext,
): Promise<{ readonly ok: number; readonly found: FoundEntries }> => {
  if (!(await hasFingerprints(tx))) return { ok: 0, found: noFindings }
  const matches = await findMatches(tx, context)
  const asking = matches.filter(({ row }) => row.asks)
  const refused = matches.filter(({ row }) => !row.asks)
  const withCode = refused.filter(({ byCode }) => byCode)
  const withContact = refused.filter(({ people }) => people.length > 0)
  await tx.sql`UPDATE import_target SET fault = 'consent_withdrawn' WHERE row_number = ANY (${numbersOf(withCode)}::int[])`
  await tx.sql`INSERT INTO import_taken SELECT unnest(${numbersOf(withContact)}::int[])`
  return { ok: asking.length, found: asking.length === 0 ? noFindings : await requestReturns(tx, context, asking) }
}

type TaxCode = { readonly row_number: number; readonly key: string; readonly legal_id: string }

/** Takes rows out of the staging table whose tax code is of somebody who was anonymised or erased, and tells them (D5). */
export const removeWithdrawnRows = async (tx: Transaction, { deps, centre }: ImportContext, { columns }: Staged): Promise<FoundEntries> => {
  if (!columns.has('legal_id') || !(await hasFingerprints(tx))) return noFindings
  const rows = await runStatement<TaxCode>(
    tx,
    'SELECT row_number, key, legal_id FROM import_row WHERE legal_id IS NOT NULL ORDER BY row_number',
  )
  const hashed = await Promise.all(
    rows.map(async (row) => ({ ...row, hash: await computeFingerprint(deps.keyedHash, centre, 'tax code', row.legal_id) })),
  )
  const withdrawn = await findWithdrawn(
    tx,
    hashed.map(({ hash }) => hash),
  )
  const refused = hashed.filter(({ hash }) => withdrawn.has(hash))
  await tx.sql`DELETE FROM import_row WHERE row_number = ANY (${refused.map(({ row_number: row }) => row)}::int[])`
  const refusals = refused.map(({ row_number: row, key }): Entry => ({ row, key, field: 'legal_id', code: 'consent_withdrawn' }))
  return { ...noFindings, refusals: refusals.slice(0, maxReportedEntries), refusalCount: refusals.length }
}
