import type { Services } from '@registry/api-contract/services'
import type { AppDeps } from './assemble-deps.ts'
import { indicators } from '../features/indicators/service.ts'
import { centres } from '../features/centres/service.ts'
import { anonymousRecords } from '../features/anonymous-records/service.ts'
import { cohort } from '../features/filters/cohort/service.ts'
import { communications } from '../features/communications/service.ts'
import { receipts } from '../features/receipts/service.ts'
import { consentDocuments } from '../features/consent-documents/service.ts'
import { corrections } from '../features/corrections/service.ts'
import { consents } from '../features/consents/service.ts'
import { carryOutRequest, guardianStop } from '../features/consents/guardian-stop.ts'
import { deskConsents } from '../features/consents/desk/service.ts'
import { paperConsents } from '../features/consents/paper/service.ts'
import { ecrf } from '../features/ecrf/service.ts'
import { observations } from '../features/ecrf/observations.ts'
import { workListViews } from '../features/ecrf/work-list-views.ts'
import { exports } from '../features/filters/exports/service.ts'
import { discrepancies } from '../features/discrepancies/service.ts'
import { guardian } from '../features/guardians/children.ts'
import { guardians } from '../features/guardians/service.ts'
import { help } from '../features/help/manual.ts'
import { home } from '../features/home/service.ts'
import { createRecordWriter } from '../features/imports/record-writer.ts'
import { imports } from '../features/imports/service.ts'
import { enrolmentRequests } from '../features/enrolment-requests/service.ts'
import { findOwnRecord } from '../features/ecrf/own-record.ts'
import { myRecord } from '../features/my-record/service.ts'
import { newsletter } from '../features/newsletter/service.ts'
import { personalData } from '../features/personal-data/service.ts'
import { deletionStatus } from '../features/deletion-status/service.ts'
import { referenceTables } from '../features/reference-tables/service.ts'
import { savedFilters } from '../features/filters/saved-filters/service.ts'
import { sf36 } from '../features/sf36/service.ts'
import { sf36Versions } from '../features/sf36-versions/service.ts'
import { auditLog } from '../features/audit-log/service.ts'
import { auditLogViews } from '../features/audit-log/views.ts'
import { ownSessions } from '../features/sign-in/own-sessions.ts'
import { secondFactor } from '../features/sign-in/second-factor/service.ts'
import { session, signIn } from '../features/sign-in/service.ts'
import { studies } from '../features/studies/service.ts'
import { settings } from '../features/settings/service.ts'
import { users } from '../features/users/service.ts'

export const assembleServices = (deps: AppDeps): Services => ({
  indicators: indicators(deps),
  centres: centres(deps),
  anonymousRecords: anonymousRecords(deps),
  cohort: cohort(deps),
  communications: communications(deps),
  receipts: receipts(deps),
  consents: consents(deps),
  corrections: corrections(deps),
  consentDocuments: consentDocuments(deps),
  ecrf: ecrf(deps, createRecordWriter(deps)),
  exports: exports(deps),
  discrepancies: discrepancies(deps),
  guardian: { ...guardian(deps), ...guardianStop(deps) },
  guardians: { ...guardians(deps), carryOut: carryOutRequest(deps) },
  help: help(deps),
  home: home(deps),
  enrolmentRequests: enrolmentRequests(deps),
  imports: imports(deps),
  myRecord: myRecord(deps, findOwnRecord),
  newsletter: newsletter(deps),
  observations: observations(deps),
  ownSessions: ownSessions(deps),
  deskConsents: deskConsents(deps),
  paperConsents: paperConsents(deps),
  personalData: personalData(deps),
  deletionStatus: deletionStatus(deps),
  referenceTables: referenceTables(deps),
  savedFilters: savedFilters(deps),
  secondFactor: secondFactor(deps),
  session: session(deps),
  sf36: sf36(deps),
  sf36Versions: sf36Versions(deps),
  signIn: signIn(deps),
  studies: studies(deps),
  settings: settings(deps),
  auditLog: auditLog(deps),
  auditLogViews: auditLogViews(deps),
  users: users(deps),
  workListViews: workListViews(deps),
})
