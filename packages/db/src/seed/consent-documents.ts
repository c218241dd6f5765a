import { hashParagraphs } from '../consent-hash.ts'
import type { Database } from '../connect.ts'
import type { DocumentContent, DocumentKind } from '../schema/consents.ts'
import { assentAdolescent, assentChild } from './consent-documents/assent.ts'
import { consentQuestions } from './consent-documents/consents.ts'
import { informationEn } from './consent-documents/information.en.ts'
import { informationIt } from './consent-documents/information.it.ts'
import { buildPlainVersion } from './consent-documents/plain-words.ts'
import { preliminaryQuestions } from './consent-documents/preliminary.ts'
import { buildInformationVersion2, buildVersion2 } from './consent-documents/version-2.ts'
import { buildInformationVersion3, buildWithdrawalVersion3 } from './consent-documents/version-3.ts'
import { withdrawal } from './consent-documents/withdrawal.ts'

const firstVersions = {
  information: { it: informationIt, en: informationEn },
  preliminary: preliminaryQuestions,
  consents: consentQuestions,
  assent_child: assentChild,
  assent_adolescent: assentAdolescent,
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

/** These versions use plainer words and keep the meaning, so they need no new answer. */
const plainVersions = {
  information: buildPlainVersion('information', thirdVersions.information),
  preliminary: buildPlainVersion('preliminary', firstVersions.preliminary),
  consents: buildPlainVersion('consents', secondVersions.consents),
  withdrawal: buildPlainVersion('withdrawal', thirdVersions.withdrawal),
} satisfies Partial<Record<DocumentKind, DocumentContent>>

/** The versions of each document, from 1. Numbers without a gap keep the next one of an installation in order. */
const versions = {
  information: [firstVersions.information, secondVersions.information, thirdVersions.information, plainVersions.information],
  preliminary: [firstVersions.preliminary, plainVersions.preliminary],
  consents: [firstVersions.consents, secondVersions.consents, plainVersions.consents],
  assent_child: [firstVersions.assent_child],
  assent_adolescent: [firstVersions.assent_adolescent],
  withdrawal: [firstVersions.withdrawal, secondVersions.withdrawal, thirdVersions.withdrawal, plainVersions.withdrawal],
} satisfies Record<DocumentKind, readonly DocumentContent[]>

/**
 * Publishes each version that the database does not have yet. A document of which the installation published a version of its own gets no
 * other version: that one stays in force (REQ-CON-01).
 */
export const seedConsentDocuments = async (database: Database): Promise<void> => {
  const rows = Object.entries(versions).flatMap(([kind, contents]) =>
    contents.map((content, index) => ({
      kind,
      version: index + 1,
      content: JSON.stringify(content),
      hash_it: hashParagraphs(content.it),
      hash_en: hashParagraphs(content.en),
    })),
  )
  const own = await database<{ kind: string }[]>`SELECT DISTINCT kind FROM consent_document WHERE published_by IS NOT NULL`
  const ownKinds = new Set(own.map(({ kind }) => kind))
  const missing = rows.filter(({ kind }) => !ownKinds.has(kind))
  await database`INSERT INTO consent_document ${database(missing)} ON CONFLICT DO NOTHING`
}
