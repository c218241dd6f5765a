import { isWorthRemembering, type Site } from '@registry/domain/access/routes'
import { dropCookie, readCookie, writeCookie } from '@registry/ui/browser/cookie.ts'

const rememberedSeconds = 600

/** Keeps an address for after signing in, in a cookie (spec 1, section 8). */
export const rememberRoute = (site: Site, address: string): void => {
  if (isWorthRemembering(site, address)) writeCookie('next', address, rememberedSeconds)
}

/** The address wanted before signing in, once; only addresses of the route table, so that a forged cookie leads nowhere else. */
export const takeRememberedRoute = (site: Site): string | undefined => {
  const wanted = readCookie('next')
  dropCookie('next')
  return wanted !== undefined && isWorthRemembering(site, wanted) ? wanted : undefined
}
