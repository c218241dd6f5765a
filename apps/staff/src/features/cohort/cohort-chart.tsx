import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { LazyInView } from '@registry/ui/charts/lazy-in-view.tsx'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { type ReactNode, Suspense, useRef } from 'react'
import charts from '../../charts/charts.module.css'
import { NumberTable } from '../../charts/number-table.tsx'
import { TableAlternative } from '../../charts/table-alternative.tsx'
import classes from './cohort.module.css'
import { type ChartFile, saveCsv, savePng, saveSvg } from './chart-file.ts'

/** A number of the table. `onFilter` opens a new filter with its condition. */
export type TableCell = { readonly text: string; readonly onFilter?: (() => void) | undefined }
export type TableRow = { readonly name: string; readonly cells: readonly TableCell[] }

type Props = {
  readonly name: string
  readonly title: string
  /** Description of the chart in one sentence. */
  readonly lead: string
  /** The patients with a value, without one, and without the consent. */
  readonly counts: string
  readonly legend?: ChartFile['legend']
  /** The headings of the table, of which the first one names the rows. */
  readonly columns: readonly string[]
  readonly rows: readonly TableRow[]
  readonly height: number
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** A chart of a cohort with its legend, numbers, table and files (REQ-COH-02, REQ-COH-08). The chart loads when the reader comes near it. */
export const CohortChart = ({ name, title, lead, counts, legend = [], columns, rows, height, isWide = false, children }: Props) => {
  const { t } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  const file: ChartFile = { name: `${t`coorte`}-${name}`, title, note: counts, legend }
  const withDrawing = (work: (drawing: SVGSVGElement) => void): void => {
    const drawing = place.current?.querySelector('svg')
    if (drawing) work(drawing)
  }
  const table = [columns, ...rows.map((row) => [row.name, ...row.cells.map(({ text }) => text)])]
  const saves = {
    PNG: () => withDrawing((drawing) => void savePng(drawing, file)),
    SVG: () => withDrawing((drawing) => saveSvg(drawing, file)),
    CSV: () => saveCsv(file.name, table),
  }
  return (
    <figure className={`${charts.chart} ${classes.chart}`} data-wide={isWide}>
      <figcaption>
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.lead}>{lead}</p>
      </figcaption>
      {legend.length > 0 && (
        <ul className={classes.legend}>
          {legend.map(({ label, color }) => (
            <li key={label}>
              <span className={classes.swatch} style={{ background: color }} aria-hidden="true" />
              {label}
            </li>
          ))}
        </ul>
      )}
      <div ref={place} className={classes.plot}>
        <LazyInView height={height}>
          <Suspense fallback={<BlockSkeleton height={height} />}>{children}</Suspense>
        </LazyInView>
      </div>
      <p className={classes.counts}>{counts}</p>
      <div className={`${classes.files} no-print`}>
        <TableAlternative>
          <ChartTable title={title} columns={columns} rows={rows} />
        </TableAlternative>
        <div role="group" aria-label={t`Scarica: ${title}`} className={classes.buttons}>
          {Object.entries(saves).map(([format, save]) => (
            <Button key={format} variant="subtle" color="blue" size="compact-sm" onClick={save}>
              {format}
            </Button>
          ))}
        </div>
      </div>
    </figure>
  )
}

type TableProps = Pick<Props, 'title' | 'columns' | 'rows'>

const ChartTable = ({ title, columns, rows }: TableProps) => {
  const { t } = useLingui()
  const hasFilters = rows.some(({ cells }) => cells.some(({ onFilter }) => onFilter))
  return (
    <>
      {hasFilters && (
        <p className={classes.lead}>
          <Trans>Un numero sottolineato apre un nuovo filtro con la sua condizione.</Trans>
        </p>
      )}
      <NumberTable
        title={title}
        columns={columns}
        rows={rows.map(({ name, cells }) => ({
          name,
          cells: cells.map(({ text, onFilter }, index) =>
            onFilter ? (
              <button
                key={columns[index + 1]}
                type="button"
                className={classes.filter}
                onClick={onFilter}
                aria-label={t`${text}, nuovo filtro: ${name}, ${columns[index + 1] ?? ''}`}
              >
                {text}
              </button>
            ) : (
              text
            ),
          ),
        }))}
      />
    </>
  )
}
