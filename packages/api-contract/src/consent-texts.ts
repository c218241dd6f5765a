import { z } from 'zod'
import { editableDocuments } from '@registry/domain/consent/document-points'
import { withErrorCode } from '@registry/domain/error'
import { procedure, router } from './trpc.ts'

export const ConsentTextKind = z.enum(editableDocuments)
// The rules of the domain give the limit of each part its own error. These limits keep a request small.
const Text = z
  .string()
  .max(20_000, withErrorCode('field_wrong'))
  .refine((text) => text.isWellFormed(), withErrorCode('field_wrong'))
const Translated = z.strictObject({ it: Text, en: Text })
const Part = z.discriminatedUnion('type', [
  Translated.extend({ type: z.literal('title') }),
  Translated.extend({ type: z.literal('summary') }),
  Translated.extend({ type: z.literal('text') }),
  Translated.extend({ type: z.literal('radio'), field: z.string().max(80), options: z.array(Translated).max(20).readonly() }),
])
const Parts = z.array(Part).max(500, withErrorCode('field_wrong')).readonly()
/** The number of saves of a draft; 0 before the first one. A save or publication of another one is rejected. */
const DraftVersion = z.int32().nonnegative()

export const ConsentTextDraft = z.object({
  points: Parts,
  basedOn: z.number().int(),
  version: z.number().int(),
  changedAt: z.string(),
  changedBy: z.string().nullable(),
})

/** A count of patients; null for one to four (REQ-UI-17). */
const PatientCount = z.number().int().nullable()

/** A published version. `fields` are the questions that a material one concerns, empty for all (REQ-CON-19). */
export const ConsentTextVersion = z.object({
  version: z.number().int(),
  publishedAt: z.string(),
  /** Null for the texts of the installation. */
  publishedBy: z.string().nullable(),
  material: z.boolean(),
  fields: z.array(z.string()),
  note: z.string(),
})

/** A document in the list, with the progress of its last material version. */
export const ConsentTextRow = z.object({
  kind: ConsentTextKind,
  version: z.number().int(),
  publishedAt: z.string(),
  draft: ConsentTextDraft.pick({ changedAt: true, changedBy: true }).nullable(),
  campaign: z.object({ version: z.number().int(), asked: PatientCount, answered: PatientCount }).nullable(),
})

export const ConsentText = z.object({
  kind: ConsentTextKind,
  versions: z.array(ConsentTextVersion),
  draft: ConsentTextDraft.nullable(),
  /** The questions of the consents that a material version can name, in the caller's language. */
  questions: z.array(z.object({ field: z.string(), text: z.string() })),
})

export const ConsentTextParts = z.object({ version: z.number().int(), points: Parts })

export const SavedDraft = z.strictObject({ kind: ConsentTextKind, points: Parts, version: DraftVersion })
export const DiscardedDraft = z.strictObject({ kind: ConsentTextKind, version: DraftVersion })

const Fields = z.array(z.string().max(80)).max(50).readonly()
export const PublishedDraft = z.strictObject({
  kind: ConsentTextKind,
  version: DraftVersion,
  material: z.boolean(),
  fields: Fields,
  note: z.string().max(5000, withErrorCode('field_wrong')),
  /** The password again, if the last check is older than ten minutes (REQ-ACC-21). */
  password: z.string().max(1024, withErrorCode('password_too_long')).optional(),
})
export const ConcernedQuestions = z.strictObject({ kind: ConsentTextKind, fields: Fields })
export const VersionOfText = z.strictObject({ kind: ConsentTextKind, version: z.int32().positive() })

/** The progress of a material version at a centre. It counts requests and answers, never what was answered. */
const Progress = z.object({ asked: PatientCount, answered: PatientCount, withdrawn: PatientCount })
export const CampaignProgress = Progress.extend({ centres: z.array(Progress.extend({ centre: z.string(), name: z.string() })) })

export type ConsentTextDraft = z.infer<typeof ConsentTextDraft>
export type ConsentTextVersion = z.infer<typeof ConsentTextVersion>
export type ConsentTextRow = z.infer<typeof ConsentTextRow>
export type ConsentText = z.infer<typeof ConsentText>
export type ConsentTextParts = z.infer<typeof ConsentTextParts>
export type SavedDraft = z.infer<typeof SavedDraft>
export type DiscardedDraft = z.infer<typeof DiscardedDraft>
export type PublishedDraft = z.infer<typeof PublishedDraft>
export type ConcernedQuestions = z.infer<typeof ConcernedQuestions>
export type VersionOfText = z.infer<typeof VersionOfText>
export type CampaignProgress = z.infer<typeof CampaignProgress>

const command = 'testi_consenso'

export const consentTexts = router({
  list: procedure({ permission: 'consent-texts:administer', audit: [command, 'LIST'] }).query(ConsentTextRow.array()),
  detail: procedure({ permission: 'consent-texts:administer', audit: [command, 'READ'] })
    .input(z.strictObject({ kind: ConsentTextKind }))
    .query(ConsentText),
  /** Returns a published version as parts in both languages. */
  parts: procedure({ permission: 'consent-texts:administer', audit: [command, 'READ'] })
    .input(VersionOfText)
    .query(ConsentTextParts),
  save: procedure({ permission: 'consent-texts:administer', audit: [command, 'CHANGE'] })
    .input(SavedDraft)
    .mutation(ConsentTextDraft),
  discard: procedure({ permission: 'consent-texts:administer', audit: [command, 'DELETE'] })
    .input(DiscardedDraft)
    .mutation(ConsentText),
  publish: procedure({ permission: 'consent-texts:administer', audit: [command, 'PUBLISH'] })
    .input(PublishedDraft)
    .mutation(ConsentText),
  /** Counts the patients whom a material version with these questions would ask. */
  concerned: procedure({ permission: 'consent-texts:administer', audit: [command, 'COUNT'] })
    .input(ConcernedQuestions)
    .query(z.object({ patients: z.number().int().nullable() })),
  progress: procedure({ permission: 'consent-texts:administer', audit: [command, 'COUNT'] })
    .input(VersionOfText)
    .query(CampaignProgress),
})
