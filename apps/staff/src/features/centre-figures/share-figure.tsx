import { useLingui } from '@lingui/react/macro'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { ScrollableTable } from '@registry/ui/layout/scrollable-table.tsx'
import { lazy, Suspense } from 'react'
import charts from '../../charts/charts.module.css'
import classes from './centre-figures.module.css'
import type { NamedShare } from './share-chart.tsx'

const ShareChart = lazy(() => import('./share-chart.tsx'))

type Props = {
  readonly title: string
  /** The heading of the first column of the table. */
  readonly first: string
  readonly shares: readonly NamedShare[]
}

/** Shares of a centre beside the network as a chart, with a table as its alternative (REQ-CRF-12). The chart loads after the page. */
export const ShareFigure = ({ title, first, shares }: Props) => {
  const { t } = useLingui()
  const show = (percent: number | null): string => (percent === null ? t`non mostrata` : `${percent}%`)
  return (
    <figure className={`${charts.chart} ${classes.shares}`}>
      <figcaption>{title}</figcaption>
      <Suspense fallback={<BlockSkeleton height={240} />}>
        <ShareChart title={title} shares={shares} />
      </Suspense>
      <details className={charts.alternative}>
        <summary>{t`Mostra come tabella`}</summary>
        <ScrollableTable label={title} className={charts.table}>
          <thead>
            <tr>
              <th scope="col">{first}</th>
              <th scope="col">{t`In numeri`}</th>
              <th scope="col" className={charts.number}>{t`Il tuo centro`}</th>
              <th scope="col" className={charts.number}>{t`Mediana della rete`}</th>
            </tr>
          </thead>
          <tbody>
            {shares.map(({ name, count, percent, network }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{count}</td>
                <td className={charts.number}>{percent === null ? '' : `${percent}%`}</td>
                <td className={charts.number}>{show(network)}</td>
              </tr>
            ))}
          </tbody>
        </ScrollableTable>
      </details>
    </figure>
  )
}
