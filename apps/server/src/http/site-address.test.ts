import { expect, test } from 'vitest'
import { createSiteLookup } from './site-address.ts'

test('THREAT-39: a host is one of the two sites or unknown', () => {
  const findSite = createSiteLookup({ STAFF_ORIGIN: 'https://staff.example', MYCONSENT_ORIGIN: 'https://my.example:8443' })
  expect(findSite('STAFF.example')).toEqual({ site: 'staff', origin: 'https://staff.example', local: false })
  expect(findSite('my.example:8443')).toEqual({ site: 'myconsent', origin: 'https://my.example:8443', local: false })
  for (const host of ['my.example', 'evil.example', 'localhost', '127.0.0.1', '', 'a b']) expect(findSite(host)).toBeUndefined()
})

test('if the sites are on localhost, the loopback names are the staff site', () => {
  const findSite = createSiteLookup({ STAFF_ORIGIN: 'http://staff.localhost:3000', MYCONSENT_ORIGIN: 'http://my.localhost:3000' })
  expect(findSite('staff.localhost:3000')).toEqual({ site: 'staff', origin: 'http://staff.localhost:3000', local: true })
  expect(findSite('my.localhost:3000')).toMatchObject({ site: 'myconsent', local: true })
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
    expect(findSite(host)).toEqual({ site: 'staff', origin: `http://${host}`, local: true })
  for (const host of ['other.localhost', 'evil.example', '128.0.0.1', 'a b']) expect(findSite(host)).toBeUndefined()
  expect(
    createSiteLookup({ STAFF_ORIGIN: 'http://localhost:1', MYCONSENT_ORIGIN: 'http://notlocalhost:1' })('notlocalhost:1'),
  ).toMatchObject({
    local: false,
  })
})
