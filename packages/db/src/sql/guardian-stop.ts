import { mayAskWithdrawal } from './guardians.ts'
import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import { current, today, type Statement } from './text.ts'

/** Lets the guardian of a session act for a patient in the rest of the transaction, if `find_child` accepts both. */
const actForChild = `PERFORM set_config('app.session', encode(in_session, 'hex'), true),
      set_config('app.child', coalesce((SELECT patient_id::text FROM patient_identity WHERE record_id = in_child), ''), true);`

/**
 * Answers No to every purpose and ends the messages (REQ-GRD-11). Questions without an answer get it too, so a paper that is confirmed
 * later opens nothing. v2 and v3 also ask to anonymise or erase (REQ-GRD-12); until the end the registration counts as unanswered. Returns
 * no row unless the guardian of the session may do so.
 */
const stopChild: OwnerFunction = {
  name: 'stop_child',
  parameters: { in_session: 'bytea', in_child: 'uuid', in_choice: 'text', in_host: 'text' },
  returns: 'TABLE (patient_id integer, subject uuid, first_seq integer, last_seq integer)',
  language: 'plpgsql',
  body: `
  #variable_conflict use_column
  DECLARE
    stopped patient;
    stopping integer;
    asked text;
  BEGIN
    ${actForChild}
    SELECT * INTO stopped FROM patient WHERE id = find_child() FOR UPDATE;
    stopping := find_own_guardian();
    IF stopped.id IS NULL OR in_choice <> 'stop' AND NOT EXISTS (
      SELECT FROM guardianship AS g WHERE g.patient_id = stopped.id AND g.guardian_id = stopping AND ${mayAskWithdrawal('g')}) THEN RETURN; END IF;
    SELECT request.choice INTO asked FROM find_withdrawal_request(stopped.id) AS request;
    IF in_choice <> 'stop' AND asked <> in_choice THEN
      RAISE EXCEPTION 'another choice was asked' USING ERRCODE = 'check_violation', CONSTRAINT = 'withdrawal_request_one_choice';
    END IF;
    WITH newest AS (SELECT max(version) AS version FROM consent_document WHERE kind = 'consents'), latest AS (
      SELECT DISTINCT ON (e.field) e.* FROM consent_event AS e WHERE e.subject = stopped.consent_subject AND e.channel <> 'assent' ORDER BY e.field, e.seq DESC
    ), purpose AS (
      SELECT question.field FROM consent_question AS question JOIN newest USING (version)
      WHERE (question.kind, question.language) = ('consents', 'it') AND jsonb_array_length(question.options) = 2
      UNION SELECT latest.field FROM latest WHERE latest.kind = 'consents' AND latest.answer = 'true'
    ), added AS (
      INSERT INTO consent_event (subject, field, answer, kind, version, language, client, information_version, information_hash, preliminary_version,
        preliminary_hash, channel, actor, guardian_id, ip_address)
      SELECT stopped.consent_subject, purpose.field, 'false', 'consents', coalesce(e.version, newest.version), coalesce(e.language, stopped.lang), e.client,
        e.information_version, e.information_hash, e.preliminary_version, e.preliminary_hash,
        CASE WHEN e.client IS NULL THEN 'system' ELSE 'guardian' END, 'guardian', CASE WHEN e.client IS NOT NULL THEN stopping END, in_host
      FROM purpose CROSS JOIN newest LEFT JOIN latest AS e ON e.field = purpose.field
      WHERE e.answer IS DISTINCT FROM 'false' ORDER BY purpose.field
      RETURNING seq
    ) SELECT min(seq), max(seq) INTO first_seq, last_seq FROM added;
    IF in_choice <> 'stop' THEN
      INSERT INTO withdrawal_request (patient_id, centre_code, guardian_id, choice) VALUES (stopped.id, stopped.centre_code, stopping, in_choice)
      ON CONFLICT ON CONSTRAINT withdrawal_request_pkey DO NOTHING;
    END IF;
    IF in_choice <> 'stop' AND asked IS NULL THEN
      INSERT INTO consent_event (subject, field, answer, channel, actor) VALUES (stopped.consent_subject, 'C_DB', '"lapsed"', 'system', 'system');
    END IF;
    IF asked IS NULL THEN
      DELETE FROM consent_proposal WHERE patient_id = stopped.id;
      DELETE FROM notification WHERE patient_id = stopped.id AND sent_at IS NULL;
      DELETE FROM communication_recipient WHERE patient_id = stopped.id AND state IN ('waiting', 'queued');
      DELETE FROM newsletter_subscription WHERE patient_id = stopped.id;
    END IF;
    patient_id := stopped.id;
    subject := stopped.consent_subject;
    RETURN NEXT;
  END `,
}

/**
 * Takes back the request for all guardians, by one who asked. The answers stay No until somebody answers again. Returns the patient, or null if
 * the guardian of the session did not ask.
 */
const takeBackRequest: OwnerFunction = {
  name: 'take_back_withdrawal_request',
  parameters: { in_session: 'bytea', in_child: 'uuid' },
  returns: 'integer',
  language: 'plpgsql',
  body: `
  DECLARE
    child integer;
  BEGIN
    ${actForChild}
    SELECT patient_id INTO child FROM withdrawal_request WHERE (patient_id, guardian_id) = (find_child(), find_own_guardian()) FOR UPDATE;
    DELETE FROM withdrawal_request WHERE patient_id = child;
    RETURN child;
  END `,
}

/** The open requests about patients of the transaction's centre. */
const listRequests: OwnerFunction = {
  name: 'list_withdrawal_requests',
  parameters: {},
  returns: 'TABLE (patient_id integer, choice text, asked_on date, due_on date, missing integer[])',
  body: `
    SELECT asked.patient_id, request.*
    FROM (SELECT DISTINCT patient_id FROM withdrawal_request WHERE centre_code = ${current.centre}) AS asked
    CROSS JOIN LATERAL find_withdrawal_request(asked.patient_id) AS request ORDER BY request.due_on, asked.patient_id`,
}

/**
 * The guardians in force of a patient of the transaction, of the guardian or of the centre, to whom messages go. \`own\` is the guardian of the
 * session; \`missing\` did not confirm the request.
 */
const listContacts: OwnerFunction = {
  name: 'list_guardian_contacts',
  parameters: { in_patient: 'integer' },
  returns: 'TABLE (guardian_id integer, contact text, language text, own boolean, missing boolean)',
  body: `
    SELECT g.guardian_id, coalesce(guardian.contact, used.contact), guardian.lang::text, g.guardian_id IS NOT DISTINCT FROM find_own_guardian(),
      coalesce(g.id = ANY ((SELECT request.missing FROM find_withdrawal_request(in_patient) AS request)::integer[]), false)
    FROM guardianship AS g JOIN guardian ON guardian.id = g.guardian_id
    LEFT JOIN account AS a ON a.guardian_id = guardian.id LEFT JOIN sign_in_contact AS used ON used.account_id = a.id AND used.in_use
    WHERE g.patient_id = in_patient AND is_guardianship_in_force(g) AND coalesce(guardian.contact, used.contact) IS NOT NULL
      AND (in_patient = find_child() OR g.centre_code = ${current.centre}) ORDER BY g.id`,
}

/** A caller who is an administrator of the transaction's centre now. */
const isCentreAdmin = `EXISTS (SELECT FROM staff_user AS u JOIN staff_role AS r ON r.user_id = u.id
      WHERE u.email = ${current.actor} AND u.disabled_at IS NULL AND r.role = 'CenterAdmin' AND r.center = ${current.centre})`

/**
 * Anonymises or erases a patient of the centre as the guardians asked: only when all who must sign have asked, and from the first day on
 * (REQ-GRD-12). The ledger names the centre, because a guardian withdraws nobody alone.
 */
const carryOut: OwnerFunction = {
  name: 'carry_out_withdrawal_request',
  parameters: { in_patient: 'integer', in_language: 'text', in_host: 'text', in_fingerprints: 'text[]' },
  returns: 'text',
  language: 'plpgsql',
  body: `
  DECLARE
    request record;
  BEGIN
    IF NOT EXISTS (SELECT FROM patient AS p WHERE p.id = in_patient AND p.centre_code = ${current.centre} FOR UPDATE) OR NOT ${isCentreAdmin} THEN
      RAISE EXCEPTION 'only an administrator of the centre carries out a request' USING ERRCODE = 'insufficient_privilege';
    END IF;
    SELECT * INTO request FROM find_withdrawal_request(in_patient);
    IF NOT FOUND THEN
      RAISE EXCEPTION 'there is no request' USING ERRCODE = 'check_violation', CONSTRAINT = 'withdrawal_request_open';
    END IF;
    IF request.missing <> '{}' THEN
      RAISE EXCEPTION 'a guardian did not confirm' USING ERRCODE = 'check_violation', CONSTRAINT = 'withdrawal_request_confirmed';
    END IF;
    IF ${today} < request.due_on THEN
      RAISE EXCEPTION 'the request is too recent' USING ERRCODE = 'check_violation', CONSTRAINT = 'withdrawal_request_due';
    END IF;
    RETURN apply_withdrawal(in_patient, request.choice, in_language, in_host, now(), in_fingerprints, 'centre');
  END `,
}

/** The requests whose first day has come, each once: the centre carries them out, or a guardian must still confirm. */
const claimReminders: OwnerFunction = {
  name: 'claim_withdrawal_reminders',
  parameters: {},
  returns: 'TABLE (patient_id integer, centre text, centre_name text, code_at_centre text, due_on date, missing jsonb)',
  body: `
    WITH due AS (
      SELECT asked.patient_id, request.due_on, request.missing FROM (SELECT DISTINCT patient_id FROM withdrawal_request WHERE reminded_at IS NULL) AS asked
      CROSS JOIN LATERAL find_withdrawal_request(asked.patient_id) AS request WHERE request.due_on <= ${today}
    ), reminded AS (
      UPDATE withdrawal_request AS request SET reminded_at = now() FROM due WHERE request.patient_id = due.patient_id AND request.reminded_at IS NULL RETURNING request.patient_id
    )
    SELECT due.patient_id, identity.centre_code::text, centre.name, identity.centre_patient_code::text, due.due_on, (
      SELECT coalesce(jsonb_agg(jsonb_build_object('contact', c.contact, 'language', guardian.lang) ORDER BY g.id), '[]')
      FROM guardianship AS g JOIN guardian ON guardian.id = g.guardian_id JOIN account AS a ON a.guardian_id = g.guardian_id JOIN sign_in_contact AS c ON c.account_id = a.id
      WHERE g.id = ANY (due.missing))
    FROM due JOIN patient_identity AS identity ON identity.patient_id = due.patient_id JOIN centre ON centre.code = identity.centre_code
    WHERE due.patient_id IN (SELECT reminded.patient_id FROM reminded) ORDER BY due.patient_id`,
}

const serverFunctions = [stopChild, takeBackRequest, listRequests, listContacts, carryOut]

export const guardianStopSignatures = { server: serverFunctions.map(formatSignature), worker: [formatSignature(claimReminders)] } as const
export const guardianStopStatements: readonly Statement[] = [...serverFunctions, claimReminders].map(createOwnerFunction)
