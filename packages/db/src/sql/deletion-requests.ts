import { insertDeletionRequests, deletionRequestLock, selectExportsWith } from './export-patients.ts'
import { current, securityDefiner, today, type Statement } from './text.ts'

/** The deletion requests that a user confirms: those of the user's exports and, for a GlobalAdmin, those of disabled users. */
export const confirmsDeletion = `(recipient = ${current.actor} OR (
  EXISTS (SELECT FROM staff_user JOIN staff_role ON staff_role.user_id = staff_user.id WHERE staff_user.email = ${current.actor} AND staff_role.role = 'GlobalAdmin')
  AND EXISTS (SELECT FROM staff_user WHERE staff_user.email = recipient AND staff_user.disabled_at IS NOT NULL)))`

/**
 * Opens a deletion request for every export with the withdrawing patient (REQ-CON-17). The lock waits for manifests that are being written,
 * and later manifests do not contain the patient (FAULT-14).
 */
export const openDeletionRequests = `PERFORM pg_advisory_xact_lock(${deletionRequestLock});
    ${insertDeletionRequests(`id IN (${selectExportsWith('in_patient')})`)};`

/**
 * Returns the users to inform of new deletion requests, once. They are the export's author or, if that account is disabled, the
 * GlobalAdmins.
 */
const claimDeletionRequestRecipients = `CREATE OR REPLACE FUNCTION claim_deletion_request_recipients() RETURNS TABLE (email text, language text) LANGUAGE sql ${securityDefiner} AS $$
  WITH new_deletion_request AS (UPDATE deletion_request SET mailed = true WHERE NOT mailed RETURNING recipient)
  SELECT DISTINCT u.email, u.language FROM new_deletion_request
    JOIN staff_user AS author ON author.email = new_deletion_request.recipient
    JOIN staff_user AS u ON u.disabled_at IS NULL AND (u.id = author.id OR (author.disabled_at IS NOT NULL
      AND EXISTS (SELECT FROM staff_role WHERE staff_role.user_id = u.id AND staff_role.role = 'GlobalAdmin')))
  $$`

/** Sets time and person of a confirmation, which never changes afterwards. */
const stampConfirmation: readonly Statement[] = [
  `CREATE OR REPLACE FUNCTION stamp_deletion_confirmation() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF OLD.confirmed_at IS NOT NULL THEN
      RAISE EXCEPTION 'a confirmation is never changed' USING ERRCODE = 'insufficient_privilege';
    END IF;
    NEW.confirmed_at := now();
    NEW.confirmed_by := current_setting('app.actor');
    RETURN NEW;
  END $$`,
  `CREATE OR REPLACE TRIGGER stamp_confirmation BEFORE UPDATE OF confirmed_at ON deletion_request FOR EACH ROW EXECUTE FUNCTION stamp_deletion_confirmation()`,
]

/** Lists the exports that the user must delete, the next due first. A GlobalAdmin cannot read the manifests of others otherwise. */
const listOpenDeletionRequests = `CREATE OR REPLACE FUNCTION list_open_deletion_requests() RETURNS TABLE (export uuid, exported_at timestamptz, filter_name text, format text, recipient text, due_on date)
  LANGUAGE sql STABLE ${securityDefiner} AS $$
  SELECT m.id, m.at, coalesce(study.title, v.name), m.format, deletion_request.recipient, deletion_request.due_on
  FROM deletion_request JOIN export_manifest AS m ON m.id = manifest_id
  JOIN saved_filter_version AS v ON v.filter_id = m.filter_id AND v.version = m.filter_version
  LEFT JOIN clinical_study AS study ON study.id = m.study_id
  WHERE confirmed_at IS NULL AND ${confirmsDeletion}
  ORDER BY deletion_request.due_on, m.at
  $$`

/**
 * Lists the recipients of exports to delete: the last day of each, and the day on which all of its files were confirmed. It names neither
 * recipient nor export, and their order depends on the days alone.
 */
const listDeletionRecipients = `CREATE OR REPLACE FUNCTION list_deletion_recipients(in_exports uuid[]) RETURNS TABLE (due_on date, confirmed_on date)
  LANGUAGE sql STABLE ${securityDefiner} AS $$
  SELECT max(r.due_on), CASE WHEN bool_and(r.confirmed_at IS NOT NULL) THEN (max(r.confirmed_at) AT TIME ZONE 'Europe/Rome')::date END
  FROM deletion_request AS r WHERE r.manifest_id = ANY (in_exports) GROUP BY r.recipient ORDER BY 2 NULLS LAST, 1
  $$`

/** Counts the recipients, and those who have confirmed all. Only servers of 0.2 call it: remove it when `oldestServer` is later. */
const countDeletionRequestRecipients = `CREATE OR REPLACE FUNCTION count_deletion_request_recipients(in_exports uuid[]) RETURNS TABLE (recipients integer, confirmed integer, due_on date)
  LANGUAGE sql STABLE ${securityDefiner} AS $$
  SELECT count(*)::integer, count(*) FILTER (WHERE recipient.confirmed)::integer, max(recipient.due_on)
  FROM (SELECT bool_and(confirmed_at IS NOT NULL) AS confirmed, max(r.due_on) AS due_on
    FROM deletion_request AS r WHERE manifest_id = ANY (in_exports) GROUP BY r.recipient) AS recipient
  $$`

/** Deletes codes after their last day in Italy (REQ-CON-17). */
const removeEndedDeletionCodes = `CREATE OR REPLACE FUNCTION remove_ended_deletion_codes() RETURNS void LANGUAGE sql ${securityDefiner} AS $$
  DELETE FROM deletion_code WHERE last_day < ${today}
  $$`

export const deletionRequestStatements: readonly Statement[] = [
  claimDeletionRequestRecipients,
  listOpenDeletionRequests,
  countDeletionRequestRecipients,
  listDeletionRecipients,
  removeEndedDeletionCodes,
  ...stampConfirmation,
]
