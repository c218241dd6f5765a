import { securityDefiner, type Statement } from './text.ts'

/**
 * Whether an answer is an option. That is a boolean for two options, a number for more, v1 to v3 for a withdrawal (REQ-CON-02, REQ-CON-06).
 */
const isOption = `CREATE OR REPLACE FUNCTION is_consent_option(kind text, answer jsonb, options jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE
      WHEN kind = 'withdrawal' THEN answer IN (SELECT to_jsonb('v' || option) FROM generate_series(1, jsonb_array_length(options)) AS option)
      WHEN jsonb_array_length(options) = 2 THEN jsonb_typeof(answer) = 'boolean'
      ELSE answer IN (SELECT to_jsonb(option) FROM generate_series(1, jsonb_array_length(options)) AS option) END
  $$`

/** The hash of a stored document. A hash from the caller must match it; without a language, the caller's hash can match either language. */
const findDocumentHash = `CREATE OR REPLACE FUNCTION find_consent_document_hash(in_kind text, in_version integer, in_language text, in_hash text) RETURNS text
  LANGUAGE plpgsql STABLE ${securityDefiner} AS $$
  DECLARE
    stored consent_document;
  BEGIN
    SELECT * INTO stored FROM consent_document WHERE kind = in_kind AND version = in_version;
    IF NOT FOUND THEN RETURN in_hash; END IF;
    IF in_hash IS NULL THEN RETURN CASE in_language WHEN 'en' THEN stored.hash_en ELSE stored.hash_it END; END IF;
    IF in_hash = (CASE in_language WHEN 'it' THEN stored.hash_it WHEN 'en' THEN stored.hash_en END)
      OR in_language IS NULL AND in_hash IN (stored.hash_it, stored.hash_en) THEN RETURN in_hash; END IF;
    RAISE EXCEPTION 'the hash is not that of the % text', in_kind USING ERRCODE = 'check_violation', CONSTRAINT = 'consent_event_hash';
  END $$`

/**
 * Covers the columns that remain after anonymisation, and the subject's previous answer (THREAT-47, decision 0026). The text for a minor came
 * later, so an answer without one keeps its hash.
 */
const hashEvent = `CREATE OR REPLACE FUNCTION hash_consent_event(previous_hash text, event consent_event) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT encode(sha256(convert_to(coalesce(previous_hash, '') || (jsonb_build_array(event.subject, event.seq, event.year, event.field, event.answer,
      event.kind, event.version, event.language, event.shown_hash, event.client, event.information_version, event.information_hash,
      event.preliminary_version, event.preliminary_hash, event.channel)
      || CASE WHEN event.assent_version IS NULL THEN '[]' ELSE jsonb_build_array(event.assent_kind, event.assent_version, event.assent_hash) END)::text, 'UTF8')), 'hex')
  $$`

/**
 * Computes the hash of each document of an answer from the stored document (THREAT-34). The choice of a withdrawal answers the newest
 * published version of the choices (REQ-CON-06).
 */
const fillEvidence = `CREATE OR REPLACE FUNCTION fill_consent_evidence() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    IF NEW.field = 'C_DB_NO_NOTIFICATION' AND NEW.kind IS NULL THEN
      NEW.kind := 'withdrawal';
      NEW.version := (SELECT max(version) FROM consent_document WHERE kind = 'withdrawal' AND published_at <= NEW.at);
      NEW.language := coalesce(NEW.language, (SELECT lang FROM patient WHERE consent_subject = NEW.subject));
    END IF;
    IF NEW.kind IS NOT NULL THEN
      NEW.shown_hash := find_consent_document_hash(NEW.kind, NEW.version, NEW.language, NEW.shown_hash);
    END IF;
    IF NEW.information_version IS NOT NULL THEN
      NEW.information_hash := find_consent_document_hash('information', NEW.information_version, CASE WHEN NEW.information_hash IS NULL THEN NEW.language END, NEW.information_hash);
    END IF;
    IF NEW.preliminary_version IS NOT NULL THEN
      NEW.preliminary_hash := find_consent_document_hash('preliminary', NEW.preliminary_version, CASE WHEN NEW.preliminary_hash IS NULL THEN NEW.language END, NEW.preliminary_hash);
    END IF;
    IF NEW.assent_version IS NOT NULL THEN
      NEW.assent_hash := find_consent_document_hash(NEW.assent_kind, NEW.assent_version, CASE WHEN NEW.assent_hash IS NULL THEN NEW.language END, NEW.assent_hash);
    END IF;
    NEW.chain_hash := hash_consent_event((SELECT chain_hash FROM consent_event WHERE subject = NEW.subject AND seq = NEW.seq - 1), NEW);
    RETURN NEW;
  END $$`

/** The constraints of an answer, each with the condition that violates it. */
const violations: readonly (readonly [constraint: string, condition: string])[] = [
  ['consent_event_field', 'event.kind IS NOT NULL AND question.field IS NULL'],
  ['consent_event_field', `event.kind IS NULL AND event.field <> 'C_DB' AND event.answer <> '"lapsed"'`],
  // The patient could not read answers outside the options.
  ['consent_event_option', 'event.kind IS NOT NULL AND NOT is_consent_option(event.kind, event.answer, question.options)'],
  ['consent_event_published', 'event.at < document.published_at'],
  // A guardian answers while the guardianship is in force, and never withdraws the patient (REQ-GRD-02, REQ-GRD-05).
  [
    'consent_event_guardian_in_force',
    `event.channel = 'guardian' AND NOT EXISTS (SELECT FROM guardianship AS g JOIN patient AS p ON p.id = g.patient_id
      WHERE p.consent_subject = event.subject AND g.guardian_id = event.guardian_id AND is_guardianship_in_force(g))`,
  ],
  ['consent_event_guardian_withdraws', `event.channel = 'guardian' AND event.kind = 'withdrawal'`],
  // A missing document never prevents a withdrawal (GDPR art. 7(3)).
  [
    'consent_event_sent',
    `event.channel IN ('patient', 'assent', 'guardian', 'desk') AND event.kind IN ('preliminary', 'consents')
      AND NOT EXISTS (SELECT FROM consent_document_sent AS sent
        WHERE (sent.subject, sent.client, sent.kind, sent.version, sent.language) = (event.subject, event.client, event.kind, event.version, event.language))`,
  ],
  ...[
    ['information', `'information'`],
    ['preliminary', `'preliminary'`],
    ['assent', 'event.assent_kind'],
  ].map(
    ([name, kind]) =>
      [
        'consent_event_sent',
        `event.channel <> 'paper' AND event.${name}_version IS NOT NULL AND NOT EXISTS (
          SELECT FROM consent_document_sent AS sent JOIN consent_document AS shown ON (shown.kind, shown.version) = (sent.kind, sent.version)
          WHERE (sent.subject, sent.kind, sent.version) = (event.subject, ${kind}, event.${name}_version)
            AND event.${name}_hash = CASE sent.language WHEN 'it' THEN shown.hash_it ELSE shown.hash_en END)`,
      ] as const,
  ),
]

/** Prevents answers without evidence (THREAT-34). A printed form replaces the record of the documents sent. A paper of another registry answers the questions of the newest version. A statement trigger keeps bulk inserts fast. */
const checkAnswers = `CREATE OR REPLACE FUNCTION check_consent_answers() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    invalid record;
  BEGIN
    SELECT event.field, violation.name INTO invalid
    FROM inserted AS event LEFT JOIN (SELECT kind, max(version) AS version FROM consent_document GROUP BY kind) AS newest
      ON event.channel = 'paper_import' AND newest.kind = event.kind
    LEFT JOIN consent_document AS document ON (document.kind, document.version) = (event.kind, event.version)
    LEFT JOIN consent_question AS question
      ON (question.kind, question.version, question.language, question.field)
        = (event.kind, coalesce(event.version, newest.version), coalesce(event.language, 'it'), event.field)
    CROSS JOIN LATERAL (SELECT CASE ${violations.map(([constraint, condition]) => `WHEN ${condition} THEN '${constraint}'`).join(' ')} END AS name) AS violation
    WHERE violation.name IS NOT NULL LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION 'the answer to % has no valid evidence: %', invalid.field, invalid.name USING ERRCODE = 'check_violation', CONSTRAINT = invalid.name;
    END IF;
    RETURN NULL;
  END $$`

/** Numbers the documents sent to a patient. The lock on the patient serialises parallel inserts. */
const setSentPosition = `CREATE OR REPLACE FUNCTION set_consent_document_position() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    PERFORM FROM patient WHERE consent_subject = NEW.subject FOR NO KEY UPDATE;
    NEW.seq := coalesce((SELECT max(seq) FROM consent_document_sent WHERE subject = NEW.subject), 0) + 1;
    RETURN NEW;
  END $$`

export const consentAnswerStatements: readonly Statement[] = [
  isOption,
  findDocumentHash,
  hashEvent,
  fillEvidence,
  checkAnswers,
  setSentPosition,
  // Triggers fire in the order of their names: assign_consent_event_position, fill_consent_evidence, check_consent_answers, update_consent_flags.
  'CREATE OR REPLACE TRIGGER fill_consent_evidence BEFORE INSERT ON consent_event FOR EACH ROW EXECUTE FUNCTION fill_consent_evidence()',
  `CREATE OR REPLACE TRIGGER check_consent_answers AFTER INSERT ON consent_event
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_consent_answers()`,
  'CREATE OR REPLACE TRIGGER set_consent_document_position BEFORE INSERT ON consent_document_sent FOR EACH ROW EXECUTE FUNCTION set_consent_document_position()',
]
