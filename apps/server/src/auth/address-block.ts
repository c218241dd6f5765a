import ipaddr from 'ipaddr.js'

/** The number of leading octets of an IPv4 address, or groups of an IPv6 address, in a block. */
const sizes = { household: { octets: 4, groups: 4 }, network: { octets: 3, groups: 3 } } as const

/**
 * The block of an address, under which attempts are counted (REQ-ACC-26). A household is an IPv4 address or an IPv6 /64, a network is a /24
 * or a /48. An invalid address counts as `::`, so that unreadable addresses share one limit.
 */
export const formatAddressBlock = (host: string, size: keyof typeof sizes): string => {
  const { octets, groups } = sizes[size]
  const address = ipaddr.process(ipaddr.isValid(host) ? host : '::')
  if (address instanceof ipaddr.IPv4) return address.octets.slice(0, octets).join('.')
  return address.parts
    .slice(0, groups)
    .map((group) => group.toString(16))
    .join(':')
}
