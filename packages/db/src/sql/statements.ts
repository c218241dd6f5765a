import { createHash } from 'node:crypto'
import { anonymousRecordStatements } from './anonymous-records.ts'
import { auditChainStatements } from './audit-chain.ts'
import { auditReadStatements } from './audit-reads.ts'
import { auditSearchStatements } from './audit-search.ts'
import { centreIndicatorStatements } from './indicators.ts'
import { centreStatements } from './centres.ts'
import { cohortStatements } from './cohorts.ts'
import { communicationStatements } from './communications.ts'
import { consentAnswerStatements } from './consent-answers.ts'
import { consentDocumentStatements } from './consent-documents.ts'
import { consentReceiptStatements } from './receipts.ts'
import { reconsentRequestStatements } from './reconsent-requests.ts'
import { consentStatements } from './consents.ts'
import { contactStatements } from './contacts.ts'
import { contextFunctions } from './context.ts'
import { dataUseStatements } from './data-uses.ts'
import { deskLinkStatements } from './desk-links.ts'
import { deletionRequestStatements } from './deletion-requests.ts'
import { exportSearchStatements } from './export-search.ts'
import { exportStatements } from './exports.ts'
import { filterViewStatements } from './filter-view.ts'
import { grantStatements } from './grants.ts'
import { guardianStopStatements } from './guardian-stop.ts'
import { guardianStatements } from './guardians.ts'
import { majorityStatements } from './majority.ts'
import { importStatements } from './imports.ts'
import { lapseStatements } from './lapses.ts'
import { logMonthStatements, logTableStatements } from './log-months.ts'
import { invitationStatements } from './invitations.ts'
import { referenceValueStatements } from './reference-values.ts'
import { appendOnlyStatements } from './append-only.ts'
import { lastSeenStatements } from './last-seen.ts'
import { observationStatements } from './observations.ts'
import { operationFigureStatements } from './operation-figures.ts'
import { outboxStatements } from './outbox.ts'
import { passwordStatements } from './passwords.ts'
import { anomalyStatements } from './anomalies.ts'
import { paperConsentStatements } from './paper-consents.ts'
import { patientStatements } from './patients.ts'
import { policyStatements } from './policies.ts'
import { reregistrationRequestStatements } from './reregistration-requests.ts'
import { restoreStatements } from './restores.ts'
import { savedFilterStatements } from './saved-filters.ts'
import { sessionStatements } from './session-actor.ts'
import { sf36Statements } from './sf36.ts'
import { signInStatements } from './sign-in/statements.ts'
import { statisticStatements } from './statistics.ts'
import { staffStatements } from './staff.ts'
import type { Statement } from './text.ts'
import { studyStatements } from './studies.ts'
import { versionStatements } from './versions.ts'
import { withdrawalStatements } from './withdrawal.ts'
import { savedViewStatements } from './saved-views.ts'

/** A statement with the objects that it creates, of which the first is its name. A statement that creates none is its own name. */
export type NamedStatement = { readonly name: string; readonly objects: readonly string[]; readonly text: Statement; readonly hash: string }

const created =
  /(?:^|;)\s*CREATE (?:OR REPLACE )?(?:FUNCTION (?<routine>\w+)\((?<parameters>[^)]*)\)|VIEW (?<view>\w+)|(?<kind>TRIGGER|POLICY) (?<part>\w+)[\s\S]*?\sON (?<table>\w+))/g

/** A parameter without its name and default, which are no part of a function's identity. */
const getType = (parameter: string): string =>
  parameter
    .trim()
    .replace(/^\w+ /, '')
    .replace(/ DEFAULT .*/s, '')

/** Lists the objects that a statement creates, as DROP names them. */
const listCreated = (text: Statement): readonly string[] =>
  [...text.matchAll(created)].map(({ groups: { routine, parameters, view, kind, part, table } = {} }) => {
    if (routine !== undefined) return `FUNCTION ${routine}(${(parameters ?? '').split(',').map(getType).join(', ')})`
    return view === undefined ? `${kind} ${part} ON ${table}` : `VIEW ${view}`
  })

const nameStatement = (text: Statement): NamedStatement => {
  const objects = listCreated(text)
  return { name: objects[0] ?? text, objects, text, hash: createHash('sha256').update(text).digest('hex') }
}

/**
 * Functions, triggers, views and policies, in the order of their dependencies. `migrate` executes those whose text changed, so a new field
 * needs one dictionary entry and one migration of its column (REQ-CRF-01). A server of the last release still calls what it knows: an object
 * is removed here, or changes its parameters, one release after the last use.
 */
export const sqlStatements: readonly NamedStatement[] = [
  ...logTableStatements,
  ...contextFunctions,
  ...restoreStatements,
  ...patientStatements,
  ...guardianStatements,
  ...contactStatements,
  ...versionStatements,
  ...importStatements,
  ...referenceValueStatements,
  ...observationStatements,
  ...statisticStatements,
  ...lastSeenStatements,
  ...consentDocumentStatements,
  ...consentAnswerStatements,
  ...consentStatements,
  ...guardianStopStatements,
  ...majorityStatements,
  ...lapseStatements,
  ...reconsentRequestStatements,
  ...consentReceiptStatements,
  ...paperConsentStatements,
  ...deskLinkStatements,
  ...appendOnlyStatements,
  ...logMonthStatements,
  ...sf36Statements,
  ...auditReadStatements,
  ...auditChainStatements,
  ...anonymousRecordStatements,
  ...withdrawalStatements,
  ...reregistrationRequestStatements,
  ...invitationStatements,
  ...sessionStatements,
  ...staffStatements,
  ...centreStatements,
  ...centreIndicatorStatements,
  ...cohortStatements,
  ...signInStatements,
  ...passwordStatements,
  ...savedFilterStatements,
  ...savedViewStatements,
  ...exportStatements,
  ...deletionRequestStatements,
  ...communicationStatements,
  ...outboxStatements,
  ...studyStatements,
  ...dataUseStatements,
  ...auditSearchStatements,
  ...anomalyStatements,
  ...operationFigureStatements,
  ...exportSearchStatements,
  ...filterViewStatements,
  ...policyStatements,
].map(nameStatement)

/** All rights. A new object has none, so they are granted again after each change of a statement. */
export const grants: NamedStatement = { ...nameStatement(grantStatements.join(';\n')), name: 'GRANT' }

/** All functions, triggers, views and policies of this version. */
export const declaredObjects: readonly string[] = sqlStatements.flatMap(({ objects }) => objects)
