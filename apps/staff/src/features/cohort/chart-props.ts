import type { CohortPage } from '@registry/api-contract/cohort'
import type { ChosenCell } from '@registry/domain/cohort/conditions'
import type { CohortLabels } from './use-cohort-labels.ts'

export type ShownGroup = CohortPage['own']

/** Props of each cohort chart: the shown group, and the handler that opens a filter from a bar. */
export type ChartProps = {
  readonly group: ShownGroup
  readonly words: CohortLabels
  readonly choose: (cell: ChosenCell) => void
}

/** The patients of the shown cells, which the line below a chart names. */
export const sumShown = (cells: readonly { readonly patients: number | null }[]): number =>
  cells.reduce((sum, { patients }) => sum + (patients ?? 0), 0)
