import { z } from 'zod'
import { Answers } from '@registry/domain/consent/schemas'
import { RecordQuery } from './ecrf.ts'
import { LanguageInput } from './fields.ts'
import { procedure, router } from './trpc.ts'

export const PaperFormQuery = z.strictObject({ ...RecordQuery.shape, language: LanguageInput })
/** A printed form: its number, and the PDF in base64. */
export const PaperForm = z.object({ formNumber: z.string(), pdf: z.base64() })

/** Who signed: the patient, or a guardian by the id of the list of guardians. */
export const PaperSigner = z.union([z.literal('patient'), z.uuid()])

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
})
