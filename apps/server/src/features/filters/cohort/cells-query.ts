import type { Queries } from '@registry/db/connect'
import {
  abroad,
  ageClasses,
  birthDecades,
  cohortSectionNames,
  cohortSections,
  complicationFields,
  ironBands,
  ironMeasures,
  missingKey,
  noAdmission,
  phenotypeValues,
  unstatedCause,
  withheldKey,
  type CohortCell,
  type CohortSection,
  type IronMeasure,
} from '@registry/domain/cohort/groups'
import { getField } from '@registry/domain/fields/dictionary'
import { oneStatement } from '../filter-query.ts'
import { alias, answered } from '../../../shared/record-checks/stored-record.ts'

export type CentreCell = CohortCell & { readonly centre: string }

/** The counted patients: those of a centre, or those with these ids, separated by commas. Row security applies to both. */
export type CohortSource = { readonly centre: string } | { readonly ids: string }

const quote = (text: string): string => `'${text}'`
const listTexts = (texts: readonly string[]): string => texts.map(quote).join(', ')
const lastAge = Number(ageClasses.at(-1))
const firstDecade = Number(birthDecades[0])
const lastDecade = Number(birthDecades.at(-1))
const column = (name: Parameters<typeof getField>[0]): string => `"${getField(name).column}"`

const phenotype = `CASE ${Object.entries(phenotypeValues)
  .map(([key, values]) => `WHEN fenotype IN (${listTexts(values)}) THEN ${quote(key)}`)
  .join(' ')} WHEN fenotype IS NULL THEN 'unknown' ELSE 'other' END`

const isPersonalSection = (section: CohortSection): boolean => section === 'Personal Data'
const filled = (section: CohortSection): string =>
  `num_nonnulls(${cohortSections[section].map((name) => answered(getField(name))).join(', ')})`
const filledColumn = (section: CohortSection): string => `filled_${cohortSectionNames.indexOf(section)}`

const medicalColumns = [
  ...ironMeasures.map((measure) => ironBands[measure].field),
  'FENOTYPE',
  'ICT_TYPE',
  'HOSPEDALIZATIONS',
  'HOSPEDAL_CAUSES',
] as const

/** One row for each patient with the consent to the registry, with the sections to which the patient consented (REQ-COH-03). */
const buildPatients = (condition: string): string => `
  SELECT patient.centre_code AS centre, patient.c_db_p IS TRUE AS personal, patient.c_db_m IS TRUE AS medical,
    ${alias.patient_personal}.dob, ${alias.patient_personal}.sex, ${alias.patient_personal}.address_area, ${alias.patient_personal}.address_nation,
    ${[...medicalColumns, ...complicationFields].map((name) => `${alias.patient_medical}.${column(name)}`).join(', ')},
    ${alias.patient_medical}.status, ${alias.patient_medical}.dead_date,
    (${alias.patient_medical}.dead_date IS NOT NULL OR ${alias.patient_medical}.status = 'DEAD') IS TRUE AS deceased,
    extract(year FROM age(coalesce(${alias.patient_medical}.dead_date, $2::date), ${alias.patient_personal}.dob))::integer AS age,
    extract(year FROM age(coalesce(${alias.patient_medical}.dead_date, least(seen.day, $2::date)), ${alias.patient_personal}.dob))::integer AS seen_age, seen.dated AS seen_dated,
    ${cohortSectionNames.map((section) => `${filled(section)} AS ${filledColumn(section)}`).join(', ')}
  FROM patient
  LEFT JOIN patient_personal AS ${alias.patient_personal} ON ${alias.patient_personal}.patient_id = patient.id AND patient.c_db_p
  LEFT JOIN patient_medical AS ${alias.patient_medical} ON ${alias.patient_medical}.patient_id = patient.id AND patient.c_db_m
  LEFT JOIN last_seen AS seen ON seen.patient_id = patient.id
  WHERE patient.c_db AND patient.c_db_no_notification IS NULL AND ${condition}`

const ageClass = `least(${lastAge}, age / 10 * 10)::text`

/** Counts living patients by a key. Those without the consent or without a value have a separate key. */
const countLiving = (indicator: string, consent: string, key: string): string =>
  `SELECT centre, ${quote(indicator)} AS indicator, coalesce(CASE WHEN NOT (${consent}) THEN ${quote(withheldKey)} ELSE ${key} END, ${quote(missingKey)}) AS key,
    count(*) AS counted, count(*) AS total FROM chosen WHERE NOT deceased GROUP BY centre, key`

const pyramid = countLiving(
  'pyramid',
  'personal AND medical',
  `CASE WHEN sex IN ('M', 'F') THEN concat_ws('|', ${ageClass}, sex, ${phenotype}) || left(age::text, 0) END`,
)
const regions = countLiving('regions', 'personal', `coalesce(address_area, CASE WHEN address_nation <> 'IT' THEN ${quote(abroad)} END)`)
const chelation = countLiving('chelation', 'medical', column('ICT_TYPE'))
const countBands = (measure: IronMeasure): string => {
  const { field, limits } = ironBands[measure]
  return countLiving(
    measure,
    'medical',
    `width_bucket(${column(field)}::double precision, ARRAY[${limits.join(', ')}]::double precision[])::text`,
  )
}

/** A patient counts once for each group of causes. */
const admissions = `SELECT centre, 'admissions', cause.key, count(*), count(*)
  FROM chosen CROSS JOIN LATERAL (
    SELECT CASE WHEN NOT medical THEN ${quote(withheldKey)} WHEN hospedalizations IS NULL THEN ${quote(missingKey)}
      WHEN hospedalizations = 0 THEN ${quote(noAdmission)} ELSE ${quote(unstatedCause)} END AS key
    WHERE (hospedalizations > 0 AND cardinality(hospedal_causes) > 0) IS NOT TRUE
    UNION
    SELECT coalesce(listed.extra ->> 'group', 'other') FROM unnest(hospedal_causes) AS code
    LEFT JOIN reference_value AS listed ON listed.table_name = 'icd9' AND listed.id = code
    WHERE hospedalizations > 0
  ) AS cause WHERE NOT deceased GROUP BY centre, cause.key`

const flags = complicationFields.map((name, index) => ({ name, column: column(name), part: `part_${index}`, total: `total_${index}` }))
const complications = `SELECT centre, 'complications', flag.name || '|' || age_class, flag.part, flag.total
  FROM (
    SELECT centre, ${ageClass} AS age_class,
      ${flags.map((flag) => `count(*) FILTER (WHERE ${flag.column}) AS ${flag.part}, count(${flag.column}) AS ${flag.total}`).join(', ')}
    FROM chosen WHERE age IS NOT NULL AND medical GROUP BY centre, age_class
  ) AS by_age CROSS JOIN LATERAL (VALUES ${flags.map(({ name, part, total }) => `(${quote(name)}, ${part}, ${total})`).join(', ')}) AS flag (name, part, total)`

const missing = cohortSectionNames
  .map((section) => {
    const total = `count(*) * ${cohortSections[section].length}`
    const consent = isPersonalSection(section) ? 'personal' : 'medical'
    return `SELECT centre, 'missing', ${quote(section)}, ${total} - sum(${filledColumn(section)}), ${total} FROM chosen WHERE ${consent} GROUP BY centre`
  })
  .join(' UNION ALL ')

/**
 * A living patient is followed until the newest day on which something is known (REQ-COH-09). The last save of a record without dated
 * results says nothing about a patient who was lost or transferred.
 */
const survival = `SELECT centre, 'survival',
    concat_ws('|', least(${lastDecade}, greatest(${firstDecade}, extract(year FROM dob)::integer / 10 * 10)), greatest(seen_age, 0), CASE WHEN dead_date IS NULL THEN 'alive' ELSE 'dead' END),
    count(*), count(*)
  FROM chosen WHERE seen_age IS NOT NULL AND medical AND (dead_date IS NOT NULL OR (NOT deceased AND (seen_dated OR coalesce(status, 'FOLLOWUP') = 'FOLLOWUP')))
  GROUP BY 3, centre`

const buildStatement = (source: CohortSource): string => {
  const condition = 'centre' in source ? 'patient.centre_code = $1' : `patient.id = ANY (string_to_array($1, ',')::integer[])`
  const indicators = [
    pyramid,
    regions,
    ...ironMeasures.map(countBands),
    chelation,
    admissions,
    complications,
    missing,
    survival,
    `SELECT centre, 'patients', '', count(*), count(*) FROM chosen GROUP BY centre`,
  ]
  return `WITH chosen AS MATERIALIZED (${buildPatients(condition)})
    SELECT centre, indicator, key, counted::integer, total::integer FROM (${indicators.join(' UNION ALL ')}) AS cell`
}

/**
 * Counts the cohort of patients in one statement. It consists of names of the dictionary and of constants; the values are bound
 * (THREAT-03). The statement is sent when it is awaited.
 */
export const queryCells = (sql: Queries, source: CohortSource, today: string) =>
  sql.unsafe<CentreCell[]>(buildStatement(source), ['centre' in source ? source.centre : source.ids, today], oneStatement)
