import { minimumSet } from '../indicators/indicators.ts'
import { medicalFields, type FieldName } from '../fields/dictionary.ts'

/** The first years of the ten-year age classes. The last class has no upper limit. */
export const ageClasses = ['0', '10', '20', '30', '40', '50', '60', '70', '80'] as const

/** The first years of the decades of birth. The first one includes all earlier years. */
export const birthDecades = ['1950', '1960', '1970', '1980', '1990', '2000', '2010', '2020'] as const

/** The columns of the pyramid. Patients of undetermined sex count as without a sex, because they are too few to be shown. */
export const pyramidSexes = ['M', 'F'] as const

/** The clinical phenotypes of the pyramid, with the values of FENOTYPE. `other` has all other values, `unknown` none. */
export const phenotypeValues = { TDT: ['TDT'], NTDT: ['NTDT'], SCD: ['SCD_CT', 'SCD_NCT'] } as const
export const phenotypes = ['TDT', 'NTDT', 'SCD', 'other', 'unknown'] as const
export type Phenotype = (typeof phenotypes)[number]

/** The usual limits of iron overload: an interval includes its lower limit, and its number is its key. */
export const ironBands = {
  ferritin: { field: 'FERRITIN_LAST', limits: [500, 1000, 2500] },
  lic: { field: 'LIC_LAST', limits: [3, 7, 15] },
  t2: { field: 'T2_HEART_LAST', limits: [10, 20] },
} as const satisfies Readonly<Record<string, { readonly field: FieldName; readonly limits: readonly number[] }>>
export type IronMeasure = keyof typeof ironBands
export const ironMeasures = ['ferritin', 'lic', 't2'] as const satisfies readonly IronMeasure[]

export const listBands = (measure: IronMeasure): readonly string[] =>
  Array.from({ length: ironBands[measure].limits.length + 1 }, (_, index) => String(index))

/** The regions of Italy by the id of the reference table, with column and row on a map of tiles. */
export const regionTiles = {
  R02: [0, 0],
  R04BZ: [3, 0],
  R01: [0, 1],
  R03: [1, 1],
  R04TN: [2, 1],
  R05: [3, 1],
  R06: [4, 1],
  R07: [0, 2],
  R08: [1, 2],
  R11: [3, 2],
  R09: [1, 3],
  R10: [2, 3],
  R13: [3, 3],
  R12: [2, 4],
  R14: [3, 4],
  R16: [5, 5],
  R15: [3, 5],
  R17: [4, 5],
  R20: [0, 5],
  R18: [4, 6],
  R19: [3, 7],
} as const satisfies Readonly<Record<string, readonly [number, number]>>
export type Region = keyof typeof regionTiles
export const regions = Object.keys(regionTiles).filter((id): id is Region => id in regionTiles)
/** The key of patients who live in another country. */
export const abroad = 'abroad'

/** The keys of patients without an admission, and of those with an admission without a cause. */
export const noAdmission = 'none'
export const unstatedCause = 'unstated'

/** The flags of the section of complications. */
export const complicationFields: readonly FieldName[] = medicalFields
  .filter(({ section, type }) => section === 'Complications' && type === 'boolean')
  .map(({ name }) => name)

/** The fields whose missing values the heat map counts, by section: the minimum set, admissions, and all complications. */
export const cohortSections = { ...minimumSet, Hospitalization: ['HOSPEDALIZATIONS'], Complications: complicationFields } as const
export type CohortSection = keyof typeof cohortSections
export const cohortSectionNames = Object.keys(cohortSections).filter((name): name is CohortSection => name in cohortSections)

/** The indicators that count each patient once or for each of several values, and patients without value or consent. */
export const countedIndicators = ['pyramid', 'regions', ...ironMeasures, 'chelation', 'admissions'] as const
export type CountedIndicator = (typeof countedIndicators)[number]
/** The indicators that are parts of a number. */
export const partIndicators = ['complications', 'missing'] as const
export type PartIndicator = (typeof partIndicators)[number]

/** A prepared number: patients with a key, or a part of a total. Keys of several parts are joined with `|`. */
export type CohortCell = {
  readonly indicator: CountedIndicator | PartIndicator | 'patients' | 'survival'
  readonly key: string
  readonly counted: number
  readonly total: number
}

/** The keys of patients without a value, without the consent to it, or who do not belong to a indicator. */
export const missingKey = '-missing'
export const withheldKey = '-withheld'

export const joinKey = (...parts: readonly string[]): string => parts.join('|')
export const splitKey = (key: string): readonly string[] => key.split('|')

/** The indicators that compare centres. */
export const comparedIndicators = ['patients', ...ironMeasures, 'missing'] as const

/** The fields that a cohort reads, for the audit log (REQ-ADM-01). */
export const cohortColumns: readonly string[] = [
  ...new Set([
    ...Object.values(ironBands).map(({ field }) => field),
    'DEAD_DATE',
    'ICT_TYPE',
    'HOSPEDAL_CAUSES',
    'address_nation',
    'address_area',
    ...Object.values<readonly FieldName[]>(cohortSections).flat(),
  ]),
]

/** Adds up the numbers of centres. */
export const sumCells = (cells: readonly CohortCell[]): readonly CohortCell[] =>
  [...Map.groupBy(cells, ({ indicator, key }) => `${indicator} ${key}`).values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const sum = (name: 'counted' | 'total'): number => same.reduce((total, cell) => total + cell[name], 0)
    return [{ indicator: first.indicator, key: first.key, counted: sum('counted'), total: sum('total') }]
  })
