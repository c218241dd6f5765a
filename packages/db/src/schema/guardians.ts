import { sql } from 'drizzle-orm'
import { boolean, check, date, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { GuardianEvidence, GuardianKind, SoleReason } from '@registry/domain/guardians/kinds'
import { code, moment } from '../column-types.ts'
import { patient } from './patients.ts'

/**
 * A person who acts for one or several patients, also of different centres (REQ-GRD-01). The guardianships have names and evidence, so
 * that no centre reads or changes those of another.
 */
export const guardian = pgTable(
  'guardian',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    loginMode: code('login_mode').notNull(),
    /** The sign-in contact, as in `sign_in_contact`. Null while the account is also that of a patient, whose contact counts. */
    contact: text('contact'),
    lang: code('lang').notNull().default('it'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('guardian_contact').on(table.contact),
    check('guardian_login_mode', sql`login_mode IN ('Email', 'Mobile')`),
    check('guardian_lang', sql`lang IN ('it', 'en')`),
    check(
      'guardian_contact_shape',
      sql`CASE login_mode
        WHEN 'Email' THEN contact = lower(btrim(contact)) AND char_length(contact) BETWEEN 6 AND 80 AND contact ~ '^[^@\\s]+@[^@\\s]+$'
        ELSE contact ~ '^\\+[1-9][0-9]{0,3}[0-9]{4,14}$' END`,
    ),
  ],
)

/** A guardian's right to act for one patient, as the patient's centre entered it (REQ-GRD-01). Owner functions write it. */
export const guardianship = pgTable(
  'guardianship',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    patientId: integer('patient_id').notNull(),
    centreCode: code('centre_code').notNull(),
    guardianId: integer('guardian_id')
      .notNull()
      .references(() => guardian.id),
    kind: code('kind').$type<GuardianKind>().notNull(),
    /** Whether a Yes needs the signature of this guardian. */
    mustSign: boolean('must_sign').notNull().default(true),
    /** The reason why another guardian of the patient signs alone. */
    reason: code('reason').$type<SoleReason>(),
    evidence: code('evidence').$type<GuardianEvidence>().notNull(),
    surname: text('surname').notNull(),
    name: text('name').notNull(),
    /** The contact that the centre was given. The guardian's present one may differ. */
    contact: text('contact').notNull(),
    /** The last day of a decree. The right of a minor's guardian ends with the minority. */
    validUntil: date('valid_until', { mode: 'string' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    createdBy: code('created_by').notNull(),
    /** The time of acceptance. A guardianship that nobody accepted gives no right. */
    acceptedAt: moment('accepted_at'),
    endedAt: moment('ended_at'),
    endedBy: code('ended_by'),
    endReason: text('end_reason'),
    /** The time when a birth date of the patient changed, so that a new day of majority applies immediately. Set by trigger. */
    birthDateChangedAt: moment('birth_date_changed_at'),
  },
  (table) => [
    foreignKey({
      name: 'guardianship_patient',
      columns: [table.patientId, table.centreCode],
      foreignColumns: [patient.id, patient.centreCode],
    }),
    uniqueIndex('guardianship_open')
      .on(table.patientId, table.guardianId)
      .where(sql`ended_at IS NULL`),
    index('guardianship_guardian').on(table.guardianId),
    index('guardianship_birth_date_changed')
      .on(table.birthDateChangedAt)
      .where(sql`birth_date_changed_at IS NOT NULL`),
    check('guardianship_kind', sql`kind IN ('PARENT', 'GUARDIAN', 'TUTOR', 'SUPPORT_TOGETHER', 'SUPPORT_ALONE')`),
    check('guardianship_reason', sql`reason IN ('SOLE_RESPONSIBILITY', 'DEATH', 'COURT')`),
    check('guardianship_evidence', sql`evidence IN ('ID_SEEN', 'COURT_ORDER', 'OTHER')`),
    check('guardianship_valid_until', sql`valid_until IS NULL OR kind NOT IN ('PARENT', 'GUARDIAN')`),
    check('guardianship_end', sql`num_nulls(ended_at, ended_by, end_reason) IN (0, 3)`),
    check(
      'guardianship_texts',
      sql`btrim(surname) <> '' AND btrim(name) <> '' AND char_length(surname) <= 80 AND char_length(name) <= 80
        AND char_length(end_reason) BETWEEN 1 AND 500 AND concat(surname, name, contact) !~ '[\\x01-\\x1f\\x7f-\\x9f]'`,
    ),
  ],
)

/**
 * A guardian's Yes that waits for the signatures of others (REQ-GRD-03). Nothing is in force before. A trigger of the ledger writes it; a No,
 * the last signature, and every change of the signers delete it.
 */
export const consentProposal = pgTable(
  'consent_proposal',
  {
    patientId: integer('patient_id')
      .notNull()
      .references(() => patient.id),
    guardianId: integer('guardian_id')
      .notNull()
      .references(() => guardian.id),
    field: code('field').notNull(),
    answer: jsonb('answer').$type<boolean | number>().notNull(),
    /** The version of the questions that the guardian read. Another version needs another signature. */
    version: integer('version').notNull(),
    signedAt: moment('signed_at').notNull().defaultNow(),
    expiresAt: moment('expires_at')
      .notNull()
      .default(sql`now() + interval '30 days'`),
  },
  (table) => [
    primaryKey({ name: 'consent_proposal_pkey', columns: [table.patientId, table.guardianId, table.field] }),
    index('consent_proposal_guardian').on(table.guardianId),
    check('consent_proposal_answer', sql`answer <> 'false' AND jsonb_typeof(answer) IN ('boolean', 'number')`),
  ],
)

/**
 * The guardians who asked to anonymise (v2) or erase (v3) a patient (REQ-GRD-12). The first one stops all use; the others confirm with the same
 * choice. Only owner functions use it, and a guardian whose role ends loses the row.
 */
export const withdrawalRequest = pgTable(
  'withdrawal_request',
  {
    patientId: integer('patient_id').notNull(),
    centreCode: code('centre_code').notNull(),
    guardianId: integer('guardian_id')
      .notNull()
      .references(() => guardian.id),
    choice: code('choice').$type<'v2' | 'v3'>().notNull(),
    askedAt: moment('asked_at').notNull().defaultNow(),
    /** The time when the reminder of the first possible day was queued. */
    remindedAt: moment('reminded_at'),
  },
  (table) => [
    primaryKey({ name: 'withdrawal_request_pkey', columns: [table.patientId, table.guardianId] }),
    foreignKey({
      name: 'withdrawal_request_patient',
      columns: [table.patientId, table.centreCode],
      foreignColumns: [patient.id, patient.centreCode],
    }),
    index('withdrawal_request_guardian').on(table.guardianId),
    index('withdrawal_request_centre').on(table.centreCode),
    check('withdrawal_request_choice', sql`choice IN ('v2', 'v3')`),
  ],
)
