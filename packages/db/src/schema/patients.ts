import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, pgTable, smallint, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { dictionaryChecks, dictionaryColumns } from '../columns.ts'
import { code, moment } from '../column-types.ts'
import { centre } from './geography.ts'

/** A patient as the registry knows them; the consent flags are derived from the ledger and written by nobody else (D8). */
export const patient = pgTable(
  'patient',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    centerCode: code('center_code')
      .notNull()
      .references(() => centre.code),
    loginMode: code('login_mode').notNull(),
    lang: code('lang').notNull().default('it'),
    cDb: boolean('c_db'),
    cDbP: boolean('c_db_p'),
    cDbM: boolean('c_db_m'),
    cS: boolean('c_s'),
    cExtraeu: boolean('c_extraeu'),
    cPDb: boolean('c_p_db'),
    cF: boolean('c_f'),
    cIncidental: smallint('c_incidental'),
    cDbNoNotification: code('c_db_no_notification'),
    /** The name under which the ledger knows the patient; cut when identity is destroyed (D8). */
    consentSubject: uuid('consent_subject')
      .unique()
      .default(sql`gen_random_uuid()`),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('patient_id_centre').on(table.id, table.centerCode),
    // With the moment, since the new patients of a day are counted at each import (THREAT-14).
    index('patient_centre').on(table.centerCode, table.createdAt),
    check('patient_login_mode', sql`login_mode IN ('Email', 'Mobile')`),
    check('patient_lang', sql`lang IN ('it', 'en')`),
    check('patient_withdrawal', sql`c_db_no_notification IN ('v1', 'v2', 'v3')`),
  ],
)

/** The centre's own registration, which that centre and the patient see and nobody else (D5). */
export const patientIdentity = pgTable(
  'patient_identity',
  {
    patientId: integer('patient_id').primaryKey(),
    centerCode: code('center_code').notNull(),
    version: integer('version').notNull().default(1),
    /** Copied from the patient by trigger, so that the sign-in contact can be unique in the centre. */
    loginMode: code('login_mode').notNull().default('Email'),
    centerId: code('center_id').notNull(),
    surname: text('surname').notNull(),
    name: text('name').notNull(),
    email: text('email'),
    mobilePrefix: code('mobile_prefix'),
    mobile: code('mobile'),
  },
  (table) => [
    foreignKey({
      name: 'patient_identity_patient',
      columns: [table.patientId, table.centerCode],
      foreignColumns: [patient.id, patient.centerCode],
    }),
    unique('patient_identity_center_id').on(table.centerCode, table.centerId),
    // Unique in the centre alone: a refusal must not say who is a patient elsewhere. The contact in use is unique in sign_in_contact (D5).
    uniqueIndex('patient_identity_email')
      .on(table.centerCode, table.email)
      .where(sql`login_mode = 'Email'`),
    uniqueIndex('patient_identity_mobile')
      .on(table.centerCode, table.mobilePrefix, table.mobile)
      .where(sql`login_mode = 'Mobile'`),
    ...dictionaryChecks('patient_identity'),
    check('patient_identity_names', sql`btrim(center_id) <> '' AND btrim(surname) <> '' AND btrim(name) <> ''`),
    check('patient_identity_email_shape', sql`email = lower(btrim(email)) AND char_length(email) >= 6 AND email ~ '^[^@\\s]+@[^@\\s]+$'`),
    check('patient_identity_mobile_shape', sql`mobile_prefix ~ '^\\+[1-9][0-9]{0,3}$' AND mobile ~ '^[0-9]{4,14}$'`),
    check('patient_identity_mobile_italian', sql`mobile_prefix <> '+39' OR mobile ~ '^[34][0-9]{8,9}$'`),
    check('patient_identity_mobile_complete', sql`(mobile IS NULL) = (mobile_prefix IS NULL)`),
  ],
)

/** `consented` and `closed` follow the ledger, so that row security needs no look at another table (D5, D8). */
const blockColumns = () => ({
  patientId: integer('patient_id').primaryKey(),
  centerCode: code('center_code').notNull(),
  consented: boolean('consented').notNull().default(false),
  closed: boolean('closed').notNull().default(false),
  version: integer('version').notNull().default(1),
})

/** The rest of the PATIENT block. */
export const patientPersonal = pgTable('patient_personal', { ...dictionaryColumns('patient_personal'), ...blockColumns() }, (table) => [
  foreignKey({
    name: 'patient_personal_patient',
    columns: [table.patientId, table.centerCode],
    foreignColumns: [patient.id, patient.centerCode],
  }),
  index('patient_personal_centre').on(table.centerCode),
  ...dictionaryChecks('patient_personal'),
])

/** The MEDICAL_DATA block, one wide row a patient. */
export const patientMedical = pgTable('patient_medical', { ...dictionaryColumns('patient_medical'), ...blockColumns() }, (table) => [
  foreignKey({
    name: 'patient_medical_patient',
    columns: [table.patientId, table.centerCode],
    foreignColumns: [patient.id, patient.centerCode],
  }),
  index('patient_medical_centre').on(table.centerCode),
  ...dictionaryChecks('patient_medical'),
])
