import { z } from 'zod'
import { Sf36QuestionText, Sf36Scoring } from '@registry/domain/sf36/text'
import { procedure, router } from './trpc.ts'

/** A published version in one language. `hash` is the hash of its questions (REQ-PAT-13). */
export const Sf36Questionnaire = z.object({
  version: z.number().int(),
  language: z.enum(['it', 'en']),
  hash: z.string(),
  /** The title of a questionnaire without scoring. */
  description: z.string(),
  scoring: Sf36Scoring,
  /** True for an SF-36 without a licensed wording. Screen and printout state it. */
  demonstration: z.boolean(),
  questions: z.array(Sf36QuestionText),
})

const Score = z.number().min(0).max(100).nullable()
const Sf36Scores = z.object({
  PF: Score,
  RP: Score,
  BP: Score,
  GH: Score,
  VT: Score,
  SF: Score,
  RE: Score,
  MH: Score,
  HT: Score,
})

/** A filled questionnaire in a list. */
export const Sf36Response = z.object({
  key: z.uuid(),
  filledAt: z.string(),
  version: z.number().int(),
  description: z.string(),
  demonstration: z.boolean(),
  /** Null for a version without scoring (docs/policies.md). */
  scores: Sf36Scores.nullable(),
})

/** A filled questionnaire with the words that the patient saw. */
export const FilledSf36 = Sf36Response.extend({
  questionnaire: Sf36Questionnaire,
  answers: z.array(z.union([z.number().int(), z.array(z.number().int())])),
})

/** The answers to a version. The service checks them item by item, so that each error names its item. */
export const NewSf36 = z.strictObject({
  /** Chosen by the program. A repeated request with the same key stores nothing. */
  key: z.uuid(),
  version: z.number().int(),
  hash: z.string().max(100),
  answers: z.unknown(),
})

export const Sf36VersionRow = z.object({ id: z.number().int(), description: z.string() })

export type Sf36Questionnaire = z.infer<typeof Sf36Questionnaire>
export type Sf36Response = z.infer<typeof Sf36Response>
export type FilledSf36 = z.infer<typeof FilledSf36>
export type NewSf36 = z.infer<typeof NewSf36>
export type Sf36VersionRow = z.infer<typeof Sf36VersionRow>

export const sf36 = router({
  /** Returns the newest published version. */
  questionnaire: procedure({ permission: 'sf36:own', audit: ['GetSF36'] }).query(Sf36Questionnaire),
  /** Stores the answers of the patient once, with their scores if the version has a scoring. */
  fill: procedure({ permission: 'sf36:own', audit: ['NewSF36'], reads: 'own' })
    .input(NewSf36)
    .mutation(Sf36Response),
  /** Returns the patient's filled questionnaires, newest first. */
  responses: procedure({ permission: 'sf36:own', audit: ['GetSF36', 'LIST'], reads: 'own' }).query(z.array(Sf36Response)),
  response: procedure({ permission: 'sf36:own', audit: ['GetSF36', 'READ'], reads: 'own' })
    .input(z.strictObject({ key: z.uuid() }))
    .query(FilledSf36),
  /** Returns the published versions, newest first, for the studies that ask for one. */
  versions: procedure({ permission: 'sf36:list', audit: ['sf36', 'LIST'] }).query(z.array(Sf36VersionRow)),
})
