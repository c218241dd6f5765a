import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '@registry/db/connect'
import { makeStaff, type StaffGrant } from '@registry/db/testing/fixtures'
import { createClient, type Client } from './client.ts'

export type Place = { readonly port: number; readonly host: string }

/** Creates a staff user with a session of any server. */
export const signInStaff = async (owner: Database, email: string, grants: readonly StaffGrant[], place: Place): Promise<Client> => {
  const { accountId } = await makeStaff(owner, email, grants)
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest()
  await owner`
    INSERT INTO session (token_hash, account_id, site, restricted, created_at, last_seen_at, authenticated_at, ends_at)
    VALUES (${hash}, ${accountId}, 'staff', false, now(), now(), now(), now() + interval '12 hours')`
  return createClient({ ...place, cookies: new Map([['sid', token]]) })
}

const answerMs = 15_000

export type Writers = {
  readonly acknowledged: ReadonlySet<string>
  /** The start of the names and accounts of these writers. */
  readonly name: string
  /** The statuses of writes without an acknowledgement, 0 without an answer. They may be stored or not. */
  readonly failures: () => readonly number[]
  /** Resolves when a write is acknowledged that began after this call. */
  nextWrite(): Promise<void>
  stop(): Promise<void>
}

/** People who save one filter after the other. Each remembers what the registry acknowledged. */
export const startWriters = async (owner: Database, place: Place, count = 8): Promise<Writers> => {
  const acknowledged = new Set<string>()
  let sent = 0
  const failures: number[] = []
  const name = `writer ${randomUUID()}`
  let stopped = false
  let waiting: { readonly after: number; readonly resolve: () => void }[] = []
  const clients: Client[] = []
  for (let number = 1; number <= count; number += 1)
    clients.push(await signInStaff(owner, `${name.replace(' ', '-')}-${number}@example.org`, [{ role: 'DataManager', areaid: 'W' }], place))
  /** Returns the status of a failed write. */
  const write = async (client: Client, filter: string): Promise<number | undefined> => {
    const json = { action: 'ADD', name: filter, description: filter, field_list: { PATIENT: ['SEX'] } }
    const answer = await client.post('/inthem_query', { json }, {}, AbortSignal.timeout(answerMs))
    const { success } = (await answer.json()) as { success: unknown }
    return success === true ? undefined : answer.status
  }
  const work = clients.map(async (client) => {
    while (!stopped) {
      const number = (sent += 1)
      const failure = await write(client, `${name} ${number}`).catch(() => 0)
      if (failure === undefined) {
        acknowledged.add(`${name} ${number}`)
        waiting.filter(({ after }) => number > after).forEach(({ resolve }) => resolve())
        waiting = waiting.filter(({ after }) => number <= after)
      } else {
        failures.push(failure)
        await nextTurn()
      }
    }
  })
  return {
    acknowledged,
    name,
    failures: () => failures,
    nextWrite: () => new Promise((resolve) => waiting.push({ after: sent, resolve })),
    stop: async () => {
      stopped = true
      await Promise.all(work)
    },
  }
}

/** Compares what the registry acknowledged with what it stored and with the audit log, also while the writers go on. */
export const compareLedger = (owner: Database, { name, acknowledged }: Pick<Writers, 'name' | 'acknowledged'>) => {
  const answered = [...acknowledged]
  return owner.begin('ISOLATION LEVEL REPEATABLE READ', async (sql) => {
    const filters = await sql<{ name: string }[]>`SELECT name FROM saved_filter WHERE starts_with(name, ${name})`
    const stored = new Set(filters.map((filter) => filter.name))
    const [entries] = await sql<[{ count: number }]>`
      SELECT count(*) FROM audit_log WHERE starts_with(username, ${name.replace(' ', '-')}) AND action = 'ADD' AND outcome = 'done'`
    const lost = answered.filter((filter) => !stored.has(filter)).length
    return { acknowledged: answered.length, lost, stored: stored.size, entries: entries.count }
  })
}
