import { hashPoints } from '../consent-hash.ts'
import type { Database } from '../connect.ts'
import type { DocumentContent, DocumentKind } from '../schema/consents.ts'
import { consentPoints } from './consent-documents/consents.ts'
import { informationEn } from './consent-documents/information.en.ts'
import { informationIt } from './consent-documents/information.it.ts'
import { preliminaryQuestions } from './consent-documents/preliminary.ts'
import { withdrawal } from './consent-documents/withdrawal.ts'

const firstVersions = {
  information: { it: informationIt, en: informationEn },
  preliminary: preliminaryQuestions,
  consents: consentPoints,
  withdrawal,
} satisfies Record<DocumentKind, DocumentContent>

/** Publishes the first version of each consent document without a version (REQ-CON-01). */
export const seedConsentDocuments = async (database: Database): Promise<void> => {
  const rows = Object.entries(firstVersions).map(([kind, content]) => ({
    kind,
    version: 1,
    content: JSON.stringify(content),
    hash_it: hashPoints(content.it),
    hash_en: hashPoints(content.en),
  }))
  await database`INSERT INTO consent_document ${database(rows)} ON CONFLICT DO NOTHING`
}
