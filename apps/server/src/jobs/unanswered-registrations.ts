import { systemContext, withRole, withTransaction } from '@registry/db/transaction'
import { unansweredDays } from '@registry/domain/access/sign-in-policy'
import { invitationMessages } from '@registry/domain/messages/invitations'
import type { Deps } from '../app/deps.ts'
import { findCentreAdmins, mailStaff } from './staff-mail.ts'

type Needs = Pick<Deps, 'database' | 'outbox' | 'messages'>
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
