import { observedAnalytes } from '@registry/domain/observations/analytes'
import { readObservation } from '@registry/domain/observations/observation'
import { describe, expect, test } from 'vitest'
import { formatDay } from '../calendar.ts'
import { demoSeed } from '../load.ts'
import { buildDemoPatient, type DemoPatient } from '../patient.ts'
import type { Result } from './results.ts'

const today = '2026-11-21'
const patients = Array.from({ length: 600 }, (_, index) => buildDemoPatient(demoSeed, index, today))
const measured = patients.filter(({ results }) => results.length > 0)
const listValues = ({ results }: DemoPatient, analyte: string): readonly Result[] =>
  results.filter((result) => result.analyte === analyte).toSorted((one, other) => one.day - other.day)
const computeMedian = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN

describe('the dated results of the demo', () => {
  test('cover 20 years of many patients, and all analytes', () => {
    expect(measured.length).toBeGreaterThan(400)
    const spans = measured.map((patient) => {
      const days = patient.results.map(({ day }) => day)
      return (Math.max(...days) - Math.min(...days)) / 365.25
    })
    expect(spans.filter((years) => years > 18).length).toBeGreaterThan(200)
    expect(Math.max(...spans)).toBeLessThan(21)
    const analytes = new Set(measured.flatMap(({ results }) => results.map(({ analyte }) => analyte)))
    expect(observedAnalytes.filter(({ name }) => !analytes.has(name))).toEqual([])
  })

  test('are accepted as a file would be, from birth to death, and recorded when they were known', () => {
    const wrong = measured.flatMap(({ personal, medical, results }) =>
      results.filter(({ analyte, day, value, recordedAt }) => {
        const takenOn = formatDay(day)
        const unit = observedAnalytes.find(({ name }) => name === analyte)?.field.unit ?? ''
        const reading = readObservation({ analyte, value: String(value), unit, takenOn, comparator: '', sample: '' }, { today })
        const isOutsideLife = takenOn < (personal?.DOB ?? '') || (medical?.DEAD_DATE !== undefined && takenOn > String(medical.DEAD_DATE))
        return reading.error !== undefined || isOutsideLife || recordedAt < takenOn || recordedAt >= today
      }),
    )
    expect(wrong).toEqual([])
  })

  test('are one a day, and of the last 12 months those of the record', () => {
    for (const patient of measured)
      for (const analyte of ['HB', 'FERRITIN', 'CREATININE'] as const) {
        const series = listValues(patient, analyte)
        const newest = series.at(-1)
        if (!newest) continue
        expect(new Set(series.map(({ day }) => day)).size, `${patient.index} ${analyte}`).toBe(series.length)
        const values = series.filter(({ day }) => day > newest.day - 365).map(({ value }) => value)
        const { medical = {} } = patient
        expect([newest.value, Math.max(...values), Math.min(...values)], `${patient.index} ${analyte}`).toEqual([
          medical[`${analyte}_LAST`],
          medical[`${analyte}_MAX`],
          medical[`${analyte}_MIN`],
        ])
      }
  })

  test('show a change of the chelation: ferritin rose before it, and the T2* of an affected heart rises since', () => {
    const changed = measured.flatMap((patient) => {
      const regimens = patient.saves.map(({ values }) => values.ICT_TYPE)
      const place = regimens.findLastIndex(
        (regimen, index) => index > 0 && regimen !== regimens[index - 1] && regimen === patient.medical?.ICT_TYPE,
      )
      return place > 0 ? [{ patient, at: patient.saves[place - 1]!.at.slice(0, 10) }] : []
    })
    expect(changed.length).toBeGreaterThan(20)
    const meanOf = (results: readonly Result[]): number => results.reduce((sum, { value }) => sum + value, 0) / results.length
    const ratios = changed.flatMap(({ patient, at }) => {
      const series = listValues(patient, 'FERRITIN')
      const [atChange, now] = [series.filter(({ day }) => formatDay(day) <= at).slice(-4), series.slice(-4)]
      return atChange.length === 4 ? [meanOf(atChange) / meanOf(now)] : []
    })
    expect(computeMedian(ratios)).toBeGreaterThan(1.1)
    const rises = changed.flatMap(({ patient, at }) => {
      const before = listValues(patient, 'FERRITIN').filter(({ day }) => formatDay(day) <= at)
      return before.length > 20 ? [meanOf(before.slice(-4)) / meanOf(before.slice(0, 4))] : []
    })
    expect(computeMedian(rises)).toBeGreaterThan(1.1)
    const hearts = measured.flatMap((patient) => {
      const series = listValues(patient, 'T2_HEART').filter(({ day }) => day > Date.parse('2020-01-01') / 86_400_000)
      const [first, last] = [series[0], series.at(-1)]
      return first && last && series.length > 2 && last.value < 20 ? [last.value / first.value] : []
    })
    expect(hearts.length).toBeGreaterThan(10)
    expect(computeMedian(hearts)).toBeGreaterThan(1.1)
  })
})
