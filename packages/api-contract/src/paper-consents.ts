import { z } from 'zod'
import { scanTypes } from '@registry/domain/consent/paper-scan'
import { Answers } from '@registry/domain/consent/schemas'
import { withErrorCode } from '@registry/domain/error'
import { RecordQuery } from './ecrf.ts'
import { Done, LanguageInput } from './fields.ts'
import { procedure, router } from './trpc.ts'

export const PaperFormQuery = z.strictObject({ ...RecordQuery.shape, language: LanguageInput })
/** A printed form: its number, and the PDF in base64. */
export const PaperForm = z.object({ formNumber: z.string(), pdf: z.base64() })

/** The signer: the patient, or a guardian by the id of the list of guardians. */
export const PaperSigner = z.union([z.literal('patient'), z.number().int().positive()])

export const NewPaperConsent = z.strictObject({
  ...RecordQuery.shape,
  formNumber: z.string().max(40),
  /** Of the boxes that are ticked. The others stay unanswered. */
  answers: Answers,
  signedOn: z.iso.date(),
  signers: z.array(PaperSigner).min(1).max(6),
  /** `content` is the file in base64. The service checks its size and bytes. */
  scan: z.strictObject({ name: z.string().max(255), content: z.string() }),
})
export const PaperConsentId = z.strictObject({ id: z.uuid() })
export const RecordedPaperConsent = z.object({ id: z.uuid() })
/** The file in base64. */
export const PaperScan = z.object({ name: z.string(), type: z.string(), content: z.string() })

export const PaperRefusal = z.strictObject({
  id: z.uuid(),
  reason: z.string().trim().min(1, withErrorCode('field_required')).max(500),
})

/** A signed form as its reader compares it with the scan. */
const RecordedForm = z.object({
  id: z.uuid(),
  formNumber: z.string(),
  signedOn: z.iso.date(),
  language: LanguageInput,
  /** Names of guardians, and null for the patient. */
  signers: z.array(z.string().nullable()),
  answers: z.array(z.object({ field: z.string(), question: z.string(), answer: z.string() })),
  scanType: z.enum(scanTypes),
  recordedBy: z.string(),
  recordedAt: z.iso.datetime(),
})
/** A form that waits for a second person of the centre. `own` is one that the caller recorded. */
export const PendingPaperConsents = z.array(
  RecordedForm.extend({ centre: z.string(), code: z.string(), surname: z.string(), name: z.string(), own: z.boolean() }),
)

/** The forms of a patient: those that were printed and not recorded, and the recorded ones, the newest first. */
export const PatientPaperConsents = z.object({
  printed: z.array(
    z.object({
      formNumber: z.string(),
      language: LanguageInput,
      printedAt: z.iso.datetime(),
      printedBy: z.string(),
      questions: z.array(z.object({ field: z.string(), text: z.string(), options: z.array(z.string()) })),
    }),
  ),
  recorded: z.array(
    RecordedForm.extend({
      state: z.enum(['PENDING', 'VERIFIED', 'REFUSED']),
      decidedBy: z.string().nullable(),
      decidedAt: z.iso.datetime().nullable(),
      reason: z.string().nullable(),
      /** The questions whose later answer stays in force. */
      superseded: z.array(z.string()),
    }),
  ),
  /** The guardians who can have signed. */
  guardians: z.array(z.object({ id: z.number().int(), name: z.string() })),
})

/** The answers in force, and the questions whose later answer stays. */
export const VerifiedPaperConsent = z.object({ superseded: z.array(z.string()) })

export type PendingPaperConsents = z.infer<typeof PendingPaperConsents>
export type PatientPaperConsents = z.infer<typeof PatientPaperConsents>
export type PaperFormQuery = z.infer<typeof PaperFormQuery>
export type NewPaperConsent = z.infer<typeof NewPaperConsent>
export type PaperScan = z.infer<typeof PaperScan>

export const paperConsents = router({
  /** Prints the form of the published texts, and notes its number (REQ-CON-30). @throws AppError import_patient_unknown, consent_withdrawn, busy */
  form: procedure({ permission: 'paper-consent:record', audit: ['paper_consent', 'FORM'], reads: 'patients' })
    .input(PaperFormQuery)
    .mutation(PaperForm),
  /**
   * Records a signed form with its scan. Nothing is in force until a colleague confirms it (REQ-CON-31).
   * @throws AppError import_patient_unknown, consent_withdrawn, paper_form_unknown, paper_form_used, validation_failed
   */
  record: procedure({ permission: 'paper-consent:record', audit: ['paper_consent', 'RECORD'] })
    .input(NewPaperConsent)
    .mutation(RecordedPaperConsent),
  /** Reads a scan of the centre. @throws AppError permission_denied, also for one that was deleted */
  scan: procedure({ permission: 'paper-consent:verify', audit: ['paper_consent', 'SCAN'], reads: 'patients' })
    .input(PaperConsentId)
    .query(PaperScan),
  /** The forms of a patient. @throws AppError import_patient_unknown */
  ofPatient: procedure({ permission: 'paper-consent:record', audit: ['paper_consent', 'OF_PATIENT'], reads: 'patients' })
    .input(RecordQuery)
    .query(PatientPaperConsents),
  /** The forms of the caller's centres that wait for a second person (REQ-CON-32). */
  pending: procedure({ permission: 'paper-consent:verify', audit: ['paper_consent', 'PENDING'], reads: 'patients' }).query(
    PendingPaperConsents,
  ),
  /**
   * Puts the answers of a form in force (REQ-CON-32).
   * @throws AppError permission_denied for a form of another centre; paper_consent_own, paper_consent_scan_unread, paper_consent_decided,
   * paper_consent_signers,
   *   paper_consent_of_age, consent_withdrawn, consent_assent_missing
   */
  verify: procedure({ permission: 'paper-consent:verify', audit: ['paper_consent', 'VERIFY'] })
    .input(PaperConsentId)
    .mutation(VerifiedPaperConsent),
  /** Refuses a form. @throws AppError permission_denied, paper_consent_own, paper_consent_decided */
  refuse: procedure({ permission: 'paper-consent:verify', audit: ['paper_consent', 'REFUSE'] })
    .input(PaperRefusal)
    .mutation(Done),
})
