import { filterableFields } from '@registry/domain/fields/dictionary'
import type { FieldTable } from '@registry/domain/fields/field-definition'
import { listFields } from '../columns.ts'
import { filterRole, serverRole, workerRole } from '../roles.ts'
import { anonymousRecordSignatures } from './anonymous-records.ts'
import { auditSearchSignatures } from './audit-search.ts'
import { centreIndicatorSignatures } from './indicators.ts'
import { centreSignatures } from './centres.ts'
import { cohortSignatures } from './cohorts.ts'
import { communicationSignatures } from './communications.ts'
import { consentSignatures } from './consents.ts'
import { consentReceiptSignatures } from './receipts.ts'
import { reconsentRequestSignatures } from './reconsent-requests.ts'
import { deskLinkSignatures } from './desk-links.ts'
import { exportSearchSignatures } from './export-search.ts'
import { guardianStopSignatures } from './guardian-stop.ts'
import { guardianSignatures } from './guardians.ts'
import { majoritySignatures } from './majority.ts'
import { makeLogMonthsSignature } from './log-months.ts'
import { claimNewAdultsSignature, lapseSignature } from './lapses.ts'
import { importSignatures } from './imports.ts'
import { anomalySignatures } from './anomalies.ts'
import { openRestoreSignature } from './restores.ts'
import { observationSignatures } from './observations.ts'
import { operationFigureSignature } from './operation-figures.ts'
import { outboxSignatures, rejectedMailSignature } from './outbox.ts'
import { paperConsentSignatures } from './paper-consents.ts'
import { referenceSignatures } from './reference-values.ts'
import { staffSignatures } from './staff.ts'
import { statisticSignatures } from './statistics.ts'
import { studySignatures } from './studies.ts'
import { signInSignatures } from './sign-in/statements.ts'
import { list, type Statement } from './text.ts'
import { signatureSignature } from './versions.ts'

const listWritable = (table: FieldTable): string =>
  list(
    listFields(table)
      .filter((field) => !field.derived)
      .map((field) => field.column),
  )
const listFilterable = (table: FieldTable, ...others: readonly string[]): string =>
  list([...others, ...filterableFields.filter((field) => field.table === table && !field.computed).map((field) => field.column)])

const centreColumns = 'code, name, geotreeid, address, city, telephone, ecrf'
const contactColumns = 'email, mobile_prefix, mobile'
// Omits time and position, which the database sets.
const answerColumns =
  'subject, field, answer, kind, version, language, shown_hash, client, information_version, information_hash, preliminary_version, preliminary_hash, assent_kind, assent_version, assent_hash, channel, actor, ip_address, guardian_id'
const responseColumns = 'patient_id, key, version, language, shown_hash, answers, pf, rp, bp, gh, vt, sf, re, mh, ht'
/** Omits the pseudonym, which only `list_study_participants` reads (REQ-STU-09). */
const studyPatientColumns =
  'study_id, patient_id, centre_code, matched_at, matches, approved, decided_at, status, invited_at, reminders, reminded_at, answered_at, answered_version, exported_at, left_at'
const studyColumns =
  'title, description, title_en, description_en, purpose, purpose_en, duration, duration_en, contact_name, contact, main_centre, type, filter_id, sf36_version, video_url'
const communicationColumns = 'type, filter_id, consent, roles, areaid, texts'
const auditColumns = 'username, command, action, from_host, duration_milli, detail, outcome, request_id, reads'

/** The privileges of each role by table, with columns where a privilege covers only some. All others are revoked (THREAT-44). */
const grants: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [serverRole]: {
    // Row security limits the changes to a GlobalAdmin. The parent of an area never changes.
    geotree: 'SELECT, INSERT, UPDATE (leaf, trans_it, trans_en, trans_fr, trans_pt)',
    // Row security limits writes to the caller's area. Only set_centre_password writes a hash (REQ-ADM-20).
    centre: `SELECT (${centreColumns}, has_password, disabled_at, deleted_at, version, changed_at, changed_by, changed_fields), INSERT (${centreColumns}), UPDATE (name, geotreeid, address, city, telephone, ecrf, disabled_at, deleted_at, changed_fields)`,
    // An id never changes. Row security limits the changes to a GlobalAdmin.
    reference_value: 'SELECT, INSERT, UPDATE (position, trans_it, trans_en, trans_fr, trans_pt, extra), DELETE',
    reference_change: 'SELECT',
    setting: 'SELECT, UPDATE (value)',
    // Row security limits both to users whom the caller administers (THREAT-06). A trigger sets version, time and person of a change.
    staff_user: 'SELECT, INSERT (email, name, surname, language), UPDATE (name, surname, disabled_at, deleted_at, changed_fields)',
    staff_role: 'SELECT, INSERT (user_id, role, areaid, center), DELETE',
    rate_limit: 'SELECT, INSERT, UPDATE, DELETE',
    // The keys are keyed hashes, which reveal no name.
    sign_in_attempt: 'SELECT, INSERT, UPDATE, DELETE',
    sign_in_origin: 'SELECT, INSERT, UPDATE, DELETE',
    patient: 'SELECT, INSERT (centre_code, login_mode, lang), UPDATE (login_mode, lang)',
    patient_identity: `SELECT, INSERT, UPDATE (surname, name, birth_date, ${contactColumns})`,
    // The trigger corrects a wrong version. A right one saves the trigger call.
    patient_personal: `SELECT, UPDATE (${listWritable('patient_personal')}, missing_reasons, version)`,
    patient_medical: `SELECT, UPDATE (${listWritable('patient_medical')}, missing_reasons, version)`,
    patient_identity_version: 'SELECT',
    withdrawn_fingerprint: 'SELECT',
    patient_personal_version: 'SELECT',
    patient_medical_version: 'SELECT',
    field_history: 'SELECT',
    observation: 'SELECT',
    last_seen: 'SELECT',
    // A published document never changes; the database sets its time and hashes.
    consent_document: 'SELECT, INSERT (kind, version, published_by, needs_new_answer, concerned_fields, note, content)',
    consent_document_draft: 'SELECT, INSERT (kind, paragraphs, based_on, changed_by), UPDATE (paragraphs, changed_parts), DELETE',
    reconsent_request: 'SELECT',
    consent_event: `SELECT, INSERT (${answerColumns})`,
    consent_document_sent: 'SELECT, INSERT (subject, client, kind, version, language)',
    consent_receipt: 'SELECT, INSERT',
    // A trigger sets the hashes of a form. Only owner functions decide about a recorded one.
    paper_form:
      'SELECT, INSERT (number, patient_id, centre_code, language, information_version, preliminary_version, consents_version, assent_kind, assent_version, printed_by)',
    paper_consent:
      'SELECT, INSERT (id, form_number, patient_id, centre_code, answers, signed_on, signers, scan, scan_name, scan_type, scan_sha256, recorded_by)',
    receipt_key: 'SELECT, INSERT (kid, public_key, mac)',
    key_fingerprint: 'SELECT, INSERT (name, fingerprint)',
    job_run: 'SELECT, INSERT (name, holder, lease_until), UPDATE (holder, lease_until, last_success_at)',
    work_progress: 'SELECT, INSERT (owner, id, state), UPDATE (state, rows, total, ahead, touched_at), DELETE',
    work_turn: 'SELECT, INSERT (kind, key, lease_until), UPDATE (state, lease_until), DELETE',
    deletion_code: 'SELECT, INSERT',
    // A trigger prevents changes of a published version, and sets person and time.
    sf36_version:
      'SELECT, INSERT (version, description_it, description_en, licence, scoring, content), UPDATE (description_it, description_en, licence, scoring, content, changed_parts, published_at), DELETE',
    // Omits the time, which the database sets.
    sf36_response: `SELECT, INSERT (${responseColumns})`,
    sf36_text_sent: 'SELECT, INSERT, UPDATE (version, language)',
    saved_filter: 'SELECT, INSERT, UPDATE (name, description, fields, condition, state)',
    saved_filter_version: 'SELECT',
    // Triggers set version, partners of the type, and the states that follow a decision or an invitation.
    clinical_study: `SELECT, INSERT (id, ${studyColumns}), UPDATE (${studyColumns}, status, end_enrollment_date, suspended_at, deleted_at)`,
    clinical_study_version: 'SELECT',
    clinical_study_centre: 'SELECT, INSERT (study_id, centre_code, approved, committee, decided_on, entered_by)',
    clinical_study_correction: 'SELECT',
    clinical_study_document: 'SELECT, INSERT (study_id, centre_code, name, bytes, sha256, entered_by)',
    clinical_study_sheet: 'SELECT, INSERT (study_id, language, name, bytes, sha256, entered_by)',
    study_patient: `SELECT (${studyPatientColumns}), INSERT (study_id, patient_id, centre_code), UPDATE (matches, matched_at, approved, decided_at, decided_by, decided_via, status, answered_at, answered_version, exported_at), DELETE`,
    // No role can read `export_patient`.
    export_manifest: 'SELECT, INSERT',
    // A trigger sets time and person of a confirmation.
    deletion_request: 'SELECT (manifest_id, recipient, due_on, confirmed_at), UPDATE (confirmed_at)',
    export_outcome: 'SELECT, INSERT',
    // A trigger sets time and person of an undo.
    import_run: 'SELECT, INSERT, UPDATE (undone_at)',
    record_discrepancy:
      'SELECT, INSERT (patient_id, centre_code, check_key, personal, medical, fingerprint), UPDATE (fingerprint, state, opened_at, corrected_at, answer, answered_by, answered_at, closed_by, closed_at)',
    correction_request:
      'SELECT, INSERT (patient_id, centre_code, guardian_id, field, personal, medical, shown_value, text), UPDATE (state, answer, answered_by, answered_at)',
    record_signature: 'SELECT, INSERT (patient_id, year, personal_version, medical_version, signed_by)',
    guardianship: 'SELECT',
    centre_check: 'SELECT, INSERT, UPDATE (checked_on, imports)',
    centre_indicator: 'SELECT, INSERT, UPDATE (counted, total, patients)',
    cohort_summary: 'SELECT',
    cohort_cell: 'SELECT',
    anonymous_record: 'SELECT',
    centre_query:
      'SELECT, INSERT (centre_code, check_key, patient_id, field, personal, medical, question, asked_by), UPDATE (state, reply, replied_by, replied_at, closed_by, closed_at)',
    // Row security limits changes to the owner. A person of the centre deletes also shared views.
    work_list_view:
      'SELECT, INSERT (centre_code, owner, name, shared, sort_column, descending, phenotype, tasks), UPDATE (name, shared, sort_column, descending, phenotype, tasks), DELETE',
    audit_log_view:
      'SELECT, INSERT (owner, name, command, action, username, days, entries), UPDATE (name, command, action, username, days, entries), DELETE',
    enrolment_request: 'SELECT, INSERT (surname, name, email, telephone, mobile, identity)',
    notification: 'INSERT',
    // Triggers set version, person, filter version and outcome. No role reads the recipients.
    communication: `SELECT, INSERT (${communicationColumns}), UPDATE (${communicationColumns}, state, scheduled_for)`,
    communication_event: 'SELECT, INSERT (communication_id, actor, event)',
    newsletter_subscription: 'SELECT, INSERT (patient_id, wants), UPDATE (wants, changed_at)',
    audit_log: `INSERT (${auditColumns})`,
    // Row security shows only the caller's sessions. The hash of a token is never readable.
    session: 'SELECT (id, account_id, created_at, last_seen_at, user_agent, ip_address), DELETE',
  },
  [workerRole]: {
    audit_chain_link: 'SELECT, INSERT',
    // Only the job writes the numbers of cohorts, so their readers cannot change them.
    cohort_summary: 'SELECT, INSERT, UPDATE (computed_at, computed_on, imports, withdrawals)',
    cohort_cell: 'SELECT, INSERT, DELETE',
    cohort_change: 'SELECT',
    centre_check: 'SELECT',
  },
  [filterRole]: {
    filter_patient: 'SELECT',
    filter_patient_past: 'SELECT',
    filter_observation: 'SELECT',
    filter_observation_past: 'SELECT',
    patient_age: 'SELECT',
    patient_age_past: 'SELECT',
    patient_seen: 'SELECT',
    patient_seen_past: 'SELECT',
    patient_personal_version: `SELECT (${listFilterable('patient_personal', 'patient_id', 'version', 'at', 'missing_reasons')})`,
    patient_medical_version: `SELECT (${listFilterable('patient_medical', 'patient_id', 'version', 'at', 'missing_reasons')})`,
    patient: `SELECT (${listFilterable('patient', 'id')})`,
    patient_personal: `SELECT (${listFilterable('patient_personal', 'patient_id', 'missing_reasons')})`,
    patient_medical: `SELECT (${listFilterable('patient_medical', 'patient_id', 'missing_reasons')})`,
  },
}

const functions: Readonly<Record<string, readonly string[]>> = {
  [serverRole]: [
    'area_subtree(text[])',
    'visible_centres(text[])',
    openRestoreSignature,
    'find_session_actor(bytea, text)',
    'find_own_session()',
    'add_export_patients(uuid, integer[])',
    'find_similar_exports(uuid)',
    'list_own_data_uses(date, date, text)',
    'find_own_exports()',
    'claim_deletion_request_recipients()',
    'list_open_deletion_requests()',
    'list_deletion_recipients(uuid[])',
    'count_deletion_request_recipients(uuid[])',
    'find_inviting_centre(bytea)',
    'find_registering_centre(bytea)',
    'move_to_inviting_centre(bytea, text, text)',
    'withdraw_patient(integer, text, text, text, text[])',
    ...consentSignatures,
    ...consentReceiptSignatures,
    ...paperConsentSignatures,
    ...deskLinkSignatures,
    ...reconsentRequestSignatures,
    ...signInSignatures,
    ...studySignatures.server,
    ...staffSignatures,
    ...auditSearchSignatures,
    ...exportSearchSignatures,
    ...referenceSignatures,
    ...centreSignatures,
    ...centreIndicatorSignatures,
    ...cohortSignatures,
    ...anonymousRecordSignatures.server,
    ...communicationSignatures.server,
    ...importSignatures,
    ...observationSignatures,
    ...guardianSignatures,
    lapseSignature,
    ...guardianStopSignatures.server,
    ...majoritySignatures.server,
    ...statisticSignatures,
    signatureSignature,
    rejectedMailSignature,
    'complete_reregistration_request(bytea, timestamptz, text, jsonb)',
  ],
  [filterRole]: [
    'list_study_participants(text)',
    'list_study_departures(text)',
    'list_exported_participants(uuid)',
    'list_past_consents(timestamptz)',
  ],
  [workerRole]: [
    'end_unanswered_registrations()',
    'shuffle_withdrawn_consents()',
    'shuffle_anonymous_records()',
    ...anonymousRecordSignatures.worker,
    'shuffle_deletion_requests()',
    'mark_interrupted_exports()',
    'remove_ended_deletion_codes()',
    'claim_audit_entries(integer)',
    ...majoritySignatures.worker,
    claimNewAdultsSignature,
    ...guardianStopSignatures.worker,
    makeLogMonthsSignature,
    ...outboxSignatures,
    ...anomalySignatures,
    operationFigureSignature,
    ...communicationSignatures.worker,
    ...studySignatures.worker,
  ],
}

const roles = list([serverRole, workerRole, filterRole])

/** Only the owner creates objects. Only the server connects, and stages files in temporary tables. */
export const databaseGrants: readonly Statement[] = [
  `DO $$ BEGIN
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
    EXECUTE format('GRANT CONNECT, TEMPORARY ON DATABASE %I TO ${serverRole}', current_database());
  END $$`,
]

export const grantStatements: readonly Statement[] = [
  ...databaseGrants,
  'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
  `GRANT USAGE ON SCHEMA public TO ${roles}`,
  `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM PUBLIC, ${roles}`,
  `REVOKE ALL ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC, ${roles}`,
  ...Object.entries(grants).flatMap(([role, tables]) =>
    Object.entries(tables).map(([table, privileges]) => `GRANT ${privileges} ON ${table} TO ${role}`),
  ),
  ...Object.entries(functions).flatMap(([role, names]) => names.map((name) => `GRANT EXECUTE ON FUNCTION ${name} TO ${role}`)),
]
