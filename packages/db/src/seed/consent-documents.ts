import { hashParagraphs } from '../consent-hash.ts'
import type { Database } from '../connect.ts'
import type { DocumentContent, DocumentKind } from '../schema/consents.ts'
import { consentQuestions } from './consent-documents/consents.ts'
import { informationEn } from './consent-documents/information.en.ts'
import { informationIt } from './consent-documents/information.it.ts'
import { preliminaryQuestions } from './consent-documents/preliminary.ts'
import { buildInformationVersion2, buildVersion2 } from './consent-documents/version-2.ts'
import { buildInformationVersion3, buildWithdrawalVersion3 } from './consent-documents/version-3.ts'
import { withdrawal } from './consent-documents/withdrawal.ts'

const firstVersions = {
  information: { it: informationIt, en: informationEn },
  preliminary: preliminaryQuestions,
  consents: consentQuestions,
  withdrawal,
} satisfies Record<DocumentKind, DocumentContent>

/** These versions keep the meaning of the first ones, so they need no new answer. */
const secondVersions = {
  information: buildInformationVersion2(firstVersions.information),
  consents: buildVersion2(firstVersions.consents),
  withdrawal: buildVersion2(firstVersions.withdrawal),
} satisfies Partial<Record<DocumentKind, DocumentContent>>

/** Only the list of anonymous data that a withdrawal keeps has changed (REQ-CON-08). */
const thirdVersions = {
  information: buildInformationVersion3(secondVersions.information),
  withdrawal: buildWithdrawalVersion3(secondVersions.withdrawal),
} satisfies Partial<Record<DocumentKind, DocumentContent>>

/** Publishes each version that the database does not have yet. It keeps versions that the installation published (REQ-CON-01). */
export const seedConsentDocuments = async (database: Database): Promise<void> => {
  const rows = [firstVersions, secondVersions, thirdVersions].flatMap((documents, index) =>
    Object.entries(documents).map(([kind, content]) => ({
      kind,
      version: index + 1,
      content: JSON.stringify(content),
      hash_it: hashParagraphs(content.it),
      hash_en: hashParagraphs(content.en),
    })),
  )
  await database`INSERT INTO consent_document ${database(rows)} ON CONFLICT DO NOTHING`
}
