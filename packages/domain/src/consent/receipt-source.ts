import { z } from 'zod'
import { languages } from '../language.ts'

const ShownDocument = z.object({ version: z.number().int(), language: z.enum(languages), sha256: z.string() })
const ReceiptAnswer = z.object({
  field: z.string(),
  question: z.string(),
  answer: z.string(),
  value: z.union([z.boolean(), z.number().int()]),
  /** The Yes of a minor or of a person with a guardian, which is no consent (REQ-GRD-03). */
  assent: z.literal(true).optional(),
})
/** Questions in the words shown, with the words of the chosen answers, and the document that contained them. */
export const AnsweredDocument = ShownDocument.extend({ answers: z.array(ReceiptAnswer) })

export type ReceiptAnswer = z.infer<typeof ReceiptAnswer>

export const hasAssent = ({ answers }: z.infer<typeof AnsweredDocument>): boolean => answers.some(({ assent }) => assent)

/** Stored data of one save of answers, from which its receipt is built. */
export type ReceiptSource = {
  readonly code: string
  readonly at: string
  /** The address of MyConsent. */
  readonly origin: string
  /** The patient, as a keyed hash, which reveals nothing to a reader of the receipt (decision 0037). */
  readonly patient: string
  /** The last stored answer, as a keyed hash of its link in the ledger's chain. */
  readonly ledgerEntry: string
  readonly controller: string | null
  readonly contact: string | null
  readonly client: 'myconsent' | 'legacy' | 'paper' | 'desk'
  /** The signed form of answers on paper, with the names of the two persons of the centre (REQ-CON-32). */
  readonly paper?: { readonly form: string; readonly signedOn: string; readonly recordedBy: string; readonly verifiedBy: string }
  /** An older program shows its own information, which has no version (docs/policies.md). */
  readonly information: { readonly version: number; readonly sha256: string } | null
  readonly preliminary: z.infer<typeof AnsweredDocument>
  readonly consents: z.infer<typeof AnsweredDocument>
}
