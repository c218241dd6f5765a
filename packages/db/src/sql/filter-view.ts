import { listAgeBands, listBandLimits } from '@registry/domain/fields/age-bands'
import { filterableFields, type Field } from '@registry/domain/fields/dictionary'
import type { FieldTable } from '@registry/domain/fields/field-definition'
import { selectLastSeen } from './last-seen.ts'
import { current, list, literal, today, type Statement } from './text.ts'

/** The table aliases of the view. Identity has none, so its fields cannot be filtered (REQ-FIL-03). */
const tableAliases: Record<Exclude<FieldTable, 'patient_identity'>, string> = {
  patient: 'patient',
  patient_personal: 'personal',
  patient_medical: 'medical',
}

const storedFields = filterableFields.filter(({ computed }) => !computed)

const formatColumn = (field: Field): string => {
  if (field.table === 'patient_identity') throw new Error(`${field.name} is identity and cannot be filterable (REQ-FIL-03)`)
  return shorten(field, `${tableAliases[field.table]}.${field.column}`)
}

/** The patient's consents at the past moment. */
const formatPastColumn = (field: Field): string =>
  field.table === 'patient' && field.name.toUpperCase().startsWith('C_') ? `past.${field.column}` : formatColumn(field)

const shorten = (field: Field, column: string): string =>
  field.exportedLength === undefined ? column : `left(${column}, ${field.exportedLength}) AS ${field.column}`

const pastMoment = `current_setting('app.as_of')::timestamptz`
const pastDay = `(${pastMoment} AT TIME ZONE 'Europe/Rome')::date`
const formatYears = (from: string, to: string): string => `extract(year FROM age(${to}, ${from}))::integer`

/** The band of an age in years. */
const formatBand = (years: string): string =>
  `(ARRAY[${list(listAgeBands(5).map(literal))}])[width_bucket(${years}, ARRAY[${list(listBandLimits(5).map(String))}]) + 1]`

/**
 * The columns of `computedFields`. A sub-select reads the days behind them only for a query with the column. An owner's view shows the band
 * or the months without the day (REQ-FIL-25).
 */
const formatComputed = (suffix: '' | '_past', day: string, consents: readonly string[]): readonly string[] => {
  const isGiven = (consent: string): string => consents.map((of) => `${of}.${consent}`).join(' AND ')
  const select = (view: string, column: string, given: string): string =>
    `CASE WHEN ${given} THEN (SELECT computed.${column} FROM ${view}${suffix} AS computed WHERE computed.patient_id = patient.id) END AS ${column}`
  return [
    select('patient_age', 'age_band', isGiven('c_db_p')),
    select('patient_age', 'age_at_death_band', `${isGiven('c_db_p')} AND ${isGiven('c_db_m')}`),
    select('patient_seen', 'months_since_last_seen', isGiven('c_db_m')),
    `${formatYears('medical.dod', day)} AS years_since_diagnosis`,
  ]
}

/**
 * Ages of patients in the caller's centres, which the view itself limits: row security does not apply to its owner. The columns of dates
 * stay unreadable for the role of filters.
 */
const createAgeView = (
  name: string,
  day: string,
  dob: string,
  deadDate: string,
): Statement => `CREATE VIEW ${name} WITH (security_barrier = true) AS
    SELECT personal.patient_id, ${formatBand(formatYears(dob, day))} AS age_band,
      CASE WHEN medical.consented THEN ${formatBand(formatYears(dob, deadDate))} END AS age_at_death_band
    FROM patient_personal AS personal LEFT JOIN patient_medical AS medical ON medical.patient_id = personal.patient_id
    WHERE personal.consented AND ${current.seesCentre('personal.centre_code')}`

/**
 * The dated results of consented patients in the caller's centres, without recorder, sample and centre. Like the view of ages, it limits
 * its rows itself: a policy would ask the consent for each of the results that a condition compares.
 */
const createResultView = (name: string, holds: string): Statement => `CREATE VIEW ${name} WITH (security_barrier = true) AS
    SELECT result.patient_id, result.analyte, result.taken_on, result.standard_value, result.comparator, result.recorded_at, result.id AS number
    FROM observation AS result JOIN patient_medical AS medical ON medical.patient_id = result.patient_id
    WHERE ${holds} AND medical.consented AND ${current.seesCentre('medical.centre_code')}`

/** Whole months since each consented patient of the caller's centres was last seen, as the view of ages without the day (REQ-COH-09). */
const createSeenView = (name: string, day: string, moment?: string): Statement => `CREATE VIEW ${name} WITH (security_barrier = true) AS
    SELECT seen.patient_id, (extract(year FROM age(${day}, seen.day)) * 12 + extract(month FROM age(${day}, seen.day)))::integer AS months_since_last_seen
    FROM (${selectLastSeen(moment)}) AS seen JOIN patient_medical AS medical ON medical.patient_id = seen.patient_id
    WHERE medical.consented AND ${current.seesCentre('medical.centre_code')}`

const selectPastDate = (table: 'patient_personal' | 'patient_medical', column: string): string =>
  `(SELECT saved.${column} FROM ${table}_version AS saved WHERE saved.patient_id = personal.patient_id AND saved.at <= ${pastMoment} ORDER BY saved.version DESC LIMIT 1)`

/** The version of a section at the past moment. The role of filters reads no other column. */
const selectPastDataDomain = (table: 'patient_personal' | 'patient_medical'): string => `
      SELECT ${list(storedFields.filter((field) => field.table === table).map(({ column }) => `saved.${column}`))}, saved.missing_reasons FROM ${table}_version AS saved
      WHERE saved.patient_id = patient.id AND saved.at <= ${pastMoment} ORDER BY saved.version DESC LIMIT 1`

/**
 * The views for filters: values with the consent of their section only (REQ-FIL-04, REQ-CRF-16), and a short postcode (REQ-EXP-05). The
 * caller's row security limits the patients. `filter_patient_past` has a past moment, of patients who still give their consents
 * (REQ-EXP-11). One statement creates all views, because one depends on another.
 */
export const filterViewStatements: readonly Statement[] = [
  [
    'DROP VIEW IF EXISTS filter_patient, filter_patient_past, patient_age, patient_age_past, patient_seen, patient_seen_past, filter_observation, filter_observation_past',
    createAgeView('patient_age', today, 'personal.dob', 'medical.dead_date'),
    createAgeView('patient_age_past', pastDay, selectPastDate('patient_personal', 'dob'), selectPastDate('patient_medical', 'dead_date')),
    createSeenView('patient_seen', today),
    createSeenView('patient_seen_past', pastDay, pastMoment),
    createResultView('filter_observation', 'result.ended_at IS NULL'),
    createResultView(
      'filter_observation_past',
      `result.recorded_at <= ${pastMoment} AND (result.ended_at IS NULL OR result.ended_at > ${pastMoment})`,
    ),
    `CREATE VIEW filter_patient WITH (security_invoker = true) AS
    SELECT patient.id, ${list([...storedFields.map(formatColumn), ...formatComputed('', today, ['patient'])])},
      personal.missing_reasons AS personal_missing_reasons, medical.missing_reasons AS medical_missing_reasons
    FROM patient
    LEFT JOIN patient_personal AS personal ON personal.patient_id = patient.id AND patient.c_db_p
    LEFT JOIN patient_medical AS medical ON medical.patient_id = patient.id AND patient.c_db_m
    WHERE patient.c_db`,
    `CREATE VIEW filter_patient_past WITH (security_invoker = true) AS
    SELECT patient.id, ${list([...storedFields.map(formatPastColumn), ...formatComputed('_past', pastDay, ['patient', 'past'])])},
      personal.missing_reasons AS personal_missing_reasons, medical.missing_reasons AS medical_missing_reasons
    FROM patient JOIN list_past_consents(${pastMoment}) AS past ON past.id = patient.id
    LEFT JOIN LATERAL (${selectPastDataDomain('patient_personal')}) AS personal ON patient.c_db_p AND past.c_db_p
    LEFT JOIN LATERAL (${selectPastDataDomain('patient_medical')}) AS medical ON patient.c_db_m AND past.c_db_m
    WHERE patient.c_db AND past.c_db`,
  ].join(';\n'),
]
