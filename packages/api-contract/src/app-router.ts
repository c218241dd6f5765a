import { centres } from './centres.router.ts'
import { anonymousRecords } from './anonymous-records.router.ts'
import { cohort } from './cohort.router.ts'
import { communications } from './communications.router.ts'
import { consentReceipts } from './consent-receipts.router.ts'
import { consentTexts } from './consent-texts.router.ts'
import { consents } from './consents.router.ts'
import { centreFigures } from './centre-figures.router.ts'
import { ecrf } from './ecrf.router.ts'
import { exportManifests } from './export-manifests.router.ts'
import { findings } from './findings.router.ts'
import { help } from './help.router.ts'
import { home } from './home.router.ts'
import { identityRequests } from './identity-requests.router.ts'
import { imports } from './imports.router.ts'
import { newsletter } from './newsletter.router.ts'
import { ownSessions } from './own-sessions.router.ts'
import { personalData } from './personal-data.router.ts'
import { deletionStatus } from './deletion-status.router.ts'
import { referenceTables } from './reference-tables.router.ts'
import { savedFilters } from './saved-filters.router.ts'
import { secondFactor } from './second-factor.router.ts'
import { session } from './session.router.ts'
import { sf36 } from './sf36.router.ts'
import { sf36Versions } from './sf36-versions.router.ts'
import { signIn } from './sign-in.router.ts'
import { studies } from './studies.router.ts'
import { router } from './trpc.ts'
import { log } from './log.router.ts'
import { settings } from './settings.router.ts'
import { users } from './users.router.ts'

export const appRouter = router({
  centres,
  communications,
  consentReceipts,
  consents,
  consentTexts,
  centreFigures,
  anonymousRecords,
  cohort,
  ecrf,
  exportManifests,
  findings,
  help,
  home,
  identityRequests,
  imports,
  newsletter,
  ownSessions,
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
  log,
  users,
})
export type AppRouter = typeof appRouter
