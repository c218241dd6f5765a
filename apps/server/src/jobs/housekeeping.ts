import type { Database } from '@registry/db/connect'
import { systemContext, withRole, withTransaction } from '@registry/db/transaction'
import { unansweredDays } from '@registry/domain/access/sign-in-policy'
import { invitationMessages } from '@registry/domain/messages/invitations'
import type { Deps } from '../app/deps.ts'
import { announceMajorities, askNewAdults } from './coming-of-age.ts'
import { publishAnonymousRecords } from './publish-anonymous-records.ts'
import { startJob, type JobHolder, type RepeatedWork } from './repeat.ts'
import { formatItalianDay } from '../shared/day.ts'
import { lapseDueConsents } from '../shared/lapse-consents.ts'
import { wakeOutbox } from './outbox.ts'
import { remindStudyPatients, type OpenStudy } from './study-messages.ts'
import { findCentreAdmins, mailStaff } from './staff-mail.ts'
import { remindWithdrawalRequests } from './withdrawal-requests.ts'

type Needs = Pick<Deps, 'database' | 'log' | 'outbox' | 'messages' | 'env' | 'clock'>

type EndedRegistration = { readonly centre: string; readonly code_at_centre: string }

/** The maximum number of codes in one mail. */
const listedCodes = 50

/** Ends registrations without an answer for 90 days and notifies each centre, in one transaction (REQ-PAT-04). */
export const endUnansweredRegistrations = (needs: Needs): Promise<void> =>
  withTransaction(needs.database, systemContext, async (tx) => {
    const ended = await withRole(tx, 'registry_worker', ({ sql }) => sql<EndedRegistration[]>`SELECT * FROM end_unanswered_registrations()`)
    for (const [centre, registrations] of Map.groupBy(ended, (registration) => registration.centre)) {
      const codes = registrations.slice(0, listedCodes).map(({ code_at_centre: code }) => code)
      const listed = codes.length < registrations.length ? [...codes, '…'] : codes
      const values = { centre, count: registrations.length, days: unansweredDays, codes: listed.join(', ') }
      await mailStaff(needs, tx, await findCentreAdmins(tx, centre), invitationMessages.unanswered, values)
    }
  })

/** Reminds patients who have waited for a week, at most twice (REQ-STU-16). Each study is one transaction and one statement. */
export const remindStudies = async (needs: Needs): Promise<void> => {
  const today = formatItalianDay(needs.clock())
  const studies = await withTransaction(needs.database, systemContext, (tx) =>
    withRole(tx, 'registry_worker', ({ sql }) => sql<OpenStudy[]>`SELECT id, end_date::text AS "endDate" FROM list_open_studies(${today})`),
  )
  for (const study of studies) {
    await withTransaction(needs.database, systemContext, async (tx) => {
      const reminded = await withRole(tx, 'registry_worker', (inside) => remindStudyPatients(needs, inside, study, today))
      if (reminded > 0) await wakeOutbox(tx)
    })
  }
}

/**
 * Removes expired sessions, codes, links and counters, and notifications after 90 days. Recipients of communications go after 90 days or a
 * year, identity requests after 180 days. Codes of withdrawals go after their last day (REQ-CON-17). Marks interrupted exports. Shuffles
 * rows of withdrawn patients, ledger, records and deletion requests in separate transactions, and publishes the due anonymous records
 * (REQ-CON-08).
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

/** Makes the tables of the next months of the audit log (REQ-OPS-26). */
const makeLogMonths = (database: Database): Promise<unknown> =>
  withTransaction(database, systemContext, (tx) => withRole(tx, 'registry_worker', ({ sql }) => sql`SELECT make_log_months()`))

/** Lets answers of guardians lapse and removes expired data every hour, ends unanswered registrations, reminds patients of studies, notifies of majorities, reminds of requests of guardians, and prepares the next months of the log. */
export const startHousekeeping = (needs: Needs & JobHolder): RepeatedWork =>
  startJob(needs, {
    name: 'housekeeping',
    atStop: false,
    run: async () => {
      await lapseDueConsents(needs.database, 'all')
      await removeExpiredData(needs.database)
      await endUnansweredRegistrations(needs)
      await remindStudies(needs)
      await announceMajorities(needs)
      await askNewAdults(needs)
      await remindWithdrawalRequests(needs)
      await makeLogMonths(needs.database)
    },
    onFailure: (error) => needs.log.error({ err: error }, 'expired data could not be removed'),
  })
