import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { AuditLink } from '@registry/db/audit-chain'
import { root } from '@registry/tooling/repository'
import { callProcedure, signIn } from '../client.ts'
import { runRounds, timeMs } from '../measure.ts'
import { withDatabase, type Registry } from '../registry.ts'
import { timeResult, type Result } from '../results.ts'

const [entries, newEntries] = [1_000_000, 1_000]
const batchSize = 50_000
const commands = Array.from({ length: 20 }, (_, index) => `command ${index}`)
const actions = Array.from({ length: 7 }, (_, index) => `ACTION ${index}`)
const pollMs = 500

/** Adds entries, as a day of reading leaves them, and waits until the server has chained them. Returns the head of the chain. */
const addEntries = ({ owner }: Registry, count: number): Promise<AuditLink> =>
  withDatabase(owner, async (database) => {
    for (let added = 0; added < count; added += batchSize)
      await database`
        INSERT INTO audit_log (username, command, action, from_host, duration_milli, detail, outcome)
        SELECT 'user' || n % 500 || '@measure.example', commands[1 + n % 20], actions[1 + n % 7], '10.0.0.1', n % 90, 'patient ' || n, 'done'
        FROM generate_series(1, ${Math.min(batchSize, count - added)}::int) AS n, (SELECT ${commands}::text[], ${actions}::text[]) AS known (commands, actions)`
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

const anything = { command: '', action: '', username: '', patient: '', from: '', to: '', limit: 1000 }
/** The searches of the form. */
const searches = {
  'without a condition': anything,
  'by command': { ...anything, command: 'command 7' },
  'by command and user': { ...anything, command: 'command 7', username: 'user7@measure.example' },
}

/** The check of the newest entries of a long audit log, and its search (THREAT-47, REQ-ADM-02). */
export const measureAuditLog = async (registry: Registry, rounds: number): Promise<Result[]> => {
  console.log(`Adding ${entries.toLocaleString('en')} entries`)
  let since = await addEntries(registry, entries)
  const verified = await runRounds(rounds, async () => {
    const head = await addEntries(registry, newEntries)
    const ms = await timeMs(() => verifySince(registry, since))
    since = head
    return ms
  })
  // After the verifications, because each search adds an entry.
  const client = await signIn(registry.port, 'ga@demo.example')
  const results = [
    timeResult(`verify --since of ${newEntries.toLocaleString('en')} new entries after ${entries.toLocaleString('en')}`, verified, 5000),
  ]
  for (const [name, input] of Object.entries(searches)) {
    const times = await runRounds(rounds, () => timeMs(() => callProcedure(client, 'auditLog.query', input)))
    results.push(timeResult(`newest 1,000 of ${entries.toLocaleString('en')} entries of the log, ${name}`, times, 150))
  }
  return results
}
