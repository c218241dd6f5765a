import { sql } from 'drizzle-orm'
import { boolean, check, date, foreignKey, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { DraftParagraph, EditableDocumentKind } from '@registry/domain/consent/document-paragraphs'
import type { Language } from '@registry/domain/language'
import { code, moment } from '../column-types.ts'
import { guardian } from './guardians.ts'
import { patient } from './patients.ts'

/** One paragraph of a consent document: a heading, a summary, a paragraph, or a question with its options. */
export type DocumentParagraph =
  | { readonly type: 'title' | 'summary' | 'text'; readonly text: string }
  | { readonly type: 'radio'; readonly text: string; readonly options: readonly string[]; readonly field: string }

export type DocumentKind = EditableDocumentKind | 'withdrawal'
/** The program that showed the documents: MyConsent, or an older one that calls the legacy paths. */
export type ConsentClient = 'myconsent' | 'legacy'
export type DocumentContent = Readonly<Record<Language, readonly DocumentParagraph[]>>

/** A published document never changes. A new wording is a new version (REQ-CON-01). */
export const consentDocument = pgTable(
  'consent_document',
  {
    kind: code('kind').$type<DocumentKind>().notNull(),
    version: integer('version').notNull(),
    publishedAt: moment('published_at').notNull().defaultNow(),
    /** Null for the versions that the installation brings. */
    publishedBy: text('published_by'),
    /** A material version, which requires re-consent of the patients concerned (REQ-CON-19). */
    needsNewAnswer: boolean('needs_new_answer').notNull().default(false),
    /** The questions that a material version concerns. Empty for all. */
    concernedFields: text('concerned_fields')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The reason of the publication. */
    note: text('note').notNull().default(''),
    content: jsonb('content').$type<DocumentContent>().notNull(),
    hashIt: code('hash_it').notNull(),
    hashEn: code('hash_en').notNull(),
  },
  (table) => [
    primaryKey({ name: 'consent_document_pkey', columns: [table.kind, table.version] }),
    check(
      'consent_document_kind',
      sql`kind IN ('information', 'preliminary', 'consents', 'assent_child', 'assent_adolescent', 'withdrawal')`,
    ),
    check('consent_document_concerned', sql`needs_new_answer OR cardinality(concerned_fields) = 0`),
    check('consent_document_note', sql`length(note) <= 500`),
    // A patient answers the choices of a withdrawal once, at the end, and a minor's assent is no consent.
    check('consent_document_material', sql`kind IN ('information', 'preliminary', 'consents') OR NOT needs_new_answer`),
  ],
)

/** The next version of a document while a GlobalAdmin edits it. Each document has one at most; publishing deletes it (REQ-CON-18). */
export const consentDocumentDraft = pgTable(
  'consent_document_draft',
  {
    kind: code('kind').$type<EditableDocumentKind>().primaryKey(),
    paragraphs: jsonb('paragraphs').$type<readonly DraftParagraph[]>().notNull(),
    /** The published version on which it is based. */
    basedOn: integer('based_on').notNull(),
    /** Counts the saves. A trigger sets version, time and person of a change. */
    version: integer('version').notNull().default(1),
    changedAt: moment('changed_at').notNull().defaultNow(),
    changedBy: text('changed_by'),
    /** The parts that the last save changed, as named by `listChangedParts` of the domain. */
    changedParts: text('changed_parts')
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (table) => [
    foreignKey({
      name: 'consent_document_draft_document',
      columns: [table.kind, table.basedOn],
      foreignColumns: [consentDocument.kind, consentDocument.version],
    }),
    check('consent_document_draft_kind', sql`kind IN ('information', 'preliminary', 'consents', 'assent_child', 'assent_adolescent')`),
    check('consent_document_draft_points', sql`jsonb_typeof(paragraphs) = 'array' AND jsonb_array_length(paragraphs) <= 150`),
  ],
)

/**
 * The patients who must answer a material version, and when they answered (REQ-CON-20). Publishing the version fills it. Erasing a patient
 * deletes the rows.
 */
export const reconsentRequest = pgTable(
  'reconsent_request',
  {
    kind: code('kind').$type<DocumentKind>().notNull(),
    version: integer('version').notNull(),
    patientId: integer('patient_id')
      .notNull()
      .references(() => patient.id),
    /** The concerned questions that the patient answers again. Empty for all. */
    fields: text('fields').array().notNull(),
    askedAt: moment('asked_at').notNull().defaultNow(),
    /** The time when the message to the patient was queued. */
    notifiedAt: moment('notified_at'),
    answeredAt: moment('answered_at'),
  },
  (table) => [
    primaryKey({ name: 'reconsent_request_pkey', columns: [table.kind, table.version, table.patientId] }),
    index('reconsent_request_patient').on(table.patientId),
    foreignKey({
      name: 'reconsent_request_document',
      columns: [table.kind, table.version],
      foreignColumns: [consentDocument.kind, consentDocument.version],
    }),
  ],
)

/** The person answers a document on a screen: the patient, a guardian, a minor who is heard, or one of them at the centre's desk. */
const onScreen = sql`channel IN ('patient', 'guardian', 'assent', 'desk')`

/**
 * The consent ledger, which keeps every answer (REQ-CON-04). The key is the subject and a position per subject. One sequence over all
 * subjects would reveal the order and so the time of answers. Anonymising or erasing a person removes `at`, `ip_address`, a centre's
 * actor, the guardian and what a paper says. So the hash of a row covers only the other columns (REQ-CON-10).
 */
export const consentEvent = pgTable(
  'consent_event',
  {
    subject: uuid('subject').notNull(),
    /** Starts at 1 for each subject. Set by trigger. */
    seq: integer('seq').notNull(),
    /** The year of `at`, which remains after anonymisation. Set by trigger. */
    year: smallint('year').notNull(),
    at: moment('at').defaultNow(),
    field: code('field').notNull(),
    answer: jsonb('answer').$type<boolean | number | string>().notNull(),
    kind: code('kind').$type<DocumentKind>(),
    version: integer('version'),
    language: code('language'),
    shownHash: code('shown_hash'),
    client: code('client').$type<ConsentClient>(),
    /** The documents that the patient saw before the consent questions (REQ-CON-03). */
    informationVersion: integer('information_version'),
    informationHash: code('information_hash'),
    preliminaryVersion: integer('preliminary_version'),
    preliminaryHash: code('preliminary_hash'),
    /** The text that a minor saw before answering in person (REQ-GRD-03). An older program shows none. */
    assentKind: code('assent_kind').$type<DocumentKind>(),
    assentVersion: integer('assent_version'),
    assentHash: code('assent_hash'),
    channel: code('channel').notNull(),
    actor: code('actor').notNull(),
    ipAddress: code('ip_address').notNull().default(''),
    /** The guardian who answered for the patient. */
    guardianId: integer('guardian_id').references(() => guardian.id),
    /** The verified paper of a form that the registry printed. */
    paperConsentId: uuid('paper_consent_id'),
    /** The day of the signature of a paper; with the number of the paper and the name of its text, if an import brought it in. */
    signedOn: date('signed_on'),
    paperReference: text('paper_reference'),
    paperVersion: text('paper_version'),
    /** Covers the permanent columns of the row and the subject's previous answer. Set by trigger (THREAT-47). */
    chainHash: code('chain_hash').notNull(),
  },
  (table) => [
    primaryKey({ name: 'consent_event_pkey', columns: [table.subject, table.seq] }),
    index('consent_event_without_time')
      .on(table.subject, table.seq)
      .where(sql`at IS NULL`),
    // Lets an export find consents that were withdrawn since the moment of its data (THREAT-32).
    index('consent_event_at').on(table.at),
    foreignKey({
      name: 'consent_event_document',
      columns: [table.kind, table.version],
      foreignColumns: [consentDocument.kind, consentDocument.version],
    }),
    check(
      'consent_event_channel',
      sql`channel IN ('patient', 'centre', 'service', 'system', 'paper_import', 'guardian', 'assent', 'paper', 'desk')`,
    ),
    check('consent_event_answer', sql`jsonb_typeof(answer) IN ('boolean', 'number', 'string')`),
    // No document contains these two questions, so their values are listed here.
    check('consent_event_registration', sql`field <> 'C_DB' OR jsonb_typeof(answer) = 'boolean' OR answer = '"lapsed"'`),
    // A guardian's answers lapse when the patient does not answer as an adult. No document contains such an answer.
    check('consent_event_lapsed', sql`answer <> '"lapsed"' OR channel = 'system' AND kind IS NULL`),
    check('consent_event_withdrawal', sql`field <> 'C_DB_NO_NOTIFICATION' OR answer IN ('"v1"', '"v2"', '"v3"')`),
    check('consent_event_language', sql`language IN ('it', 'en')`),
    check(
      'consent_event_client',
      sql`NOT ${onScreen} OR kind NOT IN ('preliminary', 'consents') OR coalesce(client IN ('myconsent', 'legacy'), false)`,
    ),
    // An answer is evidence only together with its document (THREAT-34).
    check(
      'consent_event_evidence',
      sql`field = 'C_DB' OR channel = 'paper_import' OR answer = '"lapsed"' OR num_nulls(kind, version, language, shown_hash) = 0`,
    ),
    // The registry never showed the text of such a paper, so its answer names no document and has no hash.
    check(
      'consent_event_paper',
      sql`num_nonnulls(paper_reference, paper_version) = CASE WHEN channel = 'paper_import' AND at IS NOT NULL THEN 2 ELSE 0 END
        AND (channel <> 'paper_import' OR num_nonnulls(version, language, shown_hash, client, information_version, preliminary_version) = 0 AND field <> 'C_DB_NO_NOTIFICATION')`,
    ),
    check(
      'consent_event_paper_form',
      sql`(signed_on IS NOT NULL) = (channel IN ('paper', 'paper_import') AND at IS NOT NULL)
        AND (paper_consent_id IS NOT NULL) = (channel = 'paper' AND at IS NOT NULL)`,
    ),
    // Erasing the person removes the guardian. A guardian may also answer at the desk.
    check(
      'consent_event_guardian',
      sql`CASE channel WHEN 'guardian' THEN (guardian_id IS NOT NULL) = (at IS NOT NULL) WHEN 'desk' THEN true ELSE guardian_id IS NULL END`,
    ),
    check('consent_event_paper_signed', sql`signed_on <= (at AT TIME ZONE 'Europe/Rome')::date`),
    check(
      'consent_event_paper_texts',
      sql`char_length(paper_reference) BETWEEN 1 AND 80 AND char_length(paper_version) BETWEEN 1 AND 80
        AND concat(paper_reference, paper_version) !~ '[\\x01-\\x1f\\x7f-\\x9f]'`,
    ),
    // An older program shows its own information document, which has no version (docs/policies.md).
    check(
      'consent_event_information',
      sql`kind <> 'consents' OR NOT (${onScreen} OR channel = 'paper') OR client IS NOT DISTINCT FROM 'legacy' OR num_nulls(information_version, information_hash) = 0`,
    ),
    check(
      'consent_event_assent_text',
      sql`num_nulls(assent_kind, assent_version, assent_hash) = 3 OR num_nulls(assent_kind, assent_version, assent_hash) = 0
        AND assent_kind IN ('assent_child', 'assent_adolescent') AND guardian_id IS NULL
        AND coalesce(kind = 'consents', false) AND (${onScreen} OR channel = 'paper')`,
    ),
    check(
      'consent_event_preliminary',
      sql`kind <> 'consents' OR NOT (${onScreen} OR channel = 'paper') OR num_nulls(preliminary_version, preliminary_hash) = 0`,
    ),
  ],
)

/**
 * The documents sent to each patient: program, version and language, in the order sent. Rows have no time and name only the subject.
 * Anonymising or erasing the person deletes them (REQ-CON-08, REQ-CON-09).
 */
export const consentDocumentSent = pgTable(
  'consent_document_sent',
  {
    subject: uuid('subject').notNull(),
    /** Starts at 1 for each subject. Set by trigger. */
    seq: integer('seq').notNull(),
    client: code('client').$type<ConsentClient>().notNull(),
    kind: code('kind').$type<DocumentKind>().notNull(),
    version: integer('version').notNull(),
    language: code('language').notNull(),
  },
  (table) => [
    primaryKey({ name: 'consent_document_sent_pkey', columns: [table.subject, table.seq] }),
    foreignKey({
      name: 'consent_document_sent_document',
      columns: [table.kind, table.version],
      foreignColumns: [consentDocument.kind, consentDocument.version],
    }),
    check('consent_document_sent_client', sql`client IN ('myconsent', 'legacy')`),
    check('consent_document_sent_language', sql`language IN ('it', 'en')`),
  ],
)
