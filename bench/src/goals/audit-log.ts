import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { AuditLink } from '@registry/db/audit-chain'
import { root } from '@registry/tooling/repository'
import { runRounds, timeMs } from '../measure.ts'
import { withDatabase, type Registry } from '../registry.ts'
import { timeResult, type Result } from '../results.ts'

const [entries, newEntries] = [1_000_000, 1_000]
const batchSize = 50_000
const pollMs = 500

/** Adds entries, as a day of reading leaves them, and waits until the server has chained them. Returns the head of the chain. */
const addEntries = ({ owner }: Registry, count: number): Promise<AuditLink> =>
  withDatabase(owner, async (database) => {
    for (let added = 0; added < count; added += batchSize)
      await database`
        INSERT INTO audit_log (username, command, action, from_host, duration_milli, detail, outcome)
        SELECT 'user' || n % 500 || '@measure.example', 'e_crf', 'OPEN', '10.0.0.1', n % 90, 'patient ' || n, 'done'
        FROM generate_series(1, ${Math.min(batchSize, count - added)}::int) AS n`
    for (;;) {
      const [waiting] = await database<{ entries: number }[]>`SELECT count(*) AS entries FROM audit_chain_pending`
      if (waiting?.entries === 0) break
      await pause(pollMs)
    }
    const [head] = await database<AuditLink[]>`SELECT position, hash FROM audit_chain_link ORDER BY position DESC LIMIT 1`
    if (!head) throw new Error('the log has no link')
    return head
  })

/** The command of an operator, from its start to its end. */
const verifySince = async ({ scratch }: Registry, { position, hash }: AuditLink): Promise<void> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['apps/server/src/cli/main.ts', 'verify', '--since', `${position}:${hash}`],
    { cwd: root, env: { PATH: process.env['PATH'], DATA_DIR: scratch } },
  )
  if (!stdout.includes(`${newEntries} entries match after link ${position}`)) throw new Error(stdout)
}

/** The check of the newest entries of a long audit log (THREAT-47). */
export const measureAuditLog = async (registry: Registry, rounds: number): Promise<Result[]> => {
  console.log(`Adding ${entries.toLocaleString('en')} entries`)
  let since = await addEntries(registry, entries)
  const times = await runRounds(rounds, async () => {
    const head = await addEntries(registry, newEntries)
    const ms = await timeMs(() => verifySince(registry, since))
    since = head
    return ms
  })
  return [timeResult(`verify --since of ${newEntries.toLocaleString('en')} new entries after ${entries.toLocaleString('en')}`, times, 5000)]
}
