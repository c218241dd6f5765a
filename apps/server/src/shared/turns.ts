import type { Database, Queries } from '@registry/db/connect'
import { AppError } from '@registry/domain/error'

export type TurnLimits = {
  /** The numbers of turns that run in the whole installation, and of one key. */
  readonly running: number
  readonly runningPerKey: number
  /** The numbers of turns that wait. */
  readonly waiting: number
  readonly waitingPerKey: number
}

export type Turn = {
  /**
   * Waits until the turn may run. Calls `onAhead` with the number of turns that wait before it.
   * @throws the reason of the signal
   */
  begin(signal: AbortSignal, onAhead?: (ahead: number) => void): Promise<void>
  /** Ends the turn. Further calls do nothing. */
  end(): Promise<void>
}

export type Turns = {
  /**
   * Joins the queue.
   * @throws AppError busy, or what `tooManyOfKey` returns
   */
  enter(key: string): Promise<Turn>
  /** The turns of this process. */
  readonly inUse: { readonly running: number; readonly waiting: number }
}

type Options = {
  readonly database: Database
  readonly kind: 'export' | 'import'
  readonly limits: TurnLimits
  readonly tooManyOfKey?: () => AppError
  /** Another server may begin after this time when the server of a running turn is killed. */
  readonly leaseMs?: number
  readonly pollMs?: number
}

type Waiting = { readonly grant: () => void; setAhead: (ahead: number) => void }

type Row = { readonly position: number; readonly key: string; readonly state: 'waiting' | 'running' }

/** Finds the waiting turns that may begin, in the order of arrival. A key at its limit delays no other. */
const findNext = (rows: readonly Row[], { running, runningPerKey }: TurnLimits): readonly number[] => {
  const active = rows.filter(({ state }) => state === 'running').map(({ key }) => key)
  const next: number[] = []
  for (const { position, key, state } of rows) {
    if (active.length >= running) break
    if (state === 'running' || active.filter((one) => one === key).length >= runningPerKey) continue
    active.push(key)
    next.push(position)
  }
  return next
}

/** Gives turns to the work of all servers, in the order of arrival (REQ-OPS-23). */
export const createTurns = ({ database, kind, limits, tooManyOfKey, leaseMs = 30_000, pollMs = 500 }: Options): Turns => {
  const lease = leaseMs / 1000
  /** The turns of this process that wait or run. A running one no longer waits for a position. */
  const own = new Map<number, Waiting | undefined>()
  /** Turns of this process that ended, until the database has stored it: after its loss, they are removed as soon as it is back. */
  const ended = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  let polling: Promise<void> | undefined

  /** Runs `work` alone in the installation, on the turns whose servers live. */
  const withRows = <T>(work: (sql: Queries, rows: readonly Row[]) => Promise<T>) =>
    database.begin(async (sql) => {
      await sql`SELECT pg_advisory_xact_lock(hashtext(${`turns ${kind}`}))`
      await sql`DELETE FROM work_turn WHERE kind = ${kind} AND (lease_until < now() OR position = ANY (${[...ended]}::bigint[]))`
      const rows = await sql<Row[]>`SELECT position, key, state FROM work_turn WHERE kind = ${kind} ORDER BY position`
      return { result: await work(sql, rows) }
    })

  const advance = async (): Promise<void> => {
    const positions = [...own.keys()]
    const removed = [...ended]
    const { result } = await withRows(async (sql, rows) => {
      await sql`UPDATE work_turn SET lease_until = now() + ${lease} * interval '1 second' WHERE position = ANY (${positions}::bigint[])`
      const next = findNext(rows, limits)
      if (next.length > 0) await sql`UPDATE work_turn SET state = 'running' WHERE position = ANY (${[...next]}::bigint[])`
      const running = [...next, ...rows.filter(({ state }) => state === 'running').map(({ position }) => position)]
      return { running, waiting: rows.map(({ position }) => position).filter((position) => !running.includes(position)) }
    })
    for (const position of removed) ended.delete(position)
    for (const position of result.running) {
      own.get(position)?.grant()
      if (own.has(position)) own.set(position, undefined)
    }
    for (const [ahead, position] of result.waiting.entries()) own.get(position)?.setAhead(ahead)
  }
  /** A database that does not answer is asked again later. */
  const poll = (): Promise<void> => {
    polling ??= advance()
      .catch(() => undefined)
      .finally(() => {
        polling = undefined
        watch()
      })
    return polling
  }
  /** Polls after a poll that is under way and may not see the latest change. */
  const pollAgain = (): Promise<void> => Promise.resolve(polling).then(poll)
  const watch = (): void => {
    if (own.size + ended.size > 0) timer ??= setInterval(() => void poll(), pollMs)
    else {
      clearInterval(timer)
      timer = undefined
    }
  }

  const join = (key: string) =>
    withRows(async (sql, rows) => {
      const ofKey = rows.filter((row) => row.key === key).length
      if (ofKey >= limits.runningPerKey + limits.waitingPerKey) throw tooManyOfKey?.() ?? new AppError('busy', { seconds: 30 })
      if (rows.length >= limits.running + limits.waiting) throw new AppError('busy', { seconds: 30 })
      const [added] = await sql<{ position: number }[]>`
        INSERT INTO work_turn (kind, key, lease_until) VALUES (${kind}, ${key}, now() + ${lease} * interval '1 second') RETURNING position`
      if (!added) throw new Error('the database returned no position')
      return added.position
    })

  return {
    enter: async (key) => {
      const { result: position } = await join(key)
      const granted = Promise.withResolvers<void>()
      const waiting: Waiting = { grant: granted.resolve, setAhead: () => {} }
      own.set(position, waiting)
      watch()
      return {
        begin: async (signal, onAhead) => {
          if (onAhead) waiting.setAhead = onAhead
          const leave = (): void => granted.reject(signal.reason)
          if (signal.aborted) leave()
          signal.addEventListener('abort', leave)
          void pollAgain()
          await granted.promise.finally(() => signal.removeEventListener('abort', leave))
        },
        end: async () => {
          if (!own.delete(position)) return
          ended.add(position)
          await pollAgain()
        },
      }
    },
    get inUse() {
      const waiting = [...own.values()].filter((turn) => turn !== undefined).length
      return { running: own.size - waiting, waiting }
    },
  }
}
