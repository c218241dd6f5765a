import { filterRole, ownerRole, serverRole, workerRole } from '../roles.ts'
import { confirmsDeletion } from './deletion-requests.ts'
import { allowEverything, createPolicy, type Policy } from './policy.ts'
import { isGlobalAdmin, current, type Statement } from './text.ts'
import { textPolicies } from './text-policies.ts'

const inOwnCentre = `centre_code = ${current.centre}`
const seesCentre = current.seesCentre('centre_code')
const inVisibleCentre = `(${seesCentre} OR ${inOwnCentre})`
const isRegistered = 'EXISTS (SELECT FROM patient WHERE patient.id = patient_id AND patient.c_db_no_notification IS NULL)'

const visibleIdentity = `(${inOwnCentre} OR patient_id = ${current.patientOrChild})`
const visibleData = (patient: string) => `((consented AND ${inVisibleCentre}) OR patient_id = ${patient})`
/** The history of a data domain is visible with the data domain, because its policies apply inside the sub-select. */
const dataDomainIsVisible = (table: string, rows = `${table}_version`) =>
  `EXISTS (SELECT FROM ${table} AS data_domain WHERE data_domain.patient_id = ${rows}.patient_id)`

const consentedData: Policy = { to: filterRole, for: 'SELECT', using: `consented AND ${seesCentre}` }
/** Sessions of the caller's account (REQ-ACC-23). */
const isOwnAccount = 'account_id = (SELECT own.account_id FROM find_own_session() AS own)'
/** The roles of another user whom the caller administers (THREAT-06). */
const isOtherUser = `administers_user(user_id) AND NOT EXISTS (SELECT FROM staff_user WHERE staff_user.id = user_id AND staff_user.email = ${current.actor})`
const inAdministeredLeaf = 'administers_area(geotreeid) AND EXISTS (SELECT FROM geotree WHERE geotree.id = geotreeid AND geotree.leaf)'
/** A row about a record is visible with the data domains that it names, because their policies apply inside the sub-selects. */
const namedDomainsAreVisible = (
  table: string,
) => `(NOT personal OR EXISTS (SELECT FROM patient_personal AS data_domain WHERE data_domain.patient_id = ${table}.patient_id))
  AND (NOT medical OR EXISTS (SELECT FROM patient_medical AS data_domain WHERE data_domain.patient_id = ${table}.patient_id))`
const discrepancyIsVisible = `${inVisibleCentre} AND ${namedDomainsAreVisible('record_discrepancy')}`
const isOwnRequest = `patient_id = ${current.patientOrChildWithRecord} AND guardian_id IS NOT DISTINCT FROM ${current.guardian}`
const isPatientOfOwnCentre = `EXISTS (SELECT FROM patient WHERE patient.id = patient_id AND patient.${inOwnCentre})`
/** Staff and centres read every study, and a patient those with an invitation (REQ-STU-07). */
const readsStudy = (study: string) => `${current.hasAreas} OR ${current.centre} IS NOT NULL
  OR EXISTS (SELECT FROM study_patient AS own_row WHERE own_row.study_id = ${study} AND own_row.patient_id = ${current.patient})`
const holdsOwnPatient = 'id = ANY ((SELECT array(SELECT find_own_exports()))::uuid[])'

/**
 * The rows of each table with patient data that a role sees and writes, by policy name (REQ-PAT-09, REQ-GEO-02, REQ-CON-11, REQ-FIL-04).
 * Without a context, no row is visible.
 */
const policies: Readonly<Record<string, Readonly<Record<string, Policy>>>> = {
  patient: {
    patient_select_visible_centres_or_self: {
      to: serverRole,
      for: 'SELECT',
      using: `${inVisibleCentre} OR id = ${current.patientOrChild}`,
    },
    patient_insert_own_centre: { to: serverRole, for: 'INSERT', check: inOwnCentre },
    patient_update_own_centre_or_self: {
      to: serverRole,
      for: 'UPDATE',
      // A guardian locks the row and changes nothing of it.
      using: `c_db_no_notification IS NULL AND (${inOwnCentre} OR id = ${current.patientOrChild})`,
      check: `c_db_no_notification IS NULL AND (${inOwnCentre} OR id = ${current.patient})`,
    },
    patient_filter_registered_in_visible_centres: {
      to: filterRole,
      for: 'SELECT',
      using: `c_db AND ${seesCentre}`,
    },
  },
  patient_identity: {
    patient_identity_select_own_centre_or_self: { to: serverRole, for: 'SELECT', using: visibleIdentity },
    patient_identity_insert_own_centre: { to: serverRole, for: 'INSERT', check: inOwnCentre },
    patient_identity_update_own_centre_or_self: {
      to: serverRole,
      for: 'UPDATE',
      using: `${visibleIdentity} AND ${isRegistered}`,
      check: `(${inOwnCentre} OR patient_id = ${current.patient}) AND ${isRegistered}`,
    },
  },
  patient_personal: {
    patient_personal_select_consented_in_visible_centres_or_self: {
      to: serverRole,
      for: 'SELECT',
      using: visibleData(current.patientOrChild),
    },
    patient_personal_update_consented_in_own_centre_or_self: {
      to: serverRole,
      for: 'UPDATE',
      using: `NOT closed AND ((consented AND ${inOwnCentre}) OR patient_id = ${current.patientOrChild})`,
    },
    patient_personal_filter_consented_in_visible_centres: consentedData,
  },
  patient_medical: {
    patient_medical_select_consented_in_visible_centres_or_self: {
      to: serverRole,
      for: 'SELECT',
      using: visibleData(current.patientOrChildWithRecord),
    },
    patient_medical_update_consented_in_own_centre: {
      to: serverRole,
      for: 'UPDATE',
      using: `NOT closed AND consented AND ${inOwnCentre}`,
    },
    patient_medical_filter_consented_in_visible_centres: consentedData,
  },
  patient_identity_version: {
    patient_identity_version_select_own_centre_or_self: { to: serverRole, for: 'SELECT', using: visibleIdentity },
  },
  patient_personal_version: {
    patient_personal_version_select_with_data_domain: { to: serverRole, for: 'SELECT', using: dataDomainIsVisible('patient_personal') },
    patient_personal_version_filter_with_data_domain: { to: filterRole, for: 'SELECT', using: dataDomainIsVisible('patient_personal') },
  },
  patient_medical_version: {
    patient_medical_version_select_with_data_domain: { to: serverRole, for: 'SELECT', using: dataDomainIsVisible('patient_medical') },
    patient_medical_version_filter_with_data_domain: { to: filterRole, for: 'SELECT', using: dataDomainIsVisible('patient_medical') },
  },
  // Only owner functions write results (REQ-OBS-01).
  observation: {
    observation_select_with_data_domain: { to: serverRole, for: 'SELECT', using: dataDomainIsVisible('patient_medical', 'observation') },
  },
  ...textPolicies,
  // A study identifies nobody. Staff and centres read all; a patient reads the studies with an invitation (REQ-STU-07). Only an active
  // GlobalAdmin writes; a manager's export closes a study (REQ-STU-04).
  clinical_study: {
    clinical_study_select_staff_or_invited_patient: {
      to: serverRole,
      for: 'SELECT',
      using: readsStudy('id'),
    },
    clinical_study_insert_global_admin: { to: serverRole, for: 'INSERT', check: `${current.hasAreas} AND ${isGlobalAdmin}` },
    clinical_study_update_global_admin_or_close: {
      to: serverRole,
      for: 'UPDATE',
      using: current.hasAreas,
      check: `${current.hasAreas} AND (status = 'Exported' OR ${isGlobalAdmin})`,
    },
  },
  clinical_study_centre: {
    clinical_study_centre_select_staff: { to: serverRole, for: 'SELECT', using: `${current.hasAreas} OR ${current.centre} IS NOT NULL` },
    // A centre decides for itself only (THREAT-35).
    clinical_study_centre_insert_own_centre: { to: serverRole, for: 'INSERT', check: `${inOwnCentre} AND entered_by = ${current.actor}` },
  },
  clinical_study_correction: {
    clinical_study_correction_select_staff: {
      to: serverRole,
      for: 'SELECT',
      using: `${current.hasAreas} OR ${current.centre} IS NOT NULL`,
    },
  },
  clinical_study_document: {
    clinical_study_document_select_staff: { to: serverRole, for: 'SELECT', using: `${current.hasAreas} OR ${current.centre} IS NOT NULL` },
    clinical_study_document_insert_own_centre: { to: serverRole, for: 'INSERT', check: `${inOwnCentre} AND entered_by = ${current.actor}` },
  },
  clinical_study_sheet: {
    clinical_study_sheet_select_staff_or_invited_patient: {
      to: serverRole,
      for: 'SELECT',
      using: readsStudy('clinical_study_sheet.study_id'),
    },
    clinical_study_sheet_insert_global_admin: {
      to: serverRole,
      for: 'INSERT',
      check: `${current.hasAreas} AND ${isGlobalAdmin} AND entered_by = ${current.actor}`,
    },
  },
  study_patient: {
    study_patient_select_visible_centres_or_invited_self: {
      to: serverRole,
      for: 'SELECT',
      using: `${inVisibleCentre} OR (patient_id = ${current.patient} AND invited_at IS NOT NULL)`,
    },
    study_patient_insert_own_centre: { to: serverRole, for: 'INSERT', check: inOwnCentre },
    study_patient_update_visible_centres_or_invited_self: {
      to: serverRole,
      for: 'UPDATE',
      using: `${inVisibleCentre} OR (patient_id = ${current.patient} AND invited_at IS NOT NULL)`,
    },
    study_patient_delete_undecided_of_own_centre: {
      to: serverRole,
      for: 'DELETE',
      using: `${inOwnCentre} AND approved IS NULL AND status IS NULL`,
    },
  },
  // All staff read the list of users. Only the administrators of an area change them (THREAT-06).
  staff_user: {
    staff_user_select_all: { to: serverRole, for: 'SELECT', using: 'true' },
    staff_user_insert_by_administrator: { to: serverRole, for: 'INSERT', check: 'administers_some_area()' },
    staff_user_update_administered: { to: serverRole, for: 'UPDATE', using: 'administers_user(id)' },
  },
  staff_role: {
    staff_role_select_all: { to: serverRole, for: 'SELECT', using: 'true' },
    staff_role_insert_administered_of_others: {
      to: serverRole,
      for: 'INSERT',
      check: `administers_role(role, areaid, center) AND ${isOtherUser}`,
    },
    staff_role_delete_administered_of_others: {
      to: serverRole,
      for: 'DELETE',
      using: `administers_role(role, areaid, center) AND ${isOtherUser}`,
    },
  },
  // Everybody reads the names of centres. Only a UserAdmin of the area writes, and a centre belongs to a leaf (REQ-GEO-01, REQ-GEO-03).
  centre: {
    centre_select_all: { to: serverRole, for: 'SELECT', using: 'true' },
    centre_insert_in_administered_leaf: { to: serverRole, for: 'INSERT', check: inAdministeredLeaf },
    centre_update_in_administered_leaf: { to: serverRole, for: 'UPDATE', using: 'administers_area(geotreeid)', check: inAdministeredLeaf },
  },
  account: {},
  // Names and contacts of guardians are visible to the centre that entered them (REQ-GRD-01). Owner functions write.
  guardian: {},
  // Only owner functions use it. A guardian reads only that a signature is missing, never whose (REQ-GRD-03).
  consent_proposal: {},
  // Only owner functions use it. A guardian learns only that a confirmation is missing (REQ-GRD-12).
  withdrawal_request: {},
  guardianship: { guardianship_select_own_centre: { to: serverRole, for: 'SELECT', using: inOwnCentre } },
  session: {
    session_select_own_account: { to: serverRole, for: 'SELECT', using: isOwnAccount },
    session_delete_own_account: { to: serverRole, for: 'DELETE', using: isOwnAccount },
  },
  notification: { notification_insert_all: { to: serverRole, for: 'INSERT', check: 'true' } },
  import_run: {
    import_run_select_own_centre: { to: serverRole, for: 'SELECT', using: inOwnCentre },
    import_run_insert_own_centre: { to: serverRole, for: 'INSERT', check: inOwnCentre },
    import_run_update_own_centre: { to: serverRole, for: 'UPDATE', using: inOwnCentre },
  },
  // Only the centre changes its discrepancies. A role with an area counts them (REQ-CRF-10).
  record_discrepancy: {
    record_discrepancy_select_consented_in_visible_centres: { to: serverRole, for: 'SELECT', using: discrepancyIsVisible },
    record_discrepancy_insert_own_centre: { to: serverRole, for: 'INSERT', check: inOwnCentre },
    record_discrepancy_update_own_centre: { to: serverRole, for: 'UPDATE', using: inOwnCentre },
  },
  // The patient or a guardian asks and withdraws, the centre answers once (REQ-PAT-27). Nobody reads what another person asked, because guardians
  // do not know of each other (D21). Row security hides a request from the centre with its section.
  correction_request: {
    correction_request_select_own_centre_or_self: {
      to: serverRole,
      for: 'SELECT',
      using: `(${isOwnRequest}) OR (${inOwnCentre} AND ${namedDomainsAreVisible('correction_request')})`,
    },
    correction_request_insert_self: {
      to: serverRole,
      for: 'INSERT',
      check: `${isOwnRequest} AND ${isRegistered} AND state = 'OPEN'`,
    },
    correction_request_withdraw_self: {
      to: serverRole,
      for: 'UPDATE',
      using: `${isOwnRequest} AND state = 'OPEN'`,
      check: `${isOwnRequest} AND state = 'WITHDRAWN'`,
    },
    correction_request_answer_own_centre: {
      to: serverRole,
      for: 'UPDATE',
      using: `${inOwnCentre} AND state = 'OPEN' AND ${namedDomainsAreVisible('correction_request')}`,
      check: `${inOwnCentre} AND state IN ('CHANGED', 'EXPLAINED') AND answered_by = ${current.actor}`,
    },
  },
  record_signature: {
    record_signature_select_own_centre: { to: serverRole, for: 'SELECT', using: isPatientOfOwnCentre },
    record_signature_insert_own_centre_and_name: {
      to: serverRole,
      for: 'INSERT',
      check: `${isPatientOfOwnCentre} AND signed_by = ${current.actor}`,
    },
  },
  // Only the centre prints, records and reads forms. A person records under their name (REQ-CON-31).
  paper_form: {
    paper_form_select_own_centre: { to: serverRole, for: 'SELECT', using: inOwnCentre },
    paper_form_insert_own_centre_and_name: {
      to: serverRole,
      for: 'INSERT',
      check: `${inOwnCentre} AND ${isRegistered} AND printed_by = ${current.actor}`,
    },
  },
  // Only owner functions use the links of a device.
  desk_link: {},
  paper_consent: {
    paper_consent_select_own_centre: { to: serverRole, for: 'SELECT', using: inOwnCentre },
    paper_consent_insert_own_centre_and_name: {
      to: serverRole,
      for: 'INSERT',
      check: `${inOwnCentre} AND ${isRegistered} AND recorded_by = ${current.actor}`,
    },
  },
  // A person sees own views and those that colleagues share with the centre, and changes own ones (REQ-CRF-22).
  work_list_view: {
    work_list_view_select_own_or_shared_of_own_centre: {
      to: serverRole,
      for: 'SELECT',
      using: `${inOwnCentre} AND (shared OR owner = ${current.actor})`,
    },
    work_list_view_insert_own_centre_and_name: { to: serverRole, for: 'INSERT', check: `${inOwnCentre} AND owner = ${current.actor}` },
    work_list_view_update_own: { to: serverRole, for: 'UPDATE', using: `${inOwnCentre} AND owner = ${current.actor}` },
    work_list_view_delete_own_or_shared_of_own_centre: {
      to: serverRole,
      for: 'DELETE',
      using: `${inOwnCentre} AND (shared OR owner = ${current.actor})`,
    },
  },
  audit_log_view: {
    audit_log_view_all_own_of_global_admin: { to: serverRole, for: 'ALL', using: `${isGlobalAdmin} AND owner = ${current.actor}` },
  },
  centre_check: {
    centre_check_select_own_centre: { to: serverRole, for: 'SELECT', using: inOwnCentre },
    centre_check_insert_own_centre: { to: serverRole, for: 'INSERT', check: inOwnCentre },
    centre_check_update_own_centre: { to: serverRole, for: 'UPDATE', using: inOwnCentre },
    centre_check_job: { to: workerRole, for: 'SELECT', using: 'true' },
  },
  // Only `list_network_medians` reads those of other centres.
  centre_indicator: {
    centre_indicator_select_own_centre: { to: serverRole, for: 'SELECT', using: inOwnCentre },
    centre_indicator_insert_own_centre: { to: serverRole, for: 'INSERT', check: inOwnCentre },
    centre_indicator_update_own_centre: { to: serverRole, for: 'UPDATE', using: inOwnCentre },
  },
  // Only `list_network_cohort` reads those of other centres. Only the job writes (REQ-COH-04).
  cohort_summary: {
    cohort_summary_select_visible_centres: { to: serverRole, for: 'SELECT', using: inVisibleCentre },
    cohort_summary_job: allowEverything(workerRole),
  },
  cohort_cell: {
    cohort_cell_select_visible_centres: { to: serverRole, for: 'SELECT', using: inVisibleCentre },
    cohort_cell_job: allowEverything(workerRole),
  },
  cohort_change: { cohort_change_job: allowEverything(workerRole) },
  // Either side asks, the other one replies, and the side that asked closes: a role with an area about a centre, a centre about a field of a
  // patient (REQ-CRF-11, REQ-CRF-23). Postgres accepts a row by the check of any update policy, so each check has its whole condition.
  centre_query: {
    centre_query_select_consented_in_visible_centres: {
      to: serverRole,
      for: 'SELECT',
      using: `${inVisibleCentre} AND ${namedDomainsAreVisible('centre_query')}`,
    },
    centre_query_insert_with_area: {
      to: serverRole,
      for: 'INSERT',
      check: `${current.hasAreas} AND ${seesCentre} AND asked_by = ${current.actor} AND state = 'open' AND field IS NULL`,
    },
    centre_query_insert_own_centre: {
      to: serverRole,
      for: 'INSERT',
      check: `${inOwnCentre} AND asked_by = ${current.actor} AND state = 'open' AND field IS NOT NULL AND ${namedDomainsAreVisible('centre_query')}`,
    },
    centre_query_reply_own_centre: {
      to: serverRole,
      for: 'UPDATE',
      using: `${inOwnCentre} AND state = 'open' AND field IS NULL`,
      check: `${inOwnCentre} AND state = 'answered' AND replied_by = ${current.actor} AND field IS NULL`,
    },
    centre_query_reply_with_area: {
      to: serverRole,
      for: 'UPDATE',
      using: `${current.hasAreas} AND ${seesCentre} AND state = 'open' AND field IS NOT NULL`,
      check: `${current.hasAreas} AND ${seesCentre} AND state = 'answered' AND replied_by = ${current.actor} AND field IS NOT NULL`,
    },
    centre_query_close_with_area: {
      to: serverRole,
      for: 'UPDATE',
      using: `${current.hasAreas} AND ${seesCentre} AND state <> 'closed' AND field IS NULL`,
      check: `${current.hasAreas} AND ${seesCentre} AND state = 'closed' AND closed_by = ${current.actor} AND field IS NULL`,
    },
    centre_query_close_own_centre: {
      to: serverRole,
      for: 'UPDATE',
      using: `${inOwnCentre} AND state <> 'closed' AND field IS NOT NULL`,
      check: `${inOwnCentre} AND state = 'closed' AND closed_by = ${current.actor} AND field IS NOT NULL`,
    },
  },
  // Every page shows the values; only an active GlobalAdmin changes them (REQ-ADM-04).
  geotree: {
    geotree_select_all: { to: serverRole, for: 'SELECT', using: 'true' },
    geotree_insert_global_admin: { to: serverRole, for: 'INSERT', check: isGlobalAdmin },
    geotree_update_global_admin: { to: serverRole, for: 'UPDATE', using: isGlobalAdmin },
  },
  reference_value: {
    reference_value_select_all: { to: serverRole, for: 'SELECT', using: 'true' },
    reference_value_insert_global_admin: { to: serverRole, for: 'INSERT', check: isGlobalAdmin },
    reference_value_update_global_admin: { to: serverRole, for: 'UPDATE', using: isGlobalAdmin },
    reference_value_delete_global_admin: { to: serverRole, for: 'DELETE', using: isGlobalAdmin },
  },
  reference_change: { reference_change_select_global_admin: { to: serverRole, for: 'SELECT', using: isGlobalAdmin } },
  // Every sign-in reads the configuration; only an active GlobalAdmin changes it (REQ-ADM-14).
  setting: {
    setting_select_all: { to: serverRole, for: 'SELECT', using: 'true' },
    setting_update_global_admin: { to: serverRole, for: 'UPDATE', using: isGlobalAdmin },
  },
  anonymous_record: {
    anonymous_record_select_all_centres: { to: serverRole, for: 'SELECT', using: '(SELECT reads_anonymous_records())' },
  },
  // Only a withdrawal and the publication job access them (REQ-CON-08).
  waiting_anonymous_record: {},
  // Only an active GlobalAdmin writes to many people (REQ-COM-01). Only owner functions know the recipients (REQ-PAT-09).
  communication: {
    communication_select_global_admin: { to: serverRole, for: 'SELECT', using: isGlobalAdmin },
    communication_insert_global_admin: { to: serverRole, for: 'INSERT', check: isGlobalAdmin },
    communication_update_global_admin: { to: serverRole, for: 'UPDATE', using: isGlobalAdmin },
  },
  communication_event: {
    communication_event_select_global_admin: { to: serverRole, for: 'SELECT', using: isGlobalAdmin },
    communication_event_insert_own_test: {
      to: serverRole,
      for: 'INSERT',
      check: `${isGlobalAdmin} AND event = 'tested' AND actor = ${current.actor}`,
    },
  },
  communication_recipient: {},
  newsletter_subscription: {
    newsletter_subscription_select_self: { to: serverRole, for: 'SELECT', using: `patient_id = ${current.patient}` },
    newsletter_subscription_insert_self: { to: serverRole, for: 'INSERT', check: `patient_id = ${current.patient} AND ${isRegistered}` },
    newsletter_subscription_update_self: { to: serverRole, for: 'UPDATE', using: `patient_id = ${current.patient} AND ${isRegistered}` },
  },
  // Only triggers and the withdrawal write here, and only `list_own_data_uses` and `find_own_exports` read (REQ-ADM-02).
  audit_read: {},
  export_patient: {},
  // A GlobalAdmin confirms for a disabled user (REQ-CON-17).
  deletion_request: {
    deletion_request_select_recipient_or_of_disabled_user: { to: serverRole, for: 'SELECT', using: confirmsDeletion },
    deletion_request_update_recipient_or_of_disabled_user: { to: serverRole, for: 'UPDATE', using: confirmsDeletion },
  },
  export_manifest: {
    export_manifest_select_own_exports_or_self: { to: serverRole, for: 'SELECT', using: `actor = ${current.actor} OR ${holdsOwnPatient}` },
    export_manifest_insert_own_exports: { to: serverRole, for: 'INSERT', check: `actor = ${current.actor}` },
  },
}

/** Tables under row security without patients or sessions. All staff read most of them; row security limits their writers. */
const withoutPatients: readonly string[] = [
  'staff_user',
  'staff_role',
  'centre',
  'setting',
  'geotree',
  'reference_value',
  'reference_change',
  'communication',
  'communication_event',
  'consent_document',
  'consent_document_draft',
  'sf36_version',
]
/** Tables under row security with patients or sessions: only some callers read their rows. */
export const guardedTables: readonly string[] = Object.keys(policies).filter((table) => !withoutPatients.includes(table))

export const policyStatements: readonly Statement[] = Object.entries(policies).flatMap(([table, tablePolicies]) => [
  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
  createPolicy(table, `${table}_owner_all`, allowEverything(ownerRole)),
  ...Object.entries(tablePolicies).map(([name, policy]) => createPolicy(table, name, policy)),
])
