import { withdrawalRequestDays } from '@registry/domain/guardians/settings'
import { serverRole } from '../roles.ts'
import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import { current, securityDefiner, today, type Statement } from './text.ts'

/**
 * The day on which a patient comes of age. Of two birth dates, of the registration and of the record, the earlier majority counts
 * (REQ-GRD-06). Null without a birth date: such a person is an adult. The caller's row security limits it.
 */
const findMajority = `CREATE OR REPLACE FUNCTION find_majority(in_patient integer) RETURNS date LANGUAGE sql STABLE AS $$
    SELECT (least(identity.birth_date, personal.dob) + interval '18 years')::date
    FROM patient_identity AS identity LEFT JOIN patient_personal AS personal USING (patient_id) WHERE identity.patient_id = in_patient
  $$`

/** Whether the right to act existed on a day in Italy, accepted online or not. A paper is signed without an account. */
const isValid = `CREATE OR REPLACE FUNCTION is_guardianship_valid(held guardianship, in_day date) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT (held.ended_at IS NULL OR in_day < (held.ended_at AT TIME ZONE 'Europe/Rome')::date) AND CASE
      WHEN held.kind IN ('PARENT', 'GUARDIAN') THEN coalesce(in_day < find_majority(held.patient_id), false)
      ELSE held.valid_until IS NULL OR in_day <= held.valid_until END
  $$`

/** Whether neither the patient nor a guardian gets messages on a day (REQ-GRD-01), of a row of `patient` and its `identity`. */
export const formatUnreachable = (day: string): string =>
  `(CASE patient.login_mode WHEN 'Email' THEN identity.email ELSE identity.mobile END IS NULL
  AND NOT EXISTS (SELECT FROM guardianship AS g WHERE g.patient_id = patient.id AND is_guardianship_valid(g, ${day})))`

/** Whether the guardian may act now (REQ-GRD-02). The clock of the database decides, so that no job has to end a right. */
const isInForce = `CREATE OR REPLACE FUNCTION is_guardianship_in_force(held guardianship) RETURNS boolean LANGUAGE sql STABLE ${securityDefiner} AS $$
    SELECT held.accepted_at IS NOT NULL AND held.ended_at IS NULL AND is_guardianship_valid(held, ${today})
  $$`

const ownSession = `session AS s JOIN account AS a ON a.id = s.account_id
      WHERE s.token_hash = decode(nullif(current_setting('app.session', true), ''), 'hex') AND s.site = 'myconsent' AND NOT s.restricted AND s.ends_at > now()`

/**
 * The patient whom the guardian of the session chose, while the guardianship is in force. `app.child` marks a guardian and names the patient
 * of the page; it only restricts, so that a caller cannot name another patient (THREAT-62).
 */
const findChild: OwnerFunction = {
  name: 'find_child',
  parameters: {},
  returns: 'integer',
  body: `
    SELECT p.id FROM patient AS p JOIN guardianship AS g ON g.patient_id = p.id
    WHERE p.id = nullif(current_setting('app.child', true), '')::integer AND p.c_db_no_notification IS NULL AND is_guardianship_in_force(g)
      AND (g.guardian_id, p.id) = (SELECT a.guardian_id, s.acting_for FROM ${ownSession})`,
}

/** The same patient, unless the setting `guardian_sees_from_14` hides the record of a minor from that age on (REQ-GRD-07). */
const findChildWithRecord: OwnerFunction = {
  name: 'find_child_with_record',
  parameters: {},
  returns: 'integer',
  body: `
    SELECT child.id FROM find_child() AS child (id)
    WHERE (SELECT value FROM setting WHERE key = 'guardian_sees_from_14') IS DISTINCT FROM 'none'
      OR (${today} >= find_majority(child.id) - interval '4 years' AND ${today} < find_majority(child.id)) IS NOT TRUE`,
}

/** The guardian of the session of a transaction that acts for a patient. */
const findOwnGuardian: OwnerFunction = {
  name: 'find_own_guardian',
  parameters: {},
  returns: 'integer',
  body: `SELECT a.guardian_id FROM ${ownSession}`,
}

/**
 * Gives the guardian of other accounts with the same contact to the account that uses the contact from now on. Its holder received the link
 * to the contact. The guardianships wait for acceptance as before.
 */
const adoptGuardian = `CREATE OR REPLACE FUNCTION adopt_guardian(in_account integer) RETURNS void LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    adopting account;
    other record;
  BEGIN
    FOR other IN
      SELECT a.id, a.guardian_id FROM sign_in_contact AS own JOIN sign_in_contact AS same ON same.contact = own.contact AND same.account_id <> own.account_id
      JOIN account AS a ON a.id = same.account_id
      WHERE own.account_id = in_account AND a.guardian_id IS NOT NULL AND a.patient_id IS NULL FOR UPDATE OF a
    LOOP
      SELECT * INTO adopting FROM account WHERE id = in_account;
      DELETE FROM account WHERE id = other.id;
      IF adopting.guardian_id IS NULL THEN
        UPDATE account SET guardian_id = other.guardian_id WHERE id = in_account;
        UPDATE guardian SET contact = NULL WHERE id = other.guardian_id AND adopting.patient_id IS NOT NULL;
      ELSE
        UPDATE guardianship AS g SET guardian_id = adopting.guardian_id WHERE g.guardian_id = other.guardian_id
          AND NOT EXISTS (SELECT FROM guardianship AS same WHERE same.patient_id = g.patient_id AND same.guardian_id = adopting.guardian_id AND same.ended_at IS NULL);
        PERFORM remove_unused_guardians();
      END IF;
    END LOOP;
  END $$`

/** Deletes guardians without a patient, and their accounts unless they are patients too (REQ-GRD-08). */
const removeUnused = `CREATE OR REPLACE FUNCTION remove_unused_guardians() RETURNS void LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    unused integer[] := ARRAY(SELECT id FROM guardian WHERE NOT EXISTS (SELECT FROM guardianship WHERE guardian_id = guardian.id) FOR UPDATE);
  BEGIN
    DELETE FROM account WHERE guardian_id = ANY (unused) AND patient_id IS NULL;
    UPDATE account SET guardian_id = NULL WHERE guardian_id = ANY (unused);
    DELETE FROM guardian WHERE id = ANY (unused);
  END $$`

/** Ends the account of a patient. A guardian who was this patient keeps account and contact. */
const endPatientAccount = `CREATE OR REPLACE FUNCTION end_patient_account(in_patient integer) RETURNS void LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    UPDATE guardian SET login_mode = patient.login_mode, contact = c.contact
    FROM account AS a JOIN patient ON patient.id = a.patient_id JOIN sign_in_contact AS c ON c.account_id = a.id
    WHERE a.patient_id = in_patient AND guardian.id = a.guardian_id;
    UPDATE account SET patient_id = NULL WHERE patient_id = in_patient AND guardian_id IS NOT NULL;
    DELETE FROM account WHERE patient_id = in_patient;
  END $$`

/**
 * Accepts a guardianship. A sign-in contact of the patient that is the guardian's moves to the guardian, because a patient cannot be the
 * guardian of oneself.
 */
const acceptGuardianship = `CREATE OR REPLACE FUNCTION accept_guardianship(in_guardianship integer) RETURNS void LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    accepted guardianship;
    own account;
    caller text := current_setting('app.actor', true);
  BEGIN
    UPDATE guardianship SET accepted_at = now() WHERE id = in_guardianship AND accepted_at IS NULL AND ended_at IS NULL RETURNING * INTO accepted;
    IF NOT FOUND THEN RETURN; END IF;
    SELECT * INTO own FROM account WHERE guardian_id = accepted.guardian_id;
    IF own.patient_id IS DISTINCT FROM accepted.patient_id AND NOT EXISTS (
      SELECT FROM sign_in_contact AS of_patient JOIN account AS a ON a.id = of_patient.account_id JOIN sign_in_contact AS mine ON mine.contact = of_patient.contact
      WHERE a.patient_id = accepted.patient_id AND mine.account_id = own.id) THEN RETURN; END IF;
    PERFORM end_patient_account(accepted.patient_id), set_config('app.actor', 'guardian ' || accepted.guardian_id, true);
    UPDATE patient_identity AS identity SET
      email = CASE identity.login_mode WHEN 'Email' THEN NULL ELSE identity.email END,
      mobile_prefix = CASE identity.login_mode WHEN 'Mobile' THEN NULL ELSE identity.mobile_prefix END,
      mobile = CASE identity.login_mode WHEN 'Mobile' THEN NULL ELSE identity.mobile END
    WHERE identity.patient_id = accepted.patient_id;
    PERFORM set_config('app.actor', coalesce(caller, ''), true);
  END $$`

/** Refuses a guardianship that the law does not know, whoever writes it. */
const checkGuardianship = `CREATE OR REPLACE FUNCTION check_guardianship() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    majority date := find_majority(NEW.patient_id);
  BEGIN
    IF NEW.kind IN ('PARENT', 'GUARDIAN') AND (${today} < majority) IS NOT TRUE THEN
      RAISE EXCEPTION 'the patient is no minor' USING ERRCODE = 'check_violation', CONSTRAINT = 'guardianship_minor';
    END IF;
    IF (majority IS NULL OR majority <= ${today}) AND EXISTS (SELECT FROM account WHERE guardian_id = NEW.guardian_id AND patient_id = NEW.patient_id) THEN
      RAISE EXCEPTION 'an adult is no own guardian' USING ERRCODE = 'check_violation', CONSTRAINT = 'guardianship_self';
    END IF;
    RETURN NEW;
  END $$`

/**
 * Adds a guardian to a patient of the transaction's centre. A contact whose account exists gets the guardianship, and its holder must
 * accept it. Otherwise the guardian gets an account, to which the server sends an invitation. Returns the account to invite, if any.
 */
const addGuardian: OwnerFunction = {
  name: 'add_guardian',
  parameters: {
    in_patient: 'integer',
    in_kind: 'text',
    in_must_sign: 'boolean',
    in_reason: 'text',
    in_evidence: 'text',
    in_birth_date: 'date',
    in_valid_until: 'date',
    in_surname: 'text',
    in_name: 'text',
    in_mode: 'text',
    in_contact: 'text',
    in_language: 'text',
  },
  returns: 'TABLE (guardianship_id integer, guardian_id integer, in_use boolean)',
  language: 'plpgsql',
  body: `
  #variable_conflict use_column
  DECLARE
    child patient;
    own account;
  BEGIN
    SELECT p.* INTO child FROM patient AS p WHERE p.id = in_patient AND p.centre_code = ${current.centre} AND p.c_db_no_notification IS NULL FOR UPDATE;
    IF NOT FOUND THEN RETURN; END IF;
    UPDATE patient_identity SET birth_date = in_birth_date WHERE patient_id = in_patient AND birth_date IS DISTINCT FROM in_birth_date AND in_birth_date IS NOT NULL;
    -- Two centres can add one new contact at a time.
    PERFORM pg_advisory_xact_lock(hashtext('guardian'), hashtext(in_contact));
    SELECT a.* INTO own FROM sign_in_contact AS c JOIN account AS a ON a.id = c.account_id
    WHERE c.contact = in_contact AND (c.in_use OR a.guardian_id IS NOT NULL) ORDER BY c.in_use DESC, a.id LIMIT 1 FOR UPDATE OF a;
    IF own.id IS NULL OR own.guardian_id IS NULL THEN
      INSERT INTO guardian (login_mode, contact, lang) VALUES (in_mode, CASE WHEN own.id IS NULL THEN in_contact END, in_language) RETURNING id INTO guardian_id;
      IF own.id IS NULL THEN
        INSERT INTO account (guardian_id) VALUES (guardian_id) RETURNING * INTO own;
      ELSE
        UPDATE account SET guardian_id = add_guardian.guardian_id WHERE id = own.id;
      END IF;
    ELSE
      guardian_id := own.guardian_id;
    END IF;
    INSERT INTO guardianship (patient_id, centre_code, guardian_id, kind, must_sign, reason, evidence, surname, name, contact, valid_until, created_by)
    VALUES (in_patient, child.centre_code, add_guardian.guardian_id, in_kind, in_must_sign, in_reason, in_evidence, in_surname, in_name, in_contact, in_valid_until,
      coalesce(${current.actor}, 'system')) RETURNING id INTO guardianship_id;
    in_use := own.password_hash IS NOT NULL;
    RETURN NEXT;
  END `,
}

/** Ends a guardianship of a patient of the transaction's centre. Its holder acts no more from this moment. */
const endGuardianship: OwnerFunction = {
  name: 'end_guardianship',
  parameters: { in_patient: 'integer', in_guardianship: 'integer', in_reason: 'text' },
  returns: 'boolean',
  body: `
    WITH ended AS (
      UPDATE guardianship SET ended_at = now(), ended_by = ${current.actor}, end_reason = in_reason
      WHERE id = in_guardianship AND patient_id = in_patient AND centre_code = ${current.centre} AND ended_at IS NULL RETURNING id
    ) SELECT EXISTS (SELECT FROM ended)`,
}

/** The guardian of a session, with the patient whom the guardian chose while the guardianship is in force. */
const findSessionGuardian: OwnerFunction = {
  name: 'find_session_guardian',
  parameters: { in_session: 'bytea' },
  returns: 'TABLE (guardian_id integer, child_id integer, child uuid)',
  body: `
    SELECT a.guardian_id, chosen.patient_id, chosen.record_id
    FROM session AS s JOIN account AS a ON a.id = s.account_id LEFT JOIN LATERAL (
      SELECT g.patient_id, identity.record_id FROM guardianship AS g JOIN patient AS p ON p.id = g.patient_id JOIN patient_identity AS identity ON identity.patient_id = p.id
      WHERE (g.guardian_id, g.patient_id) = (a.guardian_id, s.acting_for) AND p.c_db_no_notification IS NULL AND is_guardianship_in_force(g) LIMIT 1
    ) AS chosen ON true
    WHERE s.token_hash = in_session AND a.guardian_id IS NOT NULL`,
}

/** The patient of a guardian of one patient who is no patient. Null while another one waits for acceptance. */
const findOnlyChild = `CREATE OR REPLACE FUNCTION find_only_child(in_account integer) RETURNS integer LANGUAGE sql STABLE ${securityDefiner} AS $$
    SELECT CASE WHEN count(*) = 1 THEN max(g.patient_id) FILTER (WHERE g.accepted_at IS NOT NULL) END
    FROM account AS a JOIN guardianship AS g ON g.guardian_id = a.guardian_id JOIN patient AS p ON p.id = g.patient_id
    WHERE a.id = in_account AND a.patient_id IS NULL AND p.c_db_no_notification IS NULL AND g.ended_at IS NULL AND is_guardianship_valid(g, ${today})
  $$`

/**
 * The request of guardians in force to anonymise or erase a patient: since when, the first day on which the centre may carry it out, and the
 * guardianships that must sign and did not ask. One that nobody accepted yet must sign too, because erasing cannot be undone (REQ-GRD-12).
 */
const findRequest = `CREATE OR REPLACE FUNCTION find_withdrawal_request(in_patient integer) RETURNS TABLE (choice text, asked_on date, due_on date, missing integer[])
  LANGUAGE sql STABLE ${securityDefiner} AS $$
    WITH asking AS (
      SELECT request.guardian_id, request.choice, (request.asked_at AT TIME ZONE 'Europe/Rome')::date AS asked_on
      FROM withdrawal_request AS request JOIN guardianship AS g ON (g.patient_id, g.guardian_id) = (request.patient_id, request.guardian_id)
      WHERE request.patient_id = in_patient AND is_guardianship_in_force(g)
    )
    SELECT min(asking.choice), min(asking.asked_on), min(asking.asked_on) + ${withdrawalRequestDays}, ARRAY(
      SELECT g.id FROM guardianship AS g WHERE g.patient_id = in_patient AND g.must_sign AND is_guardianship_valid(g, ${today})
        AND NOT EXISTS (SELECT FROM asking AS signed WHERE signed.guardian_id = g.guardian_id) ORDER BY g.id)
    FROM asking HAVING count(*) > 0
  $$`

/** Whether a guardian may ask to anonymise or erase: one who must sign, or any if none must. A supported adult withdraws in person. */
export const mayAskWithdrawal = (
  held: string,
): string => `(is_guardianship_in_force(${held}) AND ${held}.kind <> 'SUPPORT_TOGETHER' AND (${held}.must_sign OR NOT EXISTS (
      SELECT FROM guardianship AS signer WHERE signer.patient_id = ${held}.patient_id AND signer.must_sign AND is_guardianship_valid(signer, ${today}))))`

/** The patients of the guardian of a session. The name of a pending one is the first name, until the holder of the contact accepts. */
const listChildren: OwnerFunction = {
  name: 'list_children',
  parameters: { in_session: 'bytea' },
  returns:
    'TABLE (child uuid, name text, centre text, accepted boolean, may_ask boolean, choice text, asked_on date, due_on date, own boolean, missing integer)',
  body: `
    SELECT identity.record_id, CASE WHEN g.accepted_at IS NULL THEN identity.name ELSE identity.name || ' ' || identity.surname END, centre.name, g.accepted_at IS NOT NULL,
      ${mayAskWithdrawal('g')}, request.choice, request.asked_on, request.due_on,
      EXISTS (SELECT FROM withdrawal_request AS asked WHERE (asked.patient_id, asked.guardian_id) = (g.patient_id, g.guardian_id)), cardinality(request.missing)
    FROM session AS s JOIN account AS a ON a.id = s.account_id JOIN guardianship AS g ON g.guardian_id = a.guardian_id
    JOIN patient AS p ON p.id = g.patient_id JOIN patient_identity AS identity ON identity.patient_id = p.id JOIN centre ON centre.code = p.centre_code
    LEFT JOIN LATERAL find_withdrawal_request(p.id) AS request ON g.accepted_at IS NOT NULL
    WHERE s.token_hash = in_session AND s.ends_at > now() AND NOT s.restricted AND p.c_db_no_notification IS NULL
      AND g.ended_at IS NULL AND is_guardianship_valid(g, ${today})
    ORDER BY identity.name, identity.record_id`,
}

/** Chooses the patient for whom the session acts; null for the person's own data. Returns false for everybody else's patient. */
const chooseChild: OwnerFunction = {
  name: 'choose_session_child',
  parameters: { in_session: 'bytea', in_child: 'uuid' },
  returns: 'boolean',
  body: `
    WITH chosen AS (
      UPDATE session AS s SET acting_for = identity.patient_id
      FROM account AS a, guardianship AS g, patient_identity AS identity
      WHERE s.token_hash = in_session AND NOT s.restricted AND a.id = s.account_id AND g.guardian_id = a.guardian_id AND is_guardianship_in_force(g)
        AND identity.patient_id = g.patient_id AND identity.record_id = in_child
      RETURNING 1
    ), own AS (
      UPDATE session AS s SET acting_for = NULL FROM account AS a
      WHERE in_child IS NULL AND s.token_hash = in_session AND a.id = s.account_id AND a.patient_id IS NOT NULL RETURNING 1
    ) SELECT EXISTS (SELECT FROM chosen) OR EXISTS (SELECT FROM own)`,
}

/** Ends a pending guardianship: the holder of the contact is not the person whom the centre meant (THREAT-63). */
const declineChild: OwnerFunction = {
  name: 'decline_child',
  parameters: { in_session: 'bytea', in_child: 'uuid' },
  returns: 'boolean',
  body: `
    WITH declined AS (
      UPDATE guardianship AS g SET ended_at = now(), ended_by = 'guardian', end_reason = 'declined'
      FROM session AS s, account AS a, patient_identity AS identity
      WHERE s.token_hash = in_session AND s.ends_at > now() AND NOT s.restricted AND a.id = s.account_id AND g.guardian_id = a.guardian_id
        AND identity.patient_id = g.patient_id AND identity.record_id = in_child AND g.ended_at IS NULL AND g.accepted_at IS NULL
      RETURNING 1
    ) SELECT EXISTS (SELECT FROM declined)`,
}

/** Accepts a pending guardianship for the session's guardian. */
const acceptChild: OwnerFunction = {
  name: 'accept_child',
  parameters: { in_session: 'bytea', in_child: 'uuid' },
  returns: 'boolean',
  language: 'plpgsql',
  body: `
  DECLARE
    waiting integer;
  BEGIN
    SELECT g.id INTO waiting FROM session AS s JOIN account AS a ON a.id = s.account_id JOIN guardianship AS g ON g.guardian_id = a.guardian_id
    JOIN patient_identity AS identity ON identity.patient_id = g.patient_id
    WHERE s.token_hash = in_session AND s.ends_at > now() AND NOT s.restricted AND identity.record_id = in_child
      AND g.ended_at IS NULL AND g.accepted_at IS NULL AND is_guardianship_valid(g, ${today}) FOR UPDATE OF g;
    IF NOT FOUND THEN RETURN false; END IF;
    PERFORM accept_guardianship(waiting);
    RETURN true;
  END `,
}

/** Creates the link with which a guardian of the transaction's centre chooses the first password. */
const inviteGuardian: OwnerFunction = {
  name: 'invite_guardian',
  parameters: { in_guardianship: 'integer', in_secret: 'bytea', in_expires: 'timestamptz' },
  returns: 'void',
  body: `
    INSERT INTO sign_in_link (secret_hash, account_id, purpose, expires_at)
    SELECT in_secret, a.id, 'invitation', in_expires FROM guardianship AS g JOIN account AS a ON a.guardian_id = g.guardian_id
    WHERE g.id = in_guardianship AND g.centre_code = ${current.centre} AND a.password_hash IS NULL`,
}

/** The sign-in contact and language of a guardian. */
const findGuardianContact: OwnerFunction = {
  name: 'find_guardian_contact',
  parameters: { in_guardian: 'integer' },
  returns: 'TABLE (contact text, lang text)',
  body: `
    SELECT c.contact, g.lang FROM guardian AS g JOIN account AS a ON a.guardian_id = g.id JOIN sign_in_contact AS c ON c.account_id = a.id WHERE g.id = in_guardian`,
}

/** Changes the sign-in contact of the guardian of a session who is no patient. What the centres entered stays. */
const changeContact: OwnerFunction = {
  name: 'change_guardian_contact',
  parameters: {
    in_session: 'bytea',
    in_mode: 'text',
    in_contact: 'text',
    in_secret: 'bytea',
    in_now: 'timestamptz',
    in_expires: 'timestamptz',
  },
  returns: 'void',
  body: `
    INSERT INTO contact_change (secret_hash, account_id, former_mode, former_contact, changed_at, expires_at)
    SELECT in_secret, a.id, guardian.login_mode, guardian.contact, in_now, in_expires
    FROM session AS s JOIN account AS a ON a.id = s.account_id JOIN guardian ON guardian.id = a.guardian_id
    WHERE s.token_hash = in_session AND s.ends_at > now() AND NOT s.restricted AND a.patient_id IS NULL;
    UPDATE guardian SET login_mode = in_mode, contact = in_contact
    FROM session AS s JOIN account AS a ON a.id = s.account_id
    WHERE s.token_hash = in_session AND s.ends_at > now() AND NOT s.restricted AND a.patient_id IS NULL AND guardian.id = a.guardian_id;
    UPDATE sign_in_contact SET contact = in_contact
    FROM session AS s JOIN account AS a ON a.id = s.account_id
    WHERE s.token_hash = in_session AND s.ends_at > now() AND NOT s.restricted AND a.patient_id IS NULL AND a.guardian_id IS NOT NULL
      AND sign_in_contact.account_id = a.id`,
}

/** The patient's own Yes opens nothing while a guardian must sign, or before the 18th birthday (REQ-GRD-03). */
const needsGuardian = `CREATE OR REPLACE FUNCTION needs_guardian(in_patient integer) RETURNS boolean LANGUAGE sql STABLE ${securityDefiner} AS $$
    SELECT (${today} < find_majority(in_patient)) IS TRUE
      OR EXISTS (SELECT FROM guardianship AS g WHERE g.patient_id = in_patient AND g.must_sign AND is_guardianship_in_force(g))
  $$`

/** An answer that the patient gave in person: on a screen, at the desk, or with a signature on paper. */
const isOwnAnswer = `(e.channel IN ('patient', 'assent') OR e.channel = 'desk' AND e.guardian_id IS NULL
        OR e.channel = 'paper' AND EXISTS (SELECT FROM paper_consent AS paper WHERE paper.id = e.paper_consent_id AND 'patient' = ANY (paper.signers)))`

/** The last answer that the patient gave in person to a question. */
const findOwnAnswer = `CREATE OR REPLACE FUNCTION find_own_answer(in_subject uuid, in_field text) RETURNS jsonb LANGUAGE sql STABLE ${securityDefiner} AS $$
    SELECT e.answer FROM consent_event AS e WHERE (e.subject, e.field) = (in_subject, in_field) AND ${isOwnAnswer} ORDER BY e.seq DESC LIMIT 1
  $$`

/** Whether the patient of the transaction has answered the consents in person. Row security shows recorded papers only to the centre. */
const wasPatientHeard: OwnerFunction = {
  name: 'was_patient_heard',
  parameters: {},
  returns: 'boolean',
  body: `
    SELECT EXISTS (SELECT FROM patient AS p JOIN consent_event AS e ON e.subject = p.consent_subject
      WHERE p.id = ${current.patientOrChild} AND e.kind = 'consents' AND ${isOwnAnswer})`,
}

/**
 * The questions about the transaction's patient with a Yes that waits for another signature, and whether it is the caller's: of a guardian who must
 * sign, or of an adult who decides together with a support administrator. Nobody learns whose else (REQ-GRD-03).
 */
const listWaitingSignatures: OwnerFunction = {
  name: 'list_waiting_signatures',
  parameters: {},
  returns: 'TABLE (field text, yours boolean)',
  body: `
    SELECT signed.field::text, CASE
      WHEN own.guardian_id IS NULL THEN (${today} < find_majority(signed.patient_id)) IS NOT TRUE
      ELSE NOT bool_or(signed.guardian_id = own.guardian_id) AND EXISTS (SELECT FROM guardianship AS g
        WHERE (g.patient_id, g.guardian_id) = (signed.patient_id, own.guardian_id) AND g.must_sign AND is_guardianship_in_force(g)) END
    FROM consent_proposal AS signed CROSS JOIN (SELECT CASE WHEN find_child() IS NOT NULL THEN find_own_guardian() END AS guardian_id) AS own
    WHERE signed.patient_id = ${current.patientOrChild} AND signed.expires_at > now()
    GROUP BY signed.patient_id, signed.field, own.guardian_id ORDER BY signed.field`,
}

/** The guardianships of a patient of the transaction's centre whose Yes waits for another signature, so that the centre knows whom to ask. */
const listSignedGuardianships: OwnerFunction = {
  name: 'list_signed_guardianships',
  parameters: { in_patient: 'integer' },
  returns: 'SETOF integer',
  body: `
    SELECT g.id FROM guardianship AS g WHERE g.patient_id = in_patient AND g.centre_code = ${current.centre} AND g.ended_at IS NULL AND EXISTS (
      SELECT FROM consent_proposal AS signed WHERE (signed.patient_id, signed.guardian_id) = (g.patient_id, g.guardian_id) AND signed.expires_at > now())
    ORDER BY g.id`,
}

/**
 * The other guardians whose signature a Yes needs, and who have not signed the same answer to the same version. One whom the centre added
 * counts before they accept (D21).
 */
const listMissingSigners = `CREATE OR REPLACE FUNCTION list_missing_signers(in_patient integer, in_guardian integer, in_field text, in_answer jsonb, in_version integer)
  RETURNS SETOF integer LANGUAGE sql STABLE ${securityDefiner} AS $$
    SELECT g.guardian_id FROM guardianship AS g
    WHERE g.patient_id = in_patient AND g.guardian_id IS DISTINCT FROM in_guardian AND g.must_sign AND is_guardianship_valid(g, ${today})
      AND coalesce((SELECT value FROM setting WHERE key = 'guardian_signatures'), '2') = '2'
      AND NOT EXISTS (SELECT FROM consent_proposal AS signed WHERE (signed.patient_id, signed.guardian_id, signed.field, signed.answer, signed.version)
        = (in_patient, g.guardian_id, in_field, in_answer, in_version) AND signed.expires_at > now())
  $$`

/** Whether the patient decides together with a support administrator, or, with a guardian named, with this one. */
const isSupportedTogether = `CREATE OR REPLACE FUNCTION is_supported_together(in_patient integer, in_guardian integer) RETURNS boolean LANGUAGE sql STABLE ${securityDefiner} AS $$
    SELECT EXISTS (SELECT FROM guardianship AS g WHERE g.patient_id = in_patient AND g.kind = 'SUPPORT_TOGETHER' AND is_guardianship_valid(g, ${today})
      AND (g.must_sign OR g.guardian_id = in_guardian))
  $$`

/**
 * Whether an adult's own Yes is the last signature that a waiting Yes needs, because a support administrator who acts together with the patient signed
 * first. The order of the two does not matter.
 */
const completesSignatures = `CREATE OR REPLACE FUNCTION completes_signatures(event consent_event) RETURNS boolean LANGUAGE sql STABLE ${securityDefiner} AS $$
    SELECT EXISTS (
      SELECT FROM patient AS p JOIN consent_proposal AS signed ON signed.patient_id = p.id
      WHERE p.consent_subject = event.subject AND (${today} < find_majority(p.id)) IS NOT TRUE AND is_supported_together(p.id, NULL)
        AND (signed.field, signed.answer, signed.version) = (event.field, event.answer, event.version) AND signed.expires_at > now()
        AND NOT EXISTS (SELECT FROM list_missing_signers(p.id, NULL, event.field, event.answer, event.version)))
  $$`

/**
 * Takes a guardian's answer to a consent question. Returns whether it comes into force: a No always, a Yes with the last signature. A Yes
 * that is in force already needs no other signature. The patient's No prevents it, and it waits for the Yes of a patient who decides together with the guardian.
 */
const takeSignature = `CREATE OR REPLACE FUNCTION take_guardian_signature(event consent_event) RETURNS boolean LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    child integer := (SELECT id FROM patient WHERE consent_subject = event.subject);
    own jsonb := find_own_answer(event.subject, event.field);
    together boolean := is_supported_together(child, event.guardian_id);
  BEGIN
    -- Row security checks no row that waits, so the signer is checked here (THREAT-62, THREAT-72).
    IF session_user = '${serverRole}' AND NOT (CASE event.channel WHEN 'desk' THEN is_desk_answer(event.subject, event.guardian_id)
      ELSE (event.guardian_id, child) IS NOT DISTINCT FROM (find_own_guardian(), find_child()) END) THEN
      RAISE EXCEPTION 'only the guardian of the session signs' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF event.answer = 'false' THEN RETURN true; END IF;
    IF own = 'false' AND (together OR coalesce((SELECT value FROM setting WHERE key = 'assent_blocks'), 'true') = 'true') THEN
      RAISE EXCEPTION 'the patient does not agree' USING ERRCODE = 'check_violation', CONSTRAINT = 'consent_event_assent';
    END IF;
    IF EXISTS (SELECT FROM (SELECT e.answer, e.version FROM consent_event AS e WHERE (e.subject, e.field) = (event.subject, event.field) AND e.channel <> 'assent'
      ORDER BY e.seq DESC LIMIT 1) AS latest WHERE (latest.answer, latest.version) = (event.answer, event.version)) THEN
      RETURN true;
    END IF;
    IF together AND own IS DISTINCT FROM event.answer OR EXISTS (SELECT FROM list_missing_signers(child, event.guardian_id, event.field, event.answer, event.version)) THEN
      INSERT INTO consent_proposal (patient_id, guardian_id, field, answer, version) VALUES (child, event.guardian_id, event.field, event.answer, event.version)
      ON CONFLICT ON CONSTRAINT consent_proposal_pkey DO UPDATE SET answer = EXCLUDED.answer, version = EXCLUDED.version, signed_at = now(), expires_at = now() + interval '30 days';
      RETURN false;
    END IF;
    RETURN true;
  END $$`

/**
 * Whoever signs changes, so the signatures given before end, and with them a code at the desk that was not used (THREAT-64). A guardian whose role ended no
 * longer asks to anonymise or erase.
 */
const endProposals = `CREATE OR REPLACE FUNCTION end_consent_proposals() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    DELETE FROM consent_proposal WHERE patient_id = NEW.patient_id;
    UPDATE desk_link SET guardianship_id = NULL, code_hash = NULL, code_salt = NULL, code_sent_at = NULL, code_expires_at = NULL
    WHERE patient_id = NEW.patient_id AND used_at IS NULL;
    IF NEW.ended_at IS NOT NULL THEN
      DELETE FROM withdrawal_request WHERE (patient_id, guardian_id) = (NEW.patient_id, NEW.guardian_id);
    END IF;
    RETURN NULL;
  END $$`

const serverFunctions = [
  findChild,
  findChildWithRecord,
  findOwnGuardian,
  addGuardian,
  inviteGuardian,
  findGuardianContact,
  changeContact,
  endGuardianship,
  findSessionGuardian,
  listChildren,
  chooseChild,
  acceptChild,
  declineChild,
  wasPatientHeard,
  listWaitingSignatures,
  listSignedGuardianships,
]
export const guardianSignatures: readonly string[] = [
  'find_majority(integer)',
  'is_guardianship_valid(guardianship, date)',
  ...serverFunctions.map(formatSignature),
]

export const guardianStatements: readonly Statement[] = [
  findMajority,
  isValid,
  isInForce,
  removeUnused,
  adoptGuardian,
  endPatientAccount,
  findOnlyChild,
  acceptGuardianship,
  checkGuardianship,
  needsGuardian,
  findOwnAnswer,
  listMissingSigners,
  isSupportedTogether,
  completesSignatures,
  takeSignature,
  endProposals,
  findRequest,
  ...serverFunctions.map(createOwnerFunction),
  `CREATE OR REPLACE TRIGGER check_guardianship BEFORE INSERT ON guardianship FOR EACH ROW EXECUTE FUNCTION check_guardianship()`,
  `CREATE OR REPLACE TRIGGER end_proposals AFTER INSERT OR UPDATE OF ended_at, must_sign ON guardianship
  FOR EACH ROW EXECUTE FUNCTION end_consent_proposals()`,
]
