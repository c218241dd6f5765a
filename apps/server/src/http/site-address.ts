import type { Site } from '@registry/api-contract/caller'
import type { Env } from '../env.ts'

/** Where a request came: which of the two sites, under which origin, and whether its cookies can be Secure (D6). */
export type SiteAddress = { readonly site: Site; readonly origin: string; readonly local: boolean }

const isLocalName = (hostname: string): boolean => hostname === 'localhost' || hostname.endsWith('.localhost')
const isLoopback = (hostname: string): boolean => hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'

/**
 * Finds the site of a Host header. A host that is neither site is nobody's: nothing but health is answered there, so that no
 * foreign name can be pointed at the server. Where the sites are on localhost, the bare loopback names are the staff site.
 */
export const createSiteLookup = (env: Pick<Env, 'STAFF_ORIGIN' | 'MYCONSENT_ORIGIN'>): ((host: string) => SiteAddress | undefined) => {
  const known = new Map<string, SiteAddress>()
  for (const [site, address] of [
    ['staff', env.STAFF_ORIGIN],
    ['myconsent', env.MYCONSENT_ORIGIN],
  ] as const) {
    const { host, hostname, origin } = new URL(address)
    known.set(host, { site, origin, local: isLocalName(hostname) })
  }
  const staffIsLocal = isLocalName(new URL(env.STAFF_ORIGIN).hostname)
  return (host) => {
    const siteAddress = known.get(host.toLowerCase())
    if (siteAddress || !staffIsLocal || !URL.canParse(`http://${host}`)) return siteAddress
    const { hostname, origin } = new URL(`http://${host}`)
    return isLoopback(hostname) ? { site: 'staff', origin, local: true } : undefined
  }
}
