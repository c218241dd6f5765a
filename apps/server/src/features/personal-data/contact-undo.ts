import type { Caller } from '@registry/api-contract/caller'
import type { ContactUndone, PersonalDataPort } from '@registry/api-contract/personal-data'
import type { Transaction } from '@registry/db/transaction'
import { contactUndoHours } from '@registry/domain/access/sign-in-policy'
import { verificationLimits } from '@registry/domain/access/receipt-limits'
import { AppError } from '@registry/domain/error'
import { contactReturnedMessage } from '@registry/domain/messages/staff-mails'
import { setCallerIdentity, writeTransaction } from '../../audit/operation.ts'
import { parseAccount, type Account } from '../../auth/accounts.ts'
import { formatAddressBlock } from '../../auth/address-block.ts'
import { sendNotice } from '../../auth/notices.ts'
import { takeAttempt } from '../../auth/rate-limit.ts'
import { createToken, hashToken } from '../../auth/tokens.ts'
import type { Deps } from '../../deps.ts'
import { findCentreAdmins, mailStaff } from '../../jobs/staff-mail.ts'
import { isContactTaken } from './contact-taken.ts'

/**
 * Sends a notice to the former contact, which `account` and the database still name, with a link that undoes the change. It does not contain the
 * new contact (THREAT-18). The database has only a hash of the link's secret, which is in the fragment, so that no server logs it (THREAT-36).
 */
export const notifyFormerContact = async (deps: Deps, tx: Transaction, account: Account): Promise<void> => {
  const secret = createToken()
  const now = deps.clock()
  const expiresAt = new Date(now.getTime() + contactUndoHours * 3_600_000)
  await tx.sql`SELECT create_contact_change(${hashToken(secret)}, ${now.toISOString()}, ${expiresAt.toISOString()})`
  const link = `${deps.env.MYCONSENT_ORIGIN}/annulla_recapito#${secret}`
  await sendNotice(deps, tx, account, 'contactChanged', { link, hours: contactUndoHours }, expiresAt)
}

/** @throws AppError too_many_attempts */
const limitAttempts = async ({ database }: Deps, { host }: Caller): Promise<void> => {
  for (const { block = 'household', ...limit } of verificationLimits) {
    const seconds = await takeAttempt(database, `contact undo ${formatAddressBlock(host, block)}`, limit)
    if (seconds > 0) throw new AppError('too_many_attempts', { seconds })
  }
}

type Undone = { readonly account: unknown; readonly centre: string; readonly code: string }

const restoreContact = async (deps: Deps, tx: Transaction, caller: Caller, secret: string): Promise<ContactUndone> => {
  const [undone] = await tx.sql<Undone[]>`
    SELECT account, centre, code FROM undo_contact_change(${hashToken(secret)}, ${deps.clock().toISOString()})`
  const removed = parseAccount(undone?.account ?? null)
  if (!undone || !removed) return { undone: false }
  const { centre, code } = undone
  await sendNotice(deps, tx, removed, 'contactReturned')
  await mailStaff(deps, tx, await findCentreAdmins(tx, centre), contactReturnedMessage, { centre, code })
  setCallerIdentity(caller, { kind: 'restricted', person: removed.person })
  caller.note('the former contact is back')
  return { undone: true }
}

/** Undoes a change of the sign-in contact within 72 hours, and informs the removed contact and the centre (REQ-PAT-20). */
export const undoContactChange =
  (deps: Deps): PersonalDataPort['undoContactChange'] =>
  async (caller, { secret }) => {
    await limitAttempts(deps, caller)
    return writeTransaction(deps, caller, (tx) => restoreContact(deps, tx, caller, secret)).catch((error: unknown) => {
      if (isContactTaken(error)) return { undone: false }
      throw error
    })
  }
