import { describe, expect, test } from 'vitest'
import { isCrossSite, hasAppHeader } from './csrf.ts'

const place = { site: 'staff', origin: 'https://registry.example', local: false } as const
const elsewhere = (method: string, headers: Readonly<Record<string, string>>) => isCrossSite(method, headers, place)

describe('THREAT-09, THREAT-10: a request of another site', () => {
  test.each([
    ['POST', 'same-origin', false],
    ['POST', 'same-site', true],
    ['POST', 'cross-site', true],
    ['POST', 'none', true],
    ['GET', 'same-origin', false],
    ['GET', 'none', false],
    ['HEAD', 'none', false],
    ['GET', 'cross-site', true],
    ['HEAD', 'same-site', true],
  ])('is known by %s with Sec-Fetch-Site %s: %s', (method, site, known) => {
    expect(elsewhere(method, { 'sec-fetch-site': site })).toBe(known)
    expect(elsewhere(method, { 'sec-fetch-site': site, origin: place.origin })).toBe(known)
  })

  test('of an older browser is detected by its Origin if it changes something', () => {
    expect(elsewhere('POST', { origin: 'https://evil.example' })).toBe(true)
    expect(elsewhere('POST', { origin: place.origin })).toBe(false)
    expect(elsewhere('GET', { origin: 'https://evil.example' })).toBe(false)
    expect(elsewhere('POST', {})).toBe(false)
  })
})

test('only our pages send the header that other sites cannot send', () => {
  expect([{ 'x-requested-by': 'app' }, { 'x-requested-by': 'other' }, {}].map(hasAppHeader)).toEqual([true, false, false])
})
