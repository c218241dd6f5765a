import { availableParallelism } from 'node:os'
import argon2 from 'argon2'
import PQueue from 'p-queue'
import { AppError } from '@registry/domain/error'

/** The argon2id parameters of OWASP (REQ-ACC-07): 19 MiB, two passes, one lane. */
const owaspParameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The hash of discarded random bytes. Checking it makes unknown names cost as much as known ones (REQ-ACC-09). */
const dummyHash = '$argon2id$v=19$m=19456,p=1,t=2$k1ZN9fGzZLyhum+xLSe5vQ$fYtBqF4/q6+0fvjRtkt3z/jm+5nrQ4UYa6ksabc9YLM'

export type Hashing = {
  /** The argon2id hash of a secret, as a PHC string. */
  hashSecret(secret: string): Promise<string>
  /** Checks a secret against its hash. Without a hash the result is `false` after the same work. */
  verifySecret(hash: string | null | undefined, secret: string): Promise<boolean>
  /** Whether the hash uses outdated parameters and should be renewed while the secret is known. */
  isOutdated(hash: string): boolean
}

export type HashingOptions = {
  readonly maxRunning?: number
  readonly maxWaiting?: number
  /** The cost of a new hash. `memoryCost` is in KiB. */
  readonly parameters?: { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number }
}

/**
 * Limits hashing so that it cannot exhaust the machine (THREAT-20). At most `maxRunning` hashes run and `maxWaiting` wait. Further calls fail
 * with `busy`. A hash takes 19 MiB and one core for about 25 ms.
 */
export const createHashing = ({
  maxRunning = availableParallelism(),
  maxWaiting = 50,
  parameters = owaspParameters,
}: HashingOptions = {}): Hashing => {
  const queue = new PQueue({ concurrency: maxRunning })
  const withSlot = async <T>(work: () => Promise<T>): Promise<T> => {
    if (queue.pending + queue.size >= maxRunning + maxWaiting) throw new AppError('busy', { seconds: 5 })
    return queue.add(work)
  }

  return {
    hashSecret: (secret) => withSlot(() => argon2.hash(normalizePassword(secret), parameters)),
    verifySecret: (hash, secret) =>
      withSlot(async () => (await argon2.verify(hash ?? dummyHash, normalizePassword(secret))) && hash !== null && hash !== undefined),
    isOutdated: (hash) => argon2.needsRehash(hash, parameters),
  }
}

/** Different keyboards encode the same password differently. NFKC makes them equal (NIST 800-63B, REQ-ACC-07). */
export const normalizePassword = (secret: string): string => secret.normalize('NFKC')
