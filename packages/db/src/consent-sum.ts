import { createHmac, randomBytes } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import type { RegistryTypes } from './connect.ts'

export type ChainedAnswer = { readonly subject: string; readonly seq: number; readonly chain_hash: string }
export type AnswerSum = { readonly answers: number; readonly sum: string }
export type StoredSum = AnswerSum & { readonly nonce: string }

/** Answers per link. The next link takes the rest. */
const batchSize = 5000
/** The sum is one of 256-bit numbers, so the order of the answers does not count and nothing reveals it (REQ-CON-08). */
const modulus = 1n << 256n

export const emptySum: AnswerSum = { answers: 0, sum: '0' }

const computeHmac = (key: Uint8Array, text: string): string => createHmac('sha256', key).update(text).digest('hex')
const parseHex = (text: string): bigint => BigInt(`0x${text}`)

/** Adds the HMAC of each answer. The HMAC covers the hash of the answer's chain, and so all permanent columns (THREAT-47). */
export const addToSum = (key: Uint8Array, { answers, sum }: AnswerSum, added: readonly ChainedAnswer[]): AnswerSum => {
  const total = added.reduce(
    (before, { subject, seq, chain_hash: hash }) => before + parseHex(computeHmac(key, `answer\n${subject}\n${seq}\n${hash}`)),
    parseHex(sum),
  )
  return { answers: answers + added.length, sum: (total % modulus).toString(16) }
}

/** Computes the HMAC that a link of the audit log contains; empty without a sum. */
export const hashSum = (key: Uint8Array, stored: StoredSum | undefined): string =>
  stored === undefined ? '' : computeHmac(key, `ledger\n${stored.answers}\n${stored.sum}\n${stored.nonce}`)

export const readSum = async (sql: TransactionSql<RegistryTypes>): Promise<StoredSum | undefined> => {
  const [stored] = await sql<StoredSum[]>`SELECT answers, sum, nonce FROM consent_sum`
  return stored
}

/**
 * Adds pending answers to the sum of the ledger.
 * @param known the HMAC in the last link. A sum that does not match it was changed and stays as it is; `verifyLedgerSum` reports it.
 * @returns the HMAC for the next link
 */
export const addPendingAnswers = async (sql: TransactionSql<RegistryTypes>, key: Uint8Array, known: string): Promise<string> => {
  const stored = await readSum(sql)
  if (hashSum(key, stored) !== known) return known
  const added = await sql<ChainedAnswer[]>`SELECT subject, seq, chain_hash FROM take_consent_answers(${batchSize})`
  if (added.length === 0) return known
  const next = { ...addToSum(key, stored ?? emptySum, added), nonce: randomBytes(32).toString('hex') }
  await sql`INSERT INTO consent_sum ${sql(next)} ON CONFLICT (single) DO UPDATE SET answers = excluded.answers, sum = excluded.sum, nonce = excluded.nonce`
  return hashSum(key, next)
}
