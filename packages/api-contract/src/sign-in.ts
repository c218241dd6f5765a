import { z } from 'zod'
import { findContactError } from '@registry/domain/access/contact'
import { countCharacters, maxPasswordLength } from '@registry/domain/access/password'
import { withErrorCode } from '@registry/domain/error'
import { cleanText } from '@registry/domain/text'
import { Done, LanguageInput } from './fields.ts'
import { TypedCode } from './second-factor.ts'
import { UserInfo } from './session.ts'
import { procedure, router } from './trpc.ts'

const Username = z.string().overwrite(cleanText).min(1, withErrorCode('username_required')).max(255, withErrorCode('contact_wrong'))
/** An e-mail or mobile (REQ-ACC-04). The check never depends on whether an account exists. */
const PatientContact = z
  .string()
  .trim()
  .max(255, withErrorCode('contact_wrong'))
  .superRefine((contact, context) => {
    const detail = findContactError(contact)
    if (detail) context.addIssue({ code: 'custom', message: detail })
  })
/** Whether the password has at most 128 characters of any alphabet (REQ-ACC-07). */
const isWithinLimit = (password: string): boolean => countCharacters(password) <= maxPasswordLength
const Password = z.string().min(1, withErrorCode('password_required')).refine(isWithinLimit, withErrorCode('password_wrong'))
/** The code of six digits sent by mail or SMS (REQ-ACC-03). */
export const OneTimeCode = z
  .string()
  .trim()
  .min(1, withErrorCode('code_required'))
  .length(6, withErrorCode('code_wrong'))
  .regex(/^\d*$/, withErrorCode('code_wrong'))

export const Credentials = z.strictObject({
  username: Username,
  password: Password,
  lang: LanguageInput.optional(),
  locale: z.enum(['it_IT', 'en_US']).optional(),
})
/** The code is optional, for clients that send all three fields in one call. */
export const StaffCredentials = Credentials.extend({ otp: TypedCode.optional() })
export const PatientCredentials = Credentials.extend({ username: PatientContact })
export const CodeAnswer = z.strictObject({ username: PatientContact, otp: OneTimeCode })
export const ForgottenPassword = z.strictObject({ username: Username, lang: LanguageInput.optional() })
export const ForgottenPasswordOfPatient = ForgottenPassword.extend({ username: PatientContact })
/** The contact and the one-time secret of an invitation or a reset link (REQ-PAT-08, REQ-ACC-12). */
export const OpenedLink = z.strictObject({ username: Username, password: z.string().max(255).optional() })
/** The same for the link of a returning person, where the secret is required (REQ-PAT-06). */
export const ConfirmedReregistration = z.strictObject({ username: Username, password: z.string().max(255) })
/** Stay with the account of the contact, or move to the inviting centre (REQ-PAT-04). */
export const InvitationAnswer = z.strictObject({ choice: z.enum(['stay', 'move']) })
export const NewPassword = z.strictObject({
  oldpassword: z.string().refine(isWithinLimit, withErrorCode('password_wrong')).optional(),
  newpassword: z.string().min(1, withErrorCode('password_required')).refine(isWithinLimit, withErrorCode('password_too_long')),
})
/** Seconds until another code is possible, and the validity of this one in minutes (REQ-ACC-05, REQ-ACC-06). */
export const CodeSent = z.object({ channel: z.enum(['mail', 'sms']), againInSeconds: z.number().int(), validMinutes: z.number().int() })
/** Whether the link opened a session. `returnsTo` is the centre of a withdrawn person who can return (REQ-PAT-06). */
export const LinkState = z.object({ expired: z.boolean(), returnsTo: z.string().optional() })
/** Minimum of characters and of strength, from 0 to 4, for this person's new password. */
export const PasswordRules = z.object({ minimum: z.number().int(), leastStrength: z.number().int() })

export type StaffCredentials = z.infer<typeof StaffCredentials>
export type PatientCredentials = z.infer<typeof PatientCredentials>
export type CodeAnswer = z.infer<typeof CodeAnswer>
export type ConfirmedReregistration = z.infer<typeof ConfirmedReregistration>
export type LinkState = z.infer<typeof LinkState>
export type OpenedLink = z.infer<typeof OpenedLink>
export type ForgottenPassword = z.infer<typeof ForgottenPassword>
export type InvitationAnswer = z.infer<typeof InvitationAnswer>
export type PasswordRules = z.infer<typeof PasswordRules>
export type NewPassword = z.infer<typeof NewPassword>
export type CodeSent = z.infer<typeof CodeSent>

export const signIn = router({
  /**
   * Signs staff in with e-mail and password. A temporary password opens a restricted session (`passwordExpired`). Without the code of an
   * existing second factor the error is `second_factor_required`, and `secondFactor.signIn` is possible for ten minutes.
   */
  staff: procedure({ permission: 'sign-in', audit: ['login'] })
    .input(StaffCredentials)
    .mutation(UserInfo),
  /** First step of patients: contact and password send a code by mail or SMS. An unknown contact and a wrong password have the same error (REQ-ACC-09). */
  requestCode: procedure({ permission: 'sign-in', audit: ['otp'] })
    .input(PatientCredentials)
    .mutation(CodeSent),
  /** Second step of patients: the code opens the session, only in the browser that requested it. */
  withCode: procedure({ permission: 'sign-in', audit: ['otplogin'], reads: 'own' })
    .input(CodeAnswer)
    .mutation(UserInfo),
  /** Sends staff a temporary password by mail. Unknown names get the same answer (REQ-ACC-09, REQ-ACC-11). */
  forgottenByStaff: procedure({ permission: 'sign-in', audit: ['forgottenpassword'] })
    .input(ForgottenPassword)
    .mutation(Done),
  /** Sends patients a link by mail or SMS. Unknown contacts get the same answer (REQ-ACC-09, REQ-ACC-12). */
  forgottenByPatient: procedure({ permission: 'sign-in', audit: ['forgottenpasswordpatient'] })
    .input(ForgottenPasswordOfPatient)
    .mutation(Done),
  /** Opens a restricted session with a live link; otherwise returns `expired: false` (REQ-ACC-15). */
  openLink: procedure({ permission: 'sign-in', audit: ['checkexpiredpasswordpatient'] })
    .input(OpenedLink)
    .mutation(LinkState),
  /** Registers a withdrawn person who returns, and opens the link like an invitation (REQ-PAT-06). */
  confirmReregistration: procedure({ permission: 'sign-in', audit: ['confirmReregistration'] })
    .input(ConfirmedReregistration)
    .mutation(LinkState),
  /** Answers an invitation of a contact in use: ends this session, or closes the previous record and continues here (REQ-PAT-04). */
  answerInvitation: procedure({ permission: 'invitation:answer', audit: ['answerInvitation'] })
    .input(InvitationAnswer)
    .mutation(Done),
  passwordRules: procedure({ permission: 'password:choose', audit: ['userchangepassword', 'RULES'] }).query(PasswordRules),
  /** Changes the password and ends all other sessions (REQ-ACC-18). It requires the old password, except in a restricted session. */
  changePassword: procedure({ permission: 'password:choose', audit: ['userchangepassword'] })
    .input(NewPassword)
    .mutation(Done),
})
