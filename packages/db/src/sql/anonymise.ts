import { getField } from '@registry/domain/fields/dictionary'
import type { FieldName } from '@registry/domain/fields/dictionary'
import type { FieldType } from '@registry/domain/fields/field-definition'
import { anonymousFields } from '../anonymous-columns.ts'
import { securityDefiner, list, type Statement } from './text.ts'

/** Combinations of fewer patients are generalised (REQ-CON-08). */
const minPatients = 5

/** Whether a single value can identify a person. Measured values vary from day to day; codes and dates do not. */
const isIdentifying = {
  string: false,
  integer: false,
  float: false,
  date: true,
  boolean: true,
  choice: true,
  choices: false,
} satisfies Record<FieldType, boolean>

const singleValues = anonymousFields.filter(({ field }) => isIdentifying[field.type])
const lists = anonymousFields.filter(({ field }) => field.type === 'choices')

/** Removes codes, years and answers that fewer than five patients have, and rare entries of lists. */
const dropRareValues = `
    UPDATE anonymous_record AS record
    SET ${list(singleValues.map(({ name }) => `${name} = CASE WHEN counts.${name} >= ${minPatients} THEN record.${name} END`))}
    FROM (
      SELECT ${list(singleValues.map(({ name }) => `count(*) FILTER (WHERE others.${name} = added.${name}) AS ${name}`))}
      FROM (
        SELECT ${list(singleValues.map(({ name, from }) => `${from(`medical.${name}`)} AS ${name}`))} FROM patient_medical AS medical
        UNION ALL
        SELECT ${list(singleValues.map(({ name }) => name))} FROM anonymous_record WHERE key <> new_key
      ) AS others CROSS JOIN (SELECT * FROM anonymous_record WHERE key = new_key) AS added
    ) AS counts WHERE record.key = new_key;
    ${lists
      .map(
        ({ name }) => `UPDATE anonymous_record AS record SET ${name} = (
      SELECT array_agg(entry) FROM unnest(record.${name}) AS entry
      WHERE ${minPatients} <= (
        SELECT count(*) FROM (SELECT FROM patient_medical AS medical WHERE entry = ANY (medical.${name}) LIMIT ${minPatients}) AS found))
    WHERE record.key = new_key;`,
      )
      .join('\n    ')}`

/** Fields that an acquaintance of the person can know. With year of birth, sex and region they can identify the person. */
const knownFields = ['DEAD_DATE', 'FENOTYPE', 'GENOTYPE', 'DIAGNOSIS'] as const satisfies readonly FieldName[]
const [deadDate, fenotype, genotype, diagnosis] = knownFields.map((name) => getField(name).column)
const furtherDiagnoses = (['DIAGNOSIS_2', 'DIAGNOSIS_3'] as const).map((name) => getField(name).column)

const sameCombination = [
  '(record.birth_from IS NULL OR extract(year FROM personal.dob) BETWEEN record.birth_from AND record.birth_to)',
  '(record.sex IS NULL OR personal.sex = record.sex)',
  'centre.geotreeid IN (SELECT area_subtree(ARRAY[record.region]))',
  ...anonymousFields
    .filter(({ field }) => knownFields.some((name) => name === field.name))
    .map(({ name, from }) => `(record.${name} IS NULL OR ${from(`medical.${name}`)} = record.${name})`),
].join('\n        AND ')

const parentRegion = 'region = coalesce((SELECT parent FROM geotree WHERE id = region), region)'

/** Generalisations, the smallest loss first. Each applies only while fewer than five patients share the remaining values. */
const steps: readonly string[] = [
  'birth_from = birth_from - birth_from % 10, birth_to = birth_from - birth_from % 10 + 9',
  parentRegion,
  `${deadDate} = NULL`,
  `${fenotype} = NULL`,
  `${genotype} = NULL`,
  parentRegion,
  list([diagnosis, ...furtherDiagnoses].map((column) => `${column} = NULL`)),
  'birth_from = NULL, birth_to = NULL',
  parentRegion,
  'sex = NULL',
]

/**
 * Copies the consented medical data of a patient to an anonymous record (REQ-CON-08): years for dates, the region for the centre, no free
 * text, and no combination of fewer than five patients. The caller deletes the patient afterwards.
 */
const anonymise = `CREATE OR REPLACE FUNCTION anonymise_patient(in_patient integer) RETURNS void LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    new_key uuid;
    sharing integer;
    step integer := 0;
  BEGIN
    INSERT INTO anonymous_record (region, birth_from, birth_to, sex, ${list(anonymousFields.map(({ name }) => name))})
    SELECT centre.geotreeid, extract(year FROM personal.dob), extract(year FROM personal.dob), personal.sex,
      ${list(anonymousFields.map(({ name, from }) => from(`medical.${name}`)))}
    FROM patient JOIN centre ON centre.code = patient.centre_code JOIN patient_medical AS medical ON medical.patient_id = patient.id
    LEFT JOIN patient_personal AS personal ON personal.patient_id = patient.id AND patient.c_db_p
    WHERE patient.id = in_patient AND patient.c_db_m AND (${anonymousFields.map(({ name }) => `medical.${name} IS NOT NULL`).join(' OR ')})
    RETURNING key INTO new_key;
    IF new_key IS NULL THEN RETURN; END IF;
    ${dropRareValues}
    LOOP
      SELECT count(*) INTO sharing FROM (
        SELECT FROM anonymous_record AS record, patient JOIN centre ON centre.code = patient.centre_code
        JOIN patient_personal AS personal ON personal.patient_id = patient.id JOIN patient_medical AS medical ON medical.patient_id = patient.id
        WHERE record.key = new_key
        AND ${sameCombination}
        LIMIT ${minPatients}) AS found;
      EXIT WHEN sharing >= ${minPatients};
      CASE step
        ${steps.map((change, index) => `WHEN ${index} THEN UPDATE anonymous_record SET ${change} WHERE key = new_key;`).join('\n        ')}
        ELSE EXIT;
      END CASE;
      step := step + 1;
    END LOOP;
  END $$`

export const anonymiseStatements: readonly Statement[] = [anonymise]
