import type { GuardianContact } from '@registry/api-contract/guardian'
import type { NewGuardian } from '@registry/api-contract/guardians'
import type { Caller } from '@registry/api-contract/caller'
import type { Services } from '@registry/api-contract/services'
import { isAddress, normalizeEmail } from '@registry/domain/access/contact'
import { AppError, validationError, type ErrorDetail } from '@registry/domain/error'
import { findMobileError } from '@registry/domain/patient/mobile'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import type { Deps } from '../../app/deps.ts'
import { hashSessionToken } from '../../auth/accounts.ts'
import { createContactUndo, sendContactChanged } from '../../auth/contact-undo.ts'
import { requireSessionAccount } from '../../auth/session-codes.ts'
import { readNotificationLimits } from '../../jobs/notification-limits.ts'
import { requireSmsQuota } from '../../jobs/sms-quota.ts'
import { consumeContactCode, sendContactCode, verifyContactCode } from '../../auth/contact-code.ts'
import { isContactTaken } from '../../shared/errors/contact-taken.ts'
import { parseNumber } from '../../shared/parse-number.ts'

type Contact = { readonly contact: string } | { readonly error: readonly [field: string, detail: ErrorDetail] }

type Typed = Pick<NewGuardian, 'loginMode' | 'email' | 'mobile'>

/** The contact of the sign-in mode, or the error at its field. */
export const readContact = ({ loginMode, email = '', mobile = '' }: Typed, prefixes: readonly string[]): Contact => {
  if (loginMode === 'Email') {
    const address = normalizeEmail(email)
    if (address === '') return { error: ['email', { code: 'rule_email_missing' }] }
    return isAddress(address) ? { contact: address } : { error: ['email', { code: 'contact_wrong' }] }
  }
  if (mobile.trim() === '') return { error: ['mobile', { code: 'rule_mobile_missing' }] }
  const parsed = parseNumber(mobile)
  const detail = findMobileError(parsed, prefixes)
  return parsed && !detail ? { contact: `${parsed.prefix}${parsed.number}` } : { error: ['mobile', detail ?? { code: 'mobile_wrong' }] }
}

/**
 * Changes the sign-in contact of a guardian who is no patient. The new one is saved only with the code that was sent to it, as for patients
 * (REQ-GRD-14), and the previous one gets a link that undoes the change (THREAT-18). Without the code nothing is saved and a code is sent, also to another person's contact (THREAT-12).
 */
export const changeContact =
  (deps: Deps): Services['guardian']['changeContact'] =>
  async (caller: Caller, { password, otp, ...typed }: GuardianContact) => {
    const { person, sendTo } = await requireSessionAccount(deps, caller)
    // A guardian who is a patient signs in with the patient's contact, which belongs to the personal data.
    if (person.kind !== 'guardian') throw new AppError('guardian_contact_of_patient')
    const read = readContact(typed, (await readTransaction(deps, caller, readNotificationLimits)).mobilePrefixes)
    if ('error' in read) throw validationError({ [read.error[0]]: read.error[1] })
    const { contact } = read
    if (contact === sendTo.to) return { codeSent: null }
    await deps.reauthenticate(caller, password)
    if (otp === undefined) {
      if (typed.loginMode === 'Mobile') await requireSmsQuota(deps, 'code')
      return { codeSent: await sendContactCode(deps, caller, contact) }
    }
    const { codeId, account } = await verifyContactCode(deps, caller, contact, otp)
    await writeTransaction(deps, caller, async (tx) => {
      await consumeContactCode(deps, tx, caller, codeId)
      const undo = createContactUndo(deps)
      await tx.sql`
        SELECT change_guardian_contact(${hashSessionToken(caller)}, ${typed.loginMode}, ${contact}, ${undo.hash}, ${undo.now}, ${undo.expiresAt})`
      await sendContactChanged(deps, tx, account, undo)
      caller.note('contact changed')
    }).catch((error: unknown) => {
      throw isContactTaken(error)
        ? validationError({ [typed.loginMode === 'Email' ? 'email' : 'mobile']: { code: 'contact_taken' } })
        : error
    })
    return { codeSent: null }
  }
