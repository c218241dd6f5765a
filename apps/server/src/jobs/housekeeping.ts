import type { Database } from '@registry/db/connect'
import { systemContext, withRole, withTransaction } from '@registry/db/transaction'
import type { Deps } from '../app/deps.ts'
import { publishAnonymousRecords } from './publish-anonymous-records.ts'
import { startRepeating, type RepeatedWork } from './repeat.ts'
import { remindStudies } from './study-reminders.ts'
import { endUnansweredRegistrations } from './unanswered-registrations.ts'

type Needs = Pick<Deps, 'database' | 'log' | 'outbox' | 'messages' | 'env' | 'clock'>

/**
 * Removes expired sessions, codes, links and counters, notifications after 90 days, recipients of communications after 90 days or a year,
 * identity requests after 180 days, and codes of withdrawals after their last day (REQ-CON-17). Marks interrupted exports. Shuffles rows of
 * withdrawn patients, ledger, records and deletion requests in separate transactions, and publishes the due anonymous records (REQ-CON-08).
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
  await withTransaction(database, systemContext, (tx) =>
    withRole(tx, 'registry_worker', ({ sql }) => sql`SELECT shuffle_deletion_requests()`),
  )
  await publishAnonymousRecords(database)
}

const removeExpiredSignIns = (database: Database): Promise<void> =>
  withTransaction(database, systemContext, async (tx) => {
    await tx.sql`SELECT remove_ended_sign_ins()`
    await tx.sql`DELETE FROM rate_limit WHERE theoretical_arrival_at < now()`
    // 100 consecutive failures block the sign-in, whatever time passes between them.
    await tx.sql`DELETE FROM sign_in_attempt WHERE next_attempt_at < now() - interval '30 days'`
    await tx.sql`DELETE FROM sign_in_origin WHERE last_success_at < now() - interval '30 days'`
    await withRole(tx, 'registry_worker', async ({ sql }) => {
      await sql`SELECT remove_ended_notifications()`
      await sql`SELECT remove_ended_deletion_codes()`
      await sql`SELECT remove_old_recipients()`
    })
  })

/** Runs at the start and every hour, ends unanswered registrations, and reminds patients of studies. Several processes may run it. */
export const startHousekeeping = (needs: Needs): RepeatedWork =>
  startRepeating({
    everyMs: 3_600_000,
    atStart: true,
    atStop: false,
    run: async () => {
      await removeExpiredData(needs.database)
      await endUnansweredRegistrations(needs)
      await remindStudies(needs)
    },
    onFailure: (error) => needs.log.error({ err: error }, 'expired data could not be removed'),
  })
