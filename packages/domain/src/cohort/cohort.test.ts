import { describe, expect, test } from 'vitest'
import { Condition, WrittenCondition } from '../filter/condition.ts'
import { buildExpression } from '../filter/condition-tree.ts'
import { buildCellCondition, type ChosenCell } from './conditions.ts'
import { complicationFields, regions, regionTiles, sumCells, type CohortCell } from './groups.ts'
import { exactRounding, protectedRounding } from './rounding.ts'
import { showCohort } from './show.ts'
import { estimateSurvival, showSurvival } from './survival.ts'

const cell = (indicator: CohortCell['indicator'], key: string, counted: number, total = counted): CohortCell => ({
  indicator,
  key,
  counted,
  total,
})

describe('REQ-COH-02: the numbers of a cohort', () => {
  test.each([
    [0, 0],
    [1, null],
    [4, null],
    [5, 5],
    [7, 5],
    [8, 10],
  ])('%i patients are shown as %s to those who read no rows, and exactly to the others', (count, shown) => {
    const cells = [cell('patients', '', count)]
    expect(showCohort(cells, protectedRounding).patients).toBe(shown)
    expect(showCohort(cells, exactRounding).patients).toBe(count)
  })

  test('the total of a indicator counts hidden cells too', () => {
    const cells = [cell('ferritin', '0', 96), cell('ferritin', '3', 4), cell('ferritin', '-missing', 9)]
    const { ferritin } = showCohort(cells, protectedRounding)
    expect(ferritin).toMatchObject({ cells: [{ patients: 95 }, { patients: 0 }, { patients: 0 }, { patients: null }], total: 100 })
  })

  test('cells that are not listed are among the others', () => {
    const cells = [cell('chelation', 'DFO', 3), cell('chelation', 'DFP', 3), cell('chelation', 'DFX_FCT', 40)]
    expect(showCohort(cells, protectedRounding).chelation).toMatchObject({ cells: [{ key: 'DFX_FCT' }], others: 5, total: 45 })
    expect(showCohort(cells, exactRounding).chelation).toMatchObject({ cells: [{}, {}, {}], others: 0, total: 46 })
  })
})

describe('REQ-COH-05: survival', () => {
  test('is the estimate of Kaplan and Meier', () => {
    const ends = [
      { age: 1, died: true, patients: 1 },
      { age: 2, died: false, patients: 2 },
      { age: 3, died: true, patients: 1 },
      { age: 4, died: false, patients: 1 },
    ]
    expect(estimateSurvival(ends).map(({ age, share, atRisk }) => [age, share.toFixed(2), atRisk])).toEqual(
      [
        ['1', '1.00', 5],
        ['2', '0.80', 4],
        ['3', '0.80', 2],
        ['4', '0.40', 1],
        ['5', '0.40', 0],
      ].map(([age, ...rest]) => [Number(age), ...rest]),
    )
  })

  test.each([exactRounding, protectedRounding])('a curve never rises and ends when fewer than ten patients are observed', (rounding) => {
    const cells = Array.from({ length: 60 }, (_, age) => cell('survival', `1960|${age}|${age % 7 === 0 ? 'dead' : 'alive'}`, 2))
    const curve = showSurvival(cells, rounding).find(({ decade }) => decade === '1960')
    const percents = curve?.dataPoints.map(({ percent }) => percent) ?? []
    expect(percents).toEqual(percents.toSorted((a, b) => b - a))
    expect(percents[0]).toBe(100)
    expect(curve?.dataPoints.at(-1)?.age).toBe(55)
  })

  test('a death more or less does not change the curve of those who read no rows', () => {
    const withDeaths = (deaths: number) => [cell('survival', '1960|30|dead', deaths), cell('survival', '1960|60|alive', 100 - deaths)]
    const curve = (deaths: number) => showSurvival(withDeaths(deaths), protectedRounding).find(({ decade }) => decade === '1960')
    expect(curve(3)).toEqual(curve(4))
  })

  test('a small group has no curve', () => {
    expect(showSurvival([cell('survival', '1960|30|alive', 9)], exactRounding)[1]).toEqual({
      decade: '1960',
      patients: null,
      dataPoints: [],
    })
  })
})

const cases: readonly (readonly [ChosenCell, unknown])[] = [
  [
    { indicator: 'pyramid', key: '40|F|TDT' },
    [
      ['SEX', '=', 'F'],
      ['FENOTYPE', '=', 'TDT'],
    ],
  ],
  [
    { indicator: 'pyramid', key: '40|M|SCD' },
    [
      ['SEX', '=', 'M'],
      ['FENOTYPE', 'in', ['SCD_CT', 'SCD_NCT']],
    ],
  ],
  [
    { indicator: 'pyramid', key: '40|M|other' },
    [
      ['SEX', '=', 'M'],
      ['FENOTYPE', 'not in', ['TDT', 'NTDT', 'SCD_CT', 'SCD_NCT']],
    ],
  ],
  [
    { indicator: 'pyramid', key: '40|M|unknown' },
    [
      ['SEX', '=', 'M'],
      ['FENOTYPE', 'is null', undefined],
    ],
  ],
  [{ indicator: 'regions', key: 'R12' }, [['address_area', '=', 'R12']]],
  [{ indicator: 'regions', key: 'abroad' }, [['address_nation', '<>', 'IT']]],
  [{ indicator: 'ferritin', key: '0' }, [['FERRITIN_LAST', '<', 500]]],
  [
    { indicator: 'lic', key: '1', centre: 'RM01' },
    [
      ['center_code', '=', 'RM01'],
      ['LIC_LAST', '>=', 3],
      ['LIC_LAST', '<', 7],
    ],
  ],
  [{ indicator: 't2', key: '2' }, [['T2_HEART_LAST', '>=', 20]]],
  [{ indicator: 'chelation', key: 'DFO' }, [['ICT_TYPE', '=', 'DFO']]],
  [{ indicator: 'admissions', key: 'heart', codes: ['428.0'] }, [['HOSPEDAL_CAUSES', 'in', ['428.0']]]],
  [{ indicator: 'admissions', key: 'none' }, [['HOSPEDALIZATIONS', '=', 0]]],
  [
    { indicator: 'admissions', key: 'unstated' },
    [
      ['HOSPEDALIZATIONS', '>', 0],
      ['HOSPEDAL_CAUSES', 'is null', undefined],
    ],
  ],
  [{ indicator: 'complications', key: 'DIABETES|40' }, [['DIABETES', '=', true]]],
]

describe('REQ-COH-06: the condition of a cell', () => {
  test.each(cases)('%j', (chosen, predicates) => {
    const condition = buildCellCondition(chosen, undefined)
    expect(WrittenCondition.parse(condition)).toMatchObject({ kind: 'predicates' })
    expect(condition?.kind === 'predicates' && condition.predicates.map(({ field, operator, value }) => [field, operator, value])).toEqual(
      (predicates as unknown[][]).map((one) => [one[0], one[1], one[2]]),
    )
  })

  test('a section has a missing value if one of its fields is missing', () => {
    expect(buildCellCondition({ indicator: 'missing', key: 'Instrumental', centre: 'RM01' }, undefined)).toEqual({
      kind: 'sql',
      text: `(center_code = 'RM01') AND (LIC_LAST IS NULL OR T2_HEART_LAST IS NULL)`,
    })
    expect(buildCellCondition({ indicator: 'missing', key: 'Personal Data' }, undefined)).toEqual({ kind: 'sql', text: '(SEX IS NULL)' })
  })

  test('the condition of the shown filter stays', () => {
    const shown = Condition.parse({ kind: 'predicates', predicates: [{ field: 'SEX', operator: '=', value: 'F' }] })
    const chosen: ChosenCell = { indicator: 't2', key: '0' }
    expect(buildCellCondition(chosen, shown)).toMatchObject({ predicates: [{ field: 'SEX' }, { field: 'T2_HEART_LAST' }] })
    const text: Condition = { kind: 'sql', text: 'x', tree: buildExpression(shown) }
    expect(buildCellCondition(chosen, text)).toEqual({ kind: 'sql', text: `(SEX = 'F') AND (T2_HEART_LAST < 10)` })
  })

  test.each([
    { indicator: 'admissions', key: 'heart' },
    { indicator: 'missing', key: 'unknown' },
    { indicator: 'complications', key: 'unknown|40' },
  ] as const)('%j has none', (chosen) => {
    expect(buildCellCondition(chosen, undefined)).toBeUndefined()
  })
})

test('REQ-COH-01: the map has a place for each region, and there are 33 complications', () => {
  expect(regions).toHaveLength(21)
  expect(new Set(Object.values(regionTiles).map(String)).size).toBe(21)
  expect(complicationFields).toHaveLength(33)
})

test('REQ-COH-07: the numbers of centres add up', () => {
  expect(sumCells([cell('missing', 'Misc', 1, 4), cell('missing', 'Misc', 2, 6), cell('patients', '', 2)])).toEqual([
    cell('missing', 'Misc', 3, 10),
    cell('patients', '', 2),
  ])
})
