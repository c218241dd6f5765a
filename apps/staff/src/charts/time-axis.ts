import { showDate } from '@registry/ui/language/format.ts'

/** The moment of a day as a number, because the time axis of a chart takes no text. */
export const toTime = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** Shows a moment of the axis as its day. The chart library does not know the type of its labels. */
export const showTime = (time: unknown): string => (typeof time === 'number' ? showDate(new Date(time).toISOString().slice(0, 10)) : '')
