import { SegmentedControl } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { CohortPage } from '@registry/api-contract/cohort'
import { minGroupSize } from '@registry/domain/access/small-groups'
import type { ChosenCell } from '@registry/domain/cohort/conditions'
import { ironMeasures } from '@registry/domain/cohort/groups'
import type { Condition, WrittenCondition } from '@registry/domain/filter/condition'
import { useState } from 'react'
import { AdmissionsChart, ChelationChart } from './bars-charts.tsx'
import classes from './cohort.module.css'
import { IronChart } from './iron-chart.tsx'
import type { ChartProps } from './chart-props.ts'
import { PyramidChart, RegionChart } from './population-charts.tsx'
import { ComplicationsChart, MissingChart } from './share-charts.tsx'
import { SurvivalChart } from './survival-chart.tsx'
import { useCohortLabels } from './use-cohort-labels.ts'

/** Opens the form of a new filter with a condition. */
export type StartFilter = (where: WrittenCondition) => void

type Props = {
  readonly page: CohortPage
  /** Label of the shown patients: those of the centre, of the area or of the filter. */
  readonly ownName: string
  /** Whether the charts compare the visible centres. */
  readonly areCentresShown: boolean
  /** The condition of the filter whose patients are shown. */
  readonly where?: Condition
  readonly onStartFilter: StartFilter
}

export const CohortCharts = ({ page, ownName, areCentresShown, where, onStartFilter }: Props) => {
  const { t } = useLingui()
  const [view, setView] = useState('own')
  const network = view === 'network' ? page.network : null
  const isNetwork = network !== null
  const group = network ?? page.own
  const words = useCohortLabels(!isNetwork)
  const choose = async (cell: ChosenCell): Promise<void> => {
    // The schemas of conditions have 25 KB, and most readers only look.
    const { buildCellCondition } = await import('@registry/domain/cohort/conditions')
    const condition = buildCellCondition(cell, where)
    if (condition) onStartFilter(condition)
  }
  const props: ChartProps = { group, words, choose: (cell) => void choose(cell) }
  const compared = { page, ownName, areCentresShown }
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <p role="status" className={classes.total}>
          {isNetwork ? t`Circa ${words.show(group.patients)} pazienti` : t`${words.show(group.patients)} pazienti`}
        </p>
        {page.network && (
          <SegmentedControl
            aria-label={t`Pazienti mostrati`}
            value={view}
            onChange={setView}
            // Mantine fades the labels even for readers who want no motion, and a label that fades is hard to read.
            transitionDuration={0}
            data={[
              { value: 'own', label: ownName },
              { value: 'network', label: t`Rete` },
            ]}
          />
        )}
      </div>
      <p className={classes.note}>
        {isNetwork && (
          <Trans>I numeri della rete sono multipli di 5, e i gruppi di meno di {minGroupSize} pazienti sono tratteggiati.</Trans>
        )}{' '}
        <span className="no-print">
          <Trans>Un clic su una barra, una casella o un numero della tabella apre un nuovo filtro con la sua condizione.</Trans>
        </span>
      </p>
      <div className={classes.charts}>
        <PyramidChart {...props} />
        <RegionChart {...props} />
        {ironMeasures.map((measure) => (
          <IronChart key={measure} {...props} {...compared} measure={measure} />
        ))}
        <ChelationChart {...props} />
        <AdmissionsChart {...props} causes={page.causes} />
        <SurvivalChart {...props} />
        <ComplicationsChart {...props} />
        <MissingChart {...props} {...compared} />
      </div>
    </div>
  )
}
