import type { IncomingHttpHeaders } from 'node:http'
import type { SiteAddress } from './site-address.ts'

/** The header that our own pages send and that a foreign page cannot send without asking first (security.md 5.3). */
export const appHeader = 'x-requested-by'
const appHeaderValue = 'app'

const isReadMethod = (method: string): boolean => method === 'GET' || method === 'HEAD'

/**
 * Whether a request can have been made by a page of another site, sibling host included (D6, THREAT-09, THREAT-10).
 * Browsers send Sec-Fetch-Site; older ones Origin with whatever changes something. A centre's program sends neither.
 * Reading may also come from the address bar (`none`).
 */
export const isCrossSite = (method: string, headers: IncomingHttpHeaders, siteAddress: SiteAddress): boolean => {
  const fetchSite = headers['sec-fetch-site']
  if (fetchSite !== undefined) return fetchSite !== 'same-origin' && !(fetchSite === 'none' && isReadMethod(method))
  if (isReadMethod(method)) return false
  return headers.origin !== undefined && headers.origin !== siteAddress.origin
}

export const hasAppHeader = (headers: IncomingHttpHeaders): boolean => headers[appHeader] === appHeaderValue
