import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Answers } from '@registry/domain/consent/questions'
import type { Language } from '@registry/domain/language'
import { bytes, code, moment } from '../column-types.ts'
import type { DocumentKind } from './consents.ts'
import { guardianship } from './guardians.ts'
import { patient } from './patients.ts'

/** The consent forms that a centre printed, with the versions of their texts (REQ-CON-30). Erasing the patient deletes the rows. */
export const paperForm = pgTable(
  'paper_form',
  {
    /** Printed on the form, and typed by the person who records it. */
    number: code('number').primaryKey(),
    patientId: integer('patient_id').notNull(),
    centreCode: code('centre_code').notNull(),
    language: code('language').$type<Language>().notNull(),
    /** A trigger sets the hashes from the published documents, and so refuses an unknown version. */
    informationVersion: integer('information_version').notNull(),
    informationHash: code('information_hash').notNull(),
    preliminaryVersion: integer('preliminary_version').notNull(),
    preliminaryHash: code('preliminary_hash').notNull(),
    consentsVersion: integer('consents_version').notNull(),
    consentsHash: code('consents_hash').notNull(),
    /** The text for a minor who is asked for assent. */
    assentKind: code('assent_kind').$type<DocumentKind>(),
    assentVersion: integer('assent_version'),
    assentHash: code('assent_hash'),
    printedAt: moment('printed_at').notNull().defaultNow(),
    printedBy: code('printed_by').notNull(),
  },
  (table) => [
    foreignKey({
      name: 'paper_form_patient',
      columns: [table.patientId, table.centreCode],
      foreignColumns: [patient.id, patient.centreCode],
    }),
    index('paper_form_of_patient').on(table.patientId),
    // The target of the foreign key that ties a recorded paper to the form's patient.
    unique('paper_form_number_patient').on(table.number, table.patientId),
    check('paper_form_number', sql`number ~ '^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'`),
    // A trigger sets the hash, which an unknown version does not have.
    check('paper_form_assent', sql`num_nulls(assent_kind, assent_version, assent_hash) IN (0, 3)`),
    check('paper_form_language', sql`language IN ('it', 'en')`),
  ],
)

export type PaperConsentState = 'PENDING' | 'VERIFIED' | 'REFUSED'

/**
 * The signed forms that a centre recorded, each with its scan (REQ-CON-31). Nothing is in force until another person of the centre confirms
 * it, and then the answers are in the ledger. Erasing the patient deletes the rows.
 */
export const paperConsent = pgTable(
  'paper_consent',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    formNumber: code('form_number').notNull(),
    patientId: integer('patient_id').notNull(),
    centreCode: code('centre_code').notNull(),
    answers: jsonb('answers').$type<Answers>().notNull(),
    signedOn: date('signed_on').notNull(),
    /** `patient`, or the ids of the guardians who signed. */
    signers: text('signers').array().notNull(),
    /** Encrypted under a key outside the database (decision 0017). */
    scan: bytes('scan').notNull(),
    scanName: text('scan_name').notNull(),
    scanType: code('scan_type').notNull(),
    /** Of the scan before its encryption. */
    scanSha256: code('scan_sha256').notNull(),
    state: code('state').$type<PaperConsentState>().notNull().default('PENDING'),
    recordedBy: code('recorded_by').notNull(),
    recordedAt: moment('recorded_at').notNull().defaultNow(),
    decidedBy: code('decided_by'),
    decidedAt: moment('decided_at'),
    /** The reason of the refusal. */
    reason: text('reason'),
    /** The questions whose answer on the paper did not come into force, because a later answer exists. */
    superseded: text('superseded')
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (table) => [
    foreignKey({
      name: 'paper_consent_form',
      columns: [table.formNumber, table.patientId],
      foreignColumns: [paperForm.number, paperForm.patientId],
    }),
    foreignKey({
      name: 'paper_consent_patient',
      columns: [table.patientId, table.centreCode],
      foreignColumns: [patient.id, patient.centreCode],
    }),
    index('paper_consent_of_patient').on(table.patientId),
    index('paper_consent_pending')
      .on(table.centreCode)
      .where(sql`state = 'PENDING'`),
    // A form is used once. After a refusal it can be recorded again.
    uniqueIndex('paper_consent_form_once')
      .on(table.formNumber)
      .where(sql`state <> 'REFUSED'`),
    check('paper_consent_state', sql`state IN ('PENDING', 'VERIFIED', 'REFUSED')`),
    // The person who records never confirms (REQ-CON-31).
    check('paper_consent_two_persons', sql`decided_by <> recorded_by`),
    check('paper_consent_decided', sql`num_nulls(decided_by, decided_at) = CASE state WHEN 'PENDING' THEN 2 ELSE 0 END`),
    check('paper_consent_reason', sql`(reason IS NOT NULL) = (state = 'REFUSED') AND char_length(btrim(reason)) BETWEEN 1 AND 500`),
    check('paper_consent_superseded', sql`state = 'VERIFIED' OR superseded = '{}'`),
    check('paper_consent_signed', sql`signed_on <= (recorded_at AT TIME ZONE 'Europe/Rome')::date`),
    check('paper_consent_answers', sql`jsonb_typeof(answers) = 'object' AND answers <> '{}'`),
    check('paper_consent_signers', sql`cardinality(signers) BETWEEN 1 AND 6`),
    check('paper_consent_scan_type', sql`scan_type IN ('application/pdf', 'image/jpeg', 'image/png')`),
    check('paper_consent_scan_size', sql`octet_length(scan) <= 10485760 + 28`),
    check('paper_consent_scan_name', sql`char_length(scan_name) <= 255`),
    check('paper_consent_scan_sha256', sql`scan_sha256 ~ '^[0-9a-f]{64}$'`),
  ],
)

/**
 * Links that open the consents of one patient on a device of the centre, for 30 minutes and one save (REQ-CON-33). The answers are confirmed by
 * a code to the contact of the patient or guardian. Erasing the patient deletes the rows. Only owner functions use them.
 */
export const deskLink = pgTable(
  'desk_link',
  {
    secretHash: bytes('secret_hash').primaryKey(),
    patientId: integer('patient_id').notNull(),
    centreCode: code('centre_code').notNull(),
    startedBy: code('started_by').notNull(),
    startedAt: moment('started_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    usedAt: moment('used_at'),
    /** The only transaction that may store answers at the desk. */
    usedTransaction: bigint('used_transaction', { mode: 'number' }),
    /** The guardian who asked for the last code, or null for the patient. */
    guardianshipId: integer('guardianship_id').references(() => guardianship.id),
    codeHash: bytes('code_hash'),
    codeSalt: bytes('code_salt'),
    codeSentAt: moment('code_sent_at'),
    codeExpiresAt: moment('code_expires_at'),
    codeAttempts: smallint('code_attempts').notNull().default(0),
    codesSent: smallint('codes_sent').notNull().default(0),
  },
  (table) => [
    foreignKey({
      name: 'desk_link_patient',
      columns: [table.patientId, table.centreCode],
      foreignColumns: [patient.id, patient.centreCode],
    }),
    index('desk_link_of_patient').on(table.patientId),
    check('desk_link_length', sql`ends_at BETWEEN started_at AND started_at + interval '30 minutes'`),
    check('desk_link_used', sql`(used_at IS NULL) = (used_transaction IS NULL) AND used_at <= ends_at`),
    check('desk_link_code', sql`num_nulls(code_hash, code_salt, code_sent_at, code_expires_at) IN (0, 4)`),
  ],
)
