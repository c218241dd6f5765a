import { createHash } from 'node:crypto'
import { anonymiseObjects } from './anonymise.ts'
import { auditChainObjects } from './audit-chain.ts'
import { auditReadObjects } from './audit-reads.ts'
import { consentAnswerObjects } from './consent-answers.ts'
import { consentDocumentObjects } from './consent-documents.ts'
import { consentObjects } from './consents.ts'
import { contactObjects } from './contacts.ts'
import { contextFunctions } from './context.ts'
import { dataUseObjects } from './data-uses.ts'
import { exportObjects } from './exports.ts'
import { filterViewObjects } from './filter-view.ts'
import { grantObjects } from './grants.ts'
import { invitationObjects } from './invitations.ts'
import { lookupObjects } from './lookups.ts'
import { neverChangedObjects } from './never-changed.ts'
import { outboxObjects } from './outbox.ts'
import { passwordObjects } from './passwords.ts'
import { patientObjects } from './patients.ts'
import { policyObjects } from './policies.ts'
import { returnRequestObjects } from './return-requests.ts'
import { savedFilterObjects } from './saved-filters.ts'
import { sessionObjects } from './sessions.ts'
import { signInObjects } from './sign-in/statements.ts'
import type { Statement } from './text.ts'
import { versionObjects } from './versions.ts'
import { withdrawalObjects } from './withdrawal.ts'

/**
 * Functions, triggers, views, policies and grants: all that follows from the code and from the dictionary.
 * They are re-created after the migrations, so a new field needs one entry and one migration of its column (D13).
 */
export const sqlStatements: readonly Statement[] = [
  ...contextFunctions,
  ...patientObjects,
  ...contactObjects,
  ...versionObjects,
  ...lookupObjects,
  ...consentDocumentObjects,
  ...consentAnswerObjects,
  ...consentObjects,
  ...neverChangedObjects,
  ...auditReadObjects,
  ...auditChainObjects,
  ...anonymiseObjects,
  ...withdrawalObjects,
  ...returnRequestObjects,
  ...invitationObjects,
  ...sessionObjects,
  ...signInObjects,
  ...passwordObjects,
  ...savedFilterObjects,
  ...exportObjects,
  ...outboxObjects,
  ...dataUseObjects,
  ...filterViewObjects,
  ...policyObjects,
  ...grantObjects,
]

/** Changes with any of the objects. */
export const sqlStatementsHash = createHash('sha256').update(sqlStatements.join(';\n')).digest('hex')
