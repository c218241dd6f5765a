import type { ShownCount } from '../filter/distribution.ts'
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
  type CountedFigure,
  type PartFigure,
} from './groups.ts'
import type { Rounding } from './rounding.ts'
import { showSurvival, type SurvivalCurve } from './survival.ts'

/** A number of patients by its key; null for none or for a small group. */
export type ShownCell = { readonly key: string; readonly patients: ShownCount }
export type ShownFigure = {
  readonly cells: readonly ShownCell[]
  /** The patients of keys that are not listed. */
  readonly others: ShownCount
  readonly missing: ShownCount
  readonly withheld: ShownCount
}
export type ShownPart = { readonly key: string; readonly part: ShownCount; readonly total: ShownCount }
export type ShownCohort = { readonly patients: ShownCount } & Readonly<Record<CountedFigure, ShownFigure>> &
  Readonly<Record<PartFigure, readonly ShownPart[]>> & { readonly survival: readonly SurvivalCurve[] }

/** The keys of figures that always show the same ones. Other figures name only the keys with a number. */
const fixedKeys = {
  pyramid: ageClasses.flatMap((age) => pyramidSexes.flatMap((sex) => phenotypes.map((phenotype) => joinKey(age, sex, phenotype)))),
  regions: [...regions, abroad],
  ferritin: listBands('ferritin'),
  lic: listBands('lic'),
  t2: listBands('t2'),
} as const satisfies Partial<Record<CountedFigure, readonly string[]>>

const partKeys = {
  complications: complicationFields.flatMap((field) => ageClasses.map((age) => joinKey(field, age))),
  missing: cohortSectionNames,
} as const satisfies Record<PartFigure, readonly string[]>

const showFigure = (
  figure: CountedFigure,
  cells: readonly CohortCell[],
  { groups, others }: Rounding,
  fixed?: readonly string[],
): ShownFigure => {
  const own = new Map(cells.flatMap((cell) => (cell.figure === figure ? [[cell.key, cell.counted] as const] : [])))
  const keys = fixed ?? [...own.keys()].filter((key) => key !== missingKey && key !== withheldKey).toSorted()
  const names = [...keys, missingKey, withheldKey]
  const numbers = groups(names.map((key) => ({ cell: `${figure} ${key}`, count: own.get(key) ?? 0 })))
  const shown = names.map((key, index) => ({ key, patients: numbers[index] ?? null }))
  const find = (key: string): ShownCount => shown.find((cell) => cell.key === key)?.patients ?? null
  const listed = shown.slice(0, keys.length)
  const rest = { missing: find(missingKey), withheld: find(withheldKey) }
  if (fixed) return { cells: listed, others: null, ...rest }
  const hidden = listed.filter(({ patients }) => patients === null).reduce((sum, { key }) => sum + (own.get(key) ?? 0), 0)
  return {
    cells: listed
      .filter(({ patients }) => patients !== null)
      .toSorted((a, b) => (b.patients ?? 0) - (a.patients ?? 0) || (a.key < b.key ? -1 : 1)),
    others: others(figure, hidden),
    ...rest,
  }
}

const showParts = (figure: PartFigure, cells: readonly CohortCell[], { part }: Rounding): readonly ShownPart[] =>
  partKeys[figure].map((key) => {
    const { counted = 0, total = 0 } = cells.find((cell) => cell.figure === figure && cell.key === key) ?? {}
    return { key, ...part(`${figure} ${key}`, counted, total) }
  })

/** Turns the numbers of a group of patients into those that may be shown (REQ-COH-02). */
export const showCohort = (cells: readonly CohortCell[], rounding: Rounding): ShownCohort => {
  const patients = cells.find(({ figure }) => figure === 'patients')?.counted ?? 0
  const show = (figure: CountedFigure, fixed?: readonly string[]): ShownFigure => showFigure(figure, cells, rounding, fixed)
  return {
    patients: rounding.groups([{ cell: 'patients', count: patients }])[0] ?? null,
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
