import type { Services } from '@registry/api-contract/services'
import type { Caller } from '@registry/api-contract/caller'
import type { NewsletterSubscription } from '@registry/api-contract/newsletter'
import type { Transaction } from '@registry/db/transaction'
import { unsubscribeLimit } from '@registry/domain/communications/limits'
import { AppError } from '@registry/domain/error'
import { readTransaction, setCallerIdentity, writeTransaction } from '../../audit/operation.ts'
import { formatAddressBlock } from '../../auth/address-block.ts'
import { consumeAttempt } from '../../auth/rate-limit.ts'
import { hashToken } from '../../auth/tokens.ts'
import type { Deps } from '../../app/deps.ts'

type Needs = Pick<Deps, 'database' | 'clock'>

const findPatient = ({ actor }: Caller): number => (actor.kind === 'patient' ? actor.patientId : 0)

const readSubscription = async ({ sql }: Transaction, patientId: number): Promise<NewsletterSubscription> => {
  const [found] = await sql<(Pick<NewsletterSubscription, 'changedAt' | 'byMail'> & { readonly wants: boolean | null })[]>`
    SELECT w.wants, w.changed_at AS "changedAt", p.login_mode = 'Email' AS "byMail"
    FROM patient AS p LEFT JOIN newsletter_subscription AS w ON w.patient_id = p.id WHERE p.id = ${patientId}`
  if (!found) throw new AppError('session_required')
  return { ...found, wants: found.wants ?? false }
}

/** A patient's newsletter subscription, and its end by a link (REQ-COM-07). */
export const newsletter = (deps: Needs): Services['newsletter'] => ({
  read: (caller) => readTransaction(deps, caller, (tx) => readSubscription(tx, findPatient(caller))),
  save: (caller, { wants }) =>
    writeTransaction(deps, caller, async (tx) => {
      const patientId = findPatient(caller)
      await tx.sql`
        INSERT INTO newsletter_subscription (patient_id, wants) VALUES (${patientId}, ${wants})
        ON CONFLICT (patient_id) DO UPDATE SET wants = EXCLUDED.wants, changed_at = now()`
      caller.note(wants ? 'yes' : 'no')
      return readSubscription(tx, patientId)
    }),
  unsubscribe: async (caller, { secret }) => {
    const { block = 'household', ...limit } = unsubscribeLimit
    const seconds = await consumeAttempt(deps.database, `unsubscribe ${formatAddressBlock(caller.host, block)}`, limit)
    if (seconds > 0) throw new AppError('too_many_attempts', { seconds })
    return writeTransaction(deps, caller, async ({ sql }) => {
      const [ended] = await sql<{ patient: number }[]>`SELECT patient FROM end_newsletter(${hashToken(secret)})`
      if (!ended) return { ended: false }
      setCallerIdentity(caller, { kind: 'restricted', person: { kind: 'patient', patientId: ended.patient } })
      caller.note('by the link of a newsletter')
      return { ended: true }
    })
  },
})
