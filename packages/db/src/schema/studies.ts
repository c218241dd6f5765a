import { sql } from 'drizzle-orm'
import { boolean, check, date, foreignKey, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { Language } from '@registry/domain/language'
import type { ParticipationState, StudyState } from '@registry/domain/studies/states'
import { bytes, code, moment } from '../column-types.ts'
import { centre } from './geography.ts'
import { patient } from './patients.ts'
import { savedFilter } from './saved-filters.ts'
import { sf36Version } from './sf36.ts'

/** The current version of a study. Triggers check each change of its state and increment `version` (REQ-STU-01, REQ-STU-11). */
export const clinicalStudy = pgTable(
  'clinical_study',
  {
    id: code('id').primaryKey(),
    version: integer('version').notNull().default(1),
    title: text('title').notNull(),
    description: text('description').notNull(),
    /** The English texts. The Italian text replaces a missing one. */
    titleEn: text('title_en'),
    descriptionEn: text('description_en'),
    /** The purpose of the study and its duration, for the invited patients (REQ-STU-21). */
    purpose: text('purpose'),
    purposeEn: text('purpose_en'),
    duration: text('duration'),
    durationEn: text('duration_en'),
    /** A person or office of the study team, with an e-mail address or a telephone number. */
    contactName: text('contact_name'),
    contact: text('contact'),
    mainCentre: code('main_centre')
      .notNull()
      .references(() => centre.code),
    status: code('status').$type<StudyState>().notNull().default('EthicsCommitteeWaiting'),
    /** A value of svc_clinical_study_type. A trigger checks it and copies its partners, which determine the required consents. */
    type: code('type').notNull(),
    extraeu: boolean('extraeu').notNull(),
    f: boolean('f').notNull(),
    pDb: boolean('p_db').notNull(),
    filterId: integer('filter_id')
      .notNull()
      .references(() => savedFilter.id),
    sf36Version: integer('sf36_version')
      .notNull()
      .references(() => sf36Version.version),
    videoUrl: text('video_url'),
    /** The last day of the enrolment. */
    endEnrollmentDate: date('end_enrollment_date'),
    suspendedAt: moment('suspended_at'),
    deletedAt: moment('deleted_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('clinical_study_filter').on(table.filterId),
    index('clinical_study_main_centre').on(table.mainCentre),
    // `__new__` is the address of the form for a new study.
    check(
      'clinical_study_id',
      sql`char_length(id) BETWEEN 1 AND 80 AND id = btrim(id) AND id <> '__new__' AND id !~ '[\\x01-\\x1f\\x7f-\\x9f]'`,
    ),
    check(
      'clinical_study_texts',
      sql`char_length(title) BETWEEN 1 AND 255 AND btrim(title) <> '' AND char_length(description) BETWEEN 1 AND 255 AND btrim(description) <> ''`,
    ),
    check(
      'clinical_study_english_texts',
      sql`char_length(title_en) <= 255 AND btrim(title_en) <> '' AND char_length(description_en) <= 255 AND btrim(description_en) <> ''`,
    ),
    check(
      'clinical_study_details',
      sql`char_length(purpose) <= 255 AND char_length(purpose_en) <= 255 AND char_length(duration) <= 255 AND char_length(duration_en) <= 255
        AND concat(purpose, purpose_en, duration, duration_en, contact_name, contact) !~ '[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]'`,
    ),
    check(
      'clinical_study_contact',
      sql`(contact_name IS NULL) = (contact IS NULL) AND char_length(contact_name) BETWEEN 1 AND 255 AND char_length(contact) BETWEEN 5 AND 255`,
    ),
    check(
      'clinical_study_characters',
      sql`concat(title, description, title_en, description_en, video_url) !~ '[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]'`,
    ),
    check('clinical_study_video', sql`char_length(video_url) <= 255 AND video_url ~ '^https://[^\\s]+$'`),
    check(
      'clinical_study_status',
      sql`status IN ('EthicsCommitteeWaiting', 'AlreadySentToCenters', 'ToBeSentToPatients', 'Active', 'Terminated', 'Exported')`,
    ),
    // Invitations require an end date (REQ-STU-03).
    check('clinical_study_end_date', sql`status NOT IN ('ToBeSentToPatients', 'Active', 'Exported') OR end_enrollment_date IS NOT NULL`),
  ],
)

/** All versions of a study and their authors (REQ-STU-11). */
export const clinicalStudyVersion = pgTable(
  'clinical_study_version',
  {
    studyId: code('study_id')
      .notNull()
      .references(() => clinicalStudy.id),
    version: integer('version').notNull(),
    changedAt: moment('changed_at').notNull().defaultNow(),
    changedBy: code('changed_by'),
    study: jsonb('study').$type<Readonly<Record<string, unknown>>>().notNull(),
  },
  (table) => [primaryKey({ name: 'clinical_study_version_pkey', columns: [table.studyId, table.version] })],
)

/** The ethics decision of a centre (REQ-STU-02, REQ-STU-13). Old programs send neither committee nor day. */
export const clinicalStudyCentre = pgTable(
  'clinical_study_centre',
  {
    studyId: code('study_id')
      .notNull()
      .references(() => clinicalStudy.id),
    centreCode: code('centre_code')
      .notNull()
      .references(() => centre.code),
    approved: boolean('approved').notNull(),
    committee: text('committee'),
    decidedOn: date('decided_on'),
    enteredAt: moment('entered_at').notNull().defaultNow(),
    enteredBy: code('entered_by').notNull(),
  },
  (table) => [
    primaryKey({ name: 'clinical_study_centre_pkey', columns: [table.studyId, table.centreCode] }),
    check('clinical_study_centre_committee', sql`char_length(committee) BETWEEN 1 AND 255 AND btrim(committee) <> ''`),
  ],
)

/** The previous version of a corrected ethics decision, with the reason (REQ-STU-13). */
export const clinicalStudyCorrection = pgTable(
  'clinical_study_correction',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    studyId: code('study_id').notNull(),
    centreCode: code('centre_code').notNull(),
    approved: boolean('approved').notNull(),
    committee: text('committee'),
    decidedOn: date('decided_on'),
    enteredAt: moment('entered_at').notNull(),
    enteredBy: code('entered_by').notNull(),
    reason: text('reason').notNull(),
    correctedAt: moment('corrected_at').notNull().defaultNow(),
    correctedBy: code('corrected_by').notNull(),
  },
  (table) => [
    index('clinical_study_correction_decision').on(table.studyId, table.centreCode),
    foreignKey({
      name: 'clinical_study_correction_decision',
      columns: [table.studyId, table.centreCode],
      foreignColumns: [clinicalStudyCentre.studyId, clinicalStudyCentre.centreCode],
    }),
    check('clinical_study_correction_reason', sql`char_length(reason) BETWEEN 1 AND 255 AND btrim(reason) <> ''`),
  ],
)

/** The PDF document of an ethics decision (REQ-STU-20). It is as final as the decision. */
export const clinicalStudyDocument = pgTable(
  'clinical_study_document',
  {
    studyId: code('study_id').notNull(),
    centreCode: code('centre_code').notNull(),
    name: text('name').notNull(),
    bytes: bytes('bytes').notNull(),
    sha256: code('sha256').notNull(),
    enteredAt: moment('entered_at').notNull().defaultNow(),
    enteredBy: code('entered_by').notNull(),
  },
  (table) => [
    primaryKey({ name: 'clinical_study_document_pkey', columns: [table.studyId, table.centreCode] }),
    foreignKey({
      name: 'clinical_study_document_decision',
      columns: [table.studyId, table.centreCode],
      foreignColumns: [clinicalStudyCentre.studyId, clinicalStudyCentre.centreCode],
    }),
    check('clinical_study_document_pdf', sql`substring(bytes FROM 1 FOR 5) = '%PDF-'::bytea AND octet_length(bytes) <= 10485760`),
    check('clinical_study_document_name', sql`char_length(name) <= 255`),
  ],
)

/** The information sheets of a study. Patients read the newest one of each language; the previous ones stay (REQ-STU-22). */
export const clinicalStudySheet = pgTable(
  'clinical_study_sheet',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    studyId: code('study_id')
      .notNull()
      .references(() => clinicalStudy.id),
    language: code('language').$type<Language>().notNull(),
    name: text('name').notNull(),
    bytes: bytes('bytes').notNull(),
    sha256: code('sha256').notNull(),
    enteredAt: moment('entered_at').notNull().defaultNow(),
    enteredBy: code('entered_by').notNull(),
  },
  (table) => [
    index('clinical_study_sheet_study').on(table.studyId, table.language),
    check('clinical_study_sheet_language', sql`language IN ('it', 'en')`),
    check('clinical_study_sheet_pdf', sql`substring(bytes FROM 1 FOR 5) = '%PDF-'::bytea AND octet_length(bytes) <= 10485760`),
    check('clinical_study_sheet_name', sql`char_length(name) <= 255`),
  ],
)

/**
 * A candidate of a study: the centre's decision, the invitation and the answer (REQ-STU-06, REQ-STU-07). A withdrawal with v2 or v3 deletes
 * it.
 */
export const studyPatient = pgTable(
  'study_patient',
  {
    studyId: code('study_id')
      .notNull()
      .references(() => clinicalStudy.id),
    patientId: integer('patient_id').notNull(),
    centreCode: code('centre_code').notNull(),
    matchedAt: moment('matched_at').notNull().defaultNow(),
    /** Whether the study's filter and the consents still select the patient. */
    matches: boolean('matches').notNull().default(true),
    approved: boolean('approved'),
    decidedAt: moment('decided_at'),
    /** The person who decided, and the source, for the patient's list of uses (REQ-PAT-18). */
    decidedBy: code('decided_by'),
    decidedVia: code('decided_via'),
    status: code('status').$type<ParticipationState>(),
    invitedAt: moment('invited_at'),
    reminders: smallint('reminders').notNull().default(0),
    remindedAt: moment('reminded_at'),
    answeredAt: moment('answered_at'),
    /** The version of the study that the patient answered. */
    answeredVersion: integer('answered_version'),
    exportedAt: moment('exported_at'),
    /**
     * Set when the patient withdraws the consent to the study (REQ-STU-07), or a withdrawal removes the patient from a running study
     * (REQ-CON-10).
     */
    leftAt: moment('left_at'),
    /** Random, so studies cannot be linked. Only `list_study_participants` reads it (REQ-STU-09). */
    pseudonym: uuid('pseudonym')
      .notNull()
      .unique()
      .default(sql`gen_random_uuid()`),
  },
  (table) => [
    primaryKey({ name: 'study_patient_pkey', columns: [table.studyId, table.patientId] }),
    foreignKey({
      name: 'study_patient_patient',
      columns: [table.patientId, table.centreCode],
      foreignColumns: [patient.id, patient.centreCode],
    }),
    index('study_patient_patient').on(table.patientId),
    index('study_patient_centre').on(table.studyId, table.centreCode),
    check('study_patient_status', sql`status IN ('AttesaConsenso', 'ConsensoSI', 'ConsensoNO', 'Esportato')`),
    check('study_patient_decided', sql`num_nonnulls(decided_by, decided_via) IN (0, 2) AND (decided_by IS NULL OR decided_at IS NOT NULL)`),
    check('study_patient_approved', sql`status IS NULL OR coalesce(approved, false)`),
    check('study_patient_invited', sql`status IS NULL OR invited_at IS NOT NULL`),
    check('study_patient_answered', sql`(status IN ('ConsensoSI', 'ConsensoNO', 'Esportato')) IS NOT TRUE OR answered_at IS NOT NULL`),
    check('study_patient_exported', sql`status IS DISTINCT FROM 'Esportato' OR exported_at IS NOT NULL`),
    check('study_patient_reminders', sql`reminders BETWEEN 0 AND 2`),
  ],
)
