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
/** Each call that checks a name or a secret of an unknown visitor. */
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

const [ownAddress, neighbour, stranger] = ['203.0.113.50', '203.0.113.51', '198.51.100.50']
const addressLimits = [
  {
    name: 'twenty attempts a minute from one address',
    key: `sign-in household 60 ${ownAddress}`,
    seconds: 60,
    rejected: [ownAddress],
    allowed: [neighbour, stranger],
  },
  {
    name: 'a hundred attempts an hour from one address',
    key: `sign-in household 3600 ${ownAddress}`,
    seconds: 3600,
    rejected: [ownAddress],
    allowed: [neighbour, stranger],
  },
  {
    name: 'three hundred attempts an hour from one network',
    key: 'sign-in network 3600 203.0.113',
    seconds: 3600,
    rejected: [ownAddress, neighbour],
    allowed: [stranger],
  },
] as const

/** Fills a limit, as if all its attempts happened now. */
const fill = ({ key, seconds }: (typeof addressLimits)[number]) =>
  owner()`INSERT INTO rate_limit (key, theoretical_arrival_at) VALUES (${key}, now() + make_interval(secs => ${seconds}))`

it('THREAT-13: the limits per address have the values of REQ-ACC-25', () => {
  expect(signInLimits.perAddress).toEqual([
    { attempts: 20, seconds: 60 },
    { attempts: 100, seconds: 3600 },
    { attempts: 300, seconds: 3600, block: 'network' },
  ])
})

describe.each(addressLimits)('THREAT-13: $name', (limit) => {
  it.each(calls)('$path answers 429 with the wait, and other addresses are not affected', async (call) => {
    await fill(limit)
    for (const address of limit.rejected) {
      const rejected = await send(call, address)
      expect([address, rejected.status]).toEqual([address, 429])
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await rejected.json()).toMatchObject({ success: false, code: 'too_many_attempts' })
    }
    for (const address of limit.allowed) expect([address, (await send(call, address)).status]).toEqual([address, 200])
  })

  it('a code of an app without a password before it is limited too', async () => {
    await fill(limit)
    expect((await secondFactor(ownAddress)).status).toBe(429)
    expect((await secondFactor(stranger)).status).toBe(400)
  })
})

describe('THREAT-13: a failed call', () => {
  it.each(calls)('counts once against each limit of its address: $path', async (call) => {
    // Ends the delay of the account after the failures above.
    fixture.advanceClock(3_600_000)
    const [{ before } = { before: '' }] = await owner()<{ before: string }[]>`SELECT clock_timestamp()::text AS before`
    await send(call, ownAddress)
    // One of 20 in a minute takes 3 seconds. One of 100 in an hour takes 36, one of 300 in an hour 12.
    const oneAttempt = { [addressLimits[0].key]: 3, [addressLimits[1].key]: 36, [addressLimits[2].key]: 12 }
    const counted = await owner()<{ key: string; once: boolean }[]>`
      SELECT key, theoretical_arrival_at - make_interval(secs => value::integer) BETWEEN ${before}::timestamptz AND clock_timestamp() AS once
      FROM rate_limit LEFT JOIN jsonb_each_text(${owner().json(oneAttempt)}) USING (key) WHERE key LIKE 'sign-in %'`
    expect(Object.fromEntries(counted.map(({ key, once }) => [key, once]))).toEqual(
      Object.fromEntries(addressLimits.map(({ key }) => [key, true])),
    )
  })
})
