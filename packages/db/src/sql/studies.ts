import { listStateChanges } from '@registry/domain/studies/transitions'
import { list, literal, securityDefiner, type Statement } from './text.ts'

const allowedChanges = list(listStateChanges().map(([from, to]) => literal(`${from} ${to}`)))

/**
 * Refuses every change of a state outside the table of the domain, also by the owner (REQ-STU-11, THREAT-35). Copies the partners of the
 * type, so a later change of the reference table changes no approved study.
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
      IF OLD.status <> 'EthicsCommitteeWaiting' AND (NEW.main_centre, NEW.type, NEW.filter_id, NEW.sf36_version) IS DISTINCT FROM (OLD.main_centre, OLD.type, OLD.filter_id, OLD.sf36_version) THEN
        RAISE EXCEPTION 'the ethics committees approved these fields' USING ERRCODE = 'check_violation', CONSTRAINT = 'clinical_study_fixed';
      END IF;
      NEW.version := OLD.version + 1;
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

/** The main centre's decision moves the study on, in the same statement (REQ-STU-02). */
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
    END IF;
    RETURN NULL;
  END $$`

/**
 * Refuses candidates of a centre whose committee has not approved, answers that change, and exports without ConsensoSI (REQ-STU-06,
 * REQ-STU-07). The first invitation makes the study Active (REQ-STU-03).
 */
const checkStudyPatient = `CREATE OR REPLACE FUNCTION check_study_patient() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    study clinical_study;
    before text := CASE TG_OP WHEN 'UPDATE' THEN OLD.status END;
  BEGIN
    IF TG_OP = 'INSERT' AND NOT EXISTS (SELECT FROM clinical_study_centre AS c WHERE c.study_id = NEW.study_id AND c.centre_code = NEW.centre_code AND c.approved) THEN
      RAISE EXCEPTION 'the centre has no approval' USING ERRCODE = 'check_violation', CONSTRAINT = 'study_patient_centre_approved';
    END IF;
    IF NEW.status IS NOT DISTINCT FROM before THEN RETURN NEW; END IF;
    IF NOT coalesce(before, '') || ' ' || coalesce(NEW.status, '') = ANY (ARRAY[' AttesaConsenso', 'AttesaConsenso ', 'AttesaConsenso ConsensoSI', 'AttesaConsenso ConsensoNO', 'ConsensoSI Esportato', 'ConsensoSI ConsensoNO', 'Esportato ConsensoNO'])
      OR (before IN ('ConsensoSI', 'Esportato') AND NEW.status = 'ConsensoNO' AND NEW.left_at IS NULL) THEN
      RAISE EXCEPTION 'no patient goes from % to %', before, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'study_patient_transition';
    END IF;
    SELECT * INTO study FROM clinical_study WHERE id = NEW.study_id;
    IF NEW.status IN ('AttesaConsenso', 'ConsensoSI', 'Esportato') AND (study.deleted_at IS NOT NULL OR study.suspended_at IS NOT NULL OR study.status NOT IN ('ToBeSentToPatients', 'Active')) THEN
      RAISE EXCEPTION 'the study is not open' USING ERRCODE = 'check_violation', CONSTRAINT = 'study_patient_study_open';
    END IF;
    IF NEW.status = 'ConsensoSI' AND NOT EXISTS (
      SELECT FROM patient AS p WHERE p.id = NEW.patient_id AND p.c_db_no_notification IS NULL AND p.c_db_m
        AND (p.c_extraeu OR NOT study.extraeu) AND (p.c_f OR NOT study.f) AND (p.c_p_db OR NOT study.p_db)) THEN
      RAISE EXCEPTION 'consents are missing' USING ERRCODE = 'check_violation', CONSTRAINT = 'study_patient_consents';
    END IF;
    RETURN NEW;
  END $$`

const activateStudy = `CREATE OR REPLACE FUNCTION activate_clinical_study() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    UPDATE clinical_study SET status = 'Active'
    WHERE status = 'ToBeSentToPatients' AND id IN (SELECT study_id FROM changed WHERE changed.status = 'AttesaConsenso');
    RETURN NULL;
  END $$`

/** Waiting patients lose their invitation when a study is terminated or deleted, and so do the unsent messages (REQ-STU-04). */
const endInvitations = `CREATE OR REPLACE FUNCTION end_study_invitations() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    UPDATE study_patient SET status = NULL WHERE study_id = NEW.id AND status = 'AttesaConsenso';
    RETURN NULL;
  END $$`

/**
 * A withdrawal takes the patient out of the running studies (REQ-CON-10): candidates vanish, invitations become ConsensoNO, and a
 * participation ends. Erasing the patient deletes the rows afterwards.
 */
const leaveStudies = `CREATE OR REPLACE FUNCTION leave_studies() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    DELETE FROM study_patient WHERE patient_id = NEW.id AND status IS NULL;
    UPDATE study_patient SET left_at = now(), answered_at = coalesce(answered_at, now()), status = 'ConsensoNO'
    FROM clinical_study AS study WHERE study.id = study_id AND patient_id = NEW.id AND study.status NOT IN ('Terminated', 'Exported');
    RETURN NULL;
  END $$`

/** Filters of a study past its first state are frozen: its candidates must be those that the ethics committees approved (REQ-FIL-01). */
const refuseFrozenFilter = `CREATE OR REPLACE FUNCTION refuse_frozen_filter() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    IF EXISTS (SELECT FROM clinical_study WHERE filter_id = OLD.id AND status <> 'EthicsCommitteeWaiting') THEN
      RAISE EXCEPTION 'a study uses the filter' USING ERRCODE = 'check_violation', CONSTRAINT = 'saved_filter_frozen';
    END IF;
    RETURN NEW;
  END $$`

export const studyStatements: readonly Statement[] = [
  checkStudy,
  recordVersion,
  applyEthicsDecision,
  checkStudyPatient,
  activateStudy,
  endInvitations,
  leaveStudies,
  refuseFrozenFilter,
  'CREATE OR REPLACE TRIGGER check_clinical_study BEFORE INSERT OR UPDATE ON clinical_study FOR EACH ROW EXECUTE FUNCTION check_clinical_study()',
  'CREATE OR REPLACE TRIGGER record_clinical_study_version AFTER INSERT OR UPDATE ON clinical_study FOR EACH ROW EXECUTE FUNCTION record_clinical_study_version()',
  `CREATE OR REPLACE TRIGGER end_study_invitations AFTER UPDATE OF status, deleted_at ON clinical_study
  FOR EACH ROW WHEN ((NEW.status = 'Terminated' AND OLD.status <> 'Terminated') OR (NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL)) EXECUTE FUNCTION end_study_invitations()`,
  'CREATE OR REPLACE TRIGGER apply_ethics_decision AFTER INSERT ON clinical_study_centre FOR EACH ROW EXECUTE FUNCTION apply_ethics_decision()',
  'CREATE OR REPLACE TRIGGER check_study_patient BEFORE INSERT OR UPDATE ON study_patient FOR EACH ROW EXECUTE FUNCTION check_study_patient()',
  `CREATE OR REPLACE TRIGGER activate_clinical_study AFTER UPDATE ON study_patient
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION activate_clinical_study()`,
  `CREATE OR REPLACE TRIGGER leave_studies AFTER UPDATE OF c_db_no_notification ON patient
  FOR EACH ROW WHEN (OLD.c_db_no_notification IS NULL AND NEW.c_db_no_notification IS NOT NULL) EXECUTE FUNCTION leave_studies()`,
  'CREATE OR REPLACE TRIGGER refuse_frozen_filter BEFORE UPDATE ON saved_filter FOR EACH ROW EXECUTE FUNCTION refuse_frozen_filter()',
]
