import type { Database } from '@registry/db/connect'
import { withRole, withTransaction } from '@registry/db/transaction'
import type { Deps } from '../deps.ts'
import { endUnansweredRegistrations } from './unanswered-registrations.ts'

type Needs = Pick<Deps, 'database' | 'log' | 'outbox' | 'messages'>

const hourMs = 3_600_000
const systemContext = { actor: '', via: 'system', scope: { kind: 'none' } } as const

/**
 * Removes what has ended and nobody may use any more: sessions, codes and links out of time, counts of tries that no longer
 * hold anybody back, and messages 90 days after they left or were given up. Codes stay two days, since a day's are counted.
 * What strangers sent through the older identity form stays half a year (D17). Rows of withdrawn people are mixed, ledger and records
 * each in a transaction of its own (D8). Exports that a kill cut short get their outcome.
 */
export const removeExpiredData = async (database: Database): Promise<void> => {
  await removeExpiredSignIns(database)
  await withTransaction(database, systemContext, (tx) =>
    withRole(tx, 'registry_worker', ({ sql }) => sql`SELECT mark_interrupted_exports()`),
  )
  await withTransaction(database, systemContext, (tx) =>
    withRole(tx, 'registry_worker', ({ sql }) => sql`SELECT shuffle_withdrawn_consents()`),
  )
  await withTransaction(database, systemContext, (tx) =>
    withRole(tx, 'registry_worker', ({ sql }) => sql`SELECT shuffle_anonymous_records()`),
  )
}

const removeExpiredSignIns = (database: Database): Promise<void> =>
  withTransaction(database, systemContext, async (tx) => {
    await tx.sql`SELECT remove_ended_sign_ins()`
    await tx.sql`DELETE FROM rate_limit WHERE tat < now()`
    // A hundred misses are counted in a row, however long they take.
    await tx.sql`DELETE FROM sign_in_attempt WHERE next_try_at < now() - interval '30 days'`
    await tx.sql`DELETE FROM sign_in_origin WHERE last_success_at < now() - interval '30 days'`
    await withRole(tx, 'registry_worker', ({ sql }) => sql`SELECT remove_ended_notifications()`)
  })

/** Tidies up at the start and every hour after, and ends registrations that nobody answered; several processes may, each finds what the others left. */
export const startHousekeeping = (needs: Needs): { stop(): Promise<void> } => {
  let running: Promise<void> | undefined
  const runOnce = (): void => {
    running ??= removeExpiredData(needs.database)
      .then(() => endUnansweredRegistrations(needs))
      .catch((error: unknown) => needs.log.error({ err: error }, 'what has ended could not be removed'))
      .finally(() => {
        running = undefined
      })
  }
  runOnce()
  const clock = setInterval(runOnce, hourMs)
  return {
    stop: async () => {
      clearInterval(clock)
      await running
    },
  }
}
