import { systemContext, withRole, withTransaction } from '@registry/db/transaction'
import { formatDay } from '@registry/domain/calendar'
import { guardianMessages, withdrawalRequestMessages } from '@registry/domain/messages/guardians'
import type { Deps } from '../app/deps.ts'
import { type About, type GuardianRecipient, writeToGuardians } from './guardian-mail.ts'
import { findCentreAdmins, mailStaff } from './staff-mail.ts'

type Needs = Pick<Deps, 'outbox' | 'messages' | 'env'>

type Due = Required<About> & { readonly centre: string; readonly code: string; readonly missing: readonly GuardianRecipient[] }

/** Once, on the first day on which a request can be carried out: asks the centre to do so, or the missing guardians to confirm (REQ-GRD-12). */
export const remindWithdrawalRequests = (needs: Needs & Pick<Deps, 'database'>): Promise<void> =>
  withTransaction(needs.database, systemContext, async (tx) => {
    const requests = await withRole(
      tx,
      'registry_worker',
      ({ sql }) => sql<Due[]>`
        SELECT patient_id AS "patientId", centre, centre_name AS "centreName", code_at_centre AS code, due_on::text AS day, missing FROM claim_withdrawal_reminders()`,
    )
    for (const request of requests) {
      const { centre, code, day, missing } = request
      if (missing.length > 0) await writeToGuardians(needs, tx, missing, guardianMessages.withdrawalToConfirm, request)
      else
        await mailStaff(needs, tx, await findCentreAdmins(tx, centre), withdrawalRequestMessages.ready, {
          centre,
          code,
          day: formatDay(day),
        })
    }
  })
