import { availableParallelism } from 'node:os'
import argon2 from 'argon2'
import { AppError } from '@registry/domain/error'

/** OWASP's argon2id parameters, as D6 fixes them: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The hash of random bytes that nobody kept: checked for unknown names, so that they cost what known ones cost (D6). */
const dummyHash = '$argon2id$v=19$m=19456,p=1,t=2$k1ZN9fGzZLyhum+xLSe5vQ$fYtBqF4/q6+0fvjRtkt3z/jm+5nrQ4UYa6ksabc9YLM'

export type Hashing = {
  /** The argon2id hash of a secret, as a PHC string. */
  hashSecret(secret: string): Promise<string>
  /**
   * Whether the secret has this hash. Without a hash (an unknown name, somebody who never chose a password) the answer is
   * `false` after the same work.
   */
  verifySecret(hash: string | null | undefined, secret: string): Promise<boolean>
  /** True when the hash was made with other parameters than today's: to be made again while the secret is at hand. */
  isOutdated(hash: string): boolean
}

export type HashingLimits = { readonly maxRunning: number; readonly maxWaiting: number }

/**
 * Hashing that cannot exhaust the machine (security.md T20): at most `atOnce` hashes run, at most `maxWaiting` wait, and the
 * next one is refused with `busy`. A hash takes 19 MiB and one core for about 25 ms.
 */
export const createHashing = (
  { maxRunning, maxWaiting }: HashingLimits = { maxRunning: availableParallelism(), maxWaiting: 50 },
): Hashing => {
  const waiting: (() => void)[] = []
  let running = 0

  const acquireSlot = async (): Promise<void> => {
    if (running < maxRunning) {
      running += 1
      return
    }
    if (waiting.length >= maxWaiting) throw new AppError('busy', { seconds: 5 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  /** The turn passes to the first who waits without being freed in between, so nobody can slip past the queue. */
  const releaseSlot = (): void => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
  const withSlot = async <T>(work: () => Promise<T>): Promise<T> => {
    await acquireSlot()
    try {
      return await work()
    } finally {
      releaseSlot()
    }
  }

  return {
    hashSecret: (secret) => withSlot(() => argon2.hash(normalizePassword(secret), parameters)),
    verifySecret: (hash, secret) =>
      withSlot(async () => (await argon2.verify(hash ?? dummyHash, normalizePassword(secret))) && hash !== null && hash !== undefined),
    isOutdated: (hash) => argon2.needsRehash(hash, parameters),
  }
}

/** The same password typed on different keyboards gives the same characters (NIST 800-63B, D6). */
export const normalizePassword = (secret: string): string => secret.normalize('NFKC')
