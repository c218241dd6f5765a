import type { Database } from '@registry/db/connect'

export type PoolWatch = {
  /** True when an open connection has not answered for half a minute although a new one to a primary works. */
  isFrozen(): Promise<boolean>
  /** The watched connection, which never waits behind the requests of the pool. */
  readonly database: Database
  stop(): void
}

type Options = {
  readonly connectAnew: () => Database
  readonly everyMs?: number
  readonly silentMs?: number
}

/** Of several hosts, the frozen one can be tried first. */
const answerMs = 5000

/** True if a new connection reaches a primary in time. */
const reachesPrimary = async (connectAnew: () => Database): Promise<boolean> => {
  const database = connectAnew()
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), answerMs)
  const asked = database<{ standby: boolean }[]>`SELECT pg_is_in_recovery() AS standby`.then(
    ([row]) => row?.standby === false,
    () => false,
  )
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
    void database.end({ timeout: 0 })
  }
}

/**
 * Watches whether an open connection answers. A host that freezes keeps its connections open, and no driver notices. Only a restart
 * of the process gets rid of them (FAULT-05). The pool cannot detect them: it opens new connections in addition. An error counts as an
 * answer, because the driver then connects again.
 */
export const watchPool = ({ connectAnew, everyMs = 2000, silentMs = 30_000 }: Options): PoolWatch => {
  const database = connectAnew()
  let answeredAt = performance.now()
  let asking = false
  const answered = (): void => {
    answeredAt = performance.now()
    asking = false
  }
  const ask = (): void => {
    if (asking) return
    asking = true
    database`SELECT 1`.then(answered, answered)
  }
  ask()
  const timer = setInterval(ask, everyMs)
  return {
    database,
    isFrozen: async () => performance.now() - answeredAt > silentMs && (await reachesPrimary(connectAnew)),
    stop: () => {
      clearInterval(timer)
      void database.end({ timeout: 0 })
    },
  }
}
