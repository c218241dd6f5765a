import type { IncomingHttpHeaders } from 'node:http'
import type { Place } from './site.ts'

/** The header that our own pages send and that a foreign page cannot send without asking first (security.md 5.3). */
export const ownHeader = 'x-requested-by'
const ownValue = 'app'

const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD'

/**
 * Whether a request can have been made by a page of another site, sibling host included (D6, security.md T09, T10).
 * Browsers send Sec-Fetch-Site; older ones Origin with whatever changes something. A centre's program sends neither.
 * Reading may also come from the address bar (`none`).
 */
export const comesFromElsewhere = (method: string, headers: IncomingHttpHeaders, place: Place): boolean => {
  const fetchSite = headers['sec-fetch-site']
  if (fetchSite !== undefined) return fetchSite !== 'same-origin' && !(fetchSite === 'none' && isReading(method))
  if (isReading(method)) return false
  return headers.origin !== undefined && headers.origin !== place.origin
}

export const hasOwnHeader = (headers: IncomingHttpHeaders): boolean => headers[ownHeader] === ownValue
