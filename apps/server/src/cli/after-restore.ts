import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { chainInTransaction } from '@registry/db/audit-chain'
import type { Queries } from '@registry/db/connect'
import { repeatDecisions, type RepeatedDecisions } from '@registry/db/repeat-decisions'
import { systemContext, withTransaction, type Transaction } from '@registry/db/transaction'
import { EnvError, readCommandEnv, type Source } from '../app/env.ts'
import { readOpenRestore } from '../app/restored.ts'
import { chooseAuditChainKey } from '../jobs/audit-chain.ts'
import { CommandProblem, parseOptions, type Command } from './command.ts'
import { parseDecisionList, type DecisionList } from './decision-list.ts'
import { knowsHead, readHead } from './decisions.ts'
import { logOperator, operator } from './operator-log.ts'
import { formatHead } from './verify.ts'
import { withOwnerAndKeys, type Place } from './with-keys.ts'

const Options = z
  .object({
    decisions: z.string().min(1).optional(),
    'without-decisions': z.boolean().default(false),
    send: z.boolean().default(false),
    discard: z.boolean().default(false),
  })
  .refine(({ send, discard }) => !(send && discard), { path: ['send'], error: 'not together with --discard' })
type Options = z.infer<typeof Options>

/** The next attempt of a held notification. */
const heldUntil = '9999-12-31T00:00:00Z'
export const isHeld = (sql: Queries) => sql`next_attempt_at = ${heldUntil} AND sent_at IS NULL AND failed_at IS NULL`

/** @throws CommandProblem for a list that lacks some of the decisions since the moment */
const checkCovers = async ({ sql }: Transaction, restored: string, { since, at }: DecisionList, name: string): Promise<void> => {
  const [found] = await sql<{ isMoment: boolean; isOlder: boolean; beginsLater: boolean }[]>`
    SELECT m.is_moment AS "isMoment",
      CASE WHEN m.is_moment THEN ${at}::timestamptz < ${restored}::text::timestamptz ELSE false END AS "isOlder",
      CASE WHEN m.is_moment THEN ${since}::timestamptz > ${restored}::text::timestamptz ELSE false END AS "beginsLater"
    FROM (SELECT pg_input_is_valid(${restored}, 'timestamptz') AS is_moment) AS m`
  if (!found?.isMoment)
    throw new CommandProblem(
      `registry.restored is ${restored}, which is no moment: correct postgresql.auto.conf, as 2026-11-29 01:55:00+00`,
    )
  if (found.isOlder)
    throw new CommandProblem(
      `${name}: is of ${at}, before the moment ${restored}. Take a later list; if there is none, the log was restored to its end: use --without-decisions`,
    )
  if (found.beginsLater)
    throw new CommandProblem(`${name}: begins at ${since}, after the moment ${restored}. Take a list that begins before it`)
}

/** Sessions, codes and links that had ended or were used are valid again in the copy. Links that undo a change of contact stay. */
const endSignIns = async ({ sql }: Transaction): Promise<{ sessions: number; links: number }> => {
  const sessions = await sql`DELETE FROM session`
  const codes = await sql`DELETE FROM one_time_code`
  const links = await sql`DELETE FROM sign_in_link`
  await sql`DELETE FROM sign_in_challenge`
  await sql`DELETE FROM second_factor_enrolment`
  await sql`DELETE FROM reregistration_request`
  await sql`UPDATE account SET temporary_password_hash = NULL, temporary_password_until = NULL WHERE temporary_password_hash IS NOT NULL`
  return { sessions: sessions.count, links: codes.count + links.count }
}

/** Nobody knows which of their recipients got a begun communication, and nobody gets one twice (REQ-COM-05). */
const cancelCommunications = async ({ sql }: Transaction): Promise<number> =>
  (await sql`UPDATE communication SET state = 'cancelled' WHERE state = 'sending' OR state = 'scheduled' AND scheduled_for <= now()`).count

const holdNotifications = async ({ sql }: Transaction): Promise<void> => {
  await sql`UPDATE notification SET next_attempt_at = ${heldUntil} WHERE sent_at IS NULL AND failed_at IS NULL`
}

/** Returns what to say about the held notifications. */
const releaseNotifications = async ({ sql }: Transaction, { send, discard }: Options): Promise<string> => {
  if (send) {
    const sent = await sql`UPDATE notification SET next_attempt_at = now() WHERE ${isHeld(sql)}`
    return `messages: ${sent.count} are sent now`
  }
  if (discard) {
    const discarded = await sql`DELETE FROM notification WHERE ${isHeld(sql)}`
    return `messages: ${discarded.count} discarded`
  }
  const [held] = await sql<{ count: number }[]>`
    SELECT count(*) FROM notification WHERE ${isHeld(sql)}`
  const count = held?.count ?? 0
  return count === 0
    ? 'messages: none wait'
    : `messages: ${count} are held, because they may have been sent after the moment: run the command again with --discard or --send`
}

const describe = ({
  withdrawals,
  consents,
  requests,
  studies,
  newsletters,
  undoneFiles,
  unknown,
  missingRequests,
}: RepeatedDecisions): string =>
  `decisions: ${withdrawals} withdrawals, ${consents} refused or lapsed consents, ${requests} requests of guardians, ${studies} refused studies, ${newsletters} newsletters and ${undoneFiles} undone files repeated; ${unknown} of these patients registered after the moment${
    missingRequests.length === 0
      ? ''
      : `; guardians added after the moment must ask again to anonymise or erase: tell ${missingRequests.join(', ')}`
  }`

type Completed = { readonly restored: string; readonly at: string }
const findCompleted = async ({ sql }: Transaction): Promise<Completed | undefined> => {
  const [found] = await sql<Completed[]>`
    SELECT restored, completed_at AS at FROM completed_restore WHERE restored = current_setting('registry.restored', true)`
  return found
}

type GivenList = { readonly name: string; readonly list: DecisionList }

/** Repeats the list, and joins the chain of the copy with the head of the lost one, which the entry names. Returns what to print. */
const repeatList = async (
  tx: Transaction,
  chainKey: Uint8Array,
  restored: string,
  given: GivenList | undefined,
): Promise<readonly string[]> => {
  if (given) await checkCovers(tx, restored, given.list, given.name)
  const repeated = given
    ? describe(await repeatDecisions(tx, given.list.decisions))
    : 'decisions: none repeated, ask the centres who decided later'
  const source = given ? `decisions until ${given.list.at}, lost head of the log ${formatHead(given.list.head)}` : 'without decisions'
  const detail = `restored to ${restored}, ${source}; ${repeated}`
  await logOperator(tx.sql, { command: 'restore', action: 'COMPLETE', detail })
  await chainInTransaction(tx, chainKey)
  return [
    `restored to ${restored}${given ? `, decisions until ${given.list.at}` : ''}`,
    repeated,
    `audit log: head ${formatHead(await readHead(tx))}; keep it instead of those printed after the moment`,
  ]
}

const complete = async (
  tx: Transaction,
  chainKey: Uint8Array,
  restored: string,
  given: GivenList | undefined,
): Promise<readonly string[]> => {
  const { sessions, links } = await endSignIns(tx)
  const communications = await cancelCommunications(tx)
  const lines = await repeatList(tx, chainKey, restored, given)
  await holdNotifications(tx)
  await tx.sql`INSERT INTO completed_restore (restored, lost_head) VALUES (${restored}, ${given ? formatHead(given.list.head) : ''})`
  return [...lines, `sign-ins: ${sessions} sessions, ${links} codes and links ended; ${communications} communications cancelled`]
}

/** A second list of the lost database is repeated too. A list of this one has nothing new. */
const repeatAnother = async (
  tx: Transaction,
  chainKey: Uint8Array,
  { restored, at }: Completed,
  given: GivenList | undefined,
): Promise<readonly string[]> => {
  const before = `completed before, at ${at}`
  if (!given || (await knowsHead(tx.sql, given.list.head))) return [before]
  const lines = await repeatList(tx, chainKey, restored, given)
  await tx.sql`UPDATE completed_restore SET lost_head = ${formatHead(given.list.head)} WHERE restored = ${restored}`
  return [before, ...lines]
}

/** Everything happens in one transaction, so an interrupted command has done nothing and runs again. */
const completeRestore = ({ database, secretKey }: Place, options: Options, given: GivenList | undefined): Promise<readonly string[]> =>
  withTransaction(database, { ...systemContext, actor: operator }, async (tx) => {
    await tx.sql`SELECT pg_advisory_xact_lock(hashtext('completed_restore'))`
    const chainKey = await chooseAuditChainKey(tx.sql, secretKey)
    const completed = await findCompleted(tx)
    if (completed) return [...(await repeatAnother(tx, chainKey, completed, given)), await releaseNotifications(tx, options)]
    const restored = await readOpenRestore(tx.sql)
    if (restored === undefined)
      throw new CommandProblem('this database was not restored to a moment: registry.restored is not set, so there is nothing to do')
    if (!given && !options['without-decisions'])
      throw new EnvError('--decisions', 'required: the newest list that `pnpm registry decisions` wrote before the loss')
    return [...(await complete(tx, chainKey, restored, given)), await releaseNotifications(tx, options)]
  })

const readList = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch(() => {
    throw new EnvError('--decisions', `${path} cannot be read`)
  })

export const repeatAfterRestore = async (source: Source, args: readonly string[]): Promise<string> => {
  const options = parseOptions(
    args,
    {
      decisions: { type: 'string' },
      'without-decisions': { type: 'boolean' },
      send: { type: 'boolean' },
      discard: { type: 'boolean' },
    },
    Options,
  )
  return withOwnerAndKeys(readCommandEnv(source), 'after-restore', async (place) => {
    const path = options.decisions
    const given =
      path === undefined ? undefined : { name: path, list: await parseDecisionList(place.secretKey, path, await readList(path)) }
    const lines = await completeRestore(place, options, given)
    return [...lines, 'next: the servers serve again within seconds; run `pnpm registry check`'].join('\n')
  })
}

export const afterRestore: Command = {
  description:
    'repeats in a restored copy what people decided after its moment, ends all sessions, codes and links, and holds unsent messages; then the servers serve again',
  options: '--decisions <file> | --without-decisions [--send: send the held messages | --discard: delete them]',
  run: (args) => repeatAfterRestore(process.env, args),
}
