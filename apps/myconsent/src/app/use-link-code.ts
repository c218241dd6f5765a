import { useEffect, useEffectEvent } from 'react'
import { history } from './shell.ts'

/** The fragment of a link is a code. It is removed from the address, so that the browser's history does not keep it (THREAT-53). */
const consumeCode = (): string => {
  const { pathname, hash } = history.location
  if (hash === '') return ''
  history.replace(pathname)
  return decodeURIComponent(hash.replace(/^#/, '')).replaceAll(/^[^\w-]+|[^\w-]+$/g, '')
}

/** Calls `onCode` with the code of each link that opens the page. */
export const useLinkCode = (onCode: (code: string) => void): void => {
  const openLink = useEffectEvent((): void => {
    const code = consumeCode()
    if (code !== '') onCode(code)
  })
  useEffect(() => {
    const unsubscribe = history.subscribe(() => openLink())
    // Calls the subscriber with the link that opened the page.
    history.replace(history.location.href)
    return unsubscribe
  }, [])
}
