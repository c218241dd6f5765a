import { Sf36Scoring } from '@registry/domain/sf36/text'
import { sf36Limits } from '@registry/domain/sf36/wording'
import { z } from 'zod'
import type { Caller } from './caller.ts'
import { withErrorCode } from '@registry/domain/error'

// The rules of the domain give the limit of each text its own error. These limits keep a request small.
const Text = z
  .string()
  .max(5000, withErrorCode('field_wrong'))
  .refine((text) => text.isWellFormed(), withErrorCode('field_wrong'))
const Point = z.strictObject({
  text: Text,
  help: Text,
  options: z.array(Text).max(sf36Limits.options).readonly(),
  questions: z.array(Text).max(sf36Limits.questions).readonly(),
})
const Points = z.array(Point).max(sf36Limits.points).readonly()

/** A questionnaire in both languages, with its scoring, and its licence number, empty without one (REQ-PAT-13). */
const Wording = z.strictObject({
  description: z.strictObject({ it: Text, en: Text }),
  licence: Text,
  scoring: Sf36Scoring,
  content: z.strictObject({ it: Points, en: Points }),
})

/** A version in the list. Without a day of publication it is the draft. */
export const Sf36VersionSummary = z.object({
  version: z.number().int(),
  description: z.object({ it: z.string(), en: z.string() }),
  licence: z.string(),
  scoring: Sf36Scoring,
  publishedAt: z.string().nullable(),
  /** Null for the wording of the installation. */
  publishedBy: z.string().nullable(),
  changedAt: z.string(),
  changedBy: z.string().nullable(),
})
/** `saves` counts the saves of a draft. A save or publication of another one is refused. */
export const Sf36Version = Sf36VersionSummary.extend({ content: Wording.shape.content, saves: z.number().int() })

const Saves = z.int32().nonnegative()
export const SavedSf36Draft = Wording.extend({ saves: Saves })
export const DiscardedSf36Draft = z.strictObject({ saves: Saves })
export const PublishedSf36Draft = DiscardedSf36Draft.extend({
  /** The password again, if the last check is older than ten minutes (REQ-ACC-21). */
  password: z.string().max(1024, withErrorCode('password_too_long')).optional(),
})
export const Sf36VersionNumber = z.strictObject({ version: z.int32().positive() })

export type Sf36VersionSummary = z.infer<typeof Sf36VersionSummary>
export type Sf36Version = z.infer<typeof Sf36Version>
export type SavedSf36Draft = z.infer<typeof SavedSf36Draft>
export type DiscardedSf36Draft = z.infer<typeof DiscardedSf36Draft>
export type PublishedSf36Draft = z.infer<typeof PublishedSf36Draft>

export type Sf36Versions = {
  /** Returns all versions, newest first, with the draft. */
  list(caller: Caller): Promise<Sf36VersionSummary[]>
  detail(caller: Caller, version: number): Promise<Sf36Version>
  save(caller: Caller, draft: SavedSf36Draft): Promise<Sf36Version>
  discard(caller: Caller, draft: DiscardedSf36Draft): Promise<Sf36VersionSummary[]>
  publish(caller: Caller, draft: PublishedSf36Draft): Promise<Sf36VersionSummary[]>
}
