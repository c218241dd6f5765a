import type { Site } from '@registry/api-contract/caller'
import type { Env } from '../app/env.ts'

/** The site of a request, its origin, and whether it is local. Cookies of a local site cannot be Secure. */
export type SiteAddress = { readonly site: Site; readonly origin: string; readonly local: boolean }

const isLocalName = (hostname: string): boolean => hostname === 'localhost' || hostname.endsWith('.localhost')
const isLoopback = (hostname: string): boolean => hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'

/**
 * Returns a function that finds the site of a Host header. An unknown host has no site and gets only health responses. So no foreign name
 * can point at the server (THREAT-39). If the sites are on localhost, the loopback names are the staff site.
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
