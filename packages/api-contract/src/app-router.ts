import { centres } from './centres.ts'
import { anonymousRecords } from './anonymous-records.ts'
import { cohort } from './cohort.ts'
import { communications } from './communications.ts'
import { consentReceipts } from './consent-receipts.router.ts'
import { consentTexts } from './consent-texts.ts'
import { consents } from './consents.ts'
import { indicators } from './indicators.ts'
import { ecrf } from './ecrf.ts'
import { exportManifests } from './export-manifests.ts'
import { findings } from './findings.ts'
import { help } from './help.ts'
import { home } from './home.ts'
import { identityRequests } from './identity-requests.ts'
import { imports } from './imports.ts'
import { newsletter } from './newsletter.ts'
import { ownSessions } from './own-sessions.ts'
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
import { log } from './log.ts'
import { settings } from './settings.ts'
import { users } from './users.ts'

export const appRouter = router({
  centres,
  communications,
  consentReceipts,
  consents,
  consentTexts,
  indicators,
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
