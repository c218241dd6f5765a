import { z } from 'zod'
import type { AnswerState } from '@registry/domain/consent/answer-states'
import { editableDocumentKinds, reconsentDocumentKinds } from '@registry/domain/consent/document-paragraphs'
import { Answers, ConsentParagraph } from '@registry/domain/consent/schemas'
import { withErrorCode } from '@registry/domain/error'
import { procedure, router } from './trpc.ts'

/** A version of a document in the caller's language. `hash` is the hash of the content shown (REQ-CON-04). */
export const ConsentDocument = z.object({
  kind: z.enum([...editableDocumentKinds, 'withdrawal']),
  version: z.number().int(),
  language: z.enum(['it', 'en']),
  hash: z.string(),
  paragraphs: z.array(ConsentParagraph),
})

/** The text for a minor who answers in person, and whether the registry asks for this answer (REQ-GRD-03). */
export const Assent = z.object({ text: z.enum(['child', 'adolescent']), isAsked: z.boolean() })

export const CurrentConsents = z.object({
  given: z.boolean(),
  toRenew: z.boolean(),
  /** The questions with a Yes that waits for another signature. `yours`: of the caller (REQ-GRD-03). */
  waiting: z.array(z.object({ field: z.string(), yours: z.boolean() })).default([]),
  /** Null for an adult. */
  assent: Assent.nullable().default(null),
  /** True if the preliminary questions are answered Yes, and no later version needs a new answer (REQ-CON-03). */
  preliminaryPassed: z.boolean(),
  answers: Answers,
  /** By question: since when the answer holds, and whether it took back an earlier Yes (REQ-CON-13). */
  states: z.record(z.string(), z.object({ since: z.string(), withdrawn: z.boolean(), onPaper: z.literal(true).exactOptional() })),
  answeredAt: z.string().nullable(),
  /** The number of the receipt of the newest answers; answers before the first receipt have none (REQ-CON-15). */
  receipt: z.number().int().nullable(),
  withdrawal: z.enum(['v1', 'v2', 'v3']).nullable(),
})
/** The paper of another registry: the day of the signature, the number of the paper and the name of its text. */
export const PaperConsent = z.object({ signedOn: z.string(), reference: z.string(), version: z.string() })

export const ConsentEvent = z.object({
  /** The place in the ledger. */
  entry: z.number().int(),
  at: z.string(),
  field: z.string(),
  question: z.string(),
  answer: z.string(),
  /** The language of question and answer, which the patient read. */
  language: z.enum(['it', 'en']),
  /** Null for a paper, whose text the registry never showed. */
  version: z.number().int().nullable(),
  channel: z.string(),
  paper: PaperConsent.exactOptional(),
  /** The number of the receipt that contains the answer. */
  receipt: z.number().int().nullable(),
})

const SentenceChange = z.object({ text: z.string(), change: z.enum(['same', 'added', 'removed']) })
/**
 * The re-consent of a patient (REQ-CON-20): the questions concerned, empty for all, and the changed documents. `paragraphs` has the sentences of
 * each paragraph of the newest version in its order, with the new ones marked.
 */
export const ReconsentRequest = z.object({
  fields: z.array(z.string()),
  documents: z.array(
    z.object({
      kind: z.enum(reconsentDocumentKinds),
      version: z.number().int(),
      readVersion: z.number().int(),
      paragraphs: z.array(z.array(SentenceChange)),
      removed: z.array(z.string()),
    }),
  ),
})

/**
 * A question of the consents with its current answer, to print in the words that the patient read. Unanswered questions are in the caller's
 * language.
 */
export type SummarisedQuestion = {
  readonly question: string
  readonly given?: Pick<ConsentEvent, 'answer' | 'at' | 'language' | 'version' | 'paper'> & AnswerState
}
/** All questions with their current answers. */
export type ConsentSummary = { readonly questions: readonly SummarisedQuestion[] }

/** Version and hash of a document on the patient's screen. The server rejects another version. */
const ShownDocument = z.strictObject({ version: z.number().int(), hash: z.string() })
const AnsweredDocument = ShownDocument.extend({ answers: Answers })

/**
 * The answers, with every document shown before them (REQ-CON-04). Without preliminary answers, those count that the patient gave before
 * (REQ-CON-03).
 */
export const GivenConsents = z.strictObject({
  information: ShownDocument,
  preliminary: AnsweredDocument.optional(),
  consents: AnsweredDocument,
  /** The text that a minor read before answering in person (REQ-GRD-03). */
  assentText: ShownDocument.optional(),
  /** Time of the consents that the page showed. Answers based on older ones are rejected. */
  basedOn: z.string().max(40).nullable().optional(),
})
export const withdrawalChoices = ['v1', 'v2', 'v3'] as const
/** v2 and v3 always require the password, and v1 if the last check is older than ten minutes (REQ-ACC-21). */
export const Withdrawal = z.strictObject({
  choice: z.enum(withdrawalChoices, withErrorCode('withdrawal_choice_required')),
  shown: ShownDocument,
  password: z.string().max(128).optional(),
})

/** An answer in the patient's ledger. */
export const LedgerEntry = z.strictObject({ entry: z.int32().positive() })

export const Withdrawn = z.object({
  /** The code that shows who confirmed the deletion of exported files. It is null without such a file, and after v1. */
  deletionCode: z.string().nullable(),
  /** A PDF that proves the withdrawal, as Base64. It is null if the printer is busy. */
  proof: z.base64().nullable(),
})

export type Withdrawn = z.infer<typeof Withdrawn>
export type ConsentDocument = z.infer<typeof ConsentDocument>
export type CurrentConsents = z.infer<typeof CurrentConsents>
export type ReconsentRequest = z.infer<typeof ReconsentRequest>
export type ConsentEvent = z.infer<typeof ConsentEvent>
export type PaperConsent = z.infer<typeof PaperConsent>
export type GivenConsents = z.infer<typeof GivenConsents>
export type Withdrawal = z.infer<typeof Withdrawal>
export type ShownDocument = z.infer<typeof ShownDocument>
export type DocumentKind = ConsentDocument['kind']

export const consents = router({
  information: procedure({ permission: 'consents:own', audit: ['consent', 'GET'] }).query(ConsentDocument),
  preliminary: procedure({ permission: 'consents:own', audit: ['consent', 'GET'] }).query(ConsentDocument),
  questions: procedure({ permission: 'consents:own', audit: ['GetConsentPoints'] }).query(ConsentDocument),
  /** Returns the text for a minor who answers in person, or null for an adult or a guardian (REQ-GRD-03). */
  assentText: procedure({ permission: 'consents:own', audit: ['consent', 'GET'] }).query(ConsentDocument.nullable()),
  withdrawalChoices: procedure({ permission: 'withdrawal:own', audit: ['GetConsentPoints', 'WITHDRAW'] }).query(ConsentDocument),
  current: procedure({ permission: 'consents:own', audit: ['GetConsents'], reads: 'own' }).query(CurrentConsents),
  /** Returns the version of the consents that the patient answered, or null. A later version never replaces it (REQ-CON-18). */
  answered: procedure({ permission: 'consents:own', audit: ['GetConsentPoints', 'ANSWERED'] }).query(ConsentDocument.nullable()),
  /** Returns what the patient is asked to answer again, or null. */
  reconsentRequest: procedure({ permission: 'consents:own', audit: ['GetConsentPoints', 'RENEW'] }).query(ReconsentRequest.nullable()),
  /** Returns the patient's ledger, newest first. */
  history: procedure({ permission: 'consents:own', audit: ['GetConsents', 'HISTORY'], reads: 'own' }).query(z.array(ConsentEvent)),
  /** Returns the documents that the patient had on the screen for one answer, each in the language of the reading (REQ-CON-04). */
  shownDocuments: procedure({ permission: 'consents:own', audit: ['GetConsentPoints', 'HISTORY'] })
    .input(LedgerEntry)
    .query(z.array(ConsentDocument)),
  give: procedure({ permission: 'consents:own', audit: ['UpdateConsents'], reads: 'own' })
    .input(GivenConsents)
    .mutation(CurrentConsents),
  /** Withdraws the patient and ends all sessions permanently (REQ-CON-06, REQ-CON-10). Old programs show the choices in their own words. */
  withdraw: procedure({ permission: 'withdrawal:own', audit: ['UpdateConsents', 'WITHDRAW'] })
    .input(Withdrawal)
    .mutation(Withdrawn),
})
