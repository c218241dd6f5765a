import { reloadPage } from '@registry/ui/browser/reload.ts'

const key = 'registry.reloadedAt'
/** A second failure within this time needs the person: a release without one of its files would reload forever. */
const pauseMs = 60_000

/** Reloads the page, at most once a minute. */
export const reloadOnce = (now = Date.now()): void => {
  if (now - Number(sessionStorage.getItem(key)) < pauseMs) return
  sessionStorage.setItem(key, String(now))
  reloadPage()
}
