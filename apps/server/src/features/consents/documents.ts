import { and, desc, eq } from 'drizzle-orm'
import type { ConsentDocument, DocumentKind } from '@registry/api-contract/consents'
import { consentDocument } from '@registry/db/schema/consents'
import type { Transaction } from '@registry/db/transaction'
import { ConsentPoint } from '@registry/domain/consent/schemas'
import { Refusal } from '@registry/domain/fault'
import type { Language } from '@registry/domain/language'

type Row = typeof consentDocument.$inferSelect

const inLanguage = ({ kind, version, content, hashIt, hashEn }: Row, language: Language): ConsentDocument => ({
  kind,
  version,
  language,
  hash: language === 'it' ? hashIt : hashEn,
  points: ConsentPoint.array().parse(content[language]),
})

/** The newest version of a document, as it is shown in a language (D8). */
export const publishedDocument = async ({ db }: Transaction, kind: DocumentKind, language: Language): Promise<ConsentDocument> => {
  const [row] = await db
    .select()
    .from(consentDocument)
    .where(eq(consentDocument.kind, kind))
    .orderBy(desc(consentDocument.version))
    .limit(1)
  if (!row) throw new Refusal('consent_document_unknown')
  return inLanguage(row, language)
}

/** Any version of the consent points, to say what an earlier answer was given to. */
export const consentPointsOf = async (
  { db }: Transaction,
  kind: DocumentKind,
  version: number,
  language: Language,
): Promise<ConsentDocument> => {
  const wanted = and(eq(consentDocument.kind, kind), eq(consentDocument.version, version))
  const [row] = await db.select().from(consentDocument).where(wanted)
  if (!row) throw new Refusal('consent_document_unknown')
  return inLanguage(row, language)
}
