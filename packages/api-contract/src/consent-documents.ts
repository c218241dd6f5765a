import { z } from 'zod'
import { editableDocumentKinds } from '@registry/domain/consent/document-paragraphs'
import { withErrorCode } from '@registry/domain/error'
import { procedure, router } from './trpc.ts'

export const EditableDocumentKind = z.enum(editableDocumentKinds)
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

export const ConsentDocumentDraft = z.object({
  paragraphs: Parts,
  basedOn: z.number().int(),
  version: z.number().int(),
  changedAt: z.string(),
  changedBy: z.string().nullable(),
})

/** A count of patients; null for one to four (REQ-UI-17). */
const PatientCount = z.number().int().nullable()

/** A published version. `fields` are the questions that a material one concerns, empty for all (REQ-CON-19). */
export const ConsentDocumentVersion = z.object({
  version: z.number().int(),
  publishedAt: z.string(),
  /** Null for the documents of the installation. */
  publishedBy: z.string().nullable(),
  material: z.boolean(),
  fields: z.array(z.string()),
  note: z.string(),
})

/** A document in the list, with the progress of its last material version. */
export const ConsentDocumentRow = z.object({
  kind: EditableDocumentKind,
  version: z.number().int(),
  publishedAt: z.string(),
  draft: ConsentDocumentDraft.pick({ changedAt: true, changedBy: true }).nullable(),
  campaign: z.object({ version: z.number().int(), asked: PatientCount, answered: PatientCount }).nullable(),
})

export const ConsentDocumentDetail = z.object({
  kind: EditableDocumentKind,
  versions: z.array(ConsentDocumentVersion),
  draft: ConsentDocumentDraft.nullable(),
  /** The questions of the consents that a material version can name, in the caller's language. */
  questions: z.array(z.object({ field: z.string(), text: z.string() })),
})

export const ConsentDocumentParts = z.object({ version: z.number().int(), paragraphs: Parts })

export const SavedDraft = z.strictObject({ kind: EditableDocumentKind, paragraphs: Parts, version: DraftVersion })
export const DiscardedDraft = z.strictObject({ kind: EditableDocumentKind, version: DraftVersion })

const Fields = z.array(z.string().max(80)).max(50).readonly()
export const PublishedDraft = z.strictObject({
  kind: EditableDocumentKind,
  version: DraftVersion,
  material: z.boolean(),
  fields: Fields,
  note: z.string().max(5000, withErrorCode('field_wrong')),
  /** The password again, if the last check is older than ten minutes (REQ-ACC-21). */
  password: z.string().max(1024, withErrorCode('password_too_long')).optional(),
})
export const ConcernedQuestions = z.strictObject({ kind: EditableDocumentKind, fields: Fields })
export const DocumentVersionKey = z.strictObject({ kind: EditableDocumentKind, version: z.int32().positive() })

/** The progress of a material version at a centre. It counts requests and answers, never what was answered. */
const Progress = z.object({ asked: PatientCount, answered: PatientCount, withdrawn: PatientCount })
export const CampaignProgress = Progress.extend({ centres: z.array(Progress.extend({ centre: z.string(), name: z.string() })) })

export type ConsentDocumentDraft = z.infer<typeof ConsentDocumentDraft>
export type ConsentDocumentVersion = z.infer<typeof ConsentDocumentVersion>
export type ConsentDocumentRow = z.infer<typeof ConsentDocumentRow>
export type ConsentDocumentDetail = z.infer<typeof ConsentDocumentDetail>
export type ConsentDocumentParts = z.infer<typeof ConsentDocumentParts>
export type SavedDraft = z.infer<typeof SavedDraft>
export type DiscardedDraft = z.infer<typeof DiscardedDraft>
export type PublishedDraft = z.infer<typeof PublishedDraft>
export type ConcernedQuestions = z.infer<typeof ConcernedQuestions>
export type DocumentVersionKey = z.infer<typeof DocumentVersionKey>
export type CampaignProgress = z.infer<typeof CampaignProgress>

const command = 'testi_consenso'

export const consentDocuments = router({
  list: procedure({ permission: 'consent-documents:administer', audit: [command, 'LIST'] }).query(ConsentDocumentRow.array()),
  detail: procedure({ permission: 'consent-documents:administer', audit: [command, 'READ'] })
    .input(z.strictObject({ kind: EditableDocumentKind }))
    .query(ConsentDocumentDetail),
  /** Returns a published version as parts in both languages. */
  parts: procedure({ permission: 'consent-documents:administer', audit: [command, 'READ'] })
    .input(DocumentVersionKey)
    .query(ConsentDocumentParts),
  save: procedure({ permission: 'consent-documents:administer', audit: [command, 'CHANGE'] })
    .input(SavedDraft)
    .mutation(ConsentDocumentDraft),
  discard: procedure({ permission: 'consent-documents:administer', audit: [command, 'DELETE'] })
    .input(DiscardedDraft)
    .mutation(ConsentDocumentDetail),
  publish: procedure({ permission: 'consent-documents:administer', audit: [command, 'PUBLISH'] })
    .input(PublishedDraft)
    .mutation(ConsentDocumentDetail),
  /** Counts the patients whom a material version with these questions would ask. */
  concerned: procedure({ permission: 'consent-documents:administer', audit: [command, 'COUNT'] })
    .input(ConcernedQuestions)
    .query(z.object({ patients: z.number().int().nullable() })),
  progress: procedure({ permission: 'consent-documents:administer', audit: [command, 'COUNT'] })
    .input(DocumentVersionKey)
    .query(CampaignProgress),
})
