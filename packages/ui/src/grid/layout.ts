import type { GridField } from './column.ts'

/** A column in its place. `left` is the distance from the left edge of all columns. */
export type Place = { readonly field: GridField; readonly position: number; readonly left: number; readonly width: number }
export type GridLayout = {
  readonly places: readonly Place[]
  readonly pinnedCount: number
  readonly pinnedWidth: number
  readonly width: number
}

export const minColumnWidth = 64
export const maxColumnWidth = 1000
/** Columns become at most this much narrower, if all of them then fit. */
const maxShrinking = 0.72
/** Pinned columns take at most this part of a narrow grid; the rest must stay readable. */
const maxPinnedPart = 0.45

type Options = {
  readonly fields: readonly GridField[]
  readonly pinnedCount: number
  /** Widths that the user chose. */
  readonly sizes: Readonly<Record<string, number>>
  readonly viewportWidth: number
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Widens or narrows the columns without a chosen width, so that they fill the grid (REQ-UI-14). */
const fitWidths = ({ fields, sizes, viewportWidth }: Options): readonly number[] => {
  const widths = fields.map(({ id, width }) => sizes[id] ?? width)
  const flexible = fields.map(({ id, type, sortable }) => sizes[id] === undefined && type !== 'number' && type !== 'date' && sortable)
  const flexibleWidth = sum(widths.filter((_width, index) => flexible[index]))
  const ratio = (flexibleWidth + viewportWidth - sum(widths)) / flexibleWidth
  if (flexibleWidth === 0 || ratio < maxShrinking) return widths
  return widths.map((width, index) => (flexible[index] ? Math.floor(width * ratio) : width))
}

export const buildLayout = (options: Options): GridLayout => {
  const { fields, viewportWidth } = options
  const fitted = fitWidths(options)
  const tooWide = sum(fitted.slice(0, options.pinnedCount)) > viewportWidth * maxPinnedPart && sum(fitted) > viewportWidth
  const pinnedCount = tooWide ? Math.min(1, options.pinnedCount) : options.pinnedCount
  const firstLimit = tooWide ? Math.max(minColumnWidth, Math.floor(viewportWidth * maxPinnedPart)) : Infinity
  const widths = fitted.map((width, index) => (index === 0 ? Math.min(width, firstLimit) : width))
  let left = 0
  const places = fields.map((field, position): Place => {
    const width = widths[position] ?? field.width
    const place = { field, position, left, width }
    left += width
    return place
  })
  return { places, pinnedCount, pinnedWidth: sum(widths.slice(0, pinnedCount)), width: left }
}

/** A half-open range of rows or columns. */
export type Span = { readonly start: number; readonly end: number }

/** Rows and columns rendered beyond each edge of the visible part. */
export const extraRows = 4
const extraColumns = 2

const keepOrExtend = (current: Span, visible: Span, extra: number, count: number): Span =>
  current.start <= visible.start && current.end >= visible.end && current.end <= count
    ? current
    : { start: Math.max(0, visible.start - extra), end: Math.min(count, visible.end + extra) }

type Rows = { readonly top: number; readonly height: number; readonly rowHeight: number; readonly count: number }

/** The rows to render. The rendered ones do not change while they cover the visible part. */
export const findRows = (current: Span, { top, height, rowHeight, count }: Rows): Span => {
  const start = Math.min(count, Math.max(0, Math.floor(top / rowHeight)))
  return keepOrExtend(current, { start, end: Math.min(count, Math.ceil((top + height) / rowHeight)) }, extraRows, count)
}

/** The columns to render in addition to the pinned ones. */
export const findColumns = (
  current: Span,
  { places, pinnedCount, pinnedWidth }: GridLayout,
  scroll: { readonly left: number; readonly width: number },
): Span => {
  const isVisible = ({ left, width, position }: Place): boolean =>
    position >= pinnedCount && left + width > scroll.left + pinnedWidth && left < scroll.left + scroll.width
  const start = places.findIndex(isVisible)
  if (start === -1) return { start: pinnedCount, end: Math.min(places.length, pinnedCount + 1) }
  const extended = keepOrExtend(current, { start, end: places.findLastIndex(isVisible) + 1 }, extraColumns, places.length)
  return extended.start < pinnedCount ? { ...extended, start: pinnedCount } : extended
}
