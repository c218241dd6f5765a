import type { ReconsentRequest } from '@registry/api-contract/consents'
import type { Transaction } from '@registry/db/transaction'
import { editableDocuments, type EditableDocument } from '@registry/domain/consent/document-points'
import { findChangedSentences } from '@registry/domain/consent/text-changes'
import type { Language } from '@registry/domain/language'
import { findDocumentVersion, findPublishedDocument } from './documents.ts'
import { findReadVersions, listOpenReconsentRequests } from './queries.ts'

/** Compares the newest version of a document with the one that the patient read. */
const compareWithRead = async (
  tx: Transaction,
  kind: EditableDocument,
  readVersion: number | null,
  language: Language,
): Promise<ReconsentRequest['texts']> => {
  const { version, points } = await findPublishedDocument(tx, kind, language)
  if (readVersion === null || readVersion === version) return []
  const read = await findDocumentVersion(tx, kind, readVersion, language)
  const changes = findChangedSentences(read.points, points)
  return [{ kind, version, readVersion, points: changes.points.map((sentences) => [...sentences]), removed: [...changes.removed] }]
}

/** Returns the patient's re-consent request, with the changed sentences of each document, or null (REQ-CON-20). */
export const findReconsentRequest = async (tx: Transaction, language: Language): Promise<ReconsentRequest | null> => {
  const open = await listOpenReconsentRequests(tx)
  const read = await findReadVersions(tx)
  if (open.length === 0 || !read) return null
  const texts = await Promise.all(editableDocuments.map((kind) => compareWithRead(tx, kind, read[kind], language)))
  return { fields: open.some((fields) => fields.length === 0) ? [] : [...new Set(open.flat())], texts: texts.flat() }
}
