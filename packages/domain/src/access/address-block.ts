/** The eight groups of an IPv6 address, with what `::` leaves out; an IPv4 address inside one counts as itself. */
const expandGroups = (address: string): readonly string[] => {
  const [head = '', tail] = address.toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after].map((group) => group.replace(/^0+(?=.)/, ''))
}

/** How many leading parts name a place: of an IPv4 address its octets, of an IPv6 address its groups. */
const sizes = { household: { octets: 4, groups: 4 }, network: { octets: 3, groups: 3 } } as const

/**
 * The block of addresses that one household or ward has (an IPv4 address, an IPv6 /64), or one provider's small network (/24, /48):
 * who tries passwords from there is counted as one (security.md 4.3).
 */
export const formatAddressBlock = (host: string, size: keyof typeof sizes): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(host)?.[1] ?? host
  if (!mapped.includes(':')) return mapped.split('.').slice(0, sizes[size].octets).join('.')
  return expandGroups(mapped).slice(0, sizes[size].groups).join(':')
}
