const key = 'registry.density'
const densities = ['compact', 'comfortable'] as const
/** The density of a staff page. Comfortable is the scale of the patients' site. */
export type Density = (typeof densities)[number]

const isDensity = (text: string | undefined | null): text is Density => densities.some((density) => density === text)

/** The density of this page. Undefined on the patients' site, which has one scale. */
export const readDensity = (): Density | undefined => {
  const { density } = document.documentElement.dataset
  return isDensity(density) ? density : undefined
}

/** Shows the page in the density that the person chose in this browser, compact without a choice. */
export const startDensity = (): void => {
  const stored = localStorage.getItem(key)
  document.documentElement.dataset['density'] = isDensity(stored) ? stored : 'compact'
}

export const chooseDensity = (density: Density): void => {
  localStorage.setItem(key, density)
  document.documentElement.dataset['density'] = density
}
