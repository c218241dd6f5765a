import type { CampaignProgress, ConsentDocumentDraft, ConsentDocumentVersion } from '@registry/api-contract/consent-documents'
import type { DocumentContent } from '@registry/db/schema/consents'
import type { Transaction } from '@registry/db/transaction'
import type { DraftParagraph, EditableDocumentKind } from '@registry/domain/consent/document-paragraphs'

export type VersionRow = ConsentDocumentVersion & { readonly kind: EditableDocumentKind }

/** Lists the published versions of the editable documents, newest first. */
export const listVersions = ({ sql }: Transaction): Promise<VersionRow[]> => sql<VersionRow[]>`
  SELECT kind, version, published_at AS "publishedAt", published_by AS "publishedBy", needs_new_answer AS material, concerned_fields AS fields, note
  FROM consent_document WHERE kind <> 'withdrawal' ORDER BY kind, version DESC`

export const findContent = async (
  { sql }: Transaction,
  kind: EditableDocumentKind,
  version: number,
): Promise<DocumentContent | undefined> => {
  const [row] = await sql<{ content: DocumentContent }[]>`
    SELECT content FROM consent_document WHERE kind = ${kind} AND version = ${version}`
  return row?.content
}

export type DraftRow = ConsentDocumentDraft & { readonly kind: EditableDocumentKind; readonly changedParts: readonly string[] }

export const listDrafts = ({ sql }: Transaction): Promise<DraftRow[]> => sql<DraftRow[]>`
  SELECT kind, paragraphs, based_on AS "basedOn", version, changed_at AS "changedAt", changed_by AS "changedBy", changed_parts AS "changedParts"
  FROM consent_document_draft`

/** Serialises the changes of one document, so that each sees the version of the previous one. */
export const lockDraft = async ({ sql }: Transaction, kind: EditableDocumentKind): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtext('consent_document_draft ' || ${kind}))`
}

type Paragraphs = readonly DraftParagraph[]

export const insertDraft = async (
  { sql }: Transaction,
  kind: EditableDocumentKind,
  basedOn: number,
  paragraphs: Paragraphs,
): Promise<void> => {
  await sql`
    INSERT INTO consent_document_draft (kind, paragraphs, based_on, changed_by)
    VALUES (${kind}, ${JSON.stringify(paragraphs)}, ${basedOn}, nullif(current_setting('app.actor', true), ''))`
}

export const updateDraft = async (
  { sql }: Transaction,
  kind: EditableDocumentKind,
  paragraphs: Paragraphs,
  changedParts: readonly string[],
): Promise<void> => {
  await sql`UPDATE consent_document_draft SET paragraphs = ${JSON.stringify(paragraphs)}, changed_parts = ${[...changedParts]}::text[] WHERE kind = ${kind}`
}

export const deleteDraft = async ({ sql }: Transaction, kind: EditableDocumentKind): Promise<void> => {
  await sql`DELETE FROM consent_document_draft WHERE kind = ${kind}`
}

export type NewVersion = {
  readonly kind: EditableDocumentKind
  readonly version: number
  readonly content: DocumentContent
  readonly material: boolean
  readonly fields: readonly string[]
  readonly note: string
}

/** Publishes a version. A trigger requests re-consent from the patients whom a material one concerns (REQ-CON-20). */
export const insertVersion = async (
  { sql }: Transaction,
  { kind, version, content, material, fields, note }: NewVersion,
): Promise<void> => {
  await sql`
    INSERT INTO consent_document (kind, version, published_by, needs_new_answer, concerned_fields, note, content)
    VALUES (${kind}, ${version}, nullif(current_setting('app.actor', true), ''), ${material}, ${[...fields]}::text[], ${note}, ${JSON.stringify(content)})`
}

/** Queues one message for each patient whom the version concerns, and returns their number. */
export const notifyPatients = async (
  { sql }: Transaction,
  { kind, version }: Pick<NewVersion, 'kind' | 'version'>,
  texts: string,
  days: number,
): Promise<number> => {
  const [asked] = await sql<{ patients: number }[]>`
    SELECT notify_reconsent_requests(${kind}, ${version}, ${texts}::text::jsonb, ${days}) AS patients`
  return asked?.patients ?? 0
}

export const countConcerned = async ({ sql }: Transaction, kind: EditableDocumentKind, fields: readonly string[]): Promise<number> => {
  const [counted] = await sql<{ patients: number }[]>`SELECT count_concerned_patients(${kind}, ${[...fields]}::text[]) AS patients`
  return counted?.patients ?? 0
}

type CentreProgress = {
  readonly centre: string
  readonly name: string
} & { readonly [Count in keyof Omit<CampaignProgress, 'centres'>]: number }

export const listProgress = ({ sql }: Transaction, kind: EditableDocumentKind, version: number): Promise<CentreProgress[]> =>
  sql<CentreProgress[]>`SELECT centre, name, asked, answered, withdrawn FROM count_reconsent_requests(${kind}, ${version})`
