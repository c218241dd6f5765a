import { hiddenFill, HiddenPattern, hiddenText } from '../../charts/hidden-group.tsx'
import classes from './cohort.module.css'

export type HeatCell = {
  readonly key: string
  /** The share in percent; null if it is hidden. */
  readonly percent: number | null
  /** Whether it represents a small group instead of no patients. */
  readonly isHidden?: boolean
  /** Whether it has no patients at all. */
  readonly isEmpty?: boolean
  readonly onChoose?: (() => void) | undefined
}
export type HeatRow = { readonly key: string; readonly name: string; readonly cells: readonly HeatCell[] }

type Props = { readonly title: string; readonly columns: readonly string[]; readonly rows: readonly HeatRow[] }

/** The mark of a group that is too small for a share. */
export const tooFewText = '…'

export const heatSizes = { label: 216, width: 62, height: 26, head: 28 } as const
const maxName = 32
/** It scrolls sideways in itself, also with the keyboard (WCAG 2.1.1). */
const scrollable = { role: 'region', tabIndex: 0 } as const

const shorten = (name: string): string => (name.length > maxName ? `${name.slice(0, maxName - 1)}…` : name)

/** Ten steps of one colour, so that the order stays readable in grey and for colour-blind readers. Each cell also has its number. */
const findStep = (percent: number): number => Math.min(9, Math.floor(percent / 10))

/** A share, a small group, nobody, or too few patients for a share: each has its own mark. */
const showCell = ({ percent, isHidden, isEmpty }: HeatCell): string => {
  if (percent !== null) return String(percent)
  if (isHidden) return hiddenText
  return isEmpty ? '–' : tooFewText
}

/** Shares as coloured cells. The table below the chart has the same numbers for the keyboard and for screen readers. */
export const HeatMap = ({ title, columns, rows }: Props) => {
  const { label, width, height, head } = heatSizes
  const [all, tall] = [label + columns.length * width, head + rows.length * height]
  return (
    <div className={classes.scroll} aria-label={title} {...scrollable}>
      <svg width={all} height={tall} viewBox={`0 0 ${all} ${tall}`} role="img" aria-label={title} className={classes.heat}>
        <HiddenPattern />
        {columns.map((column, index) => (
          <text key={column} x={label + index * width + width / 2} y={head - 10} textAnchor="middle" className={classes.axis}>
            {column}
          </text>
        ))}
        {rows.map(({ key, name, cells }, row) => (
          <g key={key} transform={`translate(0 ${head + row * height})`}>
            <text x={label - 8} y={height / 2 + 5} textAnchor="end" className={classes.axis}>
              {shorten(name)}
            </text>
            {cells.map((cell, index) => (
              <g
                key={cell.key}
                transform={`translate(${label + index * width} 0)`}
                className={cell.onChoose ? classes.chosen : undefined}
                onClick={cell.onChoose}
              >
                <rect
                  width={width - 2}
                  height={height - 2}
                  rx={3}
                  className={classes.heatCell}
                  style={cell.isHidden ? { fill: hiddenFill } : undefined}
                  data-step={cell.percent === null ? undefined : findStep(cell.percent)}
                >
                  <title>{`${name}, ${columns[index] ?? ''}: ${cell.percent === null ? showCell(cell) : `${cell.percent}%`}`}</title>
                </rect>
                <text
                  x={width / 2 - 1}
                  y={height / 2 + 4}
                  textAnchor="middle"
                  className={classes.heatText}
                  data-step={cell.percent === null ? undefined : findStep(cell.percent)}
                >
                  {showCell(cell)}
                </text>
              </g>
            ))}
          </g>
        ))}
      </svg>
    </div>
  )
}
