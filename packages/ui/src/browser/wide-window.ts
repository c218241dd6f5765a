import { useSyncExternalStore } from 'react'

/** From so wide a window on, the menu stands beside the page; in a narrower one it is a drawer. */
const wide = '(min-width: 64em)'

const subscribe = (listener: () => void): (() => void) => {
  const query = window.matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export const useWideWindow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(wide).matches)
