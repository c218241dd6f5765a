import { z } from 'zod'
import type { Caller } from './caller.ts'
import { withErrorCode } from './fields.ts'
import type { UserInfo } from './session.ts'

/** A code of the app or a recovery code, as typed; what it is, the rule says. */
export const TypedCode = z.string().trim().min(1, withErrorCode('second_factor_required')).max(64, withErrorCode('second_factor_wrong'))
/** The password of whoever is signed in, where it is asked again (D6). */
export const OwnPassword = z.string().min(1, withErrorCode('proof_required')).max(512, withErrorCode('password_wrong'))

export const StaffCode = z.strictObject({ otp: TypedCode })
export const Reauthentication = z.strictObject({ password: OwnPassword.optional() })

/** What a person may know of their own second factor. */
export const SecondFactorState = z.object({
  active: z.boolean(),
  since: z.string().nullable(),
  recoveryCodesLeft: z.number().int(),
  /** The configuration asks it of all staff: it can be renewed, not removed. */
  obliged: z.boolean(),
})
/** What goes into the app, shown once: the secret in Base32, and the same as the address that the QR code holds. */
export const SecondFactorOffer = z.object({ secret: z.string(), address: z.string(), validMinutes: z.number().int() })
/** Shown once; the server keeps only their hashes. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export type StaffCode = z.infer<typeof StaffCode>
export type Reauthentication = z.infer<typeof Reauthentication>
export type SecondFactorState = z.infer<typeof SecondFactorState>
export type SecondFactorOffer = z.infer<typeof SecondFactorOffer>
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

export type SecondFactor = {
  /** Staff, step two: the code opens the session, in the browser in which the password was right. */
  signIn(caller: Caller, code: StaffCode): Promise<UserInfo>
  state(caller: Caller): Promise<SecondFactorState>
  /** Offers a secret; an app that is there holds until the new one is confirmed. The password is asked when the last proof is old, or when there is an app already. */
  begin(caller: Caller, reauthentication: Reauthentication): Promise<SecondFactorOffer>
  /** The first code of the app makes it the second factor and ends all other sessions of the person. */
  confirm(caller: Caller, code: StaffCode): Promise<RecoveryCodes>
  /** Ten new recovery codes; the old ones are worth nothing from then on. The password is always asked. */
  renewCodes(caller: Caller, reauthentication: Reauthentication): Promise<RecoveryCodes>
  /** Back to the password alone; the password is always asked. */
  remove(caller: Caller, reauthentication: Reauthentication): Promise<void>
}
