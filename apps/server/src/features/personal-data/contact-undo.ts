import type { Services } from '@registry/api-contract/services'
import type { Caller } from '@registry/api-contract/caller'
import type { ContactUndone } from '@registry/api-contract/personal-data'
import type { Transaction } from '@registry/db/transaction'
import { contactUndoDays } from '@registry/domain/access/sign-in-policy'
import { verificationLimits } from '@registry/domain/access/receipt-limits'
import { AppError } from '@registry/domain/error'
import { contactRefusedMessage, contactReturnedMessage } from '@registry/domain/messages/staff-mails'
import { setCallerIdentity, writeTransaction } from '../../audit/operation.ts'
import { parseAccount, type Account } from '../../auth/accounts.ts'
import { formatAddressBlock } from '../../auth/address-block.ts'
import { sendNotice } from '../../auth/notices.ts'
import { consumeAttempt } from '../../auth/rate-limit.ts'
import { createToken, hashToken } from '../../auth/tokens.ts'
import type { Deps } from '../../app/deps.ts'
import { findCentreAdmins, mailStaff } from '../../jobs/staff-mail.ts'
import { isContactTaken } from '../../shared/errors/contact-taken.ts'

/**
 * Sends a notice with a link that undoes the change to the previous contact. `account` and the database still contain it. It does not
 * contain the new contact (THREAT-18). The database has only a hash of the link's secret. The secret is in the fragment, so no server logs
 * it (THREAT-36).
 */
export const notifyFormerContact = async (deps: Deps, tx: Transaction, account: Account): Promise<void> => {
  const secret = createToken()
  const now = deps.clock()
  const expiresAt = new Date(now.getTime() + contactUndoDays * 86_400_000)
  await tx.sql`SELECT create_contact_change(${hashToken(secret)}, ${now.toISOString()}, ${expiresAt.toISOString()})`
  await sendChangedNotice(deps, tx, account, secret, expiresAt)
}

export const sendChangedNotice = (deps: Deps, tx: Transaction, former: Account, secret: string, expiresAt: Date): Promise<void> => {
  const link = `${deps.env.MYCONSENT_ORIGIN}/annulla_recapito#${secret}`
  return sendNotice(deps, tx, former, 'contactChanged', { link, days: contactUndoDays }, expiresAt)
}

/** @throws AppError too_many_attempts */
export const limitLinkAttempts = async ({ database }: Deps, { host }: Caller): Promise<void> => {
  for (const { block = 'household', ...limit } of verificationLimits) {
    const seconds = await consumeAttempt(database, `contact link ${formatAddressBlock(host, block)}`, limit)
    if (seconds > 0) throw new AppError('too_many_attempts', { seconds })
  }
}

type Undone = { readonly account: unknown; readonly centre: string; readonly code: string; readonly by_centre: boolean }

/** Declines a centre's correction that the new contact has not confirmed. */
const refuseCorrection = async (deps: Deps, tx: Transaction, caller: Caller, secret: string): Promise<ContactUndone | undefined> => {
  const [refused] = await tx.sql<Omit<Undone, 'by_centre'>[]>`
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
  const [undone] = await tx.sql<Undone[]>`
    SELECT account, centre, code, by_centre FROM undo_contact_change(${hashToken(secret)}, ${deps.clock().toISOString()})`
  const removed = parseAccount(undone?.account ?? null)
  if (!undone || !removed) return { undone: false, byCentre: false }
  const { centre, code, by_centre: byCentre } = undone
  await sendNotice(deps, tx, removed, 'contactReturned')
  const message = byCentre ? contactRefusedMessage : contactReturnedMessage
  await mailStaff(deps, tx, await findCentreAdmins(tx, centre), message, { centre, code })
  setCallerIdentity(caller, { kind: 'restricted', person: removed.person })
  caller.note('the former contact is back')
  return { undone: true, byCentre }
}

/**
 * Undoes a change of the sign-in contact within seven days, or declines a centre's correction. Informs the removed contact and the centre
 * (REQ-PAT-20).
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
