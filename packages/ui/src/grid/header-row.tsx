import { useLingui } from '@lingui/react/macro'
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconDotsVertical, IconFilterFilled } from '@tabler/icons-react'
import clsx from 'clsx'
import { memo, type PointerEvent, useRef } from 'react'
import { ColumnMenu } from './column-menu.tsx'
import type { GridActions } from './grid-actions.ts'
import classes from './header-row.module.css'
import { type Place, maxColumnWidth, minColumnWidth } from './layout.ts'

type ResizeHandleProps = { readonly width: number; readonly onResize: (width: number) => void }

/** The right edge of a heading, to drag. Keyboard and touch use the menu of the column. */
const ResizeHandle = ({ width, onResize }: ResizeHandleProps) => {
  const start = useRef<number>(undefined)
  const begin = (event: PointerEvent<HTMLElement>): void => {
    start.current = event.clientX - width
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent<HTMLElement>): void => {
    if (start.current !== undefined) onResize(Math.max(minColumnWidth, Math.min(maxColumnWidth, event.clientX - start.current)))
  }
  const end = (): void => {
    start.current = undefined
  }
  return (
    <div aria-hidden="true" className={classes.resize} onPointerDown={begin} onPointerMove={move} onPointerUp={end} onPointerCancel={end} />
  )
}

type Props = {
  readonly pinned: readonly Place[]
  readonly middle: readonly Place[]
  readonly width: number
  readonly actions: GridActions
  readonly activeColumn: number
  readonly activeId: string
  /** The column whose menu is open. */
  readonly menu: string | undefined
  readonly onMenu: (id: string) => void
  readonly onMenuClose: () => void
}

/** The names of the columns, with order and menu. It stays above the rows. */
export const HeaderRow = ({ pinned, middle, width, ...rest }: Props) => (
  <div role="rowgroup" className={classes.head} style={{ width }}>
    <div role="row" aria-rowindex={1} className={classes.headRow}>
      {pinned.map((place, index) => (
        <HeaderCell key={place.field.id} place={place} isPinned isLastPinned={index === pinned.length - 1} {...pickCell(place, rest)} />
      ))}
      {middle.map((place) => (
        <HeaderCell key={place.field.id} place={place} isPinned={false} isLastPinned={false} {...pickCell(place, rest)} />
      ))}
    </div>
  </div>
)

const pickCell = (
  { field: { id }, position }: Place,
  { actions, activeColumn, activeId, menu, onMenu, onMenuClose }: Omit<Props, 'pinned' | 'middle' | 'width'>,
) => {
  const sortIndex = actions.view.sort.findIndex((sort) => sort.id === id)
  return {
    actions,
    activeId: activeColumn === position ? activeId : undefined,
    isOpen: menu === id,
    order:
      actions.view.sort[sortIndex] === undefined ? undefined : actions.view.sort[sortIndex].desc ? ('desc' as const) : ('asc' as const),
    rank: actions.view.sort.length > 1 ? sortIndex + 1 : 0,
    isFiltered: actions.view.filters.some((filter) => filter.id === id),
    onMenu,
    onMenuClose,
  }
}

type CellProps = ReturnType<typeof pickCell> & { readonly place: Place; readonly isPinned: boolean; readonly isLastPinned: boolean }

const ariaSorts = { asc: 'ascending', desc: 'descending' } as const
const orderIcons = { asc: IconArrowUp, desc: IconArrowDown } as const

const isSameCell = (one: CellProps, other: CellProps): boolean =>
  one.place === other.place &&
  one.activeId === other.activeId &&
  one.isOpen === other.isOpen &&
  one.order === other.order &&
  one.rank === other.rank &&
  one.isFiltered === other.isFiltered &&
  one.isPinned === other.isPinned &&
  one.isLastPinned === other.isLastPinned &&
  one.actions.view === other.actions.view

const HeaderCell = memo(
  ({ place, actions, activeId, isOpen, order, rank, isFiltered, isPinned, isLastPinned, onMenu, onMenuClose }: CellProps) => {
    const { t } = useLingui()
    const { field, position, left, width } = place
    const { header } = field
    // A row number has neither order nor filter, and its column stays.
    const isNarrow = position === 0 && !field.sortable
    const OrderIcon = order ? orderIcons[order] : IconArrowsSort
    return (
      <div
        role="columnheader"
        id={activeId}
        aria-colindex={position + 1}
        aria-label={isFiltered ? t`${header}, filtrata` : header}
        aria-sort={field.sortable ? (order ? ariaSorts[order] : 'none') : undefined}
        className={classes.headCell}
        data-pinned={isPinned || undefined}
        data-edge={isLastPinned || undefined}
        data-number={field.type === 'number' || undefined}
        data-active={activeId !== undefined || undefined}
        style={{ left, width }}
      >
        {field.sortable ? (
          <button
            type="button"
            tabIndex={-1}
            className={classes.sort}
            title={header}
            aria-label={t`Ordina per ${header}`}
            onClick={(event) => actions.toggleSort(field.id, event.shiftKey || event.ctrlKey)}
          >
            <span className={classes.headText}>{header}</span>
            <OrderIcon size={16} aria-hidden="true" className={classes.order} data-on={order !== undefined || undefined} />
            {rank > 0 && <span className={classes.rank}>{rank}</span>}
          </button>
        ) : (
          <span className={classes.headText}>{header}</span>
        )}
        {isFiltered && <IconFilterFilled size={14} aria-hidden="true" className={classes.filtered} />}
        {isNarrow ? null : isOpen ? (
          <ColumnMenu field={field} width={width} position={position} actions={actions} onClose={onMenuClose}>
            <MenuButton header={header} />
          </ColumnMenu>
        ) : (
          <MenuButton header={header} onClick={() => onMenu(field.id)} />
        )}
        <ResizeHandle width={width} onResize={(next) => actions.resize(field.id, next)} />
      </div>
    )
  },
  isSameCell,
)

type ButtonProps = { readonly header: string; readonly className?: string; readonly onClick?: () => void }

/** The open menu adds attributes, a class and its reference to the button. */
const MenuButton = ({ header, className, ...rest }: ButtonProps) => {
  const { t } = useLingui()
  return (
    <button
      type="button"
      tabIndex={-1}
      className={clsx(classes.menuButton, className)}
      aria-haspopup="menu"
      aria-label={t`Menu di ${header}`}
      {...rest}
    >
      <IconDotsVertical size={18} aria-hidden="true" />
    </button>
  )
}
