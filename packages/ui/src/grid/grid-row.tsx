import { IconLock } from '@tabler/icons-react'
import { memo } from 'react'
import classes from './grid.module.css'
import type { Place } from './layout.ts'

export type CellLabels = { readonly empty: string; readonly withheld: string }

type Props = {
  readonly row: number
  readonly position: number
  readonly height: number
  readonly pinned: readonly Place[]
  readonly middle: readonly Place[]
  readonly labels: CellLabels
  readonly activeId: string
  /** -1 without an active cell; so are the limits of the selection. */
  readonly activeColumn: number
  readonly left: number
  readonly right: number
}

export const GridRow = memo(({ pinned, middle, position, height, ...rest }: Props) => (
  <div
    role="row"
    aria-rowindex={position + 2}
    className={classes.row}
    data-even={position % 2 === 1 || undefined}
    style={{ transform: `translateY(${position * height}px)`, height }}
  >
    {pinned.map((place, index) => (
      <GridCell key={place.field.id} place={place} isPinned isLastPinned={index === pinned.length - 1} {...rest} />
    ))}
    {middle.map((place) => (
      <GridCell key={place.field.id} place={place} isPinned={false} isLastPinned={false} {...rest} />
    ))}
  </div>
))

type CellProps = Omit<Props, 'pinned' | 'middle' | 'position' | 'height'> & {
  readonly place: Place
  readonly isPinned: boolean
  readonly isLastPinned: boolean
}

const GridCell = ({ place, row, labels, activeId, activeColumn, left, right, isPinned, isLastPinned }: CellProps) => {
  const { field, position, width } = place
  const isActive = position === activeColumn
  const isSelected = position >= left && position <= right && left !== -1
  const isWithheld = field.isWithheld?.(row) === true
  const text = field.show || isWithheld ? '' : field.text(row)
  const isEmpty = text === '' && !field.show && !isWithheld
  return (
    <div
      role="gridcell"
      id={isActive ? activeId : undefined}
      aria-colindex={position + 1}
      aria-selected={isSelected}
      aria-label={isEmpty ? labels.empty : undefined}
      className={classes.cell}
      data-pinned={isPinned || undefined}
      data-edge={isLastPinned || undefined}
      data-number={field.type === 'number' || undefined}
      data-active={isActive || undefined}
      data-blank={isEmpty || undefined}
      data-withheld={isWithheld || undefined}
      style={{ left: place.left, width }}
    >
      {isWithheld ? (
        <>
          <IconLock size={14} aria-hidden="true" className={classes.lock} />
          {labels.withheld}
        </>
      ) : isEmpty ? (
        '—'
      ) : (
        (field.show?.(row) ?? text)
      )}
    </div>
  )
}
