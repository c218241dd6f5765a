import { createOwnerFunction, formatSignature, returnWhetherChanged, type OwnerFunction } from './owner-function.ts'
import { current, type Statement } from './text.ts'

/** A link that still opens the consents. A later link of the patient ends it. */
const isLive = (link: string) => `${link}.secret_hash = in_secret AND ${link}.used_at IS NULL AND ${link}.ends_at > in_now
      AND EXISTS (SELECT FROM patient AS p JOIN centre AS c ON c.code = p.centre_code
        WHERE p.id = ${link}.patient_id AND p.c_db_no_notification IS NULL AND c.disabled_at IS NULL)`
const today = `(in_now AT TIME ZONE 'Europe/Rome')::date`

/** The links for consents at the desk of a centre (REQ-CON-33). Row security shows them to nobody. */
const functions: readonly OwnerFunction[] = [
  {
    name: 'start_desk_link',
    parameters: { in_patient: 'integer', in_secret: 'bytea', in_now: 'timestamptz', in_ends: 'timestamptz' },
    returns: 'boolean',
    // Without the lock, two starts at once would not see each other's link.
    body: `
      SELECT FROM patient AS p WHERE p.id = in_patient AND p.centre_code = ${current.centre} FOR NO KEY UPDATE;
      UPDATE desk_link SET ends_at = greatest(in_now, started_at)
      WHERE patient_id = in_patient AND centre_code = ${current.centre} AND used_at IS NULL AND ends_at > in_now;
      ${returnWhetherChanged(`
        INSERT INTO desk_link (secret_hash, patient_id, centre_code, started_by, started_at, ends_at)
        SELECT in_secret, p.id, p.centre_code, ${current.actor}, in_now, in_ends FROM patient AS p
        WHERE p.id = in_patient AND p.centre_code = ${current.centre} AND p.c_db_no_notification IS NULL`)}`,
  },
  {
    name: 'find_desk_link',
    parameters: { in_secret: 'bytea', in_now: 'timestamptz' },
    returns: 'TABLE (patient_id integer, subject uuid, name text, started_by text, ends_at timestamptz)',
    body: `
      SELECT link.patient_id, p.consent_subject, i.name || ' ' || i.surname, link.started_by::text, link.ends_at
      FROM desk_link AS link JOIN patient AS p ON p.id = link.patient_id JOIN patient_identity AS i ON i.patient_id = p.id WHERE ${isLive('link')}`,
  },
  {
    // The patient, and each guardian. A patient who is heard and has no contact confirms by the code of a guardian (REQ-GRD-03).
    name: 'list_desk_respondents',
    parameters: { in_secret: 'bytea', in_now: 'timestamptz' },
    returns: 'TABLE (guardianship_id integer, assent boolean, name text, code_to text, contact text, language text)',
    body: `
      WITH called AS (
        SELECT p.id, p.lang::text, i.name || ' ' || i.surname AS name, needs_guardian(p.id) AS assent,
          CASE p.login_mode WHEN 'Email' THEN i.email ELSE i.mobile_prefix || i.mobile END AS contact
        FROM desk_link AS link JOIN patient AS p ON p.id = link.patient_id JOIN patient_identity AS i ON i.patient_id = p.id WHERE ${isLive('link')}
      ), acting AS (
        SELECT g.id, g.name || ' ' || g.surname AS name, coalesce(own.contact, used.contact) AS contact, own.lang::text, called.name AS patient,
          called.assent AND called.contact IS NULL AS lends_contact
        FROM called JOIN guardianship AS g ON g.patient_id = called.id JOIN guardian AS own ON own.id = g.guardian_id
        LEFT JOIN account AS a ON a.guardian_id = own.id LEFT JOIN sign_in_contact AS used ON used.account_id = a.id
        WHERE is_guardianship_valid(g, ${today}) AND coalesce(own.contact, used.contact) IS NOT NULL
      )
      SELECT id, false, name, name, contact, lang FROM acting
      UNION ALL SELECT NULL, assent, name, name, contact, lang FROM called WHERE contact IS NOT NULL
      UNION ALL SELECT id, true, patient, name, contact, lang FROM acting WHERE lends_contact
      ORDER BY 2, 1`,
  },
  {
    // Stores the one live code of the link: at most five codes, one a minute (THREAT-14).
    name: 'set_desk_code',
    parameters: {
      in_secret: 'bytea',
      in_now: 'timestamptz',
      in_guardianship: 'integer',
      in_code: 'bytea',
      in_salt: 'bytea',
      in_expires: 'timestamptz',
    },
    returns: 'boolean',
    body: returnWhetherChanged(`
      UPDATE desk_link AS link SET guardianship_id = in_guardianship, code_hash = in_code, code_salt = in_salt, code_sent_at = in_now,
        code_expires_at = in_expires, code_attempts = 0, codes_sent = codes_sent + 1
      WHERE ${isLive('link')} AND codes_sent < 5 AND (code_sent_at IS NULL OR code_sent_at <= in_now - interval '1 minute')`),
  },
  {
    // Counts the attempt and returns the code in one statement, so parallel attempts cannot exceed the limit (THREAT-13).
    name: 'count_desk_code_attempt',
    parameters: { in_secret: 'bytea', in_now: 'timestamptz', in_most: 'integer' },
    returns: 'TABLE (code_hash bytea, salt bytea)',
    body: `
      UPDATE desk_link AS link SET code_attempts = code_attempts + 1
      WHERE ${isLive('link')} AND code_expires_at > in_now AND code_attempts < in_most RETURNING link.code_hash, link.code_salt`,
  },
  {
    // Uses the link for the answers of this transaction, of the guardian of the code, or of the patient who is heard (REQ-GRD-03).
    name: 'use_desk_link',
    parameters: { in_secret: 'bytea', in_now: 'timestamptz', in_assent: 'boolean' },
    returns: 'TABLE (patient_id integer, subject uuid, guardian_id integer, started_by text)',
    language: 'plpgsql',
    body: `
      #variable_conflict use_column
      DECLARE
        used desk_link;
      BEGIN
        UPDATE desk_link AS link SET used_at = in_now, used_transaction = pg_current_xact_id()::text::bigint WHERE ${isLive('link')}
          AND (link.guardianship_id IS NULL OR EXISTS (SELECT FROM guardianship AS g WHERE g.id = link.guardianship_id AND is_guardianship_valid(g, ${today})))
          AND (NOT in_assent OR needs_guardian(link.patient_id)) RETURNING link.* INTO used;
        IF NOT FOUND THEN RETURN; END IF;
        RETURN QUERY SELECT p.id, p.consent_subject, CASE WHEN NOT in_assent THEN g.guardian_id END, used.started_by::text
          FROM patient AS p LEFT JOIN guardianship AS g ON g.id = used.guardianship_id WHERE p.id = used.patient_id FOR UPDATE OF p;
      END`,
  },
  {
    // Whether this transaction used a link of the subject, for the row security of the ledger (THREAT-72). A guardian's code also confirms
    // what a patient says who is heard, which opens nothing.
    name: 'is_desk_answer',
    parameters: { in_subject: 'uuid', in_guardian: 'integer' },
    returns: 'boolean',
    body: `
      SELECT EXISTS (SELECT FROM desk_link AS link JOIN patient AS p ON p.id = link.patient_id LEFT JOIN guardianship AS g ON g.id = link.guardianship_id
        WHERE p.consent_subject = in_subject AND link.used_transaction = pg_current_xact_id()::text::bigint 
          AND (g.guardian_id IS NOT DISTINCT FROM in_guardian OR in_guardian IS NULL AND needs_guardian(p.id)))`,
  },
]

export const deskLinkStatements: readonly Statement[] = functions.map(createOwnerFunction)
export const deskLinkSignatures: readonly string[] = functions.map(formatSignature)
