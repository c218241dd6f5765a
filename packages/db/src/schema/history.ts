import { date, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { MissingReason } from '@registry/domain/fields/missing'
import type { ValueSources } from '@registry/domain/observations/value-sources'
import { dictionaryColumns } from '../columns.ts'
import { code, moment } from '../column-types.ts'

/** The person, time and source of a save (REQ-CRF-03). */
const savedBy = () => ({
  patientId: integer('patient_id').notNull(),
  version: integer('version').notNull(),
  at: moment('at').notNull().defaultNow(),
  centreCode: code('centre_code').notNull(),
  actor: code('actor').notNull(),
  source: code('source').notNull(),
  importId: uuid('import_id'),
  /** The reason for correcting a value, in the person's words (REQ-CRF-08). */
  reason: text('reason'),
})

const missingReasons = () => ({ missingReasons: jsonb('missing_reasons').$type<Readonly<Record<string, MissingReason>>>() })

const valueSources = () => ({ valueSources: jsonb('value_sources').$type<ValueSources>() })

// Has no foreign key: only triggers write here, their source rows have one, and a withdrawal deletes both. A second check for each row
// takes a tenth of an import.
const versionTable = <N extends string, C extends object>(
  name: N,
  table: 'patient_identity' | 'patient_personal' | 'patient_medical',
  others: C,
) =>
  pgTable(name, { ...savedBy(), ...others, ...dictionaryColumns(table) }, (columns) => [
    primaryKey({ name: `${name}_pkey`, columns: [columns.patientId, columns.version] }),
  ])

/** The row after each save. Only triggers write it (REQ-CRF-03). */
export const patientIdentityVersion = versionTable('patient_identity_version', 'patient_identity', {
  birthDate: date('birth_date', { mode: 'string' }),
})
export const patientPersonalVersion = versionTable('patient_personal_version', 'patient_personal', missingReasons())
export const patientMedicalVersion = versionTable('patient_medical_version', 'patient_medical', {
  ...missingReasons(),
  ...valueSources(),
})
