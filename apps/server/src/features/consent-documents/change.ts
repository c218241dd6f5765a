import type { Caller } from '@registry/api-contract/caller'
import type { DiscardedDraft, PublishedDraft, SavedDraft } from '@registry/api-contract/consent-documents'
import type { Transaction } from '@registry/db/transaction'
import { changesQuestions, documentLimits, findDocumentErrors, findDraftErrors } from '@registry/domain/consent/document-errors'
import {
  canRequireReconsent,
  listChangedParts,
  toContent,
  toDraftParagraphs,
  trimParagraphs,
  type DraftParagraph,
  type EditableDocumentKind,
} from '@registry/domain/consent/document-paragraphs'
import { AppError, validationError, type ErrorDetail, type FieldErrors } from '@registry/domain/error'
import { languages } from '@registry/domain/language'
import { changedDraftParts, reconsentMessages } from '@registry/domain/messages/reconsent-requests'
import type { Deps } from '../../app/deps.ts'
import { wakeOutbox } from '../../jobs/outbox.ts'
import {
  deleteDraft,
  findContent,
  insertDraft,
  insertVersion,
  listDrafts,
  listVersions,
  lockDraft,
  notifyPatients,
  updateDraft,
  type DraftRow,
  type VersionRow,
} from './queries.ts'

type Needs = Pick<Deps, 'env' | 'messages'>

/** Requests are sent within the daily limits (docs/policies.md), so the last ones can wait for weeks. */
const messageDays = 60

const reject = (errors: FieldErrors): void => {
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

/** @throws AppError consent_document_unknown */
export const requireNewestVersion = async (tx: Transaction, kind: EditableDocumentKind): Promise<VersionRow> => {
  const newest = (await listVersions(tx)).find((row) => row.kind === kind)
  if (!newest) throw new AppError('consent_document_unknown')
  return newest
}

/** @throws AppError consent_document_unknown */
export const requireParts = async (tx: Transaction, kind: EditableDocumentKind, version: number): Promise<readonly DraftParagraph[]> => {
  const content = await findContent(tx, kind, version)
  if (!content) throw new AppError('consent_document_unknown')
  return toDraftParagraphs(content)
}

export const findDraft = async (tx: Transaction, kind: EditableDocumentKind): Promise<DraftRow | undefined> =>
  (await listDrafts(tx)).find((draft) => draft.kind === kind)

/** Names the person who saved in between, and the changed parts (REQ-CON-18). */
const changedError = ({ messages }: Needs, { language }: Caller, { changedBy, changedParts }: DraftRow): AppError => {
  const parts = changedParts.map((part) =>
    part === 'order'
      ? messages.format(changedDraftParts.order, language)
      : messages.format(changedDraftParts.part, language, { place: part }),
  )
  const what = parts.length > 0 ? parts : [messages.format(changedDraftParts.begun, language)]
  return new AppError('document_draft_changed', { who: changedBy ?? '', what: what.join(', ') })
}

/**
 * Locks the draft and returns it as the caller read it; undefined before the first save.
 * @throws AppError document_draft_unknown, document_draft_changed
 */
const requireDraft = async (
  needs: Needs,
  tx: Transaction,
  caller: Caller,
  { kind, version }: DiscardedDraft,
): Promise<DraftRow | undefined> => {
  await lockDraft(tx, kind)
  const draft = await findDraft(tx, kind)
  if (!draft && version > 0) throw new AppError('document_draft_unknown')
  if (draft && draft.version !== version) throw changedError(needs, caller, draft)
  return draft
}

/**
 * Stores a draft, complete or not.
 * @throws AppError validation_failed beyond a limit
 */
export const saveDraft = async (
  needs: Needs,
  tx: Transaction,
  caller: Caller,
  { kind, version, paragraphs }: SavedDraft,
): Promise<DraftRow> => {
  const trimmed = trimParagraphs(paragraphs)
  reject(findDraftErrors(kind, trimmed))
  const draft = await requireDraft(needs, tx, caller, { kind, version })
  if (draft) await updateDraft(tx, kind, trimmed, listChangedParts(draft.paragraphs, trimmed))
  else await insertDraft(tx, kind, (await requireNewestVersion(tx, kind)).version, trimmed)
  const saved = await findDraft(tx, kind)
  if (!saved) throw new AppError('document_draft_unknown')
  caller.note(`draft of ${kind}, save ${saved.version}`)
  return saved
}

/** @throws AppError document_draft_unknown, document_draft_changed */
export const discardDraft = async (needs: Needs, tx: Transaction, caller: Caller, { kind, version }: DiscardedDraft): Promise<void> => {
  if (!(await requireDraft(needs, tx, caller, { kind, version }))) throw new AppError('document_draft_unknown')
  await deleteDraft(tx, kind)
  caller.note(`draft of ${kind}`)
}

/** The consent questions that a version of a document can concern. */
export const listConcernable = async (
  tx: Transaction,
  kind: EditableDocumentKind,
  paragraphs: readonly DraftParagraph[],
): Promise<readonly DraftParagraph[]> => {
  const consents =
    kind === 'consents' ? paragraphs : await requireParts(tx, 'consents', (await requireNewestVersion(tx, 'consents')).version)
  return consents.filter(({ type }) => type === 'radio')
}

const findNoteError = (note: string): ErrorDetail | undefined => {
  if (note === '') return { code: 'field_required' }
  return note.length > documentLimits.note ? { code: 'value_too_long', params: { max: documentLimits.note } } : undefined
}

/** One message by language and channel. It names no disease and no question (THREAT-36). */
const buildTexts = ({ env, messages }: Needs): string => {
  const { subject, mail, sms } = reconsentMessages
  const values = { link: `${env.MYCONSENT_ORIGIN}/consenso` }
  return JSON.stringify(
    languages.flatMap((language) => [
      { language, channel: 'mail', subject: messages.format(subject, language), body: messages.format(mail, language, values) },
      { language, channel: 'sms', subject: '', body: messages.format(sms, language, values) },
    ]),
  )
}

/**
 * Publishes the draft as the next version (REQ-CON-19). A material one requests re-consent from the patients concerned, in the same
 * transaction (REQ-CON-20).
 * @throws AppError validation_failed, document_unchanged, document_draft_changed, document_draft_unknown
 */
export const publishDraft = async (needs: Needs, tx: Transaction, caller: Caller, published: PublishedDraft): Promise<void> => {
  const { kind, material } = published
  const [note, fields] = [published.note.trim(), [...new Set(published.fields)]]
  const draft = await requireDraft(needs, tx, caller, { kind, version: published.version })
  if (!draft) throw new AppError('document_draft_unknown')
  reject(findDocumentErrors(kind, draft.paragraphs))
  const newest = await requireNewestVersion(tx, kind)
  const before = await requireParts(tx, kind, newest.version)
  if (listChangedParts(before, draft.paragraphs).length === 0) throw new AppError('document_unchanged')
  const noteError = findNoteError(note)
  const questions = await listConcernable(tx, kind, draft.paragraphs)
  const unknown = fields.filter((field) => !questions.some((paragraph) => paragraph.type === 'radio' && paragraph.field === field))
  reject({
    ...(noteError && { note: noteError }),
    ...(material && !canRequireReconsent(kind) && { material: { code: 'field_wrong' } }),
    ...(!material && changesQuestions(before, draft.paragraphs) && { material: { code: 'document_needs_material' } }),
    ...((unknown.length > 0 || (!material && fields.length > 0)) && { fields: { code: 'field_wrong' } }),
  })
  const version = newest.version + 1
  await insertVersion(tx, { kind, version, content: toContent(draft.paragraphs), material, fields, note })
  await deleteDraft(tx, kind)
  const asked = material ? await notifyPatients(tx, { kind, version }, buildTexts(needs), messageDays) : 0
  if (asked > 0) await wakeOutbox(tx)
  caller.note(
    `${kind} version ${version}, ${material ? `material, ${fields.join(' ') || 'all questions'}, ${asked} patients asked` : 'editorial'}`,
  )
}
