import { useLingui } from '@lingui/react/macro'
import { showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { LazyInView } from '@registry/ui/charts/lazy-in-view.tsx'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { lazy, Suspense } from 'react'
import classes from './charts.module.css'
import type { NamedCount } from './count-plot.tsx'
import { CountTable } from './count-table.tsx'
import { hiddenText } from './hidden-group.tsx'
import { TableAlternative } from './table-alternative.tsx'

const CountPlot = lazy(() => import('./count-plot.tsx'))

const rowHeight = 36

type Props = {
  readonly title: string
  /** The heading of the first column of the table. */
  readonly first: string
  readonly counts: readonly NamedCount[]
  /** Vertical charts have one row for each name, for long names. */
  readonly orientation: 'vertical' | 'horizontal'
  /** Placeholder for a hidden count that may be five or more. */
  readonly hidden?: string
}

/** Numbers of patients as a chart, with a table as its alternative (REQ-UI-12). The chart loads when the reader comes near it. */
export const CountChart = ({ title, first, counts, orientation, hidden = hiddenText }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const height = orientation === 'vertical' ? counts.length * rowHeight + 40 : 240
  return (
    <figure className={classes.chart}>
      <figcaption>{title}</figcaption>
      <LazyInView height={height}>
        <Suspense fallback={<BlockSkeleton height={height} />}>
          <CountPlot title={title} counts={counts} height={height} orientation={orientation} hidden={hidden} />
        </Suspense>
      </LazyInView>
      <TableAlternative>
        <CountTable
          title={title}
          columns={[first, t`Pazienti`]}
          rows={counts.map(({ name, count }) => ({ name, count: count === null ? hidden : showNumber(count, language) }))}
        />
      </TableAlternative>
    </figure>
  )
}
