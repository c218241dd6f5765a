import type { IncomingHttpHeaders } from 'node:http'
import type { SiteAddress } from './site-address.ts'

/** Our pages send this header. A foreign page cannot send it without a preflight, which the server denies (REQ-ACC-19). */
export const appHeader = 'x-requested-by'
const appHeaderValue = 'app'

const isReadMethod = (method: string): boolean => method === 'GET' || method === 'HEAD'

/**
 * Returns whether a page of another site, sibling host included, may have sent the request (THREAT-09, THREAT-10). Browsers send
 * Sec-Fetch-Site; older ones send Origin with changing requests. A centre's program sends neither (REQ-ACC-19). A read may also come from
 * the address bar (`none`).
 */
export const isCrossSite = (method: string, headers: IncomingHttpHeaders, siteAddress: SiteAddress): boolean => {
  const fetchSite = headers['sec-fetch-site']
  if (fetchSite !== undefined) return fetchSite !== 'same-origin' && !(fetchSite === 'none' && isReadMethod(method))
  if (isReadMethod(method)) return false
  return headers.origin !== undefined && headers.origin !== siteAddress.origin
}

export const hasAppHeader = (headers: IncomingHttpHeaders): boolean => headers[appHeader] === appHeaderValue
