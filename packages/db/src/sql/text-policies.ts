import { serverRole } from '../roles.ts'
import type { Policy } from './policy.ts'
import { isGlobalAdmin, current } from './text.ts'

/** The answers and documents of the transaction's patient, or of the one for whom a guardian acts. */
const isOwnSubject = `subject = (SELECT consent_subject FROM patient WHERE id = ${current.patientOrChild})`
const isSelf = `subject = (SELECT consent_subject FROM patient WHERE id = ${current.patient})`
const isSubjectOfOwnCentre = `EXISTS (SELECT FROM patient WHERE patient.consent_subject = subject AND patient.centre_code = ${current.centre})`

/** The policies of the documents that a GlobalAdmin publishes, and of the re-consent requests, by policy name. */
export const textPolicies: Readonly<Record<string, Readonly<Record<string, Policy>>>> = {
  // Every patient reads the published documents; only an active GlobalAdmin publishes and drafts (REQ-CON-18).
  consent_document: {
    consent_document_select_all: { to: serverRole, for: 'SELECT', using: 'true' },
    consent_document_insert_global_admin: { to: serverRole, for: 'INSERT', check: `${isGlobalAdmin} AND published_by = ${current.actor}` },
  },
  consent_document_draft: {
    consent_document_draft_select_global_admin: { to: serverRole, for: 'SELECT', using: isGlobalAdmin },
    consent_document_draft_insert_global_admin: {
      to: serverRole,
      for: 'INSERT',
      check: `${isGlobalAdmin} AND changed_by = ${current.actor}`,
    },
    consent_document_draft_update_global_admin: { to: serverRole, for: 'UPDATE', using: isGlobalAdmin },
    consent_document_draft_delete_global_admin: { to: serverRole, for: 'DELETE', using: isGlobalAdmin },
  },
  // Triggers write the list. A GlobalAdmin only counts it (REQ-CON-20).
  reconsent_request: { reconsent_request_select_self: { to: serverRole, for: 'SELECT', using: `patient_id = ${current.patientOrChild}` } },
  // Everybody reads the published wordings; only an active GlobalAdmin drafts and publishes (REQ-PAT-21).
  sf36_version: {
    sf36_version_select_published_or_global_admin: { to: serverRole, for: 'SELECT', using: `published_at IS NOT NULL OR ${isGlobalAdmin}` },
    sf36_version_insert_global_admin: { to: serverRole, for: 'INSERT', check: isGlobalAdmin },
    sf36_version_update_global_admin: { to: serverRole, for: 'UPDATE', using: isGlobalAdmin },
    sf36_version_delete_global_admin: { to: serverRole, for: 'DELETE', using: isGlobalAdmin },
  },
  sf36_text_sent: {
    sf36_text_sent_select_self: { to: serverRole, for: 'SELECT', using: `patient_id = ${current.patient}` },
    sf36_text_sent_insert_self: { to: serverRole, for: 'INSERT', check: `patient_id = ${current.patient}` },
    sf36_text_sent_update_self: { to: serverRole, for: 'UPDATE', using: `patient_id = ${current.patient}` },
  },
  consent_document_sent: {
    consent_document_sent_select_own: { to: serverRole, for: 'SELECT', using: isOwnSubject },
    consent_document_sent_insert_own: { to: serverRole, for: 'INSERT', check: isOwnSubject },
  },
  consent_receipt: {
    consent_receipt_select_own: { to: serverRole, for: 'SELECT', using: isOwnSubject },
    consent_receipt_insert_own: { to: serverRole, for: 'INSERT', check: isOwnSubject },
  },
  consent_event: {
    consent_event_select_own: { to: serverRole, for: 'SELECT', using: isOwnSubject },
    consent_event_insert_own_answer: { to: serverRole, for: 'INSERT', check: `channel IN ('patient', 'assent') AND ${isSelf}` },
    consent_event_insert_answer_of_guardian: {
      to: serverRole,
      for: 'INSERT',
      check: `channel = 'guardian' AND guardian_id = (SELECT find_own_guardian()) AND ${isOwnSubject}`,
    },
    consent_event_insert_answer_at_desk: {
      to: serverRole,
      for: 'INSERT',
      check: `channel = 'desk' AND is_desk_answer(subject, guardian_id)`,
    },
    // A centre only registers its patient. All other answers come from the patient (THREAT-34).
    consent_event_insert_registration_by_centre: {
      to: serverRole,
      for: 'INSERT',
      check: `channel IN ('centre', 'service') AND field = 'C_DB' AND ${isSubjectOfOwnCentre}`,
    },
  },
  // Only the patient reads and fills in questionnaires. They are medical data, so that consent decides (REQ-CON-11).
  sf36_response: {
    sf36_response_select_self: { to: serverRole, for: 'SELECT', using: `patient_id = ${current.patient}` },
    sf36_response_insert_consented_self: {
      to: serverRole,
      for: 'INSERT',
      check: `patient_id = ${current.patient} AND EXISTS (
        SELECT FROM patient WHERE patient.id = patient_id AND patient.c_db_m AND patient.c_db_no_notification IS NULL)`,
    },
  },
}
