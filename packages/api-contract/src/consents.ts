import { z } from 'zod'
import { Answers, ConsentPoint } from '@registry/domain/consent/schemas'
import type { Caller } from './caller.ts'
import { withErrorCode } from './fields.ts'

/** A version of a document in the caller's language; `hash` is of exactly what is shown (D8). */
export const ConsentDocument = z.object({
  kind: z.enum(['information', 'preliminary', 'consents', 'withdrawal']),
  version: z.number().int(),
  language: z.enum(['it', 'en']),
  hash: z.string(),
  points: z.array(ConsentPoint),
})

export const CurrentConsents = z.object({
  given: z.boolean(),
  toRenew: z.boolean(),
  answers: Answers,
  answeredAt: z.string().nullable(),
  withdrawal: z.enum(['v1', 'v2', 'v3']).nullable(),
})
export const ConsentEvent = z.object({
  at: z.string(),
  field: z.string(),
  question: z.string(),
  answer: z.string(),
  version: z.number().int(),
  channel: z.string(),
})

/** The version and the hash of a text as it was on the patient's screen: another text is refused. */
const ShownText = z.strictObject({ version: z.number().int(), hash: z.string() })
const AnsweredText = ShownText.extend({ answers: Answers })

/** The answers, with every text that was shown before them (D8). */
export const GivenConsents = z.strictObject({ information: ShownText, preliminary: AnsweredText, consents: AnsweredText })
export const withdrawalChoices = ['v1', 'v2', 'v3'] as const
/** Withdrawal requires the password if the last check is older than ten minutes (D6). */
export const Withdrawal = z.strictObject({
  choice: z.enum(withdrawalChoices, withErrorCode('withdrawal_choice_required')),
  shown: ShownText,
  password: z.string().max(128).optional(),
})

export type ConsentDocument = z.infer<typeof ConsentDocument>
export type CurrentConsents = z.infer<typeof CurrentConsents>
export type ConsentEvent = z.infer<typeof ConsentEvent>
export type GivenConsents = z.infer<typeof GivenConsents>
export type Withdrawal = z.infer<typeof Withdrawal>
export type ShownText = z.infer<typeof ShownText>
export type DocumentKind = ConsentDocument['kind']

export type Consents = {
  /** The newest version of a text, which counts from then on as sent to the patient. */
  document(caller: Caller, kind: DocumentKind): Promise<ConsentDocument>
  current(caller: Caller): Promise<CurrentConsents>
  /** The patient's own ledger, newest first. */
  history(caller: Caller): Promise<ConsentEvent[]>
  give(caller: Caller, given: GivenConsents): Promise<CurrentConsents>
  /** Ends the session for good: v1 stop, v2 anonymise, v3 erase (D8). An older program shows the choices in words of its own. */
  withdraw(caller: Caller, withdrawal: Omit<Withdrawal, 'shown'> & Partial<Pick<Withdrawal, 'shown'>>): Promise<void>
}
