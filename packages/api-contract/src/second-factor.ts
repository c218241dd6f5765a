import { z } from 'zod'
import { withErrorCode } from '@registry/domain/error'
import { Done } from './fields.ts'
import { UserInfo } from './session.ts'
import { procedure, router } from './trpc.ts'

/** A code of the app or a recovery code, as typed. `parseSecondFactorCode` distinguishes them. */
export const TypedCode = z.string().trim().min(1, withErrorCode('second_factor_required')).max(64, withErrorCode('second_factor_wrong'))
export const OwnPassword = z.string().min(1, withErrorCode('reauthentication_required')).max(512, withErrorCode('password_wrong'))

export const StaffCode = z.strictObject({ otp: TypedCode })
export const Reauthentication = z.strictObject({ password: OwnPassword.optional() })

/** The state of a person's second factor, as the person sees it. */
export const SecondFactorState = z.object({
  active: z.boolean(),
  since: z.string().nullable(),
  recoveryCodesLeft: z.number().int(),
  /** True if all staff must have one (REQ-ACC-02). It can then be renewed but not removed. */
  obliged: z.boolean(),
})
/** The secret for the app, shown once: in Base32, and as the address of the QR code. */
export const SecondFactorEnrolment = z.object({ secret: z.string(), address: z.string(), validMinutes: z.number().int() })
/** Recovery codes are shown once. The server stores only their hashes. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export type StaffCode = z.infer<typeof StaffCode>
export type Reauthentication = z.infer<typeof Reauthentication>
export type SecondFactorState = z.infer<typeof SecondFactorState>
export type SecondFactorEnrolment = z.infer<typeof SecondFactorEnrolment>
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

export const secondFactor = router({
  /** Second step of staff: the code opens the session, only in the browser of the first step. */
  signIn: procedure({ permission: 'sign-in', audit: ['login', 'CODE'] })
    .input(StaffCode)
    .mutation(UserInfo),
  state: procedure({ permission: 'second-factor:own', audit: ['second_factor'] }).query(SecondFactorState),
  /**
   * Creates a secret for a new app. The current app keeps working until the new one is confirmed.
   * It requires the password if the last check is too old or if there is an app.
   */
  begin: procedure({ permission: 'second-factor:own', audit: ['second_factor', 'BEGIN'] })
    .input(Reauthentication)
    .mutation(SecondFactorEnrolment),
  /** Confirms the app by its first code. It ends all other sessions of the person. */
  confirm: procedure({ permission: 'second-factor:own', audit: ['second_factor', 'CONFIRM'] })
    .input(StaffCode)
    .mutation(RecoveryCodes),
  /** Replaces the ten recovery codes. It always requires the password. */
  renewCodes: procedure({ permission: 'second-factor:own', audit: ['second_factor', 'CODES'] })
    .input(Reauthentication)
    .mutation(RecoveryCodes),
  /** Removes the second factor. It always requires the password. */
  remove: procedure({ permission: 'second-factor:own', audit: ['second_factor', 'REMOVE'] })
    .input(Reauthentication)
    .mutation(Done),
})
