import { z } from 'zod'
import { withErrorCode } from '@registry/domain/error'
import { ConsentDocument, GivenConsents } from './consents.ts'
import { RecordQuery } from './ecrf.ts'
import { CodeSent, OneTimeCode } from './sign-in.ts'
import { procedure, router } from './trpc.ts'

const Secret = z.string().max(100, withErrorCode('field_wrong'))
export const DeskSecret = z.strictObject({ secret: Secret })
/** The person whose contact gets the code: null for the patient, or a guardian of `respondents`. */
const Respondent = z.number().int().positive().nullable()

export const DeskLink = z.object({ link: z.string(), endsAt: z.iso.datetime() })
/** The consents of one patient on a device of the centre. Contacts are shortened, so that only their holders know them. */
export const DeskConsents = z.object({
  name: z.string(),
  endsAt: z.iso.datetime(),
  /** `assent` is true for a patient who is heard, for whom guardians decide. Without a contact of the patient the code goes to a guardian. */
  respondents: z.array(
    z.object({ respondent: Respondent, assent: z.boolean(), name: z.string(), codeTo: z.string(), contact: z.string() }),
  ),
  /** The text for a minor. Null for an adult. */
  assentText: ConsentDocument.nullable(),
  information: ConsentDocument,
  preliminary: ConsentDocument,
  consents: ConsentDocument,
})
export const DeskCodeRequest = z.strictObject({ secret: Secret, respondent: Respondent })
export const DeskAnswer = z.strictObject({
  ...GivenConsents.pick({ information: true, consents: true, assentText: true }).shape,
  preliminary: GivenConsents.shape.preliminary.unwrap(),
  secret: Secret,
  otp: OneTimeCode,
  /** The answers are those of a patient who is heard, and not of the guardian who received the code. */
  assent: z.boolean().default(false),
})
/** Whether a Yes waits for the signature of another person, and whether the minor is asked too. */
export const DeskAnswered = z.object({ waiting: z.boolean(), asksAssent: z.boolean() })

export type DeskConsents = z.infer<typeof DeskConsents>
export type DeskAnswer = z.infer<typeof DeskAnswer>
export type DeskAnswered = z.infer<typeof DeskAnswered>

export const deskConsents = router({
  /** Starts the consents of a patient on a device of the centre, and ends an earlier link (REQ-CON-33). @throws AppError import_patient_unknown, consent_withdrawn */
  start: procedure({ permission: 'desk-consent:start', audit: ['desk_consent', 'START'] })
    .input(RecordQuery)
    .mutation(DeskLink),
  /** The secret is in the body of a POST, because addresses are logged (THREAT-36). @throws AppError too_many_attempts, desk_link_ended */
  open: procedure({ permission: 'desk-consent:answer', audit: ['desk_consent', 'OPEN'], reads: 'own' })
    .input(DeskSecret)
    .mutation(DeskConsents),
  /** Sends a code to the contact of the patient or guardian. @throws AppError too_many_attempts, desk_link_ended, code_limit, sms_unavailable */
  sendCode: procedure({ permission: 'desk-consent:answer', audit: ['desk_consent', 'SEND_CODE'] })
    .input(DeskCodeRequest)
    .mutation(CodeSent),
  /** Stores the answers, once. @throws AppError too_many_attempts, desk_link_ended, consent_assent_missing, consent_text_changed; code_refused at `otp` */
  answer: procedure({ permission: 'desk-consent:answer', audit: ['desk_consent', 'ANSWER'] })
    .input(DeskAnswer)
    .mutation(DeskAnswered),
})
