/** The densities of mantine-react-table, with the height of a row in pixels. */
export const rowHeights = { xs: 34, md: 44, xl: 56 } as const
export type GridDensity = keyof typeof rowHeights

const densityKey = 'registry.grid-density'
const isDensity = (text: string | null): text is GridDensity => text !== null && Object.hasOwn(rowHeights, text)

/** The density that the user chose in this browser. */
export const readDensity = (): GridDensity => {
  const stored = localStorage.getItem(densityKey)
  return isDensity(stored) ? stored : 'xs'
}

export const storeDensity = (density: GridDensity): void => localStorage.setItem(densityKey, density)
