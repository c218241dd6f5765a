import { describe, expect, it } from 'vitest'
import { formatAddressBlock } from './address-block.ts'

describe('formatAddressBlock', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7', '192.0.2'],
    ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2'],
    ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2', '2001:db8:1'],
    ['2001:DB8:1:2::5', '2001:db8:1:2', '2001:db8:1'],
    ['2001:0db8:0001:0002::5', '2001:db8:1:2', '2001:db8:1'],
    ['::1', '0:0:0:0', '0:0:0'],
    ['::ffff:192.0.24.75', '192.0.24.75', '192.0.24'],
    ['::FFFF:10.112.213.214', '10.112.213.214', '10.112.213'],
    ['2001:db8:0010::', '2001:db8:10:0', '2001:db8:10'],
    ['2001:db8:1:2:3:4:5::', '2001:db8:1:2', '2001:db8:1'],
    ['2001::5:6:7:8:9:a', '2001:0:5:6', '2001:0:5'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4', '1:2:3'],
    ['64:ff9b::ffff:192.0.2.7', '64:ff9b:0:0', '64:ff9b:0'],
    ['fe80::1', 'fe80:0:0:0', 'fe80:0:0'],
    ['::', '0:0:0:0', '0:0:0'],
    ['0:0:0:0:0:0:0:1', '0:0:0:0', '0:0:0'],
    ['1:2:3::', '1:2:3:0', '1:2:3'],
    ['2001:db8::ffff:192.0.2.7', '2001:db8:0:0', '2001:db8:0'],
    ['::ffff:192.0.2.7:1', '0:0:0:0', '0:0:0'],
  ])('gives %s the household %s and the network %s', (host, household, network) => {
    expect(formatAddressBlock(host, 'household')).toBe(household)
    expect(formatAddressBlock(host, 'network')).toBe(network)
  })

  it('THREAT-19: gives all addresses of a /64 the same block, with any spelling of zeros', () => {
    const hosts = ['2001:db8::1', '2001:db8::a:b:c:d', '2001:db8:0:0:1:2:3:4', '2001:db8:0:0::9', '2001:db8::ffff:0:0:1']
    expect(new Set(hosts.map((host) => formatAddressBlock(host, 'household'))).size).toBe(1)
  })
})
