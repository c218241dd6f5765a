import { z } from 'zod'
import type { AuditLink } from '@registry/db/audit-chain'
import type { VerificationOptions } from '@registry/db/verification-options'
import { connect, type DatabaseAddress } from '@registry/db/connect'
import { alarmMessages } from '@registry/domain/messages/alarms'
import { readCommandEnv, type Source } from '../app/env.ts'
import { readKeyState } from '../auth/key-fingerprints.ts'
import { createReceiptKey } from '../auth/receipt-key.ts'
import { CommandProblem, parseOptions, type Command } from './command.ts'
import { deriveAuditChainKeys } from '../jobs/audit-chain.ts'
import { createKeyedHash } from '../auth/keyed-hash.ts'
import { createSecretKey } from '../auth/secret-key.ts'
import { parseHead, verify } from './verify.ts'
import { requireGivenKeys } from './with-keys.ts'
import { withOwner } from './with-owner.ts'
import { raiseAlarm } from '../jobs/alarms.ts'
import { postgresOutbox } from '../jobs/outbox.ts'
import { loadMessages } from '../shared/messages.ts'

/** Mails the result of a failed verification to the GlobalAdmins, at most once a day (THREAT-47, THREAT-50). The server sends the mail. */
export const mailMismatch = async (owner: DatabaseAddress, lines: readonly string[]): Promise<void> => {
  const database = connect(owner, { max: 1, applicationName: 'registry verify' })
  try {
    const needs = { database, outbox: postgresOutbox, messages: await loadMessages() }
    await raiseAlarm(needs, { key: 'evidence', texts: alarmMessages.brokenEvidence, values: { problem: lines.join('\n') } })
  } finally {
    await database.end()
  }
}

/** With another key every row would seem changed, and the administrators would get a false alarm. */
const compareKeys = async (owner: DatabaseAddress, keys: Parameters<typeof readKeyState>[1]): Promise<void> => {
  const database = connect(owner, { max: 1, applicationName: 'registry verify' })
  try {
    const [problem] = (await readKeyState(database, keys)).problems
    if (problem) throw problem
  } finally {
    await database.end()
  }
}

const rowsPerLine = 100_000

/** Prints progress to stderr, because stdout has the result. Ctrl-C stops between two batches. */
const withProgress = async <T>(work: (options: VerificationOptions) => Promise<T>): Promise<T> => {
  const stop = new AbortController()
  const cancel = (): void => stop.abort(new CommandProblem('verify: cancelled; nothing was changed'))
  let printed = 0
  const progress = (kind: string, rows: number): void => {
    if (rows < printed) printed = 0
    if (rows - printed < rowsPerLine) return
    printed = rows
    console.error(`${rows.toLocaleString('en')} ${kind}`)
  }
  process.once('SIGINT', cancel)
  try {
    return await work({ signal: stop.signal, progress })
  } finally {
    process.off('SIGINT', cancel)
  }
}

const Head = z
  .string()
  .transform(parseHead)
  .pipe(z.custom<AuditLink>((head) => head !== undefined, 'must be <position>:<hash>, as an earlier run printed it'))
  .optional()
const Options = z.object({ head: Head, since: Head })

/**
 * Verifies the evidence of the configured database.
 * @returns the verified counts and the head of the audit log
 * @throws CommandProblem with the first row of each chain that does not match
 */
const printVerification = async (source: Source, args: readonly string[]): Promise<string> => {
  const { head, since } = parseOptions(args, { head: { type: 'string' }, since: { type: 'string' } }, Options)
  const env = readCommandEnv(source)
  await requireGivenKeys(env)
  const secretKey = createSecretKey(env)
  const keys = { auditChain: await deriveAuditChainKeys(secretKey), keyedHash: createKeyedHash(secretKey) }
  const { matches, lines } = await withProgress((options) =>
    withOwner(env, async (owner) => {
      await compareKeys(owner, { secretKey, receiptKey: createReceiptKey(env) })
      const verified = await verify(owner, keys, { known: head, since }, options)
      if (!verified.matches) await mailMismatch(owner, verified.lines)
      return verified
    }),
  )
  if (!matches) throw new CommandProblem(lines.join('\n'))
  return lines.join('\n')
}

export const verifyEvidence: Command = {
  description:
    'recomputes every hash of the consent ledger and of the audit log, and names the first row that does not match; --head, as an earlier run printed it, also detects a removed end of the log; --since checks only the entries of the audit log after such a head',
  options: '[--head <position>:<hash>] [--since <position>:<hash>]',
  run: (args) => printVerification(process.env, args),
}
