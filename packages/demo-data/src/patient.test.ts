import { createHash } from 'node:crypto'
import { getField, fields, type FieldName } from '@registry/domain/fields/dictionary'
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

  test('fill most medical fields and no derived one', () => {
    const used = new Set(patients.flatMap(({ medical }) => Object.keys(medical ?? {})))
    const unused = fields.filter((field) => field.block === 'MEDICAL_DATA' && !used.has(field.name)).map((field) => field.name)
    expect(unused.toSorted()).toEqual([
      'COMPLICATIONS_NUM',
      'DIAGNOSIS_3',
      'ICT_OTHER_COMPLIANCE',
      'ICT_OTHER_DOSAGE',
      'ICT_OTHER_PRESCRIPTION',
    ])
    expect(getField('COMPLICATIONS_NUM').derived).toBe(true)
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
