import { useLingui } from '@lingui/react/macro'
import { ScrollableTable } from '@registry/ui/layout/scrollable-table.tsx'
import type { ReactNode } from 'react'
import charts from '../../charts/charts.module.css'
import classes from './timeline.module.css'

/** A line or bar of a picture, with its colour and dashes. */
export type FigureSeries = { readonly name: string; readonly label: string; readonly color: string; readonly dash?: string }

type Props = {
  readonly title: string
  readonly series?: readonly FigureSeries[]
  /** The headings of the table, of which the first one names the rows. */
  readonly columns: readonly string[]
  readonly rows: readonly (readonly [name: string, ...cells: readonly string[]])[]
  readonly wide?: boolean
  readonly children: ReactNode
}

/** A picture of a record with its legend, and its numbers as a table (REQ-CRF-13). */
export const RecordFigure = ({ title, series = [], columns: [first = '', ...others], rows, wide = false, children }: Props) => {
  const { t } = useLingui()
  return (
    <figure className={`${charts.chart} ${wide ? classes.wide : ''}`}>
      <figcaption>{title}</figcaption>
      {series.length > 1 && (
        <ul className={classes.legend}>
          {series.map(({ name, label, color, dash }) => (
            <li key={name}>
              <svg aria-hidden="true" width="28" height="10">
                <line x1="0" x2="28" y1="5" y2="5" stroke={color} strokeWidth="3" strokeDasharray={dash} />
              </svg>
              {label}
            </li>
          ))}
        </ul>
      )}
      {children}
      <details className={charts.alternative}>
        <summary>{t`Mostra come tabella`}</summary>
        <ScrollableTable label={title} className={charts.table}>
          <thead>
            <tr>
              <th scope="col">{first}</th>
              {others.map((column) => (
                <th key={column} scope="col" className={charts.number}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, index) => (
                  <td key={others[index]} className={charts.number}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </ScrollableTable>
      </details>
    </figure>
  )
}
