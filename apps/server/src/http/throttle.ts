import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** Answers that people wait for: all that are under way in this process but files. */
const openResponses = new Set<ServerResponse>()

/** Counts an answer until it is sent or given up. */
export const trackResponse = (response: ServerResponse): void => {
  openResponses.add(response)
  response.once('close', () => openResponses.delete(response))
}

/** An answer that turns out to be a file takes its time, and others go first. */
export const untrackResponse = (response: ServerResponse): boolean => openResponses.delete(response)

/** How much longer the rest after a piece is than the work on it, and the longest rest, whatever a piece took. */
const restFactor = 15
const maxRestMs = 100

/** Time as the work and its rests take it, in milliseconds. */
export type ThrottleTimer = { readonly now: () => number; readonly rest: (ms: number) => Promise<unknown> }
const systemTimer: ThrottleTimer = { now: () => performance.now(), rest: (ms) => pause(ms) }

/**
 * Passes pieces of a long work on and, while somebody waits for an answer, rests fifteen times as long as it worked: it takes a sixteenth of what
 * it would, and what is upstream of it, the database too, rests with it.
 */
export async function* throttle<Piece>(pieces: AsyncIterable<Piece>, { now, rest }: ThrottleTimer = systemTimer): AsyncGenerator<Piece> {
  let since = now()
  for await (const piece of pieces) {
    yield piece
    if (openResponses.size > 0) await rest(Math.min(restFactor * (now() - since), maxRestMs))
    since = now()
  }
}
