import { useEffect, useSyncExternalStore } from 'react'

/** What keeps the server's answers away: no network, no answer, a slow answer, or a slow answer to a change (FAULT-24). */
export type Trouble = 'offline' | 'down' | 'slow' | 'slow-change'

type State = { readonly trouble: Trouble | undefined; readonly shownInPage: number; readonly missingChunk: boolean }

let state: State = { trouble: undefined, shownInPage: 0, missingChunk: false }
const listeners = new Set<() => void>()

const change = (part: Partial<State>): void => {
  state = { ...state, ...part }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const getTrouble = (): Trouble | undefined => state.trouble

export const setTrouble = (trouble: Trouble | undefined): void => {
  if (trouble !== state.trouble) change({ trouble })
}

/** Marks that a file of the app did not arrive. Only a reload requests it again. */
export const markMissingChunk = (): void => change({ missingChunk: true })
export const isChunkMissing = (): boolean => state.missingChunk

/** The trouble for the banner; undefined while the page itself shows it, so that the person reads one message. */
export const useBannerTrouble = (): Trouble | undefined =>
  useSyncExternalStore(subscribe, () => (state.shownInPage > 0 ? undefined : state.trouble))

/** Hides the banner while `shown`: the calling part shows the trouble where the person looks. */
export const useTroubleInPage = (shown: boolean): void => {
  useEffect(() => {
    if (!shown) return
    change({ shownInPage: state.shownInPage + 1 })
    return () => change({ shownInPage: state.shownInPage - 1 })
  }, [shown])
}
