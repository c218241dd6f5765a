import { centres } from './centres.ts'
import { anonymousRecords } from './anonymous-records.ts'
import { cohort } from './cohort.ts'
import { communications } from './communications.ts'
import { receipts } from './receipts.router.ts'
import { consentDocuments } from './consent-documents.ts'
import { corrections } from './corrections.ts'
import { consents } from './consents.ts'
import { indicators } from './indicators.ts'
import { ecrf } from './ecrf.ts'
import { exports } from './exports.ts'
import { discrepancies } from './discrepancies.ts'
import { guardian } from './guardian.ts'
import { guardians } from './guardians.ts'
import { help } from './help.ts'
import { home } from './home.ts'
import { enrolmentRequests } from './enrolment-requests.ts'
import { imports } from './imports.ts'
import { myRecord } from './my-record.ts'
import { newsletter } from './newsletter.ts'
import { observations } from './observations.ts'
import { ownSessions } from './own-sessions.ts'
import { deskConsents } from './desk-consents.ts'
import { paperConsents } from './paper-consents.ts'
import { personalData } from './personal-data.ts'
import { deletionStatus } from './deletion-status.ts'
import { referenceTables } from './reference-tables.ts'
import { savedFilters } from './saved-filters.router.ts'
import { secondFactor } from './second-factor.ts'
import { session } from './session.ts'
import { sf36 } from './sf36.ts'
import { sf36Versions } from './sf36-versions.ts'
import { signIn } from './sign-in.ts'
import { studies } from './studies.ts'
import { router } from './trpc.ts'
import { auditLog } from './audit-log.ts'
import { auditLogViews } from './audit-log-views.ts'
import { settings } from './settings.ts'
import { users } from './users.ts'
import { workListViews } from './work-list-views.ts'

export const appRouter = router({
  centres,
  communications,
  receipts,
  consents,
  corrections,
  consentDocuments,
  indicators,
  anonymousRecords,
  cohort,
  ecrf,
  exports,
  discrepancies,
  guardian,
  guardians,
  help,
  home,
  enrolmentRequests,
  imports,
  myRecord,
  newsletter,
  observations,
  ownSessions,
  deskConsents,
  paperConsents,
  personalData,
  deletionStatus,
  referenceTables,
  savedFilters,
  secondFactor,
  session,
  sf36,
  sf36Versions,
  signIn,
  studies,
  settings,
  auditLog,
  auditLogViews,
  users,
  workListViews,
})
export type AppRouter = typeof appRouter
