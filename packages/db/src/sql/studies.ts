import { listStateChanges } from '@registry/domain/studies/transitions'
import { maxReminders, reminderDays } from '@registry/domain/studies/states'
import { isInvited, signInContact } from './contacts.ts'
import { insertDeletionRequests, isExported, deletionRequestLock, selectExportsWith } from './export-patients.ts'
import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import { current, formatDayStart, list, literal, securityDefiner, today, type Statement } from './text.ts'

const allowedChanges = list(listStateChanges().map(([from, to]) => literal(`${from} ${to}`)))

/**
 * Prevents every change of a state outside the domain's table, even by the owner (REQ-STU-11, THREAT-35). Copies the partners of the type,
 * so a later change of the reference table changes no approved study. Only the correction of a refusal opens an ended study again. The lock
 * of the filter waits for a transaction that disables or deletes it (REQ-FIL-20).
 */
const checkStudy = `CREATE OR REPLACE FUNCTION check_clinical_study() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    partners jsonb;
  BEGIN
    IF TG_OP = 'INSERT' THEN
      IF NEW.status <> 'EthicsCommitteeWaiting' THEN
        RAISE EXCEPTION 'a study begins before the ethics committee' USING ERRCODE = 'check_violation', CONSTRAINT = 'clinical_study_transition';
      END IF;
      NEW.version := 1;
    ELSE
      IF NEW.status <> OLD.status AND NOT OLD.status || ' ' || NEW.status = ANY (ARRAY[${allowedChanges}]) THEN
        RAISE EXCEPTION 'no study goes from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'clinical_study_transition';
      END IF;
      IF OLD.status = 'Terminated' AND NEW.status <> 'Terminated' AND current_setting('app.correcting', true) IS DISTINCT FROM NEW.id THEN
        RAISE EXCEPTION 'an ended study stays ended' USING ERRCODE = 'check_violation', CONSTRAINT = 'clinical_study_transition';
      END IF;
      IF OLD.status <> 'EthicsCommitteeWaiting' AND (NEW.main_centre, NEW.type, NEW.filter_id, NEW.sf36_version) IS DISTINCT FROM (OLD.main_centre, OLD.type, OLD.filter_id, OLD.sf36_version) THEN
        RAISE EXCEPTION 'the ethics committees approved these fields' USING ERRCODE = 'check_violation', CONSTRAINT = 'clinical_study_fixed';
      END IF;
      NEW.version := OLD.version + 1;
    END IF;
    IF TG_OP = 'INSERT' OR NEW.filter_id <> OLD.filter_id THEN
      PERFORM FROM saved_filter WHERE id = NEW.filter_id AND state = 'active' FOR SHARE;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'the filter is not active' USING ERRCODE = 'check_violation', CONSTRAINT = 'clinical_study_filter_active';
      END IF;
    END IF;
    IF TG_OP = 'INSERT' OR NEW.type <> OLD.type THEN
      SELECT extra INTO partners FROM reference_value WHERE table_name = 'svc_clinical_study_type' AND id = NEW.type;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'the type does not exist' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'clinical_study_type';
      END IF;
      NEW.extraeu := coalesce((partners ->> 'extraeu')::boolean, false);
      NEW.f := coalesce((partners ->> 'f')::boolean, false);
      NEW.p_db := coalesce((partners ->> 'p_db')::boolean, false);
    END IF;
    RETURN NEW;
  END $$`

const recordVersion = `CREATE OR REPLACE FUNCTION record_clinical_study_version() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    INSERT INTO clinical_study_version (study_id, version, changed_by, study)
    VALUES (NEW.id, NEW.version, nullif(current_setting('app.actor', true), ''), to_jsonb(NEW) - '{id, version}'::text[]);
    RETURN NULL;
  END $$`

/**
 * The main centre's decision changes the study's state, in the same statement (REQ-STU-02). An end date that was set before the decision
 * then opens the study; one that has passed is removed.
 */
const applyEthicsDecision = `CREATE OR REPLACE FUNCTION apply_ethics_decision() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    study clinical_study;
  BEGIN
    SELECT * INTO study FROM clinical_study WHERE id = NEW.study_id FOR UPDATE;
    IF study.deleted_at IS NOT NULL OR study.suspended_at IS NOT NULL
      OR (study.status = 'EthicsCommitteeWaiting') <> (study.main_centre = NEW.centre_code) OR study.status IN ('Terminated', 'Exported') THEN
      RAISE EXCEPTION 'the study does not wait for this decision' USING ERRCODE = 'check_violation', CONSTRAINT = 'clinical_study_centre_waiting';
    END IF;
    IF study.main_centre = NEW.centre_code THEN
      UPDATE clinical_study SET status = CASE WHEN NEW.approved THEN 'AlreadySentToCenters' ELSE 'Terminated' END WHERE id = NEW.study_id;
      IF NEW.approved AND study.end_enrollment_date >= ${today} THEN
        UPDATE clinical_study SET status = 'ToBeSentToPatients' WHERE id = NEW.study_id;
      ELSIF NEW.approved THEN
        UPDATE clinical_study SET end_enrollment_date = NULL WHERE id = NEW.study_id AND end_enrollment_date IS NOT NULL;
      END IF;
    END IF;
    RETURN NULL;
  END $$`

/** The patient gives all consents that the study needs. A withdrawn consent ends the participation in later files (REQ-STU-07). */
export const givesStudyConsents = (patient: string, study: string): string =>
  `(coalesce(${patient}.c_db_m, false) AND (coalesce(${patient}.c_extraeu, false) OR NOT ${study}.extraeu)
    AND (coalesce(${patient}.c_f, false) OR NOT ${study}.f) AND (coalesce(${patient}.c_p_db, false) OR NOT ${study}.p_db))`

/**
 * Prevents invitations outside an open study, changes of an answer, a 'Yes' without its consents, and exports without ConsensoSI
 * (REQ-STU-07, REQ-STU-11).
 */
const checkStudyPatient = `CREATE OR REPLACE FUNCTION check_study_patient() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    study clinical_study;
    before text := OLD.status;
  BEGIN
    IF NEW.status IS NOT DISTINCT FROM before THEN RETURN NEW; END IF;
    IF NOT coalesce(before, '') || ' ' || coalesce(NEW.status, '') = ANY (ARRAY[' AttesaConsenso', 'AttesaConsenso ', 'AttesaConsenso ConsensoSI', 'AttesaConsenso ConsensoNO', 'ConsensoSI Esportato', 'ConsensoSI ConsensoNO', 'Esportato ConsensoNO', 'ConsensoNO ConsensoSI'])
      OR (before IN ('ConsensoSI', 'Esportato') AND NEW.status = 'ConsensoNO' AND NEW.left_at IS NULL) THEN
      RAISE EXCEPTION 'no patient goes from % to %', before, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'study_patient_transition';
    END IF;
    IF NEW.status = 'ConsensoSI' THEN NEW.left_at := NULL; END IF;
    SELECT * INTO study FROM clinical_study WHERE id = NEW.study_id;
    IF NEW.status IN ('AttesaConsenso', 'ConsensoSI', 'Esportato') AND (study.deleted_at IS NOT NULL OR study.suspended_at IS NOT NULL OR study.status NOT IN ('ToBeSentToPatients', 'Active')) THEN
      RAISE EXCEPTION 'the study is not open' USING ERRCODE = 'check_violation', CONSTRAINT = 'study_patient_study_open';
    END IF;
    IF NEW.status = 'ConsensoSI' AND NOT EXISTS (
      SELECT FROM patient AS p WHERE p.id = NEW.patient_id AND p.c_db_no_notification IS NULL AND ${givesStudyConsents('p', 'study')}) THEN
      RAISE EXCEPTION 'consents are missing' USING ERRCODE = 'check_violation', CONSTRAINT = 'study_patient_consents';
    END IF;
    RETURN NEW;
  END $$`

/** Prevents candidates of a centre whose committee has not approved. A statement trigger keeps a retrieval of 20,000 patients fast. */
const checkCandidates = `CREATE OR REPLACE FUNCTION check_study_candidates() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    IF EXISTS (
      SELECT FROM (SELECT DISTINCT study_id, centre_code FROM added) AS added
      WHERE NOT EXISTS (SELECT FROM clinical_study_centre AS c WHERE c.study_id = added.study_id AND c.centre_code = added.centre_code AND c.approved)) THEN
      RAISE EXCEPTION 'the centre has no approval' USING ERRCODE = 'check_violation', CONSTRAINT = 'study_patient_centre_approved';
    END IF;
    RETURN NULL;
  END $$`

/** The first invitation makes the study Active (REQ-STU-03). Unsent messages of ended invitations are deleted (REQ-STU-16). */
const activateStudy = `CREATE OR REPLACE FUNCTION activate_clinical_study() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    UPDATE clinical_study SET status = 'Active'
    WHERE status = 'ToBeSentToPatients' AND id IN (SELECT study_id FROM changed WHERE changed.status = 'AttesaConsenso');
    DELETE FROM notification USING changed
    WHERE notification.patient_id = changed.patient_id AND notification.study_id = changed.study_id AND notification.sent_at IS NULL
      AND changed.status IS DISTINCT FROM 'AttesaConsenso' AND changed.invited_at IS NOT NULL;
    RETURN NULL;
  END $$`

/** Terminating or deleting a study ends open invitations and deletes their unsent messages (REQ-STU-04). */
const endInvitations = `CREATE OR REPLACE FUNCTION end_study_invitations() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    UPDATE study_patient SET status = NULL WHERE study_id = NEW.id AND status = 'AttesaConsenso';
    RETURN NULL;
  END $$`

/**
 * A withdrawal removes the patient from the running studies (REQ-CON-10): candidates are deleted, invitations become ConsensoNO, and a
 * participation ends. Erasing the patient deletes the rows afterwards.
 */
const leaveStudies = `CREATE OR REPLACE FUNCTION leave_studies() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    DELETE FROM study_patient WHERE patient_id = NEW.id AND status IS NULL;
    UPDATE study_patient SET left_at = CASE WHEN study_patient.status IN ('ConsensoSI', 'Esportato') THEN now() ELSE left_at END,
      answered_at = coalesce(answered_at, now()), status = 'ConsensoNO'
    FROM clinical_study AS study WHERE study.id = study_id AND patient_id = NEW.id AND study.status NOT IN ('Terminated', 'Exported');
    RETURN NULL;
  END $$`

/** The filter of a study past its first state is frozen. Its candidates must be those that the ethics committees approved (REQ-FIL-01). */
const preventFrozenFilterChange = `CREATE OR REPLACE FUNCTION prevent_frozen_filter_change() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    IF EXISTS (SELECT FROM clinical_study WHERE filter_id = OLD.id AND status <> 'EthicsCommitteeWaiting') THEN
      RAISE EXCEPTION 'a study uses the filter' USING ERRCODE = 'check_violation', CONSTRAINT = 'saved_filter_frozen';
    END IF;
    RETURN NEW;
  END $$`

/** The open study of a message. Invitations and reminders are sent only while it is open (REQ-STU-03). */
const isOpen = `study.suspended_at IS NULL AND study.deleted_at IS NULL AND study.end_enrollment_date >= in_today`

/**
 * Queues one message for each changed patient. `in_texts` has subject and body by language and channel. Messages never outlive the
 * enrolment.
 */
const insertMessages = `
    INSERT INTO notification (channel, recipient, subject, body, patient_id, study_id, expires_at)
    SELECT text.channel, ${signInContact}, text.subject, text.body, patient.id, in_study, least(now() + interval '30 days', ${formatDayStart('in_end + 1')})
    FROM chosen JOIN patient ON patient.id = chosen.patient_id JOIN patient_identity AS identity ON identity.patient_id = patient.id
    JOIN jsonb_to_recordset(in_texts) AS text (language text, channel text, subject text, body text)
      ON text.language = patient.lang AND text.channel = CASE patient.login_mode WHEN 'Email' THEN 'mail' ELSE 'sms' END
    WHERE ${signInContact} IS NOT NULL AND ${isInvited}`

/**
 * Lists the participants of a study in the visible centres, with their pseudonyms. They answered 'Yes' and have not left. It is the only
 * access to a pseudonym, for the role that reads no identity (REQ-STU-09). Only those who still consent may be exported (THREAT-32).
 */
const listParticipants = `CREATE OR REPLACE FUNCTION list_study_participants(in_study text)
  RETURNS TABLE (participant integer, pseudonym uuid, consents boolean)
  LANGUAGE sql STABLE ROWS 10000 ${securityDefiner} AS $$
  SELECT s.patient_id, s.pseudonym, ${givesStudyConsents('p', 'study')}
  FROM clinical_study AS study JOIN study_patient AS s ON s.study_id = study.id JOIN patient AS p ON p.id = s.patient_id
  WHERE study.id = in_study AND s.status IN ('ConsensoSI', 'Esportato') AND s.left_at IS NULL AND ${current.seesCentre('s.centre_code')}
  $$`

/**
 * Lists the participants of a study that an export contains, for the role that reads no manifest. Participants who have left since are
 * missing, so the export cannot be repeated (REQ-EXP-11).
 */
const listExportedParticipants = `CREATE OR REPLACE FUNCTION list_exported_participants(in_export uuid)
  RETURNS TABLE (participant integer, pseudonym uuid, consents boolean)
  LANGUAGE sql STABLE ROWS 10000 ${securityDefiner} AS $$
  SELECT in_study.participant, in_study.pseudonym, in_study.consents
  FROM export_manifest AS m CROSS JOIN list_study_participants(m.study_id) AS in_study
  WHERE m.id = in_export AND m.actor = ${current.actor} AND ${isExported('in_study.participant', 'm.id')}
  $$`

/**
 * Lists the participants of the visible centres who left a study, with the day. People with older files need their pseudonyms (REQ-STU-07).
 */
const listDepartures = `CREATE OR REPLACE FUNCTION list_study_departures(in_study text) RETURNS TABLE (pseudonym uuid, left_on text)
  LANGUAGE sql STABLE ${securityDefiner} AS $$
  SELECT s.pseudonym, (s.left_at AT TIME ZONE 'Europe/Rome')::date::text FROM study_patient AS s
  WHERE s.study_id = in_study AND s.left_at IS NOT NULL AND ${current.seesCentre('s.centre_code')} ORDER BY s.left_at, s.pseudonym
  $$`

/**
 * Withdraws the caller's consent to the study. Opens a deletion request for each of its exports with the caller's data. The lock comes
 * first, because the manifest of an export holds it while it marks the participants.
 */
const leaveStudy: OwnerFunction = {
  name: 'leave_study',
  parameters: { in_study: 'text', in_version: 'integer' },
  returns: 'void',
  body: `
    SELECT pg_advisory_xact_lock(${deletionRequestLock});
    UPDATE study_patient SET status = 'ConsensoNO', left_at = now(), answered_at = now(), answered_version = in_version
    WHERE study_id = in_study AND patient_id = ${current.patient} AND status IN ('ConsensoSI', 'Esportato');
    ${insertDeletionRequests(`study_id = in_study AND id IN (${selectExportsWith(current.patient)})`)}`,
}

/**
 * Corrects the ethics decision of the caller's centre until patients were invited, and stores the previous decision (REQ-STU-13). The main
 * centre's decision changes the study's state; a centre that no longer approves has no candidates.
 */
const correctEthics: OwnerFunction = {
  name: 'correct_ethics_decision',
  parameters: { in_study: 'text', in_approved: 'boolean', in_committee: 'text', in_decided_on: 'date', in_reason: 'text' },
  returns: 'void',
  language: 'plpgsql',
  body: `
  DECLARE
    study clinical_study;
    decided clinical_study_centre;
  BEGIN
    SELECT * INTO study FROM clinical_study WHERE id = in_study FOR UPDATE;
    SELECT * INTO decided FROM clinical_study_centre WHERE study_id = in_study AND centre_code = ${current.centre};
    IF decided IS NULL OR study.deleted_at IS NOT NULL OR EXISTS (SELECT FROM study_patient AS p
      WHERE p.study_id = in_study AND p.invited_at IS NOT NULL AND (p.centre_code = ${current.centre} OR study.main_centre = ${current.centre})) THEN
      RAISE EXCEPTION 'the decision is fixed' USING ERRCODE = 'check_violation', CONSTRAINT = 'clinical_study_correction_possible';
    END IF;
    INSERT INTO clinical_study_correction (study_id, centre_code, approved, committee, decided_on, entered_at, entered_by, reason, corrected_by)
    VALUES (in_study, ${current.centre}, decided.approved, decided.committee, decided.decided_on, decided.entered_at, decided.entered_by, in_reason, ${current.actor});
    UPDATE clinical_study_centre SET approved = in_approved, committee = coalesce(in_committee, decided.committee),
      decided_on = coalesce(in_decided_on, decided.decided_on), entered_at = now(), entered_by = ${current.actor}
    WHERE study_id = in_study AND centre_code = ${current.centre};
    IF NOT in_approved THEN
      DELETE FROM study_patient WHERE study_id = in_study AND centre_code = ${current.centre};
    END IF;
    IF study.main_centre = ${current.centre} AND in_approved <> decided.approved THEN
      PERFORM set_config('app.correcting', in_study, true);
      UPDATE clinical_study SET end_enrollment_date = NULL, status = CASE WHEN in_approved THEN 'AlreadySentToCenters' ELSE 'Terminated' END WHERE id = in_study;
      PERFORM set_config('app.correcting', '', true);
    END IF;
  END `,
}

const functions: readonly OwnerFunction[] = [
  {
    // Invites all approved candidates of an open study and queues their messages, in one statement (REQ-STU-03, REQ-STU-16).
    name: 'invite_study_patients',
    parameters: { in_study: 'text', in_today: 'date', in_end: 'date', in_texts: 'jsonb' },
    returns: 'integer',
    body: `
      WITH chosen AS (
        UPDATE study_patient AS candidate SET status = 'AttesaConsenso', invited_at = now(), reminders = 0, reminded_at = NULL
        FROM patient AS p, clinical_study AS study
        WHERE study.id = in_study AND candidate.study_id = in_study AND study.status IN ('ToBeSentToPatients', 'Active') AND ${isOpen}
          AND candidate.approved AND candidate.status IS NULL AND candidate.left_at IS NULL
          AND p.id = candidate.patient_id AND p.c_db AND p.c_s AND p.c_db_no_notification IS NULL
        RETURNING candidate.patient_id
      ), queued AS (${insertMessages})
      SELECT count(*)::integer FROM chosen`,
  },
  {
    // Reminds waiting patients a week after the last message, at most twice. Patients who withdrew the contact for studies get none.
    name: 'remind_study_patients',
    parameters: { in_study: 'text', in_today: 'date', in_end: 'date', in_texts: 'jsonb' },
    returns: 'integer',
    body: `
      WITH chosen AS (
        UPDATE study_patient AS candidate SET reminders = candidate.reminders + 1, reminded_at = now()
        FROM patient AS p, clinical_study AS study
        WHERE study.id = in_study AND candidate.study_id = in_study AND study.status = 'Active' AND ${isOpen}
          AND candidate.status = 'AttesaConsenso' AND candidate.reminders < ${maxReminders}
          AND coalesce(candidate.reminded_at, candidate.invited_at) < now() - interval '${reminderDays} days'
          AND p.id = candidate.patient_id AND p.c_s AND p.c_db_no_notification IS NULL
        RETURNING candidate.patient_id
      ), queued AS (${insertMessages})
      SELECT count(*)::integer FROM chosen`,
  },
  {
    name: 'list_open_studies',
    parameters: { in_today: 'date' },
    returns: 'TABLE (id text, end_date date)',
    body: `SELECT study.id::text, study.end_enrollment_date FROM clinical_study AS study WHERE study.status = 'Active' AND ${isOpen}`,
  },
]
const [invite, ...reminders] = functions.map(formatSignature)
export const studySignatures = {
  server: [...(invite === undefined ? [] : [invite]), formatSignature(leaveStudy), formatSignature(correctEthics)],
  worker: reminders,
}

export const studyStatements: readonly Statement[] = [
  ...[...functions, leaveStudy, correctEthics].map(createOwnerFunction),
  listParticipants,
  listExportedParticipants,
  listDepartures,
  checkStudy,
  recordVersion,
  applyEthicsDecision,
  checkStudyPatient,
  checkCandidates,
  activateStudy,
  endInvitations,
  leaveStudies,
  preventFrozenFilterChange,
  'CREATE OR REPLACE TRIGGER check_clinical_study BEFORE INSERT OR UPDATE ON clinical_study FOR EACH ROW EXECUTE FUNCTION check_clinical_study()',
  'CREATE OR REPLACE TRIGGER record_clinical_study_version AFTER INSERT OR UPDATE ON clinical_study FOR EACH ROW EXECUTE FUNCTION record_clinical_study_version()',
  `CREATE OR REPLACE TRIGGER end_study_invitations AFTER UPDATE OF status, deleted_at ON clinical_study
  FOR EACH ROW WHEN ((NEW.status = 'Terminated' AND OLD.status <> 'Terminated') OR (NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL)) EXECUTE FUNCTION end_study_invitations()`,
  'CREATE OR REPLACE TRIGGER apply_ethics_decision AFTER INSERT ON clinical_study_centre FOR EACH ROW EXECUTE FUNCTION apply_ethics_decision()',
  'CREATE OR REPLACE TRIGGER check_study_patient BEFORE UPDATE OF status ON study_patient FOR EACH ROW EXECUTE FUNCTION check_study_patient()',
  `CREATE OR REPLACE TRIGGER check_study_candidates AFTER INSERT ON study_patient
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_study_candidates()`,
  `CREATE OR REPLACE TRIGGER activate_clinical_study AFTER UPDATE ON study_patient
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION activate_clinical_study()`,
  `CREATE OR REPLACE TRIGGER leave_studies AFTER UPDATE OF c_db_no_notification ON patient
  FOR EACH ROW WHEN (OLD.c_db_no_notification IS NULL AND NEW.c_db_no_notification IS NOT NULL) EXECUTE FUNCTION leave_studies()`,
  'CREATE OR REPLACE TRIGGER prevent_frozen_filter_change BEFORE UPDATE ON saved_filter FOR EACH ROW EXECUTE FUNCTION prevent_frozen_filter_change()',
]
