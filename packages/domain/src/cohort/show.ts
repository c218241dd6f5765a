import {
  abroad,
  ageClasses,
  cohortSectionNames,
  complicationFields,
  joinKey,
  listBands,
  missingKey,
  phenotypes,
  pyramidSexes,
  regions,
  withheldKey,
  type CohortCell,
  type CountedIndicator,
  type PartIndicator,
} from './groups.ts'
import type { Rounding, ShownCount } from './rounding.ts'
import { showSurvival, type SurvivalCurve } from './survival.ts'

/** A number of patients by its key; null for a small group. */
export type ShownCell = { readonly key: string; readonly patients: ShownCount }
export type ShownIndicator = {
  readonly cells: readonly ShownCell[]
  /** All patients with a value, also those of hidden cells: percentages count them. */
  readonly total: ShownCount
  /** The patients of keys that are not listed. */
  readonly others: ShownCount
  readonly missing: ShownCount
  readonly withheld: ShownCount
}
export type ShownPart = { readonly key: string; readonly part: ShownCount; readonly total: ShownCount }
export type ShownCohort = { readonly patients: ShownCount } & Readonly<Record<CountedIndicator, ShownIndicator>> &
  Readonly<Record<PartIndicator, readonly ShownPart[]>> & { readonly survival: readonly SurvivalCurve[] }

/** The keys of indicators that always show the same ones. Other indicators name only the keys with a number. */
const fixedKeys = {
  pyramid: ageClasses.flatMap((age) => pyramidSexes.flatMap((sex) => phenotypes.map((phenotype) => joinKey(age, sex, phenotype)))),
  regions: [...regions, abroad],
  ferritin: listBands('ferritin'),
  lic: listBands('lic'),
  t2: listBands('t2'),
} as const satisfies Partial<Record<CountedIndicator, readonly string[]>>

const partKeys = {
  complications: complicationFields.flatMap((field) => ageClasses.map((age) => joinKey(field, age))),
  missing: cohortSectionNames,
} as const satisfies Record<PartIndicator, readonly string[]>

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

const showIndicator = (
  indicator: CountedIndicator,
  cells: readonly CohortCell[],
  { count: show }: Rounding,
  fixed?: readonly string[],
): ShownIndicator => {
  const own = new Map(cells.flatMap((cell) => (cell.indicator === indicator ? [[cell.key, cell.counted] as const] : [])))
  const count = (key: string): number => own.get(key) ?? 0
  const valueKeys = [...own.keys()].filter((key) => key !== missingKey && key !== withheldKey)
  const listed = (fixed ?? valueKeys.toSorted()).map((key) => ({ key, patients: show(count(key)) }))
  const common = { total: show(sum(valueKeys.map(count))), missing: show(count(missingKey)), withheld: show(count(withheldKey)) }
  if (fixed) return { cells: listed, others: 0, ...common }
  const hidden = listed.filter(({ patients }) => patients === null)
  return {
    cells: listed
      .filter(({ patients }) => patients !== null)
      .toSorted((a, b) => (b.patients ?? 0) - (a.patients ?? 0) || (a.key < b.key ? -1 : 1)),
    others: show(sum(hidden.map(({ key }) => count(key)))),
    ...common,
  }
}

const showParts = (indicator: PartIndicator, cells: readonly CohortCell[], { count: show }: Rounding): readonly ShownPart[] =>
  partKeys[indicator].map((key) => {
    const { counted = 0, total = 0 } = cells.find((cell) => cell.indicator === indicator && cell.key === key) ?? {}
    return { key, part: show(counted), total: show(total) }
  })

/** Turns the numbers of a group of patients into those that may be shown (REQ-COH-02). */
export const showCohort = (cells: readonly CohortCell[], rounding: Rounding): ShownCohort => {
  const patients = cells.find(({ indicator }) => indicator === 'patients')?.counted ?? 0
  const show = (indicator: CountedIndicator, fixed?: readonly string[]): ShownIndicator => showIndicator(indicator, cells, rounding, fixed)
  return {
    patients: rounding.count(patients),
    pyramid: show('pyramid', fixedKeys.pyramid),
    regions: show('regions', fixedKeys.regions),
    ferritin: show('ferritin', fixedKeys.ferritin),
    lic: show('lic', fixedKeys.lic),
    t2: show('t2', fixedKeys.t2),
    chelation: show('chelation'),
    admissions: show('admissions'),
    complications: showParts('complications', cells, rounding),
    missing: showParts('missing', cells, rounding),
    survival: showSurvival(cells, rounding),
  }
}
