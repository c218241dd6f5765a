import { z } from 'zod'

/**
 * The origin of a statistic. `differs` is a reported value that is far from what the results give (RULE-39); without results a value is
 * reported.
 */
export const valueSources = ['computed', 'reported', 'differs'] as const
export type ValueSource = (typeof valueSources)[number]

/** The setting of RULE-39 with its default, in percent of the computed value. */
export const observationSettings = { observation_difference_percent: '20' } as const

/** The mark of a statistic of dated results, as the database keeps it. */
export const ValueMark = z.object({
  by: z.enum(valueSources),
  /** The day of the newest result, and the results of the 12 months up to it. */
  day: z.string(),
  results: z.number().int(),
  /** The computed value. Absent for a mean or median of results that include a limit. */
  computed: z.number().exactOptional(),
  limited: z.literal(true).exactOptional(),
  /** The reported value and its day, also while a computed one replaces it. */
  reported: z.number().exactOptional(),
  on: z.string().exactOptional(),
})
export type ValueMark = z.infer<typeof ValueMark>

/** The day of a statistic: that of its newest result, or of its report. */
export const findValueDay = ({ by, day, on = day }: ValueMark): string => (by === 'computed' ? day : on)

/** The marks by column or by field. A value without a mark was reported, and has no results. */
export type ValueSources = Readonly<Record<string, ValueMark>>
