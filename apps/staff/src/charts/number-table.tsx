import { ScrollableTable } from '@registry/ui/layout/scrollable-table.tsx'
import type { ReactNode } from 'react'
import classes from './charts.module.css'

export type NumberRow = { readonly name: string; readonly cells: readonly ReactNode[] }

type Props = {
  readonly title: string
  /** The headings, of which the first one names the rows. */
  readonly columns: readonly string[]
  readonly rows: readonly NumberRow[]
  /** Number of text columns at the start, with the names of the rows. */
  readonly textColumns?: number
}

/** Named rows of numbers, as the alternative of a chart (REQ-UI-12). */
export const NumberTable = ({ title, columns, rows, textColumns = 1 }: Props) => {
  const align = (column: number): string | undefined => (column < textColumns ? undefined : classes.number)
  return (
    <ScrollableTable label={title} className={classes.table}>
      <thead>
        <tr>
          {columns.map((column, index) => (
            <th key={column} scope="col" className={align(index)}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, cells }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]} className={align(index + 1)}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollableTable>
  )
}
