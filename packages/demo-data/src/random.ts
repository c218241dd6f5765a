/** Samples choices and measures from one repeatable stream of numbers. */
export type Random = {
  chance(probability: number): boolean
  between(min: number, max: number): number
  /** A whole number, both bounds included. */
  whole(min: number, max: number): number
  normal(mean: number, deviation: number): number
  /** Log-normal: half of the values are under `median`; `spread` is the deviation of the logarithm. */
  around(median: number, spread: number): number
  pick<T>(choices: readonly T[]): T
  weighted<T>(choices: readonly Weighted<T>[]): T
}

export type Weighted<T> = readonly [choice: T, weight: number]

const mix = (seed: number) => {
  let z = (seed + 0x9e3779b9) | 0
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad)
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
  return (z ^ (z >>> 15)) >>> 0
}

/** sfc32 by Chris Doty-Humphrey (public domain). It is small and fast, and passes PractRand. */
const uniform = (seed: number, stream: number) => {
  let a = mix(seed)
  let b = mix(stream)
  let c = mix(a ^ (b << 1))
  let counter = 1
  const next = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 4294967296
  }
  for (let warmUp = 0; warmUp < 12; warmUp += 1) next()
  return next
}

/**
 * Returns a stream of random numbers, which depends on `seed` and `stream` only.
 * Patient 7 is therefore the same person in a registry of any size.
 */
export const createRandom = (seed: number, stream: number): Random => {
  const next = uniform(seed, stream)
  const normal = (mean: number, deviation: number) => {
    const radius = Math.sqrt(-2 * Math.log(1 - next()))
    return mean + deviation * radius * Math.cos(2 * Math.PI * next())
  }
  const weighted = <T>(choices: readonly Weighted<T>[]): T => {
    let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [choice, weight] of choices) {
      left -= weight
      if (left < 0) return choice
    }
    throw new Error('A weighted choice needs at least one positive weight')
  }
  return {
    chance: (probability) => next() < probability,
    between: (min, max) => min + next() * (max - min),
    whole: (min, max) => min + Math.floor(next() * (max - min + 1)),
    normal,
    around: (median, spread) => median * Math.exp(normal(0, spread)),
    pick: (choices) => {
      const choice = choices[Math.floor(next() * choices.length)]
      if (choice === undefined) throw new Error('Nothing to pick from')
      return choice
    },
    weighted,
  }
}

export const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max)

/** Rounds half up to `digits` decimals. It is monotonic, so that rounded statistics keep their order (RULE-24). */
export const round = (value: number, digits: number): number => {
  const factor = 10 ** digits
  return Math.round(value * factor) / factor
}
