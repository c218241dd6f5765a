import { useEffect, useSyncExternalStore } from 'react'

/** Kinds of connection problems: no network, no answer, a slow answer, or a slow answer to a change (FAULT-24). */
export type ConnectionProblem = 'offline' | 'down' | 'slow' | 'slow-change'

type State = { readonly problem: ConnectionProblem | undefined; readonly shownInPage: number; readonly missingChunk: boolean }

let state: State = { problem: undefined, shownInPage: 0, missingChunk: false }
const listeners = new Set<() => void>()

const change = (part: Partial<State>): void => {
  state = { ...state, ...part }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const getConnectionProblem = (): ConnectionProblem | undefined => state.problem

export const setConnectionProblem = (problem: ConnectionProblem | undefined): void => {
  if (problem !== state.problem) change({ problem })
}

/** Marks that a file of the app did not arrive. Only a reload requests it again. */
export const markMissingChunk = (): void => change({ missingChunk: true })
export const isChunkMissing = (): boolean => state.missingChunk

/** The problem for the banner; undefined while the page itself shows it, so that the person reads one message. */
export const useBannerProblem = (): ConnectionProblem | undefined =>
  useSyncExternalStore(subscribe, () => (state.shownInPage > 0 ? undefined : state.problem))

/** Hides the banner while `shown`: the calling part shows the problem where the person looks. */
export const useConnectionProblemInPage = (shown: boolean): void => {
  useEffect(() => {
    if (!shown) return
    change({ shownInPage: state.shownInPage + 1 })
    return () => change({ shownInPage: state.shownInPage - 1 })
  }, [shown])
}
