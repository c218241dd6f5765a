import type { Services } from '@registry/api-contract/services'
import type { Caller } from '@registry/api-contract/caller'
import type { ContactUndone } from '@registry/api-contract/personal-data'
import type { Transaction } from '@registry/db/transaction'
import { verificationLimits } from '@registry/domain/access/receipt-limits'
import { AppError } from '@registry/domain/error'
import { contactRefusedMessage, contactReturnedMessage, guardianContactReturnedMessage } from '@registry/domain/messages/staff-mails'
import { setCallerIdentity, writeTransaction } from '../../audit/operation.ts'
import { parseAccount, type Account } from '../../auth/accounts.ts'
import { formatAddressBlock } from '../../auth/address-block.ts'
import { createContactUndo, sendContactChanged } from '../../auth/contact-undo.ts'
import { sendNotice } from '../../auth/notices.ts'
import { consumeAttempt } from '../../auth/rate-limit.ts'
import { hashToken } from '../../auth/tokens.ts'
import type { Deps } from '../../app/deps.ts'
import { findCentreAdmins, mailStaff } from '../../jobs/staff-mail.ts'
import { isContactTaken } from '../../shared/errors/contact-taken.ts'

/** Lets the holder of the previous contact undo the change. `account` and the database still contain that contact. */
export const notifyFormerContact = async (deps: Deps, tx: Transaction, account: Account): Promise<void> => {
  const undo = createContactUndo(deps)
  await tx.sql`SELECT create_contact_change(${undo.hash}, ${undo.now}, ${undo.expiresAt})`
  await sendContactChanged(deps, tx, account, undo)
}

/** @throws AppError too_many_attempts */
export const limitLinkAttempts = async ({ database }: Deps, { host }: Caller): Promise<void> => {
  for (const { block = 'household', ...limit } of verificationLimits) {
    const seconds = await consumeAttempt(database, `contact link ${formatAddressBlock(host, block)}`, limit)
    if (seconds > 0) throw new AppError('too_many_attempts', { seconds })
  }
}

type Refused = { readonly account: unknown; readonly centre: string; readonly code: string }
type Restored = { readonly account: unknown; readonly centre: string | null; readonly code: string | null; readonly by_centre: boolean }

/** Declines a centre's correction that the new contact has not confirmed. */
const refuseCorrection = async (deps: Deps, tx: Transaction, caller: Caller, secret: string): Promise<ContactUndone | undefined> => {
  const [refused] = await tx.sql<Refused[]>`
    SELECT account, centre, code FROM refuse_contact_correction(${hashToken(secret)}, ${deps.clock().toISOString()})`
  const account = parseAccount(refused?.account ?? null)
  if (!refused || !account) return undefined
  const { centre, code } = refused
  await mailStaff(deps, tx, await findCentreAdmins(tx, centre), contactRefusedMessage, { centre, code })
  setCallerIdentity(caller, { kind: 'restricted', person: account.person })
  caller.note('the corrected contact is refused')
  return { undone: true, byCentre: true }
}

const restoreContact = async (deps: Deps, tx: Transaction, caller: Caller, secret: string): Promise<ContactUndone> => {
  const refused = await refuseCorrection(deps, tx, caller, secret)
  if (refused) return refused
  const patients = await tx.sql<Restored[]>`
    SELECT account, centre, code, by_centre FROM undo_contact_change(${hashToken(secret)}, ${deps.clock().toISOString()})`
  const removed = parseAccount(patients[0]?.account ?? null)
  if (!removed) return { undone: false, byCentre: false }
  const byCentre = patients.some(({ by_centre }) => by_centre)
  await sendNotice(deps, tx, removed, 'contactReturned')
  const message =
    removed.person.kind === 'guardian' ? guardianContactReturnedMessage : byCentre ? contactRefusedMessage : contactReturnedMessage
  for (const { centre, code } of patients)
    if (centre !== null && code !== null) await mailStaff(deps, tx, await findCentreAdmins(tx, centre), message, { centre, code })
  setCallerIdentity(caller, { kind: 'restricted', person: removed.person })
  caller.note('the former contact is back')
  return { undone: true, byCentre }
}

/**
 * Undoes a change of the sign-in contact within seven days, or declines a centre's correction. Informs the removed contact and the centre, or
 * the centres of a guardian (REQ-PAT-20, REQ-GRD-14).
 */
export const undoContactChange =
  (deps: Deps): Services['personalData']['undoContactChange'] =>
  async (caller, { secret }) => {
    await limitLinkAttempts(deps, caller)
    return writeTransaction(deps, caller, (tx) => restoreContact(deps, tx, caller, secret)).catch((error: unknown) => {
      if (isContactTaken(error)) return { undone: false, byCentre: false }
      throw error
    })
  }
