import { listLegacyPaths, type LegacyPath, type LegacyRoute } from '../http/legacy/route.ts'
import { anonymousRecordsLegacy } from '../features/anonymous-records/legacy.ts'
import { centreConsentsLegacy } from '../features/centre-consents/legacy.ts'
import { centresLegacy } from '../features/centres/legacy.ts'
import { receiptsLegacy } from '../features/receipts/legacy.ts'
import { consentsLegacy } from '../features/consents/legacy.ts'
import { ecrfLegacy } from '../features/ecrf/legacy.ts'
import { enrolmentRequestsLegacy } from '../features/enrolment-requests/legacy.ts'
import { fhirPath } from '../features/imports/fhir.ts'
import { importsLegacy } from '../features/imports/legacy.ts'
import { patientDocumentsLegacy } from '../features/patient-documents/legacy.ts'
import { personalDataLegacy } from '../features/personal-data/legacy.ts'
import { readConsentSummary, readInformation } from '../features/consents/service.ts'
import { personalData } from '../features/personal-data/service.ts'
import { sf36 } from '../features/sf36/service.ts'
import { referenceTablesLegacy } from '../features/reference-tables/legacy.ts'
import { savedFiltersLegacy } from '../features/filters/saved-filters/legacy.ts'
import { sf36Legacy } from '../features/sf36/legacy.ts'
import { signInLegacy } from '../features/sign-in/legacy.ts'
import { studyCentreLegacy } from '../features/studies/legacy-centre.ts'
import { studyDocumentLegacy } from '../features/studies/legacy-document.ts'
import { studyExportLegacy } from '../features/studies/legacy-export.ts'
import { studyLifecycleLegacy } from '../features/studies/legacy-lifecycle.ts'
import { logLegacy } from '../features/audit-log/legacy.ts'
import { usersLegacy } from '../features/users/legacy.ts'

/** The legacy paths, one line for each feature. */
export const legacyRoutes: readonly LegacyRoute[] = [
  ...anonymousRecordsLegacy,
  ...centreConsentsLegacy,
  ...receiptsLegacy,
  ...consentsLegacy,
  ...ecrfLegacy,
  ...enrolmentRequestsLegacy,
  ...importsLegacy,
  ...patientDocumentsLegacy({ personalData, readConsentSummary, readInformation, sf36 }),
  ...personalDataLegacy,
  ...referenceTablesLegacy,
  ...savedFiltersLegacy,
  ...sf36Legacy,
  ...signInLegacy,
  ...studyCentreLegacy,
  ...studyDocumentLegacy,
  ...studyExportLegacy,
  ...studyLifecycleLegacy,
  ...usersLegacy,
  ...logLegacy,
  ...centresLegacy,
]

/** Every path for programs: the legacy paths, and that of FHIR, which has a form of its own. */
export const programPaths: readonly LegacyPath[] = [...listLegacyPaths(legacyRoutes), fhirPath]
