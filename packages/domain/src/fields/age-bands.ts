/** From this age on, a band has no upper limit, because few people are as old. */
const lastBands = { 5: 85, 10: 80 } as const

/** The years of an age band: five in exact values, ten in coarser ones. */
export type BandYears = keyof typeof lastBands

/** Lists the first ages of the bands after the first one. */
export const listBandLimits = (years: BandYears): readonly number[] =>
  Array.from({ length: lastBands[years] / years }, (_, index) => (index + 1) * years)

const formatBand = (from: number, years: BandYears): string =>
  from >= lastBands[years] ? `${lastBands[years]}+` : `${from}-${from + years - 1}`

/** Lists the bands by age, such as `40-44` and `85+`. */
export const listAgeBands = (years: BandYears): readonly string[] => [0, ...listBandLimits(years)].map((from) => formatBand(from, years))
