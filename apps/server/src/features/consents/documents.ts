import { and, desc, eq } from 'drizzle-orm'
import type { ConsentDocument, DocumentKind, ShownText } from '@registry/api-contract/consents'
import { consentDocument, type ConsentClient } from '@registry/db/schema/consents'
import type { Transaction } from '@registry/db/transaction'
import { ConsentPoint } from '@registry/domain/consent/schemas'
import { AppError } from '@registry/domain/error'
import type { Language } from '@registry/domain/language'

type Row = typeof consentDocument.$inferSelect

const toConsentDocument = ({ kind, version, content, hashIt, hashEn }: Row, language: Language): ConsentDocument => ({
  kind,
  version,
  language,
  hash: language === 'it' ? hashIt : hashEn,
  points: ConsentPoint.array().parse(content[language]),
})

/** Returns the newest version of a document in a language (REQ-CON-01). @throws AppError consent_document_unknown */
export const findPublishedDocument = async ({ db }: Transaction, kind: DocumentKind, language: Language): Promise<ConsentDocument> => {
  const [row] = await db
    .select()
    .from(consentDocument)
    .where(eq(consentDocument.kind, kind))
    .orderBy(desc(consentDocument.version))
    .limit(1)
  if (!row) throw new AppError('consent_document_unknown')
  return toConsentDocument(row, language)
}

/** Returns one version of a document in a language. @throws AppError consent_document_unknown */
export const findDocumentVersion = async (
  { db }: Transaction,
  kind: DocumentKind,
  version: number,
  language: Language,
): Promise<ConsentDocument> => {
  const condition = and(eq(consentDocument.kind, kind), eq(consentDocument.version, version))
  const [row] = await db.select().from(consentDocument).where(condition)
  if (!row) throw new AppError('consent_document_unknown')
  return toConsentDocument(row, language)
}

/** Returns a text for a patient and records that it was sent, because answers need a sent text (THREAT-34). */
export const sendDocument = async (
  tx: Transaction,
  subject: string,
  client: ConsentClient,
  request: { readonly kind: DocumentKind; readonly language: Language },
): Promise<ConsentDocument> => {
  const document = await findPublishedDocument(tx, request.kind, request.language)
  const { kind, version, language } = document
  await tx.sql`
    INSERT INTO consent_text_sent (subject, client, kind, version, language)
    SELECT ${subject}, ${client}, ${kind}, ${version}, ${language}
    WHERE NOT EXISTS (
      SELECT FROM (SELECT * FROM consent_text_sent WHERE client = ${client} AND kind = ${kind} ORDER BY seq DESC LIMIT 1) AS last
      WHERE last.version = ${version} AND last.language = ${language})`
  return document
}

/** Returns the last text that a program received for this patient. Row security limits the rows to the patient. */
export const findLastSentDocument = async (
  tx: Transaction,
  client: ConsentClient,
  kind: DocumentKind,
): Promise<ConsentDocument | undefined> => {
  const [sent] = await tx.sql<{ version: number; language: Language }[]>`
    SELECT version, language FROM consent_text_sent WHERE client = ${client} AND kind = ${kind} ORDER BY seq DESC LIMIT 1`
  return sent && findDocumentVersion(tx, kind, sent.version, sent.language)
}

/**
 * Returns the newest version of a text if it is the one on the screen (REQ-CON-04).
 * @throws AppError consent_text_changed for another version or hash, consent_text_not_sent if MyConsent never received it
 */
export const requireShownDocument = async (
  tx: Transaction,
  kind: DocumentKind,
  language: Language,
  { version, hash }: ShownText,
): Promise<ConsentDocument> => {
  const document = await findPublishedDocument(tx, kind, language)
  if (document.version !== version || document.hash !== hash) throw new AppError('consent_text_changed')
  const [sent] = await tx.sql`
    SELECT FROM consent_text_sent WHERE client = 'myconsent' AND kind = ${kind} AND version = ${version} AND language = ${language} LIMIT 1`
  if (!sent) throw new AppError('consent_text_not_sent')
  return document
}
