import type { ReactNode } from 'react'
import charts from '../../../charts/charts.module.css'
import { NumberTable } from '../../../charts/number-table.tsx'
import { TableAlternative } from '../../../charts/table-alternative.tsx'
import layout from '../../../layout/layout.module.css'
import classes from './timeline.module.css'

/** A line or bar of a chart, with its colour and dashes. */
export type ChartSeries = { readonly name: string; readonly label: string; readonly color: string; readonly dash?: string }

type Props = {
  readonly title: string
  readonly series?: readonly ChartSeries[]
  /** The headings of the table, of which the first one names the rows. */
  readonly columns: readonly string[]
  readonly rows: readonly (readonly [name: string, ...cells: readonly string[]])[]
  readonly note?: string
  readonly children: ReactNode
}

/** A chart of a record with its legend, and its numbers as a table (REQ-CRF-13). */
export const RecordChart = ({ title, series = [], columns, rows, note, children }: Props) => {
  return (
    <figure className={charts.chart}>
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
      {note !== undefined && <p className={layout.hint}>{note}</p>}
      <TableAlternative>
        <NumberTable title={title} columns={columns} rows={rows.map(([name, ...cells]) => ({ name, cells }))} />
      </TableAlternative>
    </figure>
  )
}
