import { securityDefiner, type Statement } from './text.ts'

/** A truth value where there are two options, the number of an option where there are more (spec 1, section 3); of a withdrawal v1, v2 or v3. */
const isOption = `CREATE OR REPLACE FUNCTION is_consent_option(kind text, answer jsonb, options jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE
      WHEN kind = 'withdrawal' THEN answer IN (SELECT to_jsonb('v' || option) FROM generate_series(1, jsonb_array_length(options)) AS option)
      WHEN jsonb_array_length(options) = 2 THEN jsonb_typeof(answer) = 'boolean'
      ELSE answer IN (SELECT to_jsonb(option) FROM generate_series(1, jsonb_array_length(options)) AS option) END
  $$`

/** The hash of a stored text. The one that the writer sent must be the same; where the language is open, it says which language it was. */
const shownHash = `CREATE OR REPLACE FUNCTION find_consent_text_hash(of_kind text, of_version integer, of_language text, sent text) RETURNS text
  LANGUAGE plpgsql STABLE ${securityDefiner} AS $$
  DECLARE
    stored consent_document;
  BEGIN
    SELECT * INTO stored FROM consent_document WHERE kind = of_kind AND version = of_version;
    IF NOT FOUND THEN RETURN sent; END IF;
    IF sent IS NULL THEN RETURN CASE of_language WHEN 'en' THEN stored.hash_en ELSE stored.hash_it END; END IF;
    IF sent = (CASE of_language WHEN 'it' THEN stored.hash_it WHEN 'en' THEN stored.hash_en END)
      OR of_language IS NULL AND sent IN (stored.hash_it, stored.hash_en) THEN RETURN sent; END IF;
    RAISE EXCEPTION 'the hash is not that of the % text', of_kind USING ERRCODE = 'check_violation', CONSTRAINT = 'consent_event_hash';
  END $$`

/** What stays of an answer when the person is anonymised or erased, chained to the subject's answer before (THREAT-47, decision 0026). */
const link = `CREATE OR REPLACE FUNCTION hash_consent_event(before text, e consent_event) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT encode(sha256(convert_to(coalesce(before, '') || jsonb_build_array(e.subject, e.seq, e.year, e.field, e.answer, e.kind, e.version, e.language,
      e.shown_hash, e.client, e.information_version, e.information_hash, e.preliminary_version, e.preliminary_hash, e.channel)::text, 'UTF8')), 'hex')
  $$`

/**
 * Computes the hash of every text that an answer names, from the stored document (THREAT-34). The choice of a withdrawal is an answer to the
 * text of the choices that was published last (D8).
 */
const fill = `CREATE OR REPLACE FUNCTION fill_consent_evidence() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    IF NEW.field = 'C_DB_NO_NOTIFICATION' AND NEW.kind IS NULL THEN
      NEW.kind := 'withdrawal';
      NEW.version := (SELECT max(version) FROM consent_document WHERE kind = 'withdrawal' AND published_at <= NEW.at);
      NEW.language := coalesce(NEW.language, (SELECT lang FROM patient WHERE consent_subject = NEW.subject));
    END IF;
    IF NEW.kind IS NOT NULL THEN
      NEW.shown_hash := find_consent_text_hash(NEW.kind, NEW.version, NEW.language, NEW.shown_hash);
    END IF;
    IF NEW.information_version IS NOT NULL THEN
      NEW.information_hash := find_consent_text_hash('information', NEW.information_version, CASE WHEN NEW.information_hash IS NULL THEN NEW.language END, NEW.information_hash);
    END IF;
    IF NEW.preliminary_version IS NOT NULL THEN
      NEW.preliminary_hash := find_consent_text_hash('preliminary', NEW.preliminary_version, CASE WHEN NEW.preliminary_hash IS NULL THEN NEW.language END, NEW.preliminary_hash);
    END IF;
    NEW.chain_hash := hash_consent_event((SELECT chain_hash FROM consent_event WHERE subject = NEW.subject AND seq = NEW.seq - 1), NEW);
    RETURN NEW;
  END $$`

/** What is wrong with an answer: the constraint that it breaks, and what to check. */
const errors: readonly (readonly [constraint: string, broken: string])[] = [
  ['consent_event_field', 'e.kind IS NOT NULL AND q.field IS NULL'],
  ['consent_event_field', `e.kind IS NULL AND e.field <> 'C_DB'`],
  // Answers outside the options would make the ledger unreadable for the patient.
  ['consent_event_option', 'e.kind IS NOT NULL AND NOT is_consent_option(e.kind, e.answer, q.options)'],
  ['consent_event_published', 'e.at < d.published_at'],
  // A withdrawal is never refused for want of a text (GDPR art. 7(3)).
  [
    'consent_event_sent',
    `e.channel = 'patient' AND e.kind IN ('preliminary', 'consents')
      AND NOT EXISTS (SELECT FROM consent_text_sent AS s WHERE (s.subject, s.client, s.kind, s.version, s.language) = (e.subject, e.client, e.kind, e.version, e.language))`,
  ],
  ...(['information', 'preliminary'] as const).map(
    (kind) =>
      [
        'consent_event_sent',
        `e.${kind}_version IS NOT NULL AND NOT EXISTS (
          SELECT FROM consent_text_sent AS s JOIN consent_document AS b ON (b.kind, b.version) = (s.kind, s.version)
          WHERE (s.subject, s.kind, s.version) = (e.subject, '${kind}', e.${kind}_version)
            AND e.${kind}_hash = CASE s.language WHEN 'it' THEN b.hash_it ELSE b.hash_en END)`,
      ] as const,
  ),
]

/** Refuses answers that prove nothing (THREAT-34). Checked set by set, so that bulk inserts stay fast. */
const check = `CREATE OR REPLACE FUNCTION check_consent_answers() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    wrong record;
  BEGIN
    SELECT e.field, f.broken INTO wrong
    FROM given AS e LEFT JOIN consent_document AS d ON (d.kind, d.version) = (e.kind, e.version)
    LEFT JOIN consent_question AS q ON (q.kind, q.version, q.language, q.field) = (e.kind, e.version, e.language, e.field)
    CROSS JOIN LATERAL (SELECT CASE ${errors.map(([constraint, broken]) => `WHEN ${broken} THEN '${constraint}'`).join(' ')} END AS broken) AS f
    WHERE f.broken IS NOT NULL LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION 'the answer to % proves nothing: %', wrong.field, wrong.broken USING ERRCODE = 'check_violation', CONSTRAINT = wrong.broken;
    END IF;
    RETURN NULL;
  END $$`

/** A text sent to a patient gets its place after the others; the lock on the patient keeps two of them apart. */
const placeText = `CREATE OR REPLACE FUNCTION set_consent_text_position() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    PERFORM FROM patient WHERE consent_subject = NEW.subject FOR NO KEY UPDATE;
    NEW.seq := coalesce((SELECT max(seq) FROM consent_text_sent WHERE subject = NEW.subject), 0) + 1;
    RETURN NEW;
  END $$`

export const consentAnswerStatements: readonly Statement[] = [
  'DROP FUNCTION IF EXISTS is_consent_option(jsonb, integer)',
  isOption,
  shownHash,
  link,
  fill,
  check,
  placeText,
  // Triggers fire in the order of their names: after assign_consent_event_position, which gives the answer its place, and before update_consent_flags.
  'CREATE OR REPLACE TRIGGER fill_consent_evidence BEFORE INSERT ON consent_event FOR EACH ROW EXECUTE FUNCTION fill_consent_evidence()',
  `CREATE OR REPLACE TRIGGER check_consent_answers AFTER INSERT ON consent_event
  REFERENCING NEW TABLE AS given FOR EACH STATEMENT EXECUTE FUNCTION check_consent_answers()`,
  'CREATE OR REPLACE TRIGGER set_consent_text_position BEFORE INSERT ON consent_text_sent FOR EACH ROW EXECUTE FUNCTION set_consent_text_position()',
]
