import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Site } from '@registry/api-contract/caller'
import { signInLimits } from '@registry/domain/access/sign-in-policy'
import { createSignInFixture, type SignInFixture } from './testing/sign-in-fixture.ts'

let fixture: SignInFixture
beforeAll(async () => {
  fixture = await createSignInFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const owner = () => fixture.server.database.owner
beforeEach(() => owner()`DELETE FROM rate_limit`)

type Call = { readonly site: Site; readonly path: string; readonly fields: Readonly<Record<string, string>> }
const username = 'nobody@example.org'
/** Each way to try a name or a secret without having shown anything before. */
const calls: readonly Call[] = [
  { site: 'staff', path: '/login', fields: { username, password: 'wrong' } },
  { site: 'myconsent', path: '/otp', fields: { username, password: 'wrong' } },
  { site: 'myconsent', path: '/otplogin', fields: { username, otp: '000000' } },
  { site: 'staff', path: '/forgottenpassword', fields: { username } },
  { site: 'myconsent', path: '/forgottenpasswordpatient', fields: { username } },
  { site: 'myconsent', path: '/checkexpiredpasswordpatient', fields: { username, password: 'invented' } },
]
const send = ({ site, path, fields }: Call, address: string) =>
  fixture.browser(site, address).post(path, { json: { ...fields, lang: 'it' } })
const secondFactor = (address: string) =>
  fixture.browser('staff', address).send({
    method: 'POST',
    path: '/api/trpc/secondFactor.signIn',
    headers: { 'content-type': 'application/json', 'x-requested-by': 'app', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ otp: '000000' }),
  })

const [own, neighbour, stranger] = ['203.0.113.50', '203.0.113.51', '198.51.100.50']
const walls = [
  {
    wall: 'twenty in a minute from one address',
    key: `sign-in household 60 ${own}`,
    seconds: 60,
    refused: [own],
    let: [neighbour, stranger],
  },
  {
    wall: 'a hundred in an hour from one address',
    key: `sign-in household 3600 ${own}`,
    seconds: 3600,
    refused: [own],
    let: [neighbour, stranger],
  },
  {
    wall: 'three hundred in an hour from one network',
    key: 'sign-in network 3600 203.0.113',
    seconds: 3600,
    refused: [own, neighbour],
    let: [stranger],
  },
] as const

/** As if the tries of the bound had been made just now. */
const fill = ({ key, seconds }: (typeof walls)[number]) =>
  owner()`INSERT INTO rate_limit (key, tat) VALUES (${key}, now() + make_interval(secs => ${seconds}))`

it('THREAT-13: the bounds are those of security.md 4.3', () => {
  expect(signInLimits.perAddress).toEqual([
    { attempts: 20, seconds: 60 },
    { attempts: 100, seconds: 3600 },
    { attempts: 300, seconds: 3600, of: 'network' },
  ])
})

describe.each(walls)('THREAT-13: $wall', (wall) => {
  it.each(calls)('stop $path, say how long to wait, and stop nobody elsewhere', async (call) => {
    await fill(wall)
    for (const address of wall.refused) {
      const refused = await send(call, address)
      expect([address, refused.status]).toEqual([address, 429])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await refused.json()).toMatchObject({ success: false, code: 'too_many_tries' })
    }
    for (const address of wall.let) expect([address, (await send(call, address)).status]).toEqual([address, 200])
  })

  it('stop codes of an app where no password was shown', async () => {
    await fill(wall)
    expect((await secondFactor(own)).status).toBe(429)
    expect((await secondFactor(stranger)).status).toBe(400)
  })
})

describe('THREAT-13: a call that fails', () => {
  it.each(calls)('counts once against each bound of its address: $path', async (call) => {
    await send(call, own)
    const counted = await owner()<{ key: string; seconds: number }[]>`
      SELECT key, round(extract(epoch FROM tat - now())) AS seconds FROM rate_limit WHERE key LIKE 'sign-in %' ORDER BY key`
    expect(counted.map(({ key }) => key)).toEqual(walls.map(({ key }) => key).toSorted((a, b) => a.localeCompare(b)))
    // One of 100 in an hour is 36 seconds, one of 300 is 12.
    const used = new Map(counted.map(({ key, seconds }) => [key, Number(seconds)]))
    expect(used.get(walls[1].key)).toBeGreaterThan(24)
    expect(used.get(walls[1].key)).toBeLessThanOrEqual(36)
    expect(used.get(walls[2].key)).toBeLessThanOrEqual(12)
  })
})
