/**
 * How often somebody who guesses from the time alone which of two answers was the known name's is right: 0.5 is a coin's.
 * It is the statistic of Mann and Whitney, divided by its largest value.
 */
export const guessFromTime = (known: readonly number[], unknown: readonly number[]): number => {
  const wins = known.flatMap((slow) => unknown.map((fast): number => (slow > fast ? 1 : slow === fast ? 0.5 : 0)))
  return wins.reduce((sum, win) => sum + win, 0) / wins.length
}

/** Where a guess from so many pairs stays when the times are of one kind: four standard deviations around a coin's. */
export const boundsOfChance = (pairs: number): readonly [number, number] => {
  const deviation = Math.sqrt((2 * pairs + 1) / (12 * pairs * pairs))
  return [0.5 - 4 * deviation, 0.5 + 4 * deviation]
}
