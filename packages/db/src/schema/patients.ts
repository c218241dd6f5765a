import { sql } from 'drizzle-orm'
import {
  boolean,
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
import type { MissingReason } from '@registry/domain/fields/missing'
import type { ValueSources } from '@registry/domain/observations/value-sources'
import { dictionaryChecks, dictionaryColumns, missingReasonsCheck } from '../columns.ts'
import { code, moment } from '../column-types.ts'
import { centre } from './geography.ts'

/** A patient. Triggers derive the consent flags from the ledger; nothing else writes them (REQ-CON-04). */
export const patient = pgTable(
  'patient',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    centreCode: code('centre_code')
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
    /** The patient's pseudonym in the ledger. Anonymising or erasing the patient removes the link (REQ-CON-10). */
    consentSubject: uuid('consent_subject')
      .unique()
      .default(sql`gen_random_uuid()`),
    /**
     * The chain hash of the latest answer. It lets a verification detect that answers were removed from the end (THREAT-47). Set by
     * trigger.
     */
    consentChainHash: code('consent_chain_hash'),
    /** The time of the message to the centre and the guardians that the patient comes of age (REQ-GRD-09). */
    majorityToldAt: moment('majority_told_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('patient_id_centre').on(table.id, table.centreCode),
    // Includes the time, because each import counts the new patients of the day (THREAT-14).
    index('patient_centre').on(table.centreCode, table.createdAt),
    check('patient_login_mode', sql`login_mode IN ('Email', 'Mobile')`),
    check('patient_lang', sql`lang IN ('it', 'en')`),
    check('patient_withdrawal', sql`c_db_no_notification IN ('v1', 'v2', 'v3')`),
  ],
)

/** The centre's registration of a patient. Only the centre and the patient see it (REQ-PAT-09). */
export const patientIdentity = pgTable(
  'patient_identity',
  {
    patientId: integer('patient_id').primaryKey(),
    centreCode: code('centre_code').notNull(),
    /** The address of the record on the staff site. It says nothing about the patient. */
    recordId: uuid('record_id')
      .notNull()
      .unique()
      .default(sql`gen_random_uuid()`),
    version: integer('version').notNull().default(1),
    /** A trigger copies it from the patient, so an index can make the sign-in contact unique in the centre. */
    loginMode: code('login_mode').notNull().default('Email'),
    centrePatientCode: code('centre_patient_code').notNull(),
    surname: text('surname').notNull(),
    name: text('name').notNull(),
    email: text('email'),
    mobilePrefix: code('mobile_prefix'),
    mobile: code('mobile'),
    /** The birth date that the centre gave with a guardian. Unlike `DOB`, it needs no consent (REQ-GRD-01). */
    birthDate: date('birth_date', { mode: 'string' }),
  },
  (table) => [
    foreignKey({
      name: 'patient_identity_patient',
      columns: [table.patientId, table.centreCode],
      foreignColumns: [patient.id, patient.centreCode],
    }),
    unique('patient_identity_centre_patient_code').on(table.centreCode, table.centrePatientCode),
    // Unique within the centre, because an error must not reveal patients of other centres (REQ-PAT-03, REQ-PAT-05).
    uniqueIndex('patient_identity_email')
      .on(table.centreCode, table.email)
      .where(sql`login_mode = 'Email'`),
    uniqueIndex('patient_identity_mobile')
      .on(table.centreCode, table.mobilePrefix, table.mobile)
      .where(sql`login_mode = 'Mobile'`),
    index('patient_identity_birth_date_given')
      .on(table.birthDate)
      .where(sql`birth_date IS NOT NULL`),
    ...dictionaryChecks('patient_identity'),
    // Prevents control characters except tabs and line ends, like the reader of the dictionary (REQ-CRF-02).
    check(
      'patient_identity_characters',
      sql`concat(centre_patient_code, surname, name, email) !~ '[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]'`,
    ),
    check('patient_identity_birth_date', sql`birth_date >= '1900-01-01'`),
    check('patient_identity_names', sql`btrim(centre_patient_code) <> '' AND btrim(surname) <> '' AND btrim(name) <> ''`),
    check('patient_identity_email_shape', sql`email = lower(btrim(email)) AND char_length(email) >= 6 AND email ~ '^[^@\\s]+@[^@\\s]+$'`),
    check('patient_identity_mobile_shape', sql`mobile_prefix ~ '^\\+[1-9][0-9]{0,3}$' AND mobile ~ '^[0-9]{4,14}$'`),
    check('patient_identity_mobile_italian', sql`login_mode <> 'Mobile' OR mobile_prefix <> '+39' OR mobile ~ '^[34][0-9]{8,9}$'`),
    check('patient_identity_mobile_complete', sql`(mobile IS NULL) = (mobile_prefix IS NULL)`),
  ],
)

/** Triggers copy `consented` and `closed` from the ledger, so row security reads no other table (REQ-CON-11). */
const dataDomainColumns = () => ({
  patientId: integer('patient_id').primaryKey(),
  version: integer('version').notNull().default(1),
  consented: boolean('consented').notNull().default(false),
  closed: boolean('closed').notNull().default(false),
  centreCode: code('centre_code').notNull(),
  /** The reason of a missing value, by column. A trigger drops it when the column gets a value (REQ-CRF-16). */
  missingReasons: jsonb('missing_reasons').$type<Readonly<Record<string, MissingReason>>>(),
})

/** The remaining fields of the PATIENT section. */
export const patientPersonal = pgTable(
  'patient_personal',
  { ...dataDomainColumns(), ...dictionaryColumns('patient_personal') },
  (table) => [
    foreignKey({
      name: 'patient_personal_patient',
      columns: [table.patientId, table.centreCode],
      foreignColumns: [patient.id, patient.centreCode],
    }),
    index('patient_personal_centre').on(table.centreCode),
    // Finds those who come of age without reading all patients.
    index('patient_personal_dob').on(sql`dob`),
    check(
      'patient_personal_characters',
      sql`concat(telephone, legal_id, address_town, address_street, address_zip) !~ '[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]'`,
    ),
    ...dictionaryChecks('patient_personal'),
    missingReasonsCheck('patient_personal'),
  ],
)

/** The MEDICAL_DATA section, one wide row for each patient. */
export const patientMedical = pgTable(
  'patient_medical',
  {
    ...dataDomainColumns(),
    /** Whether each statistic of dated results was computed or reported, by column. Null before the first result (REQ-OBS-05). */
    valueSources: jsonb('value_sources').$type<ValueSources>(),
    ...dictionaryColumns('patient_medical'),
  },
  (table) => [
    foreignKey({
      name: 'patient_medical_patient',
      columns: [table.patientId, table.centreCode],
      foreignColumns: [patient.id, patient.centreCode],
    }),
    index('patient_medical_centre').on(table.centreCode),
    ...dictionaryChecks('patient_medical'),
    missingReasonsCheck('patient_medical'),
  ],
)
