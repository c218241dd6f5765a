import { randomBytes } from 'node:crypto'
import type { Transaction } from '@registry/db/transaction'
import { buildReceiptCode, receiptCodeLength } from '@registry/domain/consent/receipt-code'
import { z } from 'zod'
import { formatItalianDay } from '../shared/day.ts'
import { hashForGood, listHashes } from './keyed-hash.ts'
import type { Deps } from '../app/deps.ts'

type Needs = Pick<Deps, 'keyedHash' | 'encryption' | 'clock'>
/** A code and the last day on which it works. */
export type DeletionCode = { readonly code: string; readonly lastDay: string }

/** Lists have one of few lengths. So the length of a row does not reveal the person's number of exports. */
const paddedLength = 4096
const Exports = z.array(z.uuid())

const keptYears = 2
/** A code works until the end of the second year after the withdrawal's. So its day reveals only the year (REQ-CON-17). */
const findLastDay = (today: string): string => `${Number(today.slice(0, 4)) + keptYears}-12-31`

const purpose = 'deletion request code'
const formatPurpose = (code: string): string => `deletion request ${code}`

/**
 * Stores the exports to delete of a withdrawing person, and returns the code that opens the list (REQ-CON-17). The database has only a
 * keyed hash of the code, and the encrypted list. So nothing links the person to an export (REQ-CON-08).
 */
export const storeDeletionCode = async (needs: Needs, { sql }: Transaction, exports: readonly string[]): Promise<DeletionCode | null> => {
  if (exports.length === 0) return null
  const code = buildReceiptCode(randomBytes(receiptCodeLength))
  const text = JSON.stringify(exports)
  const padded = text.padEnd(Math.ceil(text.length / paddedLength) * paddedLength)
  const encrypted = await needs.encryption.encrypt(padded, formatPurpose(code))
  const lastDay = findLastDay(formatItalianDay(needs.clock()))
  await sql`INSERT INTO deletion_code (hash, encrypted_exports, last_day) VALUES (${await hashForGood(needs.keyedHash, purpose, code)}, ${encrypted}, ${lastDay})`
  return { code, lastDay }
}

export type ExportsToDelete = { readonly exports: readonly string[]; readonly lastDay: string }

/** Returns the exports to delete of a code, or `undefined` for an unknown or ended code. */
export const findExportsToDelete = async (needs: Needs, { sql }: Transaction, code: string): Promise<ExportsToDelete | undefined> => {
  const [row] = await sql<{ exports: Uint8Array; lastDay: string }[]>`
    SELECT encrypted_exports AS exports, last_day::text AS "lastDay" FROM deletion_code
    WHERE hash = ANY (${[...(await listHashes(needs.keyedHash, purpose, code))]}::text[]) AND last_day >= ${formatItalianDay(needs.clock())}`
  if (!row) return undefined
  const exports = Exports.parse(JSON.parse(await needs.encryption.decrypt(row.exports, formatPurpose(code))))
  return { exports, lastDay: row.lastDay }
}
