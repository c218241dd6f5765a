import { createHash, randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '@registry/db/connect'
import { makeStaff } from '@registry/db/testing/fixtures'
import { createClient, type Client } from './client.ts'

type Place = { readonly port: number; readonly host: string }

/** Signs a person in without a page. */
const signIn = async (owner: Database, email: string, place: Place): Promise<Client> => {
  const { accountId } = await makeStaff(owner, email, [{ role: 'DataManager', areaid: 'W' }])
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
  /** Writes without an acknowledgement. They may be stored or not. */
  readonly unanswered: () => number
  /** Resolves when a write is acknowledged that began after this call. */
  nextWrite(): Promise<void>
  stop(): Promise<void>
}

/** People who save one filter after the other. Each remembers what the registry acknowledged. */
export const startWriters = async (owner: Database, place: Place, count = 8): Promise<Writers> => {
  const acknowledged = new Set<string>()
  let sent = 0
  let unanswered = 0
  let stopped = false
  let waiting: { readonly after: number; readonly resolve: () => void }[] = []
  const clients: Client[] = []
  for (let number = 1; number <= count; number += 1) clients.push(await signIn(owner, `writer${number}@example.org`, place))
  const write = async (client: Client, name: string): Promise<boolean> => {
    const json = { action: 'ADD', name, description: name, field_list: { PATIENT: ['SEX'] } }
    const answer = await client.post('/inthem_query', { json }, {}, AbortSignal.timeout(answerMs))
    const { success } = (await answer.json()) as { success: unknown }
    return success === true
  }
  const work = clients.map(async (client) => {
    while (!stopped) {
      const number = (sent += 1)
      if (await write(client, `written ${number}`).catch(() => false)) {
        acknowledged.add(`written ${number}`)
        waiting.filter(({ after }) => number > after).forEach(({ resolve }) => resolve())
        waiting = waiting.filter(({ after }) => number <= after)
      } else {
        unanswered += 1
        await nextTurn()
      }
    }
  })
  return {
    acknowledged,
    unanswered: () => unanswered,
    nextWrite: () => new Promise((resolve) => waiting.push({ after: sent, resolve })),
    stop: async () => {
      stopped = true
      await Promise.all(work)
    },
  }
}

/** Compares what the registry acknowledged with what it stored and with the audit log. */
export const compareLedger = async (owner: Database, { acknowledged }: Pick<Writers, 'acknowledged'>) => {
  const stored = new Set(
    (await owner<{ name: string }[]>`SELECT name FROM saved_filter WHERE name LIKE 'written %'`).map(({ name }) => name),
  )
  const [entries] = await owner<[{ count: number }]>`
    SELECT count(*) FROM audit_log WHERE username LIKE 'writer%' AND action = 'ADD' AND outcome = 'done'`
  return {
    acknowledged: acknowledged.size,
    lost: [...acknowledged].filter((name) => !stored.has(name)).length,
    stored: stored.size,
    'audit entries': entries.count,
  }
}
