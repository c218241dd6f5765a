import { randomBytes } from 'node:crypto'
import type { Transaction } from '@registry/db/transaction'
import { buildReceiptCode, receiptCodeLength } from '@registry/domain/consent/receipt-code'
import { z } from 'zod'
import type { Deps } from './deps.ts'

type Needs = Pick<Deps, 'keyedHash' | 'encryption'>

/** Lists have one of few lengths, so the length of a row does not say how many exports held the person. */
const paddedLength = 4096
const Exports = z.array(z.uuid())

const hashCode = async ({ keyedHash }: Needs, code: string): Promise<string> => (await keyedHash('recall code', code)).toString('hex')
const formatPurpose = (code: string): string => `recall ${code}`

/**
 * Keeps the recalled exports of a person who leaves, and returns the code that opens the list (REQ-CON-17). The database has only a keyed
 * hash of the code, and the encrypted list, so that nothing links the person with an export (REQ-CON-08).
 */
export const storeRecallCode = async (needs: Needs, { sql }: Transaction, exports: readonly string[]): Promise<string | null> => {
  if (exports.length === 0) return null
  const code = buildReceiptCode(randomBytes(receiptCodeLength))
  const text = JSON.stringify(exports)
  const padded = text.padEnd(Math.ceil(text.length / paddedLength) * paddedLength)
  const encrypted = await needs.encryption.encrypt(padded, formatPurpose(code))
  await sql`INSERT INTO recall_code (hash, encrypted_exports) VALUES (${await hashCode(needs, code)}, ${encrypted})`
  return code
}

/** Returns the recalled exports of a code, or `undefined` for an unknown code. */
export const findRecalledExports = async (needs: Needs, { sql }: Transaction, code: string): Promise<readonly string[] | undefined> => {
  const [row] = await sql<{ exports: Uint8Array }[]>`
    SELECT encrypted_exports AS exports FROM recall_code WHERE hash = ${await hashCode(needs, code)}`
  return row && Exports.parse(JSON.parse(await needs.encryption.decrypt(row.exports, formatPurpose(code))))
}
