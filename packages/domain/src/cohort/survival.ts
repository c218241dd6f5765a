import { birthDecades, splitKey, type CohortCell } from './groups.ts'
import type { Rounding } from './rounding.ts'

/** A curve of fewer patients would name single deaths. */
const minObserved = 10

/** The years between two data points of a curve. */
const step = 5

export type SurvivalDataPoint = { readonly age: number; readonly percent: number }
/** The survival of the patients of a decade of birth. `dataPoints` is empty if the group is too small. */
export type SurvivalCurve = { readonly decade: string; readonly patients: number | null; readonly dataPoints: readonly SurvivalDataPoint[] }

/** The patients whose observation ends at an age, by death or alive. */
type End = { readonly age: number; readonly died: boolean; readonly patients: number }

const sum = (ends: readonly End[]): number => ends.reduce((total, { patients }) => total + patients, 0)

/** The estimate of Kaplan and Meier at the end of each year of age, with the patients still observed then. */
export const estimateSurvival = (
  ends: readonly End[],
): readonly { readonly age: number; readonly share: number; readonly atRisk: number }[] => {
  const oldest = Math.max(-1, ...ends.map(({ age }) => age))
  let share = 1
  return Array.from({ length: oldest + 1 }, (_, age) => {
    const atRisk = sum(ends.filter((end) => end.age >= age))
    const deaths = sum(ends.filter((end) => end.age === age && end.died))
    share *= 1 - deaths / atRisk
    return { age: age + 1, share, atRisk: sum(ends.filter((end) => end.age > age)) }
  })
}

const buildCurve = (decade: string, ends: readonly End[], { count, expected }: Rounding): SurvivalCurve => {
  const total = sum(ends)
  if (total < minObserved) return { decade, patients: null, dataPoints: [] }
  const survivors = (share: number): number => expected(total * share)
  const all = Math.max(1, survivors(1))
  const later = estimateSurvival(ends).filter(({ age, atRisk }) => age % step === 0 && atRisk >= minObserved)
  const dataPoints = later.map(({ age, share }) => ({ age, percent: Math.min(100, Math.round((100 * survivors(share)) / all)) }))
  return { decade, patients: count(total), dataPoints: [{ age: 0, percent: 100 }, ...dataPoints] }
}

/**
 * The survival by decade of birth, every five years of age, as long as ten patients are observed (REQ-COH-05). The survivors are rounded like
 * patients, so that one death is not visible.
 */
export const showSurvival = (cells: readonly CohortCell[], rounding: Rounding): readonly SurvivalCurve[] => {
  const ends = cells.flatMap(({ indicator, key, counted }) => {
    const [decade = '', age = '', state = ''] = splitKey(key)
    return indicator === 'survival' ? [{ decade, age: Number(age), died: state === 'dead', patients: counted }] : []
  })
  return birthDecades.map((decade) =>
    buildCurve(
      decade,
      ends.filter((end) => end.decade === decade),
      rounding,
    ),
  )
}
