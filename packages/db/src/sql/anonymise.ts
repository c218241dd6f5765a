import { getField } from '@registry/domain/fields/dictionary'
import type { FieldName } from '@registry/domain/fields/dictionary'
import type { FieldType } from '@registry/domain/fields/field-definition'
import { anonymousFields } from '../anonymous-columns.ts'
import { securityDefiner, list, type Statement } from './text.ts'

/** What fewer patients have in common is generalised (D8). */
const fewest = 5

/** Whether a value singles out by itself: what is measured varies from day to day, what is coded or dated does not. */
const canSingleOut = {
  string: false,
  integer: false,
  float: false,
  date: true,
  boolean: true,
  choice: true,
  choices: false,
} satisfies Record<FieldType, boolean>

const single = anonymousFields.filter(({ field }) => canSingleOut[field.type])
const several = anonymousFields.filter(({ field }) => field.type === 'choices')

/** A coded value, a year or an answer that fewer than five patients have goes; so does each rare entry of a list. */
const dropRareValues = `
    UPDATE anonymous_record AS k SET ${list(single.map(({ name }) => `${name} = CASE WHEN n.${name} >= ${fewest} THEN k.${name} END`))}
    FROM (
      SELECT ${list(single.map(({ name }) => `count(*) FILTER (WHERE m.${name} = one.${name}) AS ${name}`))}
      FROM (
        SELECT ${list(single.map(({ name, from }) => `${from(`m.${name}`)} AS ${name}`))} FROM patient_medical AS m
        UNION ALL
        SELECT ${list(single.map(({ name }) => name))} FROM anonymous_record WHERE key <> made
      ) AS m CROSS JOIN (SELECT * FROM anonymous_record WHERE key = made) AS one
    ) AS n WHERE k.key = made;
    ${several
      .map(
        ({ name }) => `UPDATE anonymous_record AS k SET ${name} = (
      SELECT array_agg(one) FROM unnest(k.${name}) AS one
      WHERE ${fewest} <= (SELECT count(*) FROM (SELECT FROM patient_medical AS m WHERE one = ANY (m.${name}) LIMIT ${fewest}) AS found))
    WHERE k.key = made;`,
      )
      .join('\n    ')}`

/** What somebody who knows the person knows of the record: with year of birth, sex and region it is what leads to them. */
const combined = ['DEAD_DATE', 'FENOTYPE', 'GENOTYPE', 'DIAGNOSIS'] as const satisfies readonly FieldName[]
const [deadDate, fenotype, genotype, diagnosis] = combined.map((name) => getField(name).column)
const furtherDiagnoses = (['DIAGNOSIS_2', 'DIAGNOSIS_3'] as const).map((name) => getField(name).column)

const sameCombination = [
  '(k.birth_from IS NULL OR extract(year FROM d.dob) BETWEEN k.birth_from AND k.birth_to)',
  '(k.sex IS NULL OR d.sex = k.sex)',
  'c.geotreeid IN (SELECT area_subtree(ARRAY[k.region]))',
  ...anonymousFields
    .filter(({ field }) => combined.some((name) => name === field.name))
    .map(({ name, from }) => `(k.${name} IS NULL OR ${from(`m.${name}`)} = k.${name})`),
].join('\n        AND ')

const parentRegion = 'region = coalesce((SELECT parent FROM geotree WHERE id = region), region)'

/** The least telling step first; each is taken only while fewer than five patients share what is left. */
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
 * anonymise(patient) keeps the medical data that consent had opened in a record of its own (D8), while the patient is still in the
 * registry: years, no free text, the centre's region, and nothing that fewer than five patients have in common.
 */
const anonymise = `CREATE OR REPLACE FUNCTION anonymise_patient(of_patient integer) RETURNS void LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    made uuid;
    sharing integer;
    step integer := 0;
  BEGIN
    INSERT INTO anonymous_record (region, birth_from, birth_to, sex, ${list(anonymousFields.map(({ name }) => name))})
    SELECT c.geotreeid, extract(year FROM d.dob), extract(year FROM d.dob), d.sex, ${list(anonymousFields.map(({ name, from }) => from(`m.${name}`)))}
    FROM patient AS p JOIN centre AS c ON c.code = p.center_code JOIN patient_medical AS m ON m.patient_id = p.id
    LEFT JOIN patient_personal AS d ON d.patient_id = p.id AND p.c_db_p
    WHERE p.id = of_patient AND p.c_db_m AND (${anonymousFields.map(({ name }) => `m.${name} IS NOT NULL`).join(' OR ')})
    RETURNING key INTO made;
    IF made IS NULL THEN RETURN; END IF;
    ${dropRareValues}
    LOOP
      SELECT count(*) INTO sharing FROM (
        SELECT FROM anonymous_record AS k, patient AS p JOIN centre AS c ON c.code = p.center_code
        JOIN patient_personal AS d ON d.patient_id = p.id JOIN patient_medical AS m ON m.patient_id = p.id
        WHERE k.key = made
        AND ${sameCombination}
        LIMIT ${fewest}) AS found;
      EXIT WHEN sharing >= ${fewest};
      CASE step
        ${steps.map((change, place) => `WHEN ${place} THEN UPDATE anonymous_record SET ${change} WHERE key = made;`).join('\n        ')}
        ELSE EXIT;
      END CASE;
      step := step + 1;
    END LOOP;
  END $$`

export const anonymiseStatements: readonly Statement[] = [anonymise]
