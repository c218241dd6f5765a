import { useLingui } from '@lingui/react/macro'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { lazy, Suspense } from 'react'
import charts from '../../charts/charts.module.css'
import { NumberTable } from '../../charts/number-table.tsx'
import { TableAlternative } from '../../charts/table-alternative.tsx'
import classes from './indicators.module.css'
import type { NamedShare } from './share-plot.tsx'

const SharePlot = lazy(() => import('./share-plot.tsx'))

type Props = {
  readonly title: string
  /** The heading of the first column of the table. */
  readonly first: string
  readonly shares: readonly NamedShare[]
}

/** Shares of a centre compared with the network as a chart, with a table as its alternative (REQ-CRF-12). The chart loads after the page. */
export const ShareChart = ({ title, first, shares }: Props) => {
  const { t } = useLingui()
  const show = (percent: number | null): string => (percent === null ? t`non mostrata` : `${percent}%`)
  return (
    <figure className={`${charts.chart} ${classes.shares}`}>
      <figcaption>{title}</figcaption>
      <Suspense fallback={<BlockSkeleton height={240} />}>
        <SharePlot title={title} shares={shares} />
      </Suspense>
      <TableAlternative>
        <NumberTable
          title={title}
          columns={[first, t`In numeri`, t`Il tuo centro`, t`Mediana della rete`]}
          rows={shares.map(({ name, count, percent, network }) => ({
            name,
            cells: [count, percent === null ? '' : `${percent}%`, show(network)],
          }))}
          textColumns={2}
        />
      </TableAlternative>
    </figure>
  )
}
