import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** Answers that people wait for: all that are under way in this process but files. */
const awaited = new Set<ServerResponse>()

/** Counts an answer until it is sent or given up. */
export const awaits = (answer: ServerResponse): void => {
  awaited.add(answer)
  answer.once('close', () => awaited.delete(answer))
}

/** An answer that turns out to be a file takes its time, and others go first. */
export const takesItsTime = (answer: ServerResponse): boolean => awaited.delete(answer)

/** How much longer the rest after a piece is than the work on it, and the longest rest, whatever a piece took. */
const share = 15
const longestMs = 100

/** Time as the work and its rests take it, in milliseconds. */
export type Pace = { readonly now: () => number; readonly rest: (ms: number) => Promise<unknown> }
const realPace: Pace = { now: () => performance.now(), rest: (ms) => pause(ms) }

/**
 * Passes pieces of a long work on and, while somebody waits for an answer, rests fifteen times as long as it worked: it takes a sixteenth of what
 * it would, and what is upstream of it, the database too, rests with it.
 */
export async function* givingWay<Piece>(pieces: AsyncIterable<Piece>, { now, rest }: Pace = realPace): AsyncGenerator<Piece> {
  let since = now()
  for await (const piece of pieces) {
    yield piece
    if (awaited.size > 0) await rest(Math.min(share * (now() - since), longestMs))
    since = now()
  }
}
