import type { Centres } from './centres.ts'
import type { Communications } from './communications.ts'
import type { ConsentReceipts } from './consent-receipts.ts'
import type { ConsentTexts } from './consent-texts.ts'
import type { Consents } from './consents.ts'
import type { CentreFiguresPort } from './centre-figures.ts'
import type { AnonymousRecords } from './anonymous-records.ts'
import type { CohortPort } from './cohort.ts'
import type { Ecrf } from './ecrf.ts'
import type { ExportManifests } from './export-manifests.ts'
import type { Findings } from './findings.ts'
import type { Help } from './help.ts'
import type { Home } from './home.ts'
import type { IdentityRequests } from './identity-requests.ts'
import type { Imports } from './imports.ts'
import type { Newsletter } from './newsletter.ts'
import type { OwnSessions } from './own-sessions.ts'
import type { PersonalDataPort } from './personal-data.ts'
import type { DeletionStatus } from './deletion-status.ts'
import type { ReferenceTables } from './reference-tables.ts'
import type { SavedFilters } from './saved-filters.ts'
import type { SecondFactor } from './second-factor.ts'
import type { Sessions } from './session.ts'
import type { Sf36 } from './sf36.ts'
import type { Sf36Versions } from './sf36-versions.ts'
import type { SignIn } from './sign-in.ts'
import type { Studies } from './studies.ts'
import type { Log } from './log.ts'
import type { Settings } from './settings.ts'
import type { Users } from './users.ts'

/** The ports that the server implements, one per feature. */
export type Ports = {
  readonly centres: Centres
  readonly communications: Communications
  readonly consentReceipts: ConsentReceipts
  readonly consents: Consents
  readonly consentTexts: ConsentTexts
  readonly centreFigures: CentreFiguresPort
  readonly anonymousRecords: AnonymousRecords
  readonly cohort: CohortPort
  readonly ecrf: Ecrf
  readonly exportManifests: ExportManifests
  readonly findings: Findings
  readonly help: Help
  readonly home: Home
  readonly identityRequests: IdentityRequests
  readonly imports: Imports
  readonly newsletter: Newsletter
  readonly ownSessions: OwnSessions
  readonly personalData: PersonalDataPort
  readonly deletionStatus: DeletionStatus
  readonly referenceTables: ReferenceTables
  readonly savedFilters: SavedFilters
  readonly secondFactor: SecondFactor
  readonly sessions: Sessions
  readonly sf36: Sf36
  readonly sf36Versions: Sf36Versions
  readonly signIn: SignIn
  readonly studies: Studies
  readonly settings: Settings
  readonly log: Log
  readonly users: Users
}
