import { createHash } from 'node:crypto'
import { fields, type FieldName } from '@registry/domain/fields/dictionary'
import { buildReader } from '@registry/domain/fields/reader'
import { listSelectableIds, type ReferenceValue, type ReferenceValues } from '@registry/domain/reference/reference-values'
import type { ReferenceTable } from '@registry/domain/reference/tables'
import { checkRecord, buildRuleSet } from '@registry/domain/rules/rule-set'
import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '@registry/db/testing/database'
import { demoSeed } from './load.ts'
import { buildDemoPatient, type DemoPatient } from './patient.ts'
import { buildRecord } from './testing/record.ts'

const today = '2026-11-21'
const patients = Array.from({ length: 2000 }, (_, index) => buildDemoPatient(demoSeed, index, today))
const hashValue = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** Medical fields that have demo data. A field without demo data is not listed. */
const shownFields = `
DEAD_DATE DEAD_CAUSE WEIGHT OTHER_THERAPIES STATUS BLOOD_GROUP FENOTYPE DOD DIAGNOSIS DIAGNOSIS_2 GENOTYPE CARDIOMIOPATHIES
CHRONIC_KIDNEY_DISEASE LIVER_DISEASE THROMBOSIS CONGESTIVE_HEART_FAILURE SKELETAL_PROBLEMS EYE_PROBLEMS DENTAL_PROBLEMS
SPLENIC_SEQUESTRATION ACUTE_CHEST_SYNDROME STROKE VOC OSTEONECROSIS LEG_ULCERS PRIAPISM HCC HYPOTHYROIDISM HYPOPARATHYROIDISM
DIABETES HYPOGANADISM HYPOCORTISOLISM OSTEOPOROSIS NEPHROLITHIASIS PULMONARY_HYPERTENSION CHOLELITHIASIS HEART_FAILURE
ARRHYTHMIA LIVER_CIRRHOSIS HBV HCV SPLENOMEGALY SPLENECTOMY CHOLECISTECTOMY SPLENECTOMY_DATE CHOLECISTECTOMY_DATE BMT BMT_DATE
BMT_NOTE HOSPEDALIZATIONS HOSPEDAL_DAYS HOSPEDAL_CAUSES TT TT_QTY TT_TYPE TT_START TT_ONGOING IMMUNIZATION ICT_TYPE ICT_START
ICT_ONGOING ICT_IP ICT_MODALITY ICT_DFO_DOSAGE ICT_DFO_PRESCRIPTION ICT_DFO_COMPLIANCE ICT_DFP_DOSAGE ICT_DFP_PRESCRIPTION
ICT_DFP_COMPLIANCE ICT_DFX_DOSAGE ICT_DFX_PRESCRIPTION ICT_DFX_COMPLIANCE ICT_OTHER_PRODUCT HU_TERAPY_TYPE HU_TERAPY_START
HU_TERAPY_ONGOING HU_TERAPY_DOSAGE LUS_TERAPY_TYPE LUS_TERAPY_START LUS_TERAPY_ONGOING LUS_TERAPY_DOSAGE GT GT_START GT_PROTOCOL
GT_OUTCOME GT_CONDITIONING GT_NOTE HB HB_LAST HB_MEAN HB_MEDIAN HB_MAX HB_MIN FERRITIN FERRITIN_LAST FERRITIN_MEAN
FERRITIN_MEDIAN FERRITIN_MAX FERRITIN_MIN ALT ALT_LAST ALT_MEAN ALT_MEDIAN ALT_MAX ALT_MIN AST AST_LAST AST_MEAN AST_MEDIAN
AST_MAX AST_MIN GGT GGT_LAST GGT_MEAN GGT_MEDIAN GGT_MAX GGT_MIN BILIRUBIN BILIRUBIN_LAST BILIRUBIN_MEAN BILIRUBIN_MEDIAN
BILIRUBIN_MAX BILIRUBIN_MIN CREATININE CREATININE_LAST CREATININE_MEAN CREATININE_MEDIAN CREATININE_MAX CREATININE_MIN EGFR
EGFR_LAST EGFR_MEAN EGFR_MEDIAN EGFR_MAX EGFR_MIN APP APP_LAST APP_MEAN APP_MEDIAN APP_MAX APP_MIN LIC_LAST T2_HEART_LAST
T2_LIVER_LAST DEXA_DATE DEXA_LOMBAR_SPINE_T DEXA_LOMBAR_SPINE_Z DEXA_LOMBAR_SPINE_BMD DEXA_FEMORAL_NECK_T DEXA_FEMORAL_NECK_Z
DEXA_FEMORAL_NECK_BMD DEXA_TOTAL_HIP_T DEXA_TOTAL_HIP_Z DEXA_TOTAL_HIP_BMD FIBR_STIFFNESS COVID_STATUS COVID_SYMPTOM
COVID_DETECTION COVID_SOURCE COVID_HOSPITALIZATION COVID_HOSP_DAYS COVID_DISASE_DAYS COVID_TERAPY COVID_OUTCOME
`
  .trim()
  .split(/\s+/)

describe('the same seed', () => {
  test('gives the same patients in any order and number', () => {
    const again = Array.from({ length: 300 }, (_, index) => buildDemoPatient(demoSeed, 299 - index, today)).reverse()
    expect(hashValue(again)).toBe(hashValue(patients.slice(0, 300)))
  })

  test('differs from another seed in its patients', () => {
    expect(hashValue(buildDemoPatient(demoSeed + 1, 10, today))).not.toBe(hashValue(patients[10]))
  })
})

describe('2,000 patients', () => {
  const rows = new Map<string, ReferenceValue[]>()
  const referenceValues: ReferenceValues = (table) => rows.get(table) ?? []
  const listIds = (table: ReferenceTable) => listSelectableIds(referenceValues(table))

  beforeAll(async () => {
    await using database = await testDatabase()
    for (const { table, id, extra } of await database.owner<
      (ReferenceValue & { table: string })[]
    >`SELECT table_name AS table, id, extra FROM reference_value`) {
      rows.set(table, [...(rows.get(table) ?? []), { id, extra }])
    }
  })

  test('have only values that an import accepts, and few warnings', () => {
    const readers = new Map(fields.map((field) => [field.name, buildReader(field, { today, referenceIds: listIds })]))
    const errors: unknown[] = []
    let values = 0
    let warned = 0
    for (const patient of patients) {
      for (const [name, value] of Object.entries(buildRecord(patient)) as [FieldName, unknown][]) {
        if (value === null || value === undefined) continue
        const reading = readers.get(name)?.json(value)
        values += 1
        if (!reading || reading.error) errors.push([patient.index, name, reading?.error])
        else if (reading.warning) warned += 1
      }
    }
    expect(errors).toEqual([])
    expect(values).toBeGreaterThan(150_000)
    expect(warned / values).toBeLessThan(0.002)
  })

  test('break no cross-field rule, and fewer than 1 of 100 have a warning', () => {
    const rules = buildRuleSet(referenceValues)
    expect(rules.trees.length).toBeGreaterThan(30)
    const broken = patients.flatMap((patient) =>
      checkRecord(buildRecord(patient), rules, { today }).map(({ key, severity }) => ({ patient: patient.index, key, severity })),
    )
    expect(broken.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(new Set(broken.map(({ patient }) => patient)).size / patients.length).toBeLessThan(0.01)
  })

  test('fill every medical field that the demonstration shows, and no derived one', () => {
    const used = new Set<string>(patients.flatMap(({ medical }) => Object.keys(medical ?? {})))
    expect(shownFields.filter((name) => !used.has(name))).toEqual([])
    const derived = fields.filter((field) => field.derived).map(({ name }) => name)
    expect(derived).toContain('COMPLICATIONS_NUM')
    expect(derived.filter((name) => used.has(name))).toEqual([])
  })
})

const withPhenotype = (...phenotypes: string[]) => patients.filter(({ medical }) => phenotypes.includes(String(medical?.FENOTYPE)))
const computeMedian = (of: readonly DemoPatient[], field: FieldName & keyof NonNullable<DemoPatient['medical']>): number => {
  const known = of
    .flatMap(({ medical }) => (typeof medical?.[field] === 'number' ? [medical[field]] : []))
    .toSorted((left, right) => left - right)
  return known[Math.floor(known.length / 2)] ?? NaN
}
const isAdult = ({ personal }: DemoPatient) => personal?.DOB !== undefined && personal.DOB < '2000-01-01'
const computeShare = (of: readonly DemoPatient[], field: keyof NonNullable<DemoPatient['medical']>) =>
  of.filter(({ medical }) => medical?.[field] === true).length / of.length

describe('clinically plausible', () => {
  const major = withPhenotype('TDT')

  test.each([
    ['pre-transfusion haemoglobin in TDT', major, 'HB_LAST', 9, 10],
    ['ferritin in TDT', major, 'FERRITIN_LAST', 900, 1300],
    ['liver iron in TDT', major, 'LIC_LAST', 3, 10],
    ['heart T2* in TDT', major, 'T2_HEART_LAST', 25, 42],
    ['units a year in TDT', major, 'TT_QTY', 25, 42],
    ['ferritin in NTDT', withPhenotype('NTDT'), 'FERRITIN_LAST', 300, 800],
    ['haemoglobin in sickle cell disease', withPhenotype('SCD_CT', 'SCD_NCT'), 'HB_LAST', 8, 9.6],
  ] as const)('is the median %s', (_, group, field, least, most) => {
    expect(group.length).toBeGreaterThan(100)
    expect(computeMedian(group, field)).toBeGreaterThanOrEqual(least)
    expect(computeMedian(group, field)).toBeLessThanOrEqual(most)
  })

  test.each([
    ['HYPOGANADISM', 0.2, 0.3],
    ['OSTEOPOROSIS', 0.3, 0.5],
    ['HYPOTHYROIDISM', 0.1, 0.25],
    ['DIABETES', 0.05, 0.15],
    ['LIVER_CIRRHOSIS', 0.01, 0.08],
  ] as const)('is the share of adults with TDT and %s', (flag, least, most) => {
    const adults = major.filter(isAdult)
    expect(computeShare(adults, flag)).toBeGreaterThanOrEqual(least)
    expect(computeShare(adults, flag)).toBeLessThanOrEqual(most)
  })
})
