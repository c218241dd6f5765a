import { isWorthRemembering } from '@registry/domain/access/routes'
import type { Site } from '@registry/domain/access/screens'
import { dropCookie, readCookie, writeCookie } from '@registry/ui/browser/cookie.ts'

const rememberedSeconds = 600

/** Remembers an address in a cookie, for 10 minutes, to return to it after sign-in (REQ-UI-05). */
export const rememberRoute = (site: Site, address: string): void => {
  if (isWorthRemembering(site, address)) writeCookie('next', address, rememberedSeconds)
}

/** Returns the remembered address and deletes the cookie. Only addresses of the table of screens count, so a forged cookie leads nowhere else (THREAT-43). */
export const consumeRememberedRoute = (site: Site): string | undefined => {
  const address = readCookie('next')
  dropCookie('next')
  return address !== undefined && isWorthRemembering(site, address) ? address : undefined
}
