import { z } from 'zod'
import { withErrorCode } from '@registry/domain/error'
import { Sf36Scoring } from '@registry/domain/sf36/text'
import { sf36Limits } from '@registry/domain/sf36/wording'
import { procedure, router } from './trpc.ts'

// The rules of the domain give the limit of each text its own error. These limits keep a request small.
const Text = z
  .string()
  .max(5000, withErrorCode('field_wrong'))
  .refine((text) => text.isWellFormed(), withErrorCode('field_wrong'))
const Question = z.strictObject({
  text: Text,
  help: Text,
  options: z.array(Text).max(sf36Limits.options).readonly(),
  questions: z.array(Text).max(sf36Limits.subQuestions).readonly(),
})
const Questions = z.array(Question).max(sf36Limits.questions).readonly()

/** A questionnaire in both languages, with its scoring, and its licence number, empty without one (REQ-PAT-13). */
const Wording = z.strictObject({
  description: z.strictObject({ it: Text, en: Text }),
  licence: Text,
  scoring: Sf36Scoring,
  content: z.strictObject({ it: Questions, en: Questions }),
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
/** `saves` counts the saves of a draft. A save or publication of another one is rejected. */
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

const command = 'creasf36'

export const sf36Versions = router({
  /** Returns all versions, newest first, with the draft. */
  list: procedure({ permission: 'sf36:administer', audit: [command, 'LIST'] }).query(Sf36VersionSummary.array()),
  detail: procedure({ permission: 'sf36:administer', audit: [command, 'READ'] })
    .input(Sf36VersionNumber)
    .query(Sf36Version),
  save: procedure({ permission: 'sf36:administer', audit: [command, 'CHANGE'] })
    .input(SavedSf36Draft)
    .mutation(Sf36Version),
  discard: procedure({ permission: 'sf36:administer', audit: [command, 'DELETE'] })
    .input(DiscardedSf36Draft)
    .mutation(Sf36VersionSummary.array()),
  publish: procedure({ permission: 'sf36:administer', audit: [command, 'PUBLISH'] })
    .input(PublishedSf36Draft)
    .mutation(Sf36VersionSummary.array()),
})
