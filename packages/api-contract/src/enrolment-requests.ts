import { z } from 'zod'
import { normalizeEmail } from '@registry/domain/access/contact'
import { identities } from '@registry/domain/access/enrolment-request'
import { withErrorCode } from '@registry/domain/error'
import { cleanText } from '@registry/domain/text'
import { LanguageInput } from './fields.ts'
import { procedure, router } from './trpc.ts'

/** One line without control characters, so that it cannot add a line to a mail or a log (THREAT-45). */
const line = (max: number) =>
  z
    .string()
    .overwrite(cleanText)
    .max(max, withErrorCode('field_wrong'))
    .regex(/^\P{Cc}*$/u, withErrorCode('field_wrong'))
    .default('')
const Phone = line(40).refine((text) => /^[+\d ()./-]*$/.test(text), withErrorCode('field_wrong'))
export const Email = z
  .string()
  .transform(normalizeEmail)
  .pipe(
    z
      .string()
      .min(1, withErrorCode('username_required'))
      .min(6, withErrorCode('contact_wrong'))
      .max(255, withErrorCode('contact_wrong'))
      .regex(/^[^@\s\p{Cc},;<>"]+@[^@\s\p{Cc},;<>"]+$/u, withErrorCode('contact_wrong')),
  )

/** The older identity form, with its legacy field names (REQ-ACC-22). */
export const NewEnrolmentRequest = z.strictObject({
  cognome: line(80),
  nome: line(80),
  email: Email,
  telefono: Phone,
  cellulare: Phone,
  identita: z.enum(identities, withErrorCode('field_wrong')).optional(),
  lang: LanguageInput.optional(),
})
const Stored = z.object({
  cognome: z.string(),
  nome: z.string(),
  email: z.string(),
  telefono: z.string(),
  cellulare: z.string(),
  identita: z.enum(identities).nullable(),
})
/** `user` is the stored request. `sendmail` is true if the UserAdmins get a mail (REQ-ACC-22). */
export const EnrolmentRequestTaken = z.object({ user: Stored, sendmail: z.boolean() })
/** The newest requests, and the number of all. */
export const ReceivedEnrolmentRequests = z.object({
  rows: z.array(Stored.extend({ id: z.number().int(), at: z.string() })),
  total: z.number().int(),
})

export type NewEnrolmentRequest = z.infer<typeof NewEnrolmentRequest>
export type EnrolmentRequestTaken = z.infer<typeof EnrolmentRequestTaken>
export type ReceivedEnrolmentRequests = z.infer<typeof ReceivedEnrolmentRequests>

export const enrolmentRequests = router({
  /** Stores a request and mails it to the UserAdmins. It creates no account. */
  add: procedure({ permission: 'identity:request', audit: ['newidentity'] })
    .input(NewEnrolmentRequest)
    .mutation(EnrolmentRequestTaken),
  received: procedure({ permission: 'identity:received', audit: ['newidentity', 'LIST'] }).query(ReceivedEnrolmentRequests),
})
