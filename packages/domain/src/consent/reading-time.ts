/** Words that a person reads in a minute, in a text about health that asks for a decision. */
const wordsPerMinute = 200

/** Estimates the minutes to read the texts, at least one. */
export const estimateReadingMinutes = (texts: readonly string[]): number => {
  const words = texts.flatMap((text) => text.split(/\s+/)).filter((word) => word !== '')
  return Math.max(1, Math.round(words.length / wordsPerMinute))
}
