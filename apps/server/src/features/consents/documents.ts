import type { ConsentDocument, DocumentKind, ShownDocument } from '@registry/api-contract/consents'
import type { ConsentClient } from '@registry/db/schema/consents'
import type { Transaction } from '@registry/db/transaction'
import { ConsentParagraph } from '@registry/domain/consent/schemas'
import { AppError } from '@registry/domain/error'
import type { Language } from '@registry/domain/language'
import {
  findDocumentRow,
  findLastSentVersion,
  findNewestDocumentRow,
  findPatientAssent,
  insertSentDocument,
  wasSentToMyConsent,
  type DocumentRow,
} from './queries.ts'

const toConsentDocument = ({ kind, version, content, hashIt, hashEn }: DocumentRow, language: Language): ConsentDocument => ({
  kind,
  version,
  language,
  hash: language === 'it' ? hashIt : hashEn,
  paragraphs: ConsentParagraph.array().parse(content[language]),
})

/** Returns the newest version of a document in a language (REQ-CON-01). @throws AppError consent_document_unknown */
export const findPublishedDocument = async (tx: Transaction, kind: DocumentKind, language: Language): Promise<ConsentDocument> => {
  const row = await findNewestDocumentRow(tx, kind)
  if (!row) throw new AppError('consent_document_unknown')
  return toConsentDocument(row, language)
}

/** Returns one version of a document in a language. @throws AppError consent_document_unknown */
export const findDocumentVersion = async (
  tx: Transaction,
  kind: DocumentKind,
  version: number,
  language: Language,
): Promise<ConsentDocument> => {
  const row = await findDocumentRow(tx, kind, version)
  if (!row) throw new AppError('consent_document_unknown')
  return toConsentDocument(row, language)
}

/**
 * Returns the version of a document in the language whose content has the hash.
 * @throws AppError consent_document_unknown
 */
export const findDocumentByHash = async (
  tx: Transaction,
  kind: DocumentKind,
  { version, hash }: ShownDocument,
): Promise<ConsentDocument> => {
  const row = await findDocumentRow(tx, kind, version)
  if (!row) throw new AppError('consent_document_unknown')
  return toConsentDocument(row, row.hashIt === hash ? 'it' : 'en')
}

/** Returns a document for a patient and records that it was sent, because answers need a sent document (THREAT-34). */
export const sendDocument = async (
  tx: Transaction,
  subject: string,
  client: ConsentClient,
  request: { readonly kind: DocumentKind; readonly language: Language },
): Promise<ConsentDocument> => {
  const document = await findPublishedDocument(tx, request.kind, request.language)
  await insertSentDocument(tx, subject, client, document)
  return document
}

/** Returns the text for a minor who answers in person, and records that it was sent (REQ-GRD-03). Null for an adult. */
export const sendAssentText = async (
  tx: Transaction,
  { patientId, subject }: { readonly patientId: number; readonly subject: string },
  language: Language,
): Promise<ConsentDocument | null> => {
  const assent = await findPatientAssent(tx, patientId)
  return assent && sendDocument(tx, subject, 'myconsent', { kind: `assent_${assent.text}`, language })
}

/** Returns the last document that a program received for this patient. Row security limits the rows to the patient. */
export const findLastSentDocument = async (
  tx: Transaction,
  client: ConsentClient,
  kind: DocumentKind,
): Promise<ConsentDocument | undefined> => {
  const sent = await findLastSentVersion(tx, client, kind)
  return sent && findDocumentVersion(tx, kind, sent.version, sent.language)
}

/**
 * Returns the newest version of a document if it is the one on the screen (REQ-CON-04).
 * @throws AppError consent_text_changed for another version or hash, consent_text_not_sent if MyConsent never received it
 */
export const requireShownDocument = async (
  tx: Transaction,
  kind: DocumentKind,
  language: Language,
  { version, hash }: ShownDocument,
): Promise<ConsentDocument> => {
  const document = await findPublishedDocument(tx, kind, language)
  if (document.version !== version || document.hash !== hash) throw new AppError('consent_text_changed')
  if (!(await wasSentToMyConsent(tx, { kind, version, language }))) throw new AppError('consent_text_not_sent')
  return document
}
