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

/** The newest version of a document, as it is shown in a language (D8). */
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

/** Any version of a document. */
export const findDocumentVersion = async (
  { db }: Transaction,
  kind: DocumentKind,
  version: number,
  language: Language,
): Promise<ConsentDocument> => {
  const wanted = and(eq(consentDocument.kind, kind), eq(consentDocument.version, version))
  const [row] = await db.select().from(consentDocument).where(wanted)
  if (!row) throw new AppError('consent_document_unknown')
  return toConsentDocument(row, language)
}

/** Hands a text to a patient and keeps that it was sent: answers count only for texts that were (THREAT-34). */
export const sendDocument = async (
  tx: Transaction,
  subject: string,
  client: ConsentClient,
  wanted: { readonly kind: DocumentKind; readonly language: Language },
): Promise<ConsentDocument> => {
  const document = await findPublishedDocument(tx, wanted.kind, wanted.language)
  const { kind, version, language } = document
  await tx.sql`
    INSERT INTO consent_text_sent (subject, client, kind, version, language)
    SELECT ${subject}, ${client}, ${kind}, ${version}, ${language}
    WHERE NOT EXISTS (
      SELECT FROM (SELECT * FROM consent_text_sent WHERE client = ${client} AND kind = ${kind} ORDER BY seq DESC LIMIT 1) AS last
      WHERE last.version = ${version} AND last.language = ${language})`
  return document
}

/** The text that a program got last; row security shows what was sent to the patient alone. */
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
 * The newest version of a text, as it was on the screen: another version, or other words, must be read first (D8).
 * @throws Refusal consent_text_changed where the text on the screen is another one, consent_text_not_sent where MyConsent never got it
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
