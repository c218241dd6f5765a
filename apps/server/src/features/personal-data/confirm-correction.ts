import type { Services } from '@registry/api-contract/services'
import type { Caller } from '@registry/api-contract/caller'
import type { Transaction } from '@registry/db/transaction'
import { maxCodeAttempts, parseCodeMinutes, selectSignInLimits } from '@registry/domain/access/sign-in-policy'
import { AppError, validationError } from '@registry/domain/error'
import { contactConfirmedMessage } from '@registry/domain/messages/staff-mails'
import { setCallerIdentity, writeTransaction } from '../../audit/operation.ts'
import { parseAccount, type Account } from '../../auth/accounts.ts'
import { createContactUndo, sendContactChanged } from '../../auth/contact-undo.ts'
import { consumeOneTimeCode, describeSentCode, hashOneTimeCode, sendOneTimeCode } from '../../auth/one-time-codes.ts'
import { readSettings } from '../../auth/settings.ts'
import { constantTimeEqual, hashToken } from '../../auth/tokens.ts'
import type { Deps } from '../../app/deps.ts'
import { isContactTaken } from '../../shared/errors/contact-taken.ts'
import { requireSmsQuota } from '../../jobs/sms-quota.ts'
import { findCentreAdmins, mailStaff } from '../../jobs/staff-mail.ts'
import { limitLinkAttempts } from './contact-undo.ts'

type Waiting = { readonly account: Account; readonly contact: string }

/** Finds the correction of a live link, and sets its patient as the caller. */
const findCorrection = async (deps: Deps, caller: Caller, secret: string): Promise<Waiting | undefined> => {
  await limitLinkAttempts(deps, caller)
  const [found] = await deps.database<{ account: unknown; contact: string }[]>`
    SELECT account, contact FROM find_contact_correction(${hashToken(secret)}, ${deps.clock().toISOString()})`
  const account = parseAccount(found?.account ?? null)
  if (!found || !account) return undefined
  setCallerIdentity(caller, { kind: 'restricted', person: account.person })
  return { account, contact: found.contact }
}

/**
 * Sends a code to the contact that a centre corrected, for the person who opened the link of its message. The code belongs to this link and
 * this contact (REQ-PAT-24, THREAT-18).
 */
export const sendCorrectionCode =
  (deps: Deps): Services['personalData']['sendCorrectionCode'] =>
  async (caller, { secret }) => {
    const waiting = await findCorrection(deps, caller, secret)
    if (!waiting) return { codeSent: null }
    const { account, contact } = waiting
    const { codes: limits } = selectSignInLimits(deps.env.DEMO)
    const minutes = parseCodeMinutes((await readSettings(deps.database)).otp_minute_duration)
    const sent = describeSentCode(contact, minutes, limits)
    if (sent.channel === 'sms') await requireSmsQuota(deps, 'code')
    await writeTransaction(deps, caller, async (tx) => {
      const recipient = { ...account, sendTo: { channel: sent.channel, to: contact } }
      const request = { account: recipient, purpose: 'contact', token: secret, subject: contact, minutes, limits } as const
      if ((await sendOneTimeCode(deps, tx, request)) > 0) throw new AppError('code_limit')
      caller.note('code sent to the corrected contact')
    })
    return { codeSent: sent }
  }

/** Counts the attempt, even if the confirmation fails later (THREAT-13). Returns the id of the code. */
const verifyCode = async (deps: Deps, secret: string, contact: string, otp: string): Promise<number> => {
  const [attempt] = await deps.database<{ id: number; code_hash: Buffer; salt: Buffer }[]>`
    SELECT id, code_hash, salt FROM count_correction_code_attempt(${hashToken(secret)}, ${deps.clock().toISOString()}, ${maxCodeAttempts})`
  const hash = attempt && hashOneTimeCode(otp, secret, attempt.salt, contact)
  if (!attempt || !hash || !constantTimeEqual(attempt.code_hash, hash)) throw validationError({ otp: { code: 'code_refused' } })
  return attempt.id
}

type Confirmed = { readonly account: unknown; readonly centre: string; readonly code: string }

const confirm = async (deps: Deps, tx: Transaction, caller: Caller, secret: string, codeId: number): Promise<void> => {
  if (!(await consumeOneTimeCode(tx.sql, codeId, secret, deps.clock()))) throw validationError({ otp: { code: 'code_refused' } })
  const undo = createContactUndo(deps)
  const [confirmed] = await tx.sql<Confirmed[]>`
    SELECT account, centre, code FROM confirm_contact_correction(${hashToken(secret)}, ${undo.hash}, ${undo.now}, ${undo.expiresAt})`
  const previous = parseAccount(confirmed?.account ?? null)
  if (!confirmed || !previous) throw validationError({ otp: { code: 'code_refused' } })
  const { centre, code } = confirmed
  if (previous.sendTo.to !== '') await sendContactChanged(deps, tx, previous, undo)
  await mailStaff(deps, tx, await findCentreAdmins(tx, centre), contactConfirmedMessage, { centre, code })
  caller.note('confirmed the contact that the centre corrected')
}

/**
 * Makes a contact that a centre corrected the sign-in contact, by link and code (REQ-PAT-24). Only the holder of the contact, who entered its
 * code, learns that another account uses it (THREAT-12).
 */
export const confirmCorrection =
  (deps: Deps): Services['personalData']['confirmCorrection'] =>
  async (caller, { secret, otp }) => {
    const waiting = await findCorrection(deps, caller, secret)
    if (!waiting) return { confirmed: false }
    const codeId = await verifyCode(deps, secret, waiting.contact, otp)
    await writeTransaction(deps, caller, (tx) => confirm(deps, tx, caller, secret, codeId)).catch((error: unknown) => {
      throw isContactTaken(error) ? validationError({ otp: { code: 'contact_taken' } }) : error
    })
    return { confirmed: true }
  }
