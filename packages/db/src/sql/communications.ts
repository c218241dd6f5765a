import { listCommunicationChanges } from '@registry/domain/communications/states'
import { eligiblePatients, isEligiblePatient, isEligibleStaff, patientChannel } from './communication-recipients.ts'
import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import { selectOwnAreas } from './staff.ts'
import { isGlobalAdmin, list, literal, current, securityDefiner, type Statement } from './text.ts'

const allowedChanges = list(listCommunicationChanges().map(([from, to]) => literal(`${from} ${to}`)))
const content = ['type', 'filter_id', 'consent', 'roles', 'areaid', 'texts']
const row = (of: string): string => `(${list(content.map((column) => `${of}.${column}`))})`

/**
 * Prevents every change of a state outside the domain's table, and every change of the content after the draft (REQ-COM-06). Stores the
 * scheduling person and the filter version at that time. A change of `outcome` alone is no change by a person: the sum of old recipients
 * replaces their rows.
 */
const checkCommunication = `CREATE OR REPLACE FUNCTION check_communication() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      NEW.state := 'draft';
      NEW.version := 1;
    ELSE
      IF to_jsonb(NEW) - 'outcome' = to_jsonb(OLD) - 'outcome' THEN RETURN NEW; END IF;
      NEW.version := OLD.version + 1;
      IF ${row('NEW')} IS DISTINCT FROM ${row('OLD')} AND OLD.state <> 'draft' THEN
        RAISE EXCEPTION 'a scheduled communication is not changed' USING ERRCODE = 'check_violation', CONSTRAINT = 'communication_fixed';
      END IF;
      IF NEW.state <> OLD.state AND NOT OLD.state || ' ' || NEW.state = ANY (ARRAY[${allowedChanges}]) THEN
        RAISE EXCEPTION 'no communication goes from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation', CONSTRAINT = 'communication_transition';
      END IF;
      IF NEW.state = 'cancelled' AND OLD.state <> 'cancelled' THEN NEW.ended_at := now(); END IF;
      IF NEW.state = 'scheduled' AND OLD.state = 'draft' THEN
        NEW.scheduled_by := ${current.actor};
        NEW.filter_version := (SELECT f.version FROM saved_filter AS f WHERE f.id = NEW.filter_id AND f.state = 'active');
        IF NEW.filter_id IS NOT NULL AND NEW.filter_version IS NULL THEN
          RAISE EXCEPTION 'the filter is not active' USING ERRCODE = 'check_violation', CONSTRAINT = 'communication_filter_active';
        END IF;
      ELSIF NEW.scheduled_for IS DISTINCT FROM OLD.scheduled_for THEN
        RAISE EXCEPTION 'the time is set when it is scheduled' USING ERRCODE = 'check_violation', CONSTRAINT = 'communication_fixed';
      END IF;
    END IF;
    NEW.changed_at := now();
    NEW.changed_by := ${current.actor};
    RETURN NEW;
  END $$`

/** The history of a communication. A cancelled one keeps neither waiting recipients nor unsent messages, except those being delivered. */
const recordCommunication = `CREATE OR REPLACE FUNCTION record_communication() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    INSERT INTO communication_event (communication_id, actor, event)
    VALUES (NEW.id, CASE WHEN NEW.state IN ('sending', 'sent', 'failed') THEN '' ELSE coalesce(${current.actor}, '') END,
      CASE WHEN TG_OP = 'INSERT' THEN 'created' WHEN NEW.state = to_jsonb(OLD) ->> 'state' THEN 'changed' ELSE NEW.state END);
    IF NEW.state = 'cancelled' THEN
      WITH stopped AS (
        DELETE FROM notification USING communication_recipient AS r
        WHERE r.communication_id = NEW.id AND notification.communication_recipient_id = r.id AND notification.sent_at IS NULL AND notification.failed_at IS NULL
          AND (notification.attempts = 0 OR notification.last_error IS NOT NULL)
        RETURNING r.id
      )
      UPDATE communication_recipient AS r SET state = 'cancelled' FROM stopped WHERE r.id = stopped.id;
      UPDATE communication_recipient SET state = 'cancelled' WHERE communication_id = NEW.id AND state = 'waiting';
    END IF;
    RETURN NULL;
  END $$`

/** Copies the outcome of a notification to its recipient, where it outlasts the notification. */
const recordOutcome = `CREATE OR REPLACE FUNCTION record_recipient_outcome() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    UPDATE communication_recipient SET state = CASE WHEN NEW.sent_at IS NOT NULL THEN 'sent' WHEN NEW.last_error = 'interrupted' THEN 'unknown'
      WHEN NEW.last_error = 'not_allowed' THEN 'skipped' ELSE 'failed' END WHERE id = NEW.communication_recipient_id;
    RETURN NULL;
  END $$`

const countStates = (id: string): string =>
  `SELECT coalesce(jsonb_object_agg(counted.state, counted.number), '{}') FROM (
    SELECT r.state, count(*) AS number FROM communication_recipient AS r WHERE r.communication_id = ${id} GROUP BY r.state) AS counted`

/** A name that the registry keeps in capitals, as people write it: `formatPersonName` in SQL. */
const writeName = (column: string): string =>
  `CASE WHEN ${column} = upper(${column} COLLATE "pg_c_utf8") THEN initcap(${column} COLLATE "pg_c_utf8") ELSE ${column} END`

const fill = (column: string): string =>
  `replace(replace(replace(replace(${column}, '{token}', chosen.token), '{centre}', chosen.centre), '{surname}', ${writeName('chosen.surname')}), '{name}', ${writeName('chosen.name')})`

const isIn = (ids: string): string => `(${ids} IS NULL OR p.id IN (SELECT unnest(string_to_array(${ids}, ',')::integer[])))`
const inOwnAreas = `p.centre_code IN (SELECT unnest(visible_centres(in_areas)))`
const ownAreas = selectOwnAreas(`'GlobalAdmin'`)

/**
 * The filter and the consent read the data of the selected patients. Each patient sees it in the list of uses (REQ-PAT-14). A newsletter
 * without a filter reads only the subscription. A withdrawal removes the patient from `audit_read` (REQ-CON-08).
 */
const recordUse = `IF num_nonnulls(comm.filter_id, comm.consent) > 0 THEN
          INSERT INTO audit_log (username, command, action, duration_milli, detail, outcome, reads)
          VALUES (comm.scheduled_by, 'communications', 'SEND', 0, format('communication %s', comm.id), 'done', jsonb_strip_nulls(jsonb_build_object(
            'whose', format('communication %s', comm.id), 'count', queued, 'columns', to_jsonb(array_remove(ARRAY[comm.consent::text], NULL)),
            'role', 'GlobalAdmin', 'message', true,
            'filter', CASE WHEN comm.filter_id IS NOT NULL THEN jsonb_build_object('id', comm.filter_id, 'version', comm.filter_version) END)))
          RETURNING * INTO entry;
          INSERT INTO audit_read (entry_id, at, patient_ids)
          SELECT entry.id, entry.at, array_agg(r.patient_id) FROM communication_recipient AS r WHERE r.communication_id = comm.id HAVING count(*) > 0;
        END IF;`

/** The unsubscribe link of a newsletter works for a year. Other recipients are kept as long as the messages in the outbox (REQ-COM-08). */
const keepsRecipients = `CASE comm.type WHEN 'NEWSLETTER' THEN interval '1 year' ELSE interval '90 days' END`

const functions = {
  server: [
    {
      // Counts the recipients of a communication by state, without persons. The sum of a finished one does not change.
      name: 'count_communication_recipients',
      parameters: { in_communication: 'integer' },
      returns: 'jsonb',
      body: `SELECT coalesce(comm.outcome, (${countStates('comm.id')})) FROM communication AS comm WHERE comm.id = in_communication AND ${isGlobalAdmin}`,
    },
    {
      // Counts the people who would receive a draft now. The ids are those that the filter selects.
      name: 'count_eligible_recipients',
      parameters: { in_communication: 'integer', in_areas: 'text[]', in_patients: 'text' },
      returns: 'TABLE (channel text, number integer)',
      body: `
        SELECT ${patientChannel}, count(*)::integer FROM communication AS comm CROSS JOIN ${eligiblePatients}
        WHERE comm.id = in_communication AND comm.type <> 'STAFF_MESSAGE' AND ${isGlobalAdmin} AND ${isEligiblePatient} AND ${inOwnAreas} AND ${isIn('in_patients')} GROUP BY 1
        UNION ALL SELECT 'mail', count(*)::integer FROM communication AS comm CROSS JOIN staff_user AS u
        WHERE comm.id = in_communication AND comm.type = 'STAFF_MESSAGE' AND ${isGlobalAdmin} AND ${isEligibleStaff}`,
    },
    {
      // Ends the newsletter for the patient who received the link. Returns the patient, or no row for an unknown secret.
      name: 'end_newsletter',
      parameters: { in_secret: 'bytea' },
      returns: 'TABLE (patient integer)',
      body: `
        INSERT INTO newsletter_subscription (patient_id, wants)
        SELECT r.patient_id, false FROM communication_recipient AS r JOIN patient AS p ON p.id = r.patient_id
        WHERE r.unsubscribe_hash = in_secret AND p.c_db_no_notification IS NULL
        ON CONFLICT (patient_id) DO UPDATE SET wants = false, changed_at = now() RETURNING patient_id`,
    },
  ],
  worker: [
    {
      name: 'list_due_communications',
      parameters: { in_now: 'timestamptz' },
      returns: 'TABLE (id integer, actor text, areas text[], filter_id integer, condition jsonb)',
      body: `
        SELECT comm.id, comm.scheduled_by::text, ARRAY(SELECT r.areaid::text FROM staff_role AS r JOIN staff_user AS u ON u.id = r.user_id
          WHERE u.email = comm.scheduled_by AND u.disabled_at IS NULL AND r.role = 'GlobalAdmin'), comm.filter_id, v.condition
        FROM communication AS comm LEFT JOIN saved_filter_version AS v ON v.filter_id = comm.filter_id AND v.version = comm.filter_version
        WHERE comm.state = 'scheduled' AND comm.scheduled_for <= in_now ORDER BY comm.scheduled_for, comm.id`,
    },
    {
      // Begins a due communication with all its recipients in one statement (REQ-COM-05). The actor is the person who scheduled it. Returns
      // the number of recipients, or null if another process was first or it cannot begin.
      name: 'begin_communication',
      parameters: { in_communication: 'integer', in_areas: 'text[]', in_patients: 'text' },
      returns: 'integer',
      language: 'plpgsql',
      body: `
      DECLARE
        comm communication;
        queued integer;
        entry audit_log;
      BEGIN
        SELECT * INTO comm FROM communication WHERE id = in_communication AND state = 'scheduled' FOR UPDATE;
        IF NOT FOUND THEN RETURN NULL; END IF;
        IF NOT ${isGlobalAdmin} THEN
          UPDATE communication SET state = 'failed', failure = 'sender_inactive', ended_at = now() WHERE id = comm.id;
          RETURN NULL;
        END IF;
        IF comm.areaid IS NOT NULL AND comm.areaid NOT IN (${ownAreas}) THEN
          UPDATE communication SET state = 'failed', failure = 'area_outside', ended_at = now() WHERE id = comm.id;
          RETURN NULL;
        END IF;
        IF comm.type = 'STAFF_MESSAGE' THEN
          INSERT INTO communication_recipient (communication_id, staff_user_id, channel)
          SELECT comm.id, u.id, 'mail' FROM staff_user AS u WHERE ${isEligibleStaff} ORDER BY u.id ON CONFLICT DO NOTHING;
        ELSE
          INSERT INTO communication_recipient (communication_id, patient_id, channel, centre_code)
          SELECT comm.id, p.id, ${patientChannel}, p.centre_code FROM ${eligiblePatients}
          WHERE ${isEligiblePatient} AND ${inOwnAreas} AND ${isIn('in_patients')} ORDER BY p.id ON CONFLICT DO NOTHING;
        END IF;
        GET DIAGNOSTICS queued = ROW_COUNT;
        ${recordUse}
        UPDATE communication SET state = 'sending' WHERE id = comm.id;
        RETURN queued;
      END`,
    },
    {
      name: 'fail_communication',
      parameters: { in_communication: 'integer', in_failure: 'text' },
      returns: 'void',
      body: `UPDATE communication SET state = 'failed', failure = in_failure, ended_at = now() WHERE id = in_communication AND state = 'scheduled'`,
    },
    {
      // Removes old recipients of communications. The sum by state and the list of uses remain (REQ-COM-08, REQ-PAT-14).
      name: 'remove_old_recipients',
      parameters: {},
      returns: 'void',
      body: `
      UPDATE communication AS comm SET outcome = (${countStates('comm.id')}) WHERE comm.outcome IS NULL AND comm.ended_at < now() - ${keepsRecipients};
      DELETE FROM communication_recipient AS r USING communication AS comm
      WHERE comm.id = r.communication_id AND comm.ended_at < now() - ${keepsRecipients}
        AND NOT EXISTS (SELECT FROM notification WHERE notification.communication_recipient_id = r.id)`,
    },
    {
      name: 'list_sending_communications',
      parameters: {},
      returns: 'TABLE (id integer, type text, texts jsonb)',
      body: `SELECT comm.id, comm.type::text, comm.texts FROM communication AS comm WHERE comm.state = 'sending' ORDER BY comm.scheduled_for, comm.id`,
    },
    {
      name: 'count_waiting_recipients',
      parameters: { in_communication: 'integer' },
      returns: 'TABLE (channel text, centre text, count integer)',
      body: `
        SELECT r.channel::text, nullif(r.centre_code, '')::text, count(*)::integer FROM communication_recipient AS r
        WHERE r.communication_id = in_communication AND r.state = 'waiting' GROUP BY 1, 2 ORDER BY 1, 2`,
    },
    {
      // Messages of communications in the outbox that no attempt has counted yet.
      name: 'count_released_recipients',
      parameters: {},
      returns: 'TABLE (channel text, centre text, count integer)',
      body: `
        SELECT r.channel::text, nullif(r.centre_code, '')::text, count(*)::integer
        FROM notification JOIN communication_recipient AS r ON r.id = notification.communication_recipient_id
        WHERE notification.communication_recipient_id IS NOT NULL AND notification.sent_at IS NULL AND notification.failed_at IS NULL AND notification.first_attempt_at IS NULL
        GROUP BY 1, 2`,
    },
    {
      // Moves recipients within the quotas into the outbox, with contact and greeting, if they may still receive it (REQ-COM-04). Ends the
      // communication after the last recipient. Returns whether it moved anybody.
      name: 'release_recipients',
      parameters: { in_communication: 'integer', in_quotas: 'jsonb', in_texts: 'jsonb', in_url: 'text' },
      returns: 'boolean',
      language: 'plpgsql',
      body: `
      DECLARE
        moved integer;
      BEGIN
        PERFORM FROM communication WHERE id = in_communication AND state = 'sending' FOR SHARE;
        IF NOT FOUND THEN RETURN false; END IF;
        WITH next AS MATERIALIZED (
          SELECT waiting.* FROM jsonb_to_recordset(in_quotas) AS quota (channel text, centre text, count integer)
          CROSS JOIN LATERAL (
            SELECT r.id, r.patient_id, r.staff_user_id FROM communication_recipient AS r
            WHERE r.communication_id = in_communication AND r.state = 'waiting' AND r.channel = quota.channel AND r.centre_code = coalesce(quota.centre, '')
            ORDER BY r.id LIMIT quota.count) AS waiting
        ), chosen AS MATERIALIZED (
          SELECT next.id, p.id AS patient_id, contact.contact, ${patientChannel} AS channel, p.lang::text AS lang, identity.name, identity.surname, centre.name AS centre, comm.type,
            encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex') AS token
          FROM next JOIN communication AS comm ON comm.id = in_communication JOIN ${eligiblePatients} ON p.id = next.patient_id
          JOIN centre ON centre.code = p.centre_code WHERE ${isEligiblePatient}
          UNION ALL SELECT next.id, NULL, u.email, 'mail', u.language::text, u.name, u.surname, '', comm.type, ''
          FROM next JOIN communication AS comm ON comm.id = in_communication JOIN staff_user AS u ON u.id = next.staff_user_id WHERE ${isEligibleStaff}
        ), marked AS (
          UPDATE communication_recipient AS r SET state = CASE WHEN chosen.id IS NULL THEN 'skipped' ELSE 'queued' END,
            unsubscribe_hash = CASE WHEN chosen.type = 'NEWSLETTER' THEN sha256(convert_to(chosen.token, 'UTF8')) END
          FROM next LEFT JOIN chosen ON chosen.id = next.id WHERE r.id = next.id
        ), queued AS (
          INSERT INTO notification (channel, recipient, subject, body, patient_id, communication_recipient_id, unsubscribe_url, expires_at)
          SELECT chosen.channel, chosen.contact, text.subject, ${fill('text.body')}, chosen.patient_id, chosen.id,
            CASE WHEN chosen.type = 'NEWSLETTER' THEN replace(in_url, '{token}', chosen.token) END, now() + interval '14 days'
          FROM chosen JOIN jsonb_to_recordset(in_texts) AS text (language text, channel text, subject text, body text)
            ON text.language = chosen.lang AND text.channel = chosen.channel
          RETURNING 1
        )
        SELECT count(*) INTO moved FROM next;
        IF NOT EXISTS (SELECT FROM communication_recipient WHERE communication_id = in_communication AND state IN ('waiting', 'queued')) THEN
          UPDATE communication SET state = 'sent', ended_at = now(), outcome = (${countStates('in_communication')}) WHERE id = in_communication;
        END IF;
        RETURN moved > 0;
      END`,
    },
  ],
} as const satisfies Readonly<Record<'server' | 'worker', readonly OwnerFunction[]>>

export const communicationSignatures = { server: functions.server.map(formatSignature), worker: functions.worker.map(formatSignature) }

export const communicationStatements: readonly Statement[] = [
  ...[...functions.server, ...functions.worker].map(createOwnerFunction),
  checkCommunication,
  recordCommunication,
  recordOutcome,
  'CREATE OR REPLACE TRIGGER check_communication BEFORE INSERT OR UPDATE ON communication FOR EACH ROW EXECUTE FUNCTION check_communication()',
  `CREATE OR REPLACE TRIGGER record_communication_insert AFTER INSERT ON communication FOR EACH ROW EXECUTE FUNCTION record_communication()`,
  `CREATE OR REPLACE TRIGGER record_communication_update AFTER UPDATE ON communication FOR EACH ROW
  WHEN (${row('NEW')} IS DISTINCT FROM ${row('OLD')} OR NEW.state <> OLD.state) EXECUTE FUNCTION record_communication()`,
  `CREATE OR REPLACE TRIGGER record_recipient_outcome AFTER UPDATE OF sent_at, failed_at ON notification FOR EACH ROW
  WHEN (NEW.communication_recipient_id IS NOT NULL AND (NEW.sent_at IS DISTINCT FROM OLD.sent_at OR NEW.failed_at IS DISTINCT FROM OLD.failed_at)) EXECUTE FUNCTION record_recipient_outcome()`,
]
