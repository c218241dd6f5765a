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
import { deletionRequestStatements } from './deletion-requests.ts'
import { exportSearchStatements } from './export-search.ts'
import { exportStatements } from './exports.ts'
import { filterViewStatements } from './filter-view.ts'
import { grantStatements } from './grants.ts'
import { importStatements } from './imports.ts'
import { invitationStatements } from './invitations.ts'
import { referenceValueStatements } from './reference-values.ts'
import { appendOnlyStatements } from './append-only.ts'
import { outboxStatements } from './outbox.ts'
import { passwordStatements } from './passwords.ts'
import { anomalyStatements } from './anomalies.ts'
import { patientStatements } from './patients.ts'
import { policyStatements } from './policies.ts'
import { reregistrationRequestStatements } from './reregistration-requests.ts'
import { restoreStatements } from './restores.ts'
import { savedFilterStatements } from './saved-filters.ts'
import { sessionStatements } from './session-actor.ts'
import { sf36Statements } from './sf36.ts'
import { signInStatements } from './sign-in/statements.ts'
import { staffStatements } from './staff.ts'
import type { Statement } from './text.ts'
import { studyStatements } from './studies.ts'
import { versionStatements } from './versions.ts'
import { withdrawalStatements } from './withdrawal.ts'
import { workListViewStatements } from './work-list-views.ts'

/**
 * Functions, triggers, views, policies and grants, in the order of their dependencies. They are created again after each migration. So a
 * new field needs one dictionary entry and one migration of its column (REQ-CRF-01).
 */
export const sqlStatements: readonly Statement[] = [
  ...contextFunctions,
  ...restoreStatements,
  ...patientStatements,
  ...contactStatements,
  ...versionStatements,
  ...importStatements,
  ...referenceValueStatements,
  ...consentDocumentStatements,
  ...consentAnswerStatements,
  ...consentStatements,
  ...reconsentRequestStatements,
  ...consentReceiptStatements,
  ...appendOnlyStatements,
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
  ...workListViewStatements,
  ...exportStatements,
  ...deletionRequestStatements,
  ...communicationStatements,
  ...outboxStatements,
  ...studyStatements,
  ...dataUseStatements,
  ...auditSearchStatements,
  ...anomalyStatements,
  ...exportSearchStatements,
  ...filterViewStatements,
  ...policyStatements,
  ...grantStatements,
]

/** Identifies this version of the statements. */
export const sqlStatementsHash = createHash('sha256').update(sqlStatements.join(';\n')).digest('hex')
