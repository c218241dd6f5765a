/**
 * The rights of each call, written by hand from the requirements (REQ-UI-06, REQ-FIL-04) and not from the code (THREAT-05).
 *
 * ga, ua, dm, ca: the roles. pt: a patient. ce: a centre's program, by code and password. rs, rp: staff and patients who may only
 * choose a password. en: staff who must add a second factor first. vi: a visitor. gd: a guardian who acts for a patient; where the guardian
 * may not, the cell is missing.
 */
export const principals = ['ga', 'ua', 'dm', 'ca', 'pt', 'ce', 'rs', 'rp', 'en', 'vi', 'gd'] as const
export type PrincipalCode = (typeof principals)[number]

const grid = `
  indicators.read            .  .  .  ca .  .  .  .  .  .
  centres.change                .  ua .  .  .  .  .  .  .  .
  centres.create                .  ua .  .  .  .  .  .  .  .
  centres.detail                .  ua .  .  .  .  .  .  .  .
  centres.list                  .  ua .  .  .  .  .  .  .  .
  centres.names                 ga ua dm ca .  .  .  .  .  .
  centres.options               .  ua .  .  .  .  .  .  .  .
  centres.reactivate            .  ua .  .  .  .  .  .  .  .
  centres.remove                .  ua .  .  .  .  .  .  .  .
  centres.restore               .  ua .  .  .  .  .  .  .  .
  centres.suspend               .  ua .  .  .  .  .  .  .  .
  anonymousRecords.published    .  .  dm ca .  .  .  .  .  .
  cohort.read                   .  .  dm ca .  .  .  .  .  .
  communications.cancel         ga .  .  .  .  .  .  .  .  .
  communications.change         ga .  .  .  .  .  .  .  .  .
  communications.count          ga .  .  .  .  .  .  .  .  .
  communications.create         ga .  .  .  .  .  .  .  .  .
  communications.get            ga .  .  .  .  .  .  .  .  .
  communications.list           ga .  .  .  .  .  .  .  .  .
  communications.options        ga .  .  .  .  .  .  .  .  .
  communications.schedule       ga .  .  .  .  .  .  .  .  .
  communications.sendTest       ga .  .  .  .  .  .  .  .  .
  receipts.checkCode     ga ua dm ca pt ce rs rp en vi gd
  receipts.checkFile     ga ua dm ca pt ce rs rp en vi gd
  consentDocuments.concerned        ga .  .  .  .  .  .  .  .  .
  consentDocuments.detail           ga .  .  .  .  .  .  .  .  .
  consentDocuments.discard          ga .  .  .  .  .  .  .  .  .
  consentDocuments.list             ga .  .  .  .  .  .  .  .  .
  consentDocuments.parts            ga .  .  .  .  .  .  .  .  .
  consentDocuments.progress         ga .  .  .  .  .  .  .  .  .
  consentDocuments.publish          ga .  .  .  .  .  .  .  .  .
  consentDocuments.save             ga .  .  .  .  .  .  .  .  .
  consents.answered             .  .  .  .  pt .  .  .  .  . gd
  consents.current              .  .  .  .  pt .  .  .  .  . gd
  consents.give                 .  .  .  .  pt .  .  .  .  . gd
  consents.history              .  .  .  .  pt .  .  .  .  . gd
  consents.information          .  .  .  .  pt .  .  .  .  . gd
  consents.questions            .  .  .  .  pt .  .  .  .  . gd
  consents.preliminary          .  .  .  .  pt .  .  .  .  . gd
  consents.assentText           .  .  .  .  pt .  .  .  .  . gd
  consents.reconsentRequest                .  .  .  .  pt .  .  .  .  . gd
  consents.shownDocuments           .  .  .  .  pt .  .  .  .  . gd
  consents.withdraw             .  .  .  .  pt .  .  .  .  .
  consents.withdrawalChoices    .  .  .  .  pt .  .  .  .  .
  ecrf.add                      .  .  .  ca .  .  .  .  .  .
  ecrf.choices                  .  .  .  ca .  .  .  .  .  .
  ecrf.correct                  .  .  .  ca .  .  .  .  .  .
  ecrf.history                  .  .  .  ca .  .  .  .  .  .
  ecrf.open                     .  .  .  ca .  .  .  .  .  .
  ecrf.past                     .  .  .  ca .  .  .  .  .  .
  ecrf.patients                 .  .  .  ca .  .  .  .  .  .
  ecrf.printVisit               .  .  .  ca .  .  .  .  .  .
  ecrf.read                     .  .  .  ca .  .  .  .  .  .
  ecrf.save                     .  .  .  ca .  .  .  .  .  .
  ecrf.saves                    .  .  .  ca .  .  .  .  .  .
  ecrf.sign                     .  .  .  ca .  .  .  .  .  .
  ecrf.signatures               .  .  .  ca .  .  .  .  .  .
  ecrf.workCounts               .  .  .  ca .  .  .  .  .  .
  exports.choices       ga .  dm ca .  .  .  .  .  .
  exports.get           ga .  dm ca .  .  .  .  .  .
  exports.search        ga .  dm ca .  .  .  .  .  .
  discrepancies.answer               .  .  .  ca .  .  .  .  .  .
  discrepancies.ask                  .  .  dm .  .  .  .  .  .  .
  discrepancies.askManagers          .  .  .  ca .  .  .  .  .  .
  discrepancies.close                .  .  .  ca .  .  .  .  .  .
  discrepancies.closeQuery           .  .  dm ca  .  .  .  .  .  .
  discrepancies.list                 .  .  .  ca .  .  .  .  .  .
  discrepancies.ofRecord             .  .  .  ca .  .  .  .  .  .
  discrepancies.overview             .  .  dm .  .  .  .  .  .  .
  discrepancies.queries              .  .  dm ca .  .  .  .  .  .
  discrepancies.reply                .  .  dm ca .  .  .  .  .  .
  help.page                     ga ua dm ca pt ce rs rp en vi gd
  home.dataUses                 .  .  .  .  pt .  .  .  .  . gd
  home.confirmDeletions           ga .  dm ca .  .  .  .  .  .
  home.patient                  .  .  .  .  pt .  .  .  .  . gd
  home.staff                    ga ua dm ca .  .  .  .  .  .
  enrolmentRequests.add          ga ua dm ca pt ce rs rp en vi gd
  enrolmentRequests.received     .  ua .  .  .  .  .  .  .  .
  auditLog.choices              ga .  .  .  .  .  .  .  .  .
  auditLog.entry                ga .  .  .  .  .  .  .  .  .
  auditLog.query                ga .  .  .  .  .  .  .  .  .
  auditLogViews.change          ga .  .  .  .  .  .  .  .  .
  auditLogViews.list            ga .  .  .  .  .  .  .  .  .
  auditLogViews.remove          ga .  .  .  .  .  .  .  .  .
  auditLogViews.save            ga .  .  .  .  .  .  .  .  .
  newsletter.read               .  .  .  .  pt .  .  .  .  .
  newsletter.save               .  .  .  .  pt .  .  .  .  .
  newsletter.unsubscribe        ga ua dm ca pt ce rs rp en vi gd
  guardians.add                 .  .  .  ca .  .  .  .  .  .
  guardians.carryOut            .  .  .  ca .  .  .  .  .  .
  guardians.end                 .  .  .  ca .  .  .  .  .  .
  guardians.list                .  .  .  ca .  .  .  .  .  .
  guardians.requests            .  .  .  ca .  .  .  .  .  .
  guardian.accept               .  .  .  .  pt .  .  .  .  .  gd
  guardian.actFor               .  .  .  .  pt .  .  .  .  .  gd
  guardian.changeContact        .  .  .  .  .  .  .  .  .  .  gd
  guardian.children             .  .  .  .  pt .  .  .  .  .  gd
  guardian.decline              .  .  .  .  pt .  .  .  .  .  gd
  guardian.stop                 .  .  .  .  pt .  .  .  .  .  gd
  guardian.takeBack             .  .  .  .  pt .  .  .  .  .  gd
  observations.add              .  .  .  ca .  .  .  .  .  .
  observations.correct          .  .  .  ca .  .  .  .  .  .
  observations.list             .  .  .  ca .  .  .  .  .  .
  observations.remove           .  .  .  ca .  .  .  .  .  .
  ownSessions.draftKeys         ga ua dm ca pt .  .  .  .  . gd
  ownSessions.end               ga ua dm ca pt .  .  .  .  . gd
  ownSessions.endAll            ga ua dm ca pt .  .  .  .  . gd
  ownSessions.list              ga ua dm ca pt .  .  .  .  . gd
  corrections.ask               .  .  .  .  pt .  .  .  .  .  gd
  corrections.list              .  .  .  .  pt .  .  .  .  .  gd
  corrections.withdraw          .  .  .  .  pt .  .  .  .  .  gd
  corrections.open              .  .  .  ca .  .  .  .  .  .
  corrections.answer            .  .  .  ca .  .  .  .  .  .
  myRecord.read                 .  .  .  .  pt .  .  .  .  .  gd
  myRecord.download             .  .  .  .  pt .  .  .  .  .  gd
  myRecord.print                .  .  .  ca .  .  .  .  .  .
  myRecord.series               .  .  .  .  pt .  .  .  .  .  gd
  myRecord.sheet                .  .  .  .  pt .  .  .  .  .  gd
  myRecord.requestCode          .  .  .  .  pt .  .  .  .  .  gd
  deskConsents.start            .  .  .  ca .  .  .  .  .  .
  deskConsents.open             ga ua dm ca pt ce rs rp en vi gd
  deskConsents.sendCode         ga ua dm ca pt ce rs rp en vi gd
  deskConsents.answer           ga ua dm ca pt ce rs rp en vi gd
  paperConsents.form            .  .  .  ca .  .  .  .  .  .
  paperConsents.record          .  .  .  ca .  .  .  .  .  .
  paperConsents.ofPatient       .  .  .  ca .  .  .  .  .  .
  paperConsents.pending         .  .  .  ca .  .  .  .  .  .
  paperConsents.verify          .  .  .  ca .  .  .  .  .  .
  paperConsents.refuse          .  .  .  ca .  .  .  .  .  .
  paperConsents.scan            .  .  .  ca .  .  .  .  .  .
  personalData.read             .  .  .  .  pt .  .  .  .  . gd
  personalData.save             .  .  .  .  pt .  .  .  .  . gd
  personalData.confirmCorrection ga ua dm ca pt ce rs rp en vi gd
  personalData.sendCorrectionCode ga ua dm ca pt ce rs rp en vi gd
  personalData.undoContactChange ga ua dm ca pt ce rs rp en vi gd
  personalData.verifyMobile     .  .  .  ca pt .  .  .  .  .
  deletionStatus.check            ga ua dm ca pt ce rs rp en vi gd
  referenceTables.history       ga .  .  .  .  .  .  .  .  .
  referenceTables.rows          ga ua dm ca pt .  .  .  .  . gd
  savedFilters.change           ga .  dm ca .  .  .  .  .  .
  savedFilters.checkSql         ga .  dm ca .  .  .  .  .  .
  savedFilters.cohort           .  .  dm ca .  .  .  .  .  .
  savedFilters.count            .  .  dm ca .  .  .  .  .  .
  savedFilters.disable          ga .  dm ca .  .  .  .  .  .
  savedFilters.enable           ga .  dm ca .  .  .  .  .  .
  savedFilters.exportProgress   .  .  dm ca .  .  .  .  .  .
  savedFilters.exportRisk       .  .  dm ca .  .  .  .  .  .
  savedFilters.fieldInfo        ga .  dm ca .  .  .  .  .  .
  savedFilters.get              ga .  dm ca .  .  .  .  .  .
  savedFilters.history          ga .  dm ca .  .  .  .  .  .
  savedFilters.list             ga .  dm ca .  .  .  .  .  .
  savedFilters.picker           ga .  dm ca .  .  .  .  .  .
  savedFilters.preview          .  .  dm ca .  .  .  .  .  .
  savedFilters.remove           ga .  dm ca .  .  .  .  .  .
  savedFilters.run              .  .  dm ca .  .  .  .  .  .
  savedFilters.save             ga .  dm ca .  .  .  .  .  .
  savedFilters.summary          .  .  dm ca .  .  .  .  .  .
  secondFactor.begin            ga ua dm ca .  .  .  .  en .
  secondFactor.confirm          ga ua dm ca .  .  .  .  en .
  secondFactor.remove           ga ua dm ca .  .  .  .  en .
  secondFactor.renewCodes       ga ua dm ca .  .  .  .  en .
  secondFactor.signIn           ga ua dm ca pt ce rs rp en vi gd
  secondFactor.state            ga ua dm ca .  .  .  .  en .
  session.chooseCentre          .  .  .  ca .  .  .  .  .  .
  session.chooseLanguage        ga ua dm ca pt .  rs rp en . gd
  session.current               ga ua dm ca pt ce rs rp en vi gd
  session.end                   ga ua dm ca pt ce rs rp en vi gd
  session.site                  ga ua dm ca pt ce rs rp en vi gd
  imports.list                  .  .  .  ca .  .  .  .  .  .
  imports.progress              ga .  .  ca .  .  .  .  .  .
  imports.registrations         .  .  .  ca .  .  .  .  .  .
  imports.report                .  .  .  ca .  .  .  .  .  .
  imports.undo                  .  .  .  ca .  .  .  .  .  .
  settings.change               ga .  .  .  .  .  .  .  .  .
  settings.list                 ga .  .  .  .  .  .  .  .  .
  sf36.fill                     .  .  .  .  pt .  .  .  .  .
  sf36.questionnaire            .  .  .  .  pt .  .  .  .  .
  sf36.response                 .  .  .  .  pt .  .  .  .  .
  sf36.responses                .  .  .  .  pt .  .  .  .  .
  sf36.versions                 ga .  dm ca .  .  .  .  .  .
  sf36Versions.detail           ga .  .  .  .  .  .  .  .  .
  sf36Versions.discard          ga .  .  .  .  .  .  .  .  .
  sf36Versions.list             ga .  .  .  .  .  .  .  .  .
  sf36Versions.publish          ga .  .  .  .  .  .  .  .  .
  sf36Versions.save             ga .  .  .  .  .  .  .  .  .
  signIn.answerInvitation       .  .  .  .  .  .  rs rp .  .
  signIn.changePassword         ga ua dm ca pt .  rs rp .  . gd
  signIn.confirmReregistration          ga ua dm ca pt ce rs rp en vi gd
  signIn.forgottenByPatient     ga ua dm ca pt ce rs rp en vi gd
  signIn.forgottenByStaff       ga ua dm ca pt ce rs rp en vi gd
  signIn.openLink               ga ua dm ca pt ce rs rp en vi gd
  signIn.passwordRules          ga ua dm ca pt .  rs rp .  . gd
  signIn.requestCode            ga ua dm ca pt ce rs rp en vi gd
  signIn.staff                  ga ua dm ca pt ce rs rp en vi gd
  signIn.withCode               ga ua dm ca pt ce rs rp en vi gd
  studies.answer                .  .  .  .  pt .  .  .  .  .
  studies.candidates             .  .  .  ca .  .  .  .  .  .
  studies.change                ga .  .  .  .  .  .  .  .  .
  studies.create                ga .  .  .  .  .  .  .  .  .
  studies.decideCandidates       .  .  .  ca .  .  .  .  .  .
  studies.decideEthics          .  .  .  ca .  .  .  .  .  .
  studies.detail                ga .  dm ca .  .  .  .  .  .
  studies.flow                   ga .  dm ca .  .  .  .  .  .
  studies.list                  ga .  dm ca .  .  .  .  .  .
  studies.mine                  .  .  .  .  pt .  .  .  .  .
  studies.options               ga .  .  .  .  .  .  .  .  .
  studies.own                   .  .  .  .  pt .  .  .  .  .
  studies.participants           .  .  dm ca .  .  .  .  .  .
  studies.reactivate            ga .  .  .  .  .  .  .  .  .
  studies.remove                ga .  .  .  .  .  .  .  .  .
  studies.retrieveCandidates     .  .  .  ca .  .  .  .  .  .
  studies.setEndDate            ga .  .  .  .  .  .  .  .  .
  studies.suspend               ga .  .  .  .  .  .  .  .  .
  studies.terminate             ga .  .  .  .  .  .  .  .  .
  users.change                  .  ua .  .  .  .  .  .  .  .
  users.create                  .  ua .  .  .  .  .  .  .  .
  users.detail                  .  ua .  .  .  .  .  .  .  .
  users.list                    .  ua .  .  .  .  .  .  .  .
  users.options                 .  ua .  .  .  .  .  .  .  .
  users.reactivate              .  ua .  .  .  .  .  .  .  .
  users.remove                  .  ua .  .  .  .  .  .  .  .
  users.restore                 .  ua .  .  .  .  .  .  .  .
  users.suspend                 .  ua .  .  .  .  .  .  .  .
  workListViews.change          .  .  .  ca .  .  .  .  .  .
  workListViews.list            .  .  .  ca .  .  .  .  .  .
  workListViews.remove          .  .  .  ca .  .  .  .  .  .
  workListViews.save            .  .  .  ca .  .  .  .  .  .

  POST_/e_crf_ADD_PATIENT         .  .  .  ca .  .  .  .  .  .
  POST_/e_crf_GET_PATIENT_DATA    .  .  .  ca .  .  .  .  .  .
  POST_/e_crf_LIST_PATIENTS       .  .  .  ca .  .  .  .  .  .
  POST_/e_crf_PUT_PATIENT_DATA    .  .  .  ca .  .  .  .  .  .
  POST_/clinical_study_ADD            ga .  .  .  .  .  .  .  .  .
  POST_/clinical_study_CHANGE         ga .  .  ca .  .  .  .  .  .
  POST_/clinical_study_ETHIC_APPROVAL .  .  .  ca .  .  .  .  .  .
  POST_/clinical_study_RUN            .  .  dm ca .  .  .  .  .  .
  POST_/study_export_again            .  .  dm ca .  .  .  .  .  .
  POST_/clinical_study_LIST           ga .  dm ca pt .  .  .  .  .
  GET_/getEthicsDocument              ga .  dm ca .  .  .  .  .  .
  POST_/putEthicsDocument             .  .  .  ca .  .  .  .  .  .
  POST_/putStudySheet                 ga .  .  .  .  .  .  .  .  .
  GET_/getStudySheet                  ga .  dm ca .  .  .  .  .  .
  GET_/patient/StudySheet             .  .  .  .  pt .  .  .  .  .
  POST_/getStudies                    .  .  .  ca .  ce .  .  .  .
  POST_/getStudyPatients              .  .  .  ca .  ce .  .  .  .
  POST_/patient/JoinStudy             .  .  .  .  pt .  .  .  .  .
  POST_/putStudyPatients              .  .  .  ca .  ce .  .  .  .
  GET_/anonymous_records              .  .  dm .  .  .  .  .  .  .
  GET_/get_userinfo                   ga ua dm ca pt ce rs rp en vi gd
  GET_/list/center                    ga ua dm ca .  .  .  .  .  .
  GET_/patient/ConsentReceipt         .  .  .  .  pt .  .  .  .  . gd
  GET_/importTemplate                 .  .  .  ca .  .  .  .  .  .
  GET_/receipt_keys                   ga ua dm ca pt ce rs rp en vi gd
  GET_/stampa_paziente                .  .  .  .  pt .  .  .  .  . gd
  GET_/userlogout                     ga ua dm ca pt ce rs rp en vi gd
  POST_/admin/ConfTable               ga .  .  .  .  .  .  .  .  .
  POST_/admin/GetConfTable            ga ua dm ca pt .  .  .  .  . gd
  POST_/admin/log_query               ga .  .  .  .  .  .  .  .  .
  POST_/admin/center_admin_ADD        .  ua .  .  .  .  .  .  .  .
  POST_/admin/center_admin_CHANGE     .  ua .  .  .  .  .  .  .  .
  POST_/admin/get_user_role           .  ua .  .  .  .  .  .  .  .
  POST_/admin/user_ADD                .  ua .  .  .  .  .  .  .  .
  POST_/admin/user_CHANGE             .  ua .  .  .  .  .  .  .  .
  POST_/checkexpiredpasswordpatient   ga ua dm ca pt ce rs rp en vi gd
  POST_/consent_GET                   .  .  .  .  pt .  .  .  .  . gd
  POST_/createPatients                .  .  .  ca .  ce .  .  .  .
  POST_/export_again                  .  .  dm ca .  .  .  .  .  .
  POST_/forgottenpassword             ga ua dm ca pt ce rs rp en vi gd
  POST_/forgottenpasswordpatient      ga ua dm ca pt ce rs rp en vi gd
  POST_/fhir                          .  .  .  .  .  ce .  .  .  .
  POST_/getConsents                   .  .  .  ca .  ce .  .  .  .
  POST_/getObservations               .  .  .  ca .  ce .  .  .  .
  POST_/inthem_query_ADD              ga .  dm ca .  .  .  .  .  .
  POST_/inthem_query_LIST             ga .  dm ca .  .  .  .  .  .
  POST_/inthem_query_MODIFY           ga .  dm ca .  .  .  .  .  .
  POST_/inthem_query_RUN              .  .  dm ca .  .  .  .  .  .
  POST_/login                         ga ua dm ca pt ce rs rp en vi gd
  POST_/newidentity                   ga ua dm ca pt ce rs rp en vi gd
  POST_/otp                           ga ua dm ca pt ce rs rp en vi gd
  POST_/otplogin                      ga ua dm ca pt ce rs rp en vi gd
  POST_/patient/GetConsentPoints      .  .  .  .  pt .  .  .  .  . gd
  POST_/patient/GetConsents           .  .  .  .  pt .  .  .  .  . gd
  POST_/patient/GetSF36               .  .  .  .  pt .  .  .  .  .
  POST_/patient/NewSF36               .  .  .  .  pt .  .  .  .  .
  POST_/patient/UpdateConsents        .  .  .  .  pt .  .  .  .  . gd
  POST_/patient/UpdatePersonalData    .  .  .  .  pt .  .  .  .  . gd
  POST_/putMedicalData                .  .  .  ca .  ce .  .  .  .
  POST_/putObservations               .  .  .  ca .  ce .  .  .  .
  POST_/putPersonalData               .  .  .  ca .  ce .  .  .  .
  POST_/query_field_info              ga .  dm ca .  .  .  .  .  .
  POST_/sf36_LIST                     ga .  dm ca .  .  .  .  .  .
  POST_/userchangepassword            ga ua dm ca pt .  rs rp .  . gd
  POST_/verify_phone_number           .  .  .  ca pt .  .  .  .  .
`

export type RightsRow = { readonly name: string; readonly allowed: readonly string[] }

/** The name of a procedure, or method, path and action of a legacy path, with the principals that it allows. */
export const rightsTable: readonly RightsRow[] = grid
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
  .filter(([name]) => name)
  .map(([name = '', ...cells]) => {
    if (cells.length !== principals.length && cells.length !== principals.length - 1) throw new Error(`${name} has ${cells.length} cells`)
    return { name: name.replace(/^(GET|POST)_/, '$1 ').replace(/_([A-Z_]+)$/, ' $1'), allowed: cells.filter((cell) => cell !== '.') }
  })
