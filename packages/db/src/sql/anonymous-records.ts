import {
  anonymousColumnNames,
  anonymousColumns,
  minEqualRecords,
  publicationLevels,
  unknownClass,
} from '@registry/domain/consent/anonymous-record'
import type { AnonymousColumn } from '@registry/domain/consent/anonymous-record'
import { medicalFields } from '@registry/domain/fields/dictionary'
import { createOwnerFunction, type OwnerFunction } from './owner-function.ts'
import { current, list, literal, securityDefiner, today, type Statement } from './text.ts'

const formatColumns = (names: readonly AnonymousColumn[]): string => list(names.map((name) => name.toLowerCase()))
const allColumns = formatColumns(anonymousColumnNames)

const yesOrNo = (condition: string): string => `CASE WHEN ${condition} THEN 'YES' WHEN NOT (${condition}) THEN 'NO' END`

/** Classifies a number by the upper limits of all classes but the last. */
const classOf = (value: string, limits: readonly number[], classes: readonly string[]): string =>
  `CASE ${limits.map((limit, index) => `WHEN ${value} < ${limit} THEN '${classes[index]}'`).join(' ')} WHEN ${value} IS NOT NULL THEN '${classes[limits.length]}' END`

const complications = medicalFields.filter(({ section, type }) => section === 'Complications' && type === 'boolean')
/** The record stores no complication as null (RULE-33), so an answered question distinguishes none from unknown. */
const complicationsNumber = `coalesce(medical.complications_num, CASE WHEN num_nonnulls(${list(complications.map(({ column }) => `medical.${column}`))}) > 0 THEN 0 END)`

const age = `extract(year FROM age(${today}, personal.dob))`
const { AGE_GROUP, FERRITIN, CARDIAC_T2, COMPLICATIONS, DISEASE } = anonymousColumns

/** The classes of a patient, from the values that the patient's consents show. */
const classes: Readonly<Record<AnonymousColumn, string>> = {
  SEX: 'personal.sex',
  AGE_GROUP: classOf(age, [18, 40, 60], AGE_GROUP),
  AREA: `CASE left(centre.geotreeid, 3) WHEN 'ITC' THEN 'NORTH' WHEN 'ITH' THEN 'NORTH' WHEN 'ITI' THEN 'CENTRE'
      WHEN 'ITF' THEN 'SOUTH_AND_ISLANDS' WHEN 'ITG' THEN 'SOUTH_AND_ISLANDS' END`,
  DISEASE: `(SELECT upper(diagnosis.extra ->> 'family') FROM reference_value AS diagnosis
      WHERE diagnosis.table_name = 'specific_diagnosis' AND diagnosis.id = medical.diagnosis AND upper(diagnosis.extra ->> 'family') IN (${list(DISEASE.map(literal))}))`,
  TRANSFUSION_DEPENDENT: `CASE WHEN medical.fenotype IN ('TDT', 'SCD_CT', 'RA_TD') THEN 'YES'
      WHEN medical.fenotype IN ('NTDT', 'SCD_NCT', 'RA_NTD', 'CURED', 'CARRIER') THEN 'NO'
      WHEN medical.tt IN ('REGULAR', 'EXCHANGE') THEN 'YES' WHEN medical.tt IN ('NEVER', 'PAST', 'OCCASIONAL') THEN 'NO' END`,
  SPLENECTOMY: yesOrNo('(medical.splenectomy OR medical.splenectomy_date IS NOT NULL AND medical.splenectomy IS NULL)'),
  VITAL_STATUS: `CASE WHEN medical.dead_date IS NOT NULL OR medical.status = 'DEAD' THEN 'DEAD' ELSE 'ALIVE' END`,
  FERRITIN: classOf('medical.ferritin_last', [500, 1000, 2500], FERRITIN),
  CARDIAC_T2: classOf('medical.t2_heart_last', [10, 20], CARDIAC_T2),
  COMPLICATIONS: classOf(complicationsNumber, [1, 3], COMPLICATIONS),
}

const medicalColumns = medicalFields.map(({ column }) => `medical.${column}`)

/**
 * Writes the coarse record of a patient, from the data covered by consent (REQ-CON-08). It waits until equal ones are published together.
 * The caller deletes the patient afterwards.
 */
const anonymise = `CREATE OR REPLACE FUNCTION anonymise_patient(in_patient integer) RETURNS void LANGUAGE sql ${securityDefiner} AS $$
  INSERT INTO waiting_anonymous_record (${allColumns})
  SELECT ${list(anonymousColumnNames.map((name) => `coalesce(${classes[name]}, '${unknownClass}')`))}
  FROM patient JOIN centre ON centre.code = patient.centre_code JOIN patient_medical AS medical ON medical.patient_id = patient.id
  LEFT JOIN patient_personal AS personal ON personal.patient_id = patient.id AND patient.c_db_p
  WHERE patient.id = in_patient AND patient.c_db_m AND (${medicalColumns.map((column) => `${column} IS NOT NULL`).join(' OR ')})
$$`

const publishLevel = (names: readonly AnonymousColumn[]): string => {
  const columns = formatColumns(names)
  return `WITH equal AS (SELECT ${columns} FROM waiting_anonymous_record GROUP BY ${columns} HAVING count(*) >= ${minEqualRecords}),
      published AS (DELETE FROM waiting_anonymous_record WHERE (${columns}) IN (SELECT ${columns} FROM equal) RETURNING ${columns})
    INSERT INTO anonymous_record (${columns}) SELECT ${columns} FROM published;`
}

const functions: readonly OwnerFunction[] = [
  {
    // Publishes one level after the other from the waiting records. So each published record is equal to four others (REQ-CON-08).
    name: 'publish_anonymous_records',
    parameters: {},
    returns: 'void',
    language: 'plpgsql',
    body: `
  DECLARE
    days integer := coalesce((SELECT value::integer FROM setting WHERE key = 'anonymous_publish_days'), 30);
  BEGIN
    LOCK TABLE waiting_anonymous_record IN SHARE ROW EXCLUSIVE MODE;
    IF EXISTS (SELECT FROM anonymous_publication WHERE published_at > now() - make_interval(days => days)) THEN RETURN; END IF;
    ${publicationLevels.map(publishLevel).join('\n    ')}
    INSERT INTO anonymous_publication (published_at) VALUES (now()) ON CONFLICT (id) DO UPDATE SET published_at = excluded.published_at;
  END `,
  },
  {
    // The published records name no centre, so only a role responsible for all centres reads them (REQ-CON-08).
    name: 'reads_anonymous_records',
    parameters: {},
    returns: 'boolean',
    body: `SELECT EXISTS (SELECT FROM geotree WHERE level <= 1 AND id = ${current.areas}) AND NOT EXISTS (SELECT FROM centre WHERE (geotreeid = ${current.areas}) IS NOT TRUE)`,
  },
  { name: 'count_anonymous_records', parameters: {}, returns: 'integer', body: 'SELECT count(*)::integer FROM anonymous_record' },
]

export const anonymousRecordSignatures = {
  server: ['reads_anonymous_records()', 'count_anonymous_records()'],
  worker: ['publish_anonymous_records()'],
} as const
export const anonymousRecordStatements: readonly Statement[] = [anonymise, ...functions.map(createOwnerFunction)]
