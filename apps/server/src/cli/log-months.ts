import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Database, Queries } from '@registry/db/connect'
import { attachMonth, detachMonth, hasTable, listDetachedMonths, readMonth, type MonthHead } from '@registry/db/detached-months'
import { systemContext, withTransaction } from '@registry/db/transaction'
import { verifyAuditLog } from '@registry/db/verify-chain'
import { auditLogYears } from '@registry/domain/audit-log/retention'
import { readCommandEnv, type Source } from '../app/env.ts'
import { chooseAuditChainKey, deriveAuditChainKeys } from '../jobs/audit-chain.ts'
import { CommandProblem, parseOptions, type Command } from './command.ts'
import { formatHead } from './verify.ts'
import { withOwnerAndKeys, type Place } from './with-keys.ts'
import { logOperator, operator } from './operator-log.ts'

const Month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month, as 2016-03')
  .transform((month) => `${month}-01`)
  .optional()
const Options = z.object({ detach: Month, attach: Month }).refine(({ detach, attach }) => detach === undefined || attach === undefined, {
  path: ['attach'],
  error: 'not together with --detach',
})

const formatMonth = (month: string): string => month.slice(0, 7)
const describeHead = (head: MonthHead): string =>
  `${formatMonth(head.month)}: ${head.entries} entries${head.entries > 0 ? `, head ${formatHead(head)}` : ''}`

/** Postgres gives up after half a second, so that nobody waits long behind this command. `verify` lets it through between two batches. */
const [maxAttempts, pauseMs] = [120, 500]
const [lockNotAvailable, tooYoung] = ['55P03', '42501']
const hasCode = (error: unknown, code: string): error is Error => error instanceof Error && 'code' in error && error.code === code

/** Changes the months in one transaction with its audit entry. */
const changeMonths = async (
  database: Database,
  action: 'DETACH' | 'ATTACH',
  detail: string,
  change: (sql: Queries) => Promise<void>,
): Promise<void> => {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    try {
      return await withTransaction(database, { ...systemContext, actor: operator }, async ({ sql }) => {
        await change(sql)
        await logOperator(sql, { command: 'log_months', action, detail })
      })
    } catch (error) {
      if (hasCode(error, tooYoung)) throw new CommandProblem(error.message)
      if (!hasCode(error, lockNotAvailable)) throw error
    }
    await wait(pauseMs)
  }
  throw new CommandProblem('an open transaction uses the log: run the command again later')
}

/** Checks the entries of a month, signs its head and takes it out of the log. */
export const detach = async ({ database, secretKey }: Place, month: string): Promise<string> => {
  const name = formatMonth(month)
  if ((await listDetachedMonths(database)).some((detached) => detached.month === month))
    throw new CommandProblem(`${name}: is detached already`)
  if (!(await hasTable(database, month))) throw new CommandProblem(`${name}: the log has no such month`)
  const { unlinked, before, ...head } = await readMonth(database, month)
  if (unlinked > 0) throw new CommandProblem(`${name}: ${unlinked} entries are not in the chain: run \`pnpm registry verify\``)
  const range = { since: before, until: head.position }
  const { mismatch } = await verifyAuditLog(database, await deriveAuditChainKeys(secretKey), range)
  if (mismatch !== undefined) throw new CommandProblem(mismatch)
  await changeMonths(database, 'DETACH', describeHead(head), async (sql) =>
    detachMonth(sql, await chooseAuditChainKey(sql, secretKey), head),
  )
  return `detached ${describeHead(head)}\nnext: keep this line outside the database. The table of the month may be dumped and dropped`
}

/** Puts a detached month back into the log. */
export const attach = async ({ database }: Place, month: string): Promise<string> => {
  const name = formatMonth(month)
  const detached = (await listDetachedMonths(database)).find((one) => one.month === month)
  if (!detached) throw new CommandProblem(`${name}: is not detached`)
  if (detached.isAway) throw new CommandProblem(`${name}: its table is not in this database: restore its dump first`)
  await changeMonths(database, 'ATTACH', name, (sql) => attachMonth(sql, month))
  return `attached ${name}`
}

const list = async ({ database }: Place): Promise<string> => {
  const detached = await listDetachedMonths(database)
  if (detached.length === 0) return 'no month is detached'
  return detached.map((month) => `${describeHead(month)}${month.isAway ? ', not in this database' : ''}`).join('\n')
}

export const changeLogMonths = (source: Source, args: readonly string[]): Promise<string> => {
  const options = parseOptions(args, { detach: { type: 'string' }, attach: { type: 'string' } }, Options)
  return withOwnerAndKeys(readCommandEnv(source), 'log-months', (place) => {
    if (options.detach !== undefined) return detach(place, options.detach)
    return options.attach === undefined ? list(place) : attach(place, options.attach)
  })
}

export const logMonths: Command = {
  description: `lists the detached months of the audit log; --detach signs the head of a month that ended ${auditLogYears} years ago and takes it out of the log, --attach puts it back`,
  options: '[--detach <month, as 2016-03>] [--attach <month>]',
  run: (args) => changeLogMonths(process.env, args),
}
