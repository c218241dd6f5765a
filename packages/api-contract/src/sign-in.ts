import { z } from 'zod'
import { findContactError } from '@registry/domain/access/contact'
import { countCharacters, passwordMax } from '@registry/domain/access/password'
import type { Caller } from './caller.ts'
import { LanguageInput, withErrorCode } from './fields.ts'
import { TypedCode } from './second-factor.ts'
import type { UserInfo } from './session.ts'

const Username = z.string().trim().min(1, withErrorCode('username_required')).max(255, withErrorCode('contact_wrong'))
/** As spec 1, section 5 has it, e-mail or mobile; whether anybody has the contact is not looked at. */
const PatientContact = z
  .string()
  .trim()
  .max(255, withErrorCode('contact_wrong'))
  .superRefine((contact, context) => {
    const detail = findContactError(contact)
    if (detail) context.addIssue({ code: 'custom', message: detail })
  })
/** As many characters as people count, whatever their alphabet (D6). */
const isWithinLimit = (password: string): boolean => countCharacters(password) <= passwordMax
const Password = z.string().min(1, withErrorCode('password_required')).refine(isWithinLimit, withErrorCode('password_wrong'))
const Code = z.string().trim().min(1, withErrorCode('code_required')).length(6, withErrorCode('code_wrong'))

export const Credentials = z.strictObject({
  username: Username,
  password: Password,
  lang: LanguageInput.optional(),
  locale: z.enum(['it_IT', 'en_US']).optional(),
})
/** The code may come along, for clients that ask for all three at once. */
export const StaffCredentials = Credentials.extend({ otp: TypedCode.optional() })
export const PatientCredentials = Credentials.extend({ username: PatientContact })
export const CodeAnswer = z.strictObject({ username: PatientContact, otp: Code })
/** Whose password is forgotten. A patient's contact is read as at the sign-in. */
export const ForgottenPassword = z.strictObject({ username: Username, lang: LanguageInput.optional() })
export const ForgottenPasswordOfPatient = ForgottenPassword.extend({ username: PatientContact })
/** The contact and the one-time secret that an invitation or a reset link carries (D5). */
export const OpenedLink = z.strictObject({ username: Username, password: z.string().max(255).optional() })
/** The same of the link by which somebody comes back; confirming needs the secret (D5). */
export const ConfirmedReturn = z.strictObject({ username: Username, password: z.string().max(255) })
/** Stay with the account that uses the contact, or move to the centre that invites (D5). */
export const InvitationAnswer = z.strictObject({ choice: z.enum(['stay', 'move']) })
export const NewPassword = z.strictObject({
  oldpassword: z.string().refine(isWithinLimit, withErrorCode('password_wrong')).optional(),
  newpassword: z.string().min(1, withErrorCode('password_required')).refine(isWithinLimit, withErrorCode('password_too_long')),
})
/** Seconds before another code may be asked for, and minutes for which this one holds (D6). */
export const CodeSent = z.object({ channel: z.enum(['mail', 'sms']), againInSeconds: z.number().int(), validMinutes: z.number().int() })
/** Whether the link opened; otherwise, where it lets somebody who withdrew come back, to which centre (D5). */
export const LinkState = z.object({ expired: z.boolean(), returnsTo: z.string().optional() })
/** What a new password of this person must at least be: characters, and strength from 0 to 4 (D6). */
export const PasswordRules = z.object({ minimum: z.number().int(), leastStrength: z.number().int() })

export type StaffCredentials = z.infer<typeof StaffCredentials>
export type PatientCredentials = z.infer<typeof PatientCredentials>
export type CodeAnswer = z.infer<typeof CodeAnswer>
export type ConfirmedReturn = z.infer<typeof ConfirmedReturn>
export type LinkState = z.infer<typeof LinkState>
export type OpenedLink = z.infer<typeof OpenedLink>
export type ForgottenPassword = z.infer<typeof ForgottenPassword>
export type InvitationAnswer = z.infer<typeof InvitationAnswer>
export type PasswordRules = z.infer<typeof PasswordRules>
export type NewPassword = z.infer<typeof NewPassword>
export type CodeSent = z.infer<typeof CodeSent>

export type SignIn = {
  /**
   * Staff: e-mail and password open a session; a temporary password opens a restricted one (`passwordExpired`). Who has a second
   * factor and sent no code is refused with `second_factor_required`, and has ten minutes for `secondFactor.signIn`.
   */
  staff(caller: Caller, credentials: StaffCredentials): Promise<UserInfo>
  /** Patients, step one: contact and password; a code leaves by mail or SMS. Answers the same for unknown contacts (D6). */
  requestCode(caller: Caller, credentials: PatientCredentials): Promise<CodeSent>
  /** Patients, step two: the code opens the session, in the browser that asked for it. */
  withCode(caller: Caller, answer: CodeAnswer): Promise<UserInfo>
  /** Staff who forgot the password: a temporary one leaves by mail. Answers the same for unknown names (D6). */
  forgottenByStaff(caller: Caller, who: ForgottenPassword): Promise<void>
  /** Patients who forgot it: a link leaves by mail or SMS. Answers the same for unknown contacts (D6). */
  forgottenByPatient(caller: Caller, who: ForgottenPassword): Promise<void>
  /** Opens a restricted session when the link is live; otherwise says `expired: false` and opens nothing (D6). */
  openLink(caller: Caller, link: OpenedLink): Promise<LinkState>
  /** Registers somebody who withdrew and asked their centre to come back, and opens the link like an invitation (D5). */
  confirmReturn(caller: Caller, link: ConfirmedReturn): Promise<LinkState>
  /** In the session of an invitation whose contact has an account already: ends it, or closes the former record and goes on here (D5). */
  answerInvitation(caller: Caller, answer: InvitationAnswer): Promise<void>
  passwordRules(caller: Caller): Promise<PasswordRules>
  /** Changes the password and ends all other sessions; the old one is asked unless the session is restricted. */
  changePassword(caller: Caller, passwords: NewPassword): Promise<void>
}
