import type { Database } from './connect.ts'
import { addToSum, emptySum, hashSum, readSum, type AnswerSum, type ChainedAnswer } from './consent-sum.ts'
import type { VerificationOptions } from './verification-options.ts'
import type { Mismatch } from './verify-chain.ts'

const batchSize = 20_000

const compareSums = (stored: AnswerSum, computed: AnswerSum): Mismatch | undefined => {
  const missing = stored.answers - computed.answers
  if (missing > 0) return `consent ledger: answers are missing: ${missing} of ${stored.answers}`
  if (missing < 0) return `consent ledger: answers were added without their sum: ${-missing}`
  return stored.sum === computed.sum ? undefined : 'consent ledger: an answer was replaced, and the chain of its subject recomputed'
}

/**
 * Recomputes the sum of the ledger on one snapshot, and compares it with the last link of the audit log's chain. This finds what the chain of
 * a subject cannot: removed last answers, removed subjects, and chains recomputed without the key (THREAT-47).
 */
export const verifyLedgerSum = (
  database: Database,
  key: Uint8Array,
  { signal, progress }: VerificationOptions = {},
): Promise<Mismatch | undefined> =>
  database.begin('isolation level repeatable read read only', async (sql): Promise<Mismatch | undefined> => {
    const [last] = await sql<{ ledger_hash: string }[]>`SELECT ledger_hash FROM audit_chain_link ORDER BY position DESC LIMIT 1`
    const stored = await readSum(sql)
    if (hashSum(key, stored) !== (last?.ledger_hash ?? '')) return 'consent ledger: the sum of the answers does not match the audit log'
    let computed = emptySum
    const answers = sql<ChainedAnswer[]>`
      SELECT subject, seq, chain_hash FROM consent_event AS event
      WHERE NOT EXISTS (SELECT FROM consent_sum_pending AS pending WHERE (pending.subject, pending.seq) = (event.subject, event.seq))`
    for await (const batch of answers.cursor(batchSize)) {
      computed = addToSum(key, computed, batch)
      progress?.('answers of the sum', computed.answers)
      signal?.throwIfAborted()
    }
    return compareSums(stored ?? emptySum, computed)
  })
