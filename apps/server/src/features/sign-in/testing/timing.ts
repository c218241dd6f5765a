/**
 * By how many standard deviations two samples stand apart in the Mann-Whitney test: 0 when one is as often the longer as the other.
 * It looks at order alone, so a slow moment of the machine, which hits both, moves it little.
 */
export const apart = (one: readonly number[], other: readonly number[]): number => {
  let wins = 0
  for (const a of one) for (const b of other) wins += a > b ? 1 : a === b ? 0.5 : 0
  const pairs = one.length * other.length
  return (wins - pairs / 2) / Math.sqrt((pairs * (one.length + other.length + 1)) / 12)
}

/** Chance alone stands further apart once in half a million times. */
export const chance = 4.9

export type Samples = Readonly<Record<'known' | 'unknown', readonly number[]>>

/**
 * The times of calls for known and unknown names, alternating within each pair, so that both meet the same machine; some pairs at
 * a time, since the answers mostly wait.
 */
export const sample = async (pairs: number, call: (kind: 'known' | 'unknown', pair: number) => Promise<unknown>): Promise<Samples> => {
  const times = { known: [] as number[], unknown: [] as number[] }
  const timed = async (kind: 'known' | 'unknown', pair: number): Promise<void> => {
    const start = performance.now()
    await call(kind, pair)
    times[kind].push(performance.now() - start)
  }
  let next = 0
  const work = async (): Promise<void> => {
    while (next < pairs) {
      const pair = (next += 1) - 1
      const order = pair % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
      for (const kind of order) await timed(kind, pair)
    }
  }
  await Promise.all([work(), work()])
  return times
}
