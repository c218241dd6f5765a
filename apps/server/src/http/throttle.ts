import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** The open responses of this process, except files. People wait for them. */
const openResponses = new Set<ServerResponse>()

/** A client that sends one request after the other has none open for some milliseconds, so a closed response counts a little longer. */
const lingerMs = 20

/** Counts a response until shortly after it is sent or aborted. */
export const trackResponse = (response: ServerResponse): void => {
  openResponses.add(response)
  response.once('close', () => setTimeout(() => openResponses.delete(response), lingerMs).unref())
}

/** Stops counting a response that is a file, because files yield to other responses. */
export const untrackResponse = (response: ServerResponse): boolean => openResponses.delete(response)

/** The rest after a piece, as a multiple of the work on it, and the longest rest, for each of the works. */
const restFactor = 15
const maxRestMs = 100
/**
 * One work rests as if there were two, and never shorter than this. Postgres and other threads work 2 ms for a piece of a file that takes this
 * thread a fifth of one, so the multiple alone would leave an export 40 % of two processors.
 */
const leastWorks = 2
const minRestMs = 15

/** The throttled works of this process. */
let works = 0

/** The rest after a piece, in milliseconds. */
const restAfter = (workMs: number): number => Math.max(minRestMs, Math.max(works, leastWorks) * Math.min(restFactor * workMs, maxRestMs))

/** The clock and the rest of a throttle, in milliseconds. Tests inject their own. */
export type ThrottleTimer = { readonly now: () => number; readonly rest: (ms: number, signal?: AbortSignal) => Promise<unknown> }
const systemTimer: ThrottleTimer = { now: () => performance.now(), rest: (ms, signal) => pause(ms, undefined, { signal }) }

type ThrottleOptions = {
  readonly timer?: ThrottleTimer
  /** Ends a rest when it aborts. */
  readonly signal?: AbortSignal
  /** Whether the work may still rest, if somebody waits for its end. */
  readonly mayRest?: () => boolean
}

/**
 * Yields the pieces of a long work. While a response is open, it rests thirty times as long as it works. More than two works rest fifteen times
 * as long for each of them, so all together take a sixteenth of this thread. The source, such as the database, rests too (decision 0005).
 */
export async function* throttle<Piece>(
  pieces: AsyncIterable<Piece> | Iterable<Piece>,
  { timer: { now, rest } = systemTimer, signal, mayRest = () => true }: ThrottleOptions = {},
): AsyncGenerator<Piece> {
  works += 1
  try {
    let since = now()
    for await (const piece of pieces) {
      yield piece
      if (openResponses.size > 0 && mayRest()) await rest(restAfter(now() - since), signal)
      since = now()
    }
  } finally {
    works -= 1
  }
}
