import type { ReferenceValue, ReferenceValues } from '@registry/domain/reference/reference-values'
import { checkRecord, buildRuleSet } from '@registry/domain/rules/rule-set'
import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '@registry/db/testing/database'
import { demoSeed } from './load.ts'
import { buildDemoPatient, type DemoPatient } from './patient.ts'
import { buildRecord } from './testing/record.ts'

const today = '2026-11-21'
const patients = Array.from({ length: 6000 }, (_, index) => buildDemoPatient(demoSeed, index, today))
const records = patients.flatMap(({ medical }) => (medical ? [medical] : []))
type Medical = NonNullable<DemoPatient['medical']>

const readNote = ({ BMT_NOTE: note }: Medical): string => String(note ?? '')
const grafts = records.filter(({ BMT }) => BMT === true)
const readGraftDay = ({ BMT_DATE: day }: Medical): string => String(day)
const computeShare = (all: readonly Medical[], holds: (one: Medical) => boolean): number => all.filter(holds).length / all.length

describe('transplants', () => {
  test('are numerous enough for the tests below', () => {
    expect(grafts.length).toBeGreaterThan(100)
    expect(grafts.filter((graft) => readGraftDay(graft) < '1990-01-01').length).toBeGreaterThan(10)
    expect(grafts.every((graft) => readGraftDay(graft) >= '1982-01-01')).toBe(true)
  })

  test('use no cord blood before its first transplant of October 1988', () => {
    const cord = grafts.filter((graft) => readNote(graft).includes('cordonale'))
    expect(cord.length).toBeGreaterThan(0)
    expect(cord.filter((graft) => readGraftDay(graft) < '1988-10-06').map(readGraftDay)).toEqual([])
  })

  test('use no peripheral blood before 1994', () => {
    const peripheral = grafts.filter((graft) => readNote(graft).includes('periferico'))
    expect(peripheral.length).toBeGreaterThan(0)
    expect(peripheral.filter((graft) => readGraftDay(graft) < '1994-01-01').map(readGraftDay)).toEqual([])
  })

  test('have no unrelated 10/10 donor before 1990', () => {
    const unrelated = grafts.filter((graft) => readNote(graft).includes('10/10'))
    expect(unrelated.length).toBeGreaterThan(0)
    expect(unrelated.filter((graft) => readGraftDay(graft) < '1990-01-01').map(readGraftDay)).toEqual([])
  })

  test('are rarely haploidentical before 2000, and more often since 2010', () => {
    const haploidentical = (graft: Medical) => readNote(graft).includes('aploidentico')
    const early = grafts.filter((graft) => readGraftDay(graft) < '2000-01-01')
    const late = grafts.filter((graft) => readGraftDay(graft) >= '2010-01-01')
    expect([early.length > 30, late.length > 30]).toEqual([true, true])
    expect(computeShare(early, haploidentical)).toBeLessThan(0.05)
    expect(computeShare(late, haploidentical)).toBeGreaterThan(0.08)
    expect(grafts.filter((graft) => haploidentical(graft) && readNote(graft).includes('cordonale'))).toEqual([])
  })
})

/** First day of each protocol: start of its trial, or of the European licence (EMA, 9 February 2024). */
const protocolStarts = {
  'TIGET-BTHAL': '2015-05-06',
  'NORTHSTAR-3': '2017-06-08',
  'CLIMB-111': '2018-09-14',
  'CLIMB-121': '2018-11-27',
  Casgevy: '2024-02-09',
} as const

describe('gene therapy', () => {
  const treated = records.filter(({ GT }) => GT === true)
  const findStart = (protocol: unknown): string | undefined =>
    Object.entries(protocolStarts).find(([name]) => String(protocol).startsWith(name))?.[1]

  test('follows known protocols', () => {
    expect(treated.length).toBeGreaterThan(15)
    expect(new Set(treated.map(({ GT_PROTOCOL }) => findStart(GT_PROTOCOL) !== undefined))).toEqual(new Set([true]))
    expect(new Set(treated.map(({ GT_PROTOCOL }) => GT_PROTOCOL)).size).toBeGreaterThan(2)
  })

  test('starts after the start of its trial or licence', () => {
    const early = treated.filter(({ GT_PROTOCOL, GT_START }) => String(GT_START) < (findStart(GT_PROTOCOL) ?? '9999'))
    expect(early.map(({ GT_PROTOCOL, GT_START }) => [GT_PROTOCOL, GT_START])).toEqual([])
  })
})

/** Complications that the record must have for a cause of death. */
const behindCause: Readonly<Record<string, readonly (keyof Medical)[]>> = {
  'Scompenso cardiaco': ['HEART_FAILURE'],
  Aritmia: ['ARRHYTHMIA'],
  'Emorragia cerebrale': ['STROKE'],
  Ictus: ['STROKE'],
  'Sindrome toracica acuta': ['ACUTE_CHEST_SYNDROME'],
  Epatocarcinoma: ['HCC'],
  'Insufficienza epatica': ['LIVER_CIRRHOSIS'],
}
const otherCauses = ['Sepsi', 'Neoplasia', 'Causa non nota', 'Insufficienza multiorgano', 'COVID-19']

describe('deaths', () => {
  const dead = records.filter(({ STATUS }) => STATUS === 'DEAD')

  test('have causes that these tests cover, heart failure among them', () => {
    expect(dead.length).toBeGreaterThan(80)
    const causes = new Set(dead.map(({ DEAD_CAUSE }) => String(DEAD_CAUSE)))
    expect([...causes].filter((cause) => !(cause in behindCause) && !otherCauses.includes(cause))).toEqual([])
    expect(dead.filter(({ DEAD_CAUSE }) => DEAD_CAUSE === 'Scompenso cardiaco').length).toBeGreaterThan(5)
  })

  test('agree with the complications of the record', () => {
    const unexplained = dead.filter((one) => (behindCause[String(one.DEAD_CAUSE)] ?? []).some((flag) => one[flag] !== true))
    expect(unexplained.map(({ DEAD_CAUSE }) => DEAD_CAUSE)).toEqual([])
  })

  test('from COVID-19 lie in the pandemic and have its outcome', () => {
    for (const one of dead.filter(({ DEAD_CAUSE }) => DEAD_CAUSE === 'COVID-19')) {
      expect(String(one.DEAD_DATE) > '2020-03-01').toBe(true)
      expect(one.COVID_OUTCOME).toBe('DEAD_COVID')
    }
  })
})

test('patients without a spleen need fewer units for their weight', () => {
  const regular = records.filter(({ FENOTYPE, TT, TT_QTY, WEIGHT }) => FENOTYPE === 'TDT' && TT === 'REGULAR' && TT_QTY && WEIGHT)
  const adults = regular.filter(({ WEIGHT }) => Number(WEIGHT) > 40)
  const perKilogram = (removed: boolean): number => {
    const units = adults.filter(({ SPLENECTOMY }) => SPLENECTOMY === removed).map(({ TT_QTY, WEIGHT }) => Number(TT_QTY) / Number(WEIGHT))
    expect(units.length).toBeGreaterThan(200)
    return units.reduce((sum, each) => sum + each, 0) / units.length
  }
  expect(perKilogram(true) / perKilogram(false)).toBeLessThan(0.85)
  expect(perKilogram(true) / perKilogram(false)).toBeGreaterThan(0.6)
})

test('centres differ in size: of 600 patients one has 180 and one 15', () => {
  const sizes = [...Map.groupBy(patients.slice(0, 600), ({ centreCode }) => centreCode).values()].map((all) => all.length)
  expect(sizes.toSorted((a, b) => b - a)).toEqual([180, 150, 120, 90, 45, 15])
})

describe('the cross-field rules', () => {
  const rows = new Map<string, ReferenceValue[]>()
  const referenceValues: ReferenceValues = (table) => rows.get(table) ?? []
  beforeAll(async () => {
    await using database = await testDatabase()
    const values = await database.owner<(ReferenceValue & { table: string })[]>`SELECT table_name AS table, id, extra FROM reference_value`
    for (const { table, id, extra } of values) rows.set(table, [...(rows.get(table) ?? []), { id, extra }])
  })

  test.each([[today], ['2027-07-01'], ['2028-02-29']])('find nothing in any patient of a registry of %s', (day) => {
    const rules = buildRuleSet(referenceValues)
    expect(rules.trees.length).toBeGreaterThan(150)
    const people = Array.from({ length: 2500 }, (_, index) => buildDemoPatient(demoSeed, index, day))
    const discrepancies = people.flatMap((patient) =>
      checkRecord(buildRecord(patient), rules, { today: day }).map(({ key }) => `${patient.index} ${key}`),
    )
    expect(discrepancies).toEqual([])
  })
})
