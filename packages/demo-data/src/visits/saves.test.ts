import { fields, type FieldName } from '@registry/domain/fields/dictionary'
import { buildReader } from '@registry/domain/fields/reader'
import { listSelectableIds, type ReferenceValue } from '@registry/domain/reference/reference-values'
import { buildRuleSet, checkRecord } from '@registry/domain/rules/rule-set'
import { testDatabase } from '@registry/db/testing/database'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoSeed } from '../load.ts'
import { buildDemoPatient } from '../patient.ts'
import { buildRecord } from '../testing/record.ts'

const today = '2026-11-21'
const patients = Array.from({ length: 1000 }, (_, index) => buildDemoPatient(demoSeed, index, today))
const withSaves = patients.filter(({ saves }) => saves.length > 0)
const visited = patients.filter(({ saves }) => saves.length > 1)
const readDay = (at: string): string => at.slice(0, 10)
const computeMedian = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN

describe('the saves of a record', () => {
  const rows = new Map<string, ReferenceValue[]>()
  beforeAll(async () => {
    await using database = await testDatabase()
    const values = await database.owner<(ReferenceValue & { table: string })[]>`SELECT table_name AS table, id, extra FROM reference_value`
    for (const { table, id, extra } of values) rows.set(table, [...(rows.get(table) ?? []), { id, extra }])
  })

  test('exist for each of the first patients with a medical record, and end with it', () => {
    expect(withSaves.length).toBeGreaterThan(700)
    expect(patients.filter(({ medical, saves }) => (medical !== undefined) !== saves.length > 0)).toEqual([])
    expect(withSaves.filter(({ medical, saves }) => saves.at(-1)?.values !== medical)).toEqual([])
    expect(visited.length / withSaves.length).toBeGreaterThan(0.5)
    expect(Math.max(...visited.map(({ saves }) => saves.length))).toBe(8)
    expect(buildDemoPatient(demoSeed, 1000, today).saves).toEqual([])
  })

  test('are in order, a year apart, while the consent to medical data lasted, and not in the future', () => {
    for (const { saves, consents, index } of withSaves) {
      const moments = saves.map(({ at }) => at)
      expect(moments, String(index)).toEqual(moments.toSorted())
      const given = consents.rounds.find(({ flags }) => flags.c_db_m)?.at ?? ''
      const ended = consents.rounds.find(({ at, flags }) => at > given && !flags.c_db_m)?.at ?? consents.withdrawal?.at ?? today
      expect(moments.filter((at) => at < given || at > ended || at >= today)).toEqual([])
      for (const [place, at] of moments.slice(1).entries())
        expect(Date.parse(at) - Date.parse(moments[place] ?? '')).toBeGreaterThan(300 * 86_400_000)
    }
  })

  test('have only values that an import of their day accepts, and break no rule, not even that of the weight', () => {
    const rules = buildRuleSet((table) => rows.get(table) ?? [])
    const broken: unknown[] = []
    let values = 0
    for (const patient of visited)
      for (const [place, { at, values: medical }] of patient.saves.entries()) {
        const day = readDay(at)
        const listIds = (table: string) => listSelectableIds(rows.get(table) ?? [])
        for (const [name, value] of Object.entries(medical)) {
          const field = fields.find((one) => one.name === name)
          const reading = field && buildReader(field, { today: day, referenceIds: listIds }).json(value)
          values += 1
          if (!reading || reading.error) broken.push([patient.index, day, name, value])
        }
        const previous = patient.saves[place - 1]?.values
        const found = checkRecord(buildRecord({ ...patient, medical }), rules, { today: day, ...(previous && { previous }) })
        broken.push(...found.map(({ key }) => [patient.index, day, key]))
      }
    expect(values).toBeGreaterThan(150_000)
    expect(broken).toEqual([])
  })
})

describe('the trajectory of the values', () => {
  const listValues = (name: FieldName): readonly (readonly unknown[])[] =>
    visited.map(({ saves }) => saves.map(({ values }) => (values as Partial<Record<FieldName, unknown>>)[name]))
  const listNumbers = (name: FieldName) => listValues(name).map((all) => all.filter((value) => typeof value === 'number'))

  test.each(['HB_LAST', 'FERRITIN_LAST', 'LIC_LAST', 'T2_HEART_LAST', 'CREATININE_LAST'] as const)(
    'has several different values of %s',
    (name) => {
      const several = listNumbers(name).filter((all) => all.length > 1)
      expect(several.length).toBeGreaterThan(150)
      expect(several.filter((all) => new Set(all).size > 1).length / several.length).toBeGreaterThan(0.8)
    },
  )

  test('is that of better chelation: most ferritin and liver iron of TDT fell', () => {
    const major = visited.filter(({ medical, saves }) => medical?.FENOTYPE === 'TDT' && saves.length > 3)
    expect(major.length).toBeGreaterThan(100)
    for (const name of ['FERRITIN_LAST', 'LIC_LAST'] as const) {
      const ratios = major.flatMap(({ saves, medical }) => {
        const [before, now] = [saves[0]?.values[name], medical?.[name]]
        return typeof before === 'number' && typeof now === 'number' ? [before / now] : []
      })
      expect(computeMedian(ratios), name).toBeGreaterThan(1.15)
      expect(computeMedian(ratios), name).toBeLessThan(2.5)
    }
  })

  test('has complications that came, and none that went', () => {
    const changes = ['ARRHYTHMIA', 'DIABETES', 'HYPOTHYROIDISM', 'HYPOGANADISM', 'EYE_PROBLEMS', 'DENTAL_PROBLEMS'] as const
    const courses = changes.flatMap((name) => listValues(name))
    expect(courses.filter((all) => all[0] === false && all.at(-1) === true).length).toBeGreaterThan(20)
    expect(courses.filter((all) => all.lastIndexOf(false) > all.indexOf(true) && all.includes(true))).toEqual([])
  })

  test('has changes of the chelation, children who grow, and operations that the first saves do not have', () => {
    expect(listValues('ICT_TYPE').filter((all) => new Set(all).size > 1).length).toBeGreaterThan(30)
    const children = visited.filter(({ personal, saves }) => String(personal?.DOB ?? '') > '2014-01-01' && saves.length > 2)
    const growth = children.flatMap(({ saves, medical }) => {
      const [before, now] = [saves[0]?.values.WEIGHT, medical?.WEIGHT]
      return typeof before === 'number' && typeof now === 'number' ? [now / before] : []
    })
    expect(growth.length).toBeGreaterThan(10)
    expect(Math.min(...growth)).toBeGreaterThan(1.1)
    const early = visited.flatMap(({ saves }) =>
      saves.filter(({ at, values: { SPLENECTOMY_DATE: day } }) => typeof day === 'string' && day > readDay(at)),
    )
    expect(early).toEqual([])
  })

  test('keeps a death out of the saves before it', () => {
    const dead = visited.filter(({ medical }) => medical?.STATUS === 'DEAD')
    expect(dead.length).toBeGreaterThan(5)
    for (const { saves } of dead)
      for (const { values } of saves.slice(0, -1)) {
        expect([values.STATUS, values.DEAD_DATE, values.DEAD_CAUSE, values.COVID_OUTCOME === 'DEAD_COVID']).toEqual([
          'FOLLOWUP',
          undefined,
          undefined,
          false,
        ])
        if (values.TT === 'REGULAR') expect(values.TT_ONGOING).toBe(true)
      }
  })

  test('end before the fatal infection of a patient who took the consent back before it', () => {
    const { medical, saves, consents } = buildDemoPatient(1978, 159, '2026-11-01')
    expect(consents.state).toBe('medical withdrawn')
    expect(saves.length).toBeGreaterThan(0)
    expect([medical?.STATUS, medical?.COVID_OUTCOME]).toEqual(['FOLLOWUP', undefined])
  })
})
