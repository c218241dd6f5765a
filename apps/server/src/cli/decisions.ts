import { readFile, rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { firstLink, type AuditLink } from '@registry/db/audit-chain'
import type { Database, Queries } from '@registry/db/connect'
import { listClosedPatients, listDecisions, type WithdrawalDecision } from '@registry/db/decisions'
import { systemContext, withTransaction, type Transaction } from '@registry/db/transaction'
import { readCommandEnv, type Source } from '../app/env.ts'
import { readOpenRestore } from '../app/restored.ts'
import { createKeyedHash, type KeyedHash } from '../auth/keyed-hash.ts'
import { computePatientFingerprints } from '../auth/withdrawn-fingerprints.ts'
import { CommandProblem, parseOptions, type Command } from './command.ts'
import { formatDecisionList, parseDecisionList, type DecisionList } from './decision-list.ts'
import { formatHead } from './verify.ts'
import { withOwnerAndKeys } from './with-keys.ts'

const example = 'as 2026-10-29T00:00:00Z'
const Options = z.object({
  since: z.iso.datetime(`required: the moment of the oldest kept backup in UTC, ${example}`),
  output: z.string().min(1).optional(),
})

export const readHead = async ({ sql }: Transaction): Promise<AuditLink> => {
  const [head] = await sql<AuditLink[]>`SELECT position, hash FROM audit_chain_link ORDER BY position DESC LIMIT 1`
  return head ?? firstLink
}

const listWithdrawals = async (keyedHash: KeyedHash, tx: Transaction, since: string): Promise<readonly WithdrawalDecision[]> => {
  const withdrawals: WithdrawalDecision[] = []
  for (const { subject, patientId, at, language } of await listClosedPatients(tx, since)) {
    const fingerprints = await computePatientFingerprints(keyedHash, tx, patientId)
    withdrawals.push({ kind: 'withdrawal', subject, choice: 'v1', at, language, fingerprints })
  }
  return withdrawals
}

/** Reads all decisions since a moment from one snapshot of the database. */
export const buildDecisionList = (database: Database, keyedHash: KeyedHash, since: string): Promise<DecisionList> =>
  withTransaction(
    database,
    systemContext,
    async (tx) => {
      const [now] = await tx.sql<{ at: string }[]>`SELECT now() AS at`
      if (!now) throw new Error('The database returned no time')
      const decisions = [...(await listWithdrawals(keyedHash, tx, since)), ...(await listDecisions(tx, since))]
      return { since, at: now.at, head: await readHead(tx), decisions }
    },
    'isolation level repeatable read read only',
  )

/** Returns whether the chain of this database contains a link, or lost it in a restore that was completed. */
export const knowsHead = async (sql: Queries, head: AuditLink): Promise<boolean> => {
  const { position, hash } = head
  if (position === 0) return true
  const [found] = await sql<{ known: boolean }[]>`
    SELECT EXISTS (SELECT FROM audit_chain_link WHERE position = ${position} AND hash = ${hash})
      OR EXISTS (SELECT FROM completed_restore WHERE lost_head = ${formatHead(head)}) AS known`
  return found?.known ?? false
}

const readIfExists = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })

export const writeDecisions = async (source: Source, args: readonly string[]): Promise<string> => {
  const { since, output } = parseOptions(args, { since: { type: 'string' }, output: { type: 'string' } }, Options)
  return withOwnerAndKeys(readCommandEnv(source), 'decisions', async ({ database, secretKey }) => {
    const restored = await readOpenRestore(database)
    if (restored !== undefined)
      throw new CommandProblem(
        `this database was restored to ${restored} and lacks later decisions: run \`pnpm registry after-restore\` first`,
      )
    const previous = output === undefined ? undefined : await readIfExists(output)
    // A list of a copy that nobody marked as restored would replace the only list of what the copy lacks.
    if (output !== undefined && previous !== undefined) {
      const { head } = await parseDecisionList(secretKey, output, previous)
      if (!(await knowsHead(database, head)))
        throw new CommandProblem(
          `${output}: knows the entry ${head.position} of the audit log, which this database does not have. If it was restored, run \`pnpm registry after-restore\` with this file`,
        )
    }
    const list = await buildDecisionList(database, createKeyedHash(secretKey), since)
    const text = await formatDecisionList(secretKey, list)
    if (output === undefined) return text.trimEnd()
    // Another user copies it to the backups. It is as open as the directory in which it is.
    await writeFile(`${output}.new`, text, { mode: 0o644 })
    await rename(`${output}.new`, output)
    return `${list.decisions.length} decisions since ${since}, until entry ${list.head.position} of the audit log: ${output}`
  })
}

export const decisions: Command = {
  description:
    'writes a signed list, without names, of withdrawals, refused consents and requests to erase since a moment, for after-restore; without --output to the terminal',
  options: `--since <moment, ${example}> [--output <file>]`,
  run: (args) => writeDecisions(process.env, args),
}
