import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../testing/client.ts'
import { createSecondFactorFixture, errorWithCode, readUser, type SecondFactorFixture } from './testing/second-factor-fixture.ts'
import { staffPassword } from './testing/sign-in-fixture.ts'

let world: SecondFactorFixture
beforeAll(async () => {
  world = await createSecondFactorFixture()
})
afterAll(() => world[Symbol.asyncDispose]())

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'

const browserWith = (userAgent: string, from: string): Client =>
  world.fixture.server.visitor('staff', { headers: { 'x-forwarded-for': from, 'user-agent': userAgent } })

const signedIn = async (email: string, userAgent = firefox, from = '192.0.2.10'): Promise<Client> => {
  const browser = browserWith(userAgent, from)
  await world.login(browser, email)
  return browser
}

describe('one’s own sessions', () => {
  it('are listed with device, address, begin and last use, and which is this one', async () => {
    await world.fixture.staff('listed@example.org')
    await signedIn('listed@example.org', safari, '192.0.2.11')
    world.advanceClock(1000)
    const here = await signedIn('listed@example.org')
    const sessions = await here.api.ownSessions.list.query()
    expect(sessions).toMatchObject([
      { browser: 'Firefox', system: 'Windows', fromHost: '192.0.2.10', current: true },
      { browser: 'Safari', system: 'iPhone', fromHost: '192.0.2.11', current: false },
    ])
    expect(JSON.stringify(sessions)).not.toContain(here.cookies.get('sid'))
    for (const { beganAt, lastUsedAt } of sessions) expect(Date.parse(beganAt)).toBeLessThanOrEqual(Date.parse(lastUsedAt))
  })

  it('of patients are listed too', async () => {
    const { accountId } = await world.fixture.patient({ centerId: 'OWN-1', email: 'own@example.org' })
    const patient = await world.fixture.server.signedIn(accountId, 'myconsent')
    await expect(patient.api.ownSessions.list.query()).resolves.toMatchObject([{ current: true, browser: null }])
  })

  it('THREAT-04: are nobody else’s to see or to end', async () => {
    await world.fixture.staff('mine@example.org')
    await world.fixture.staff('theirs@example.org')
    const [mine, theirs] = [await signedIn('mine@example.org'), await signedIn('theirs@example.org')]
    const [own] = await mine.api.ownSessions.list.query()
    const [other] = await theirs.api.ownSessions.list.query()
    expect(own?.id).not.toBe(other?.id)
    expect(await mine.api.ownSessions.list.query()).toHaveLength(1)
    await expect(mine.api.ownSessions.end.mutate({ id: other?.id ?? 0 })).rejects.toMatchObject(errorWithCode('not_found'))
    expect(await readUser(theirs)).toMatchObject({ username: 'theirs@example.org' })
    await mine.api.ownSessions.endAll.mutate({})
    expect(await readUser(theirs)).toMatchObject({ username: 'theirs@example.org' })
  })

  it('THREAT-08: end one by one; the next call with the cookie is nobody’s, a stolen copy’s too', async () => {
    await world.fixture.staff('ending@example.org')
    const left = await signedIn('ending@example.org', safari)
    const stolen = browserWith(firefox, '192.0.2.12')
    stolen.cookies.set('sid', left.cookies.get('sid') ?? '')
    const here = await signedIn('ending@example.org')
    const [, old] = await here.api.ownSessions.list.query()
    await here.api.ownSessions.end.mutate({ id: old?.id ?? 0 })
    for (const browser of [left, stolen]) expect(await readUser(browser)).toBeNull()
    await expect(left.api.home.staff.query()).rejects.toMatchObject(errorWithCode('session_required'))
    expect(await readUser(here)).toMatchObject({ username: 'ending@example.org' })
    await expect(here.api.ownSessions.end.mutate({ id: old?.id ?? 0 })).rejects.toMatchObject(errorWithCode('not_found'))
  })

  it('THREAT-08: end everywhere at once, this one too', async () => {
    await world.fixture.staff('everywhere@example.org')
    const [one, here] = [await signedIn('everywhere@example.org', safari), await signedIn('everywhere@example.org')]
    const kept = browserWith(firefox, '192.0.2.13')
    kept.cookies.set('sid', here.cookies.get('sid') ?? '')
    await here.api.ownSessions.endAll.mutate({})
    expect(here.cookies.has('sid')).toBe(false)
    for (const browser of [one, here, kept]) expect(await readUser(browser)).toBeNull()
  })

  it('THREAT-21: are ended only with the password when the last proof is older than ten minutes', async () => {
    await world.fixture.staff('proving@example.org')
    const here = await signedIn('proving@example.org')
    world.advanceClock(11 * 60_000)
    await expect(here.api.ownSessions.endAll.mutate({})).rejects.toMatchObject(errorWithCode('proof_required'))
    await expect(here.api.ownSessions.endAll.mutate({ password: 'wrong' })).rejects.toMatchObject(errorWithCode('password_wrong'))
    await here.api.ownSessions.endAll.mutate({ password: staffPassword })
    expect(await readUser(here)).toBeNull()
  })

  it('THREAT-21: another one is ended only with the password too, and stays when it is missing or wrong', async () => {
    await world.fixture.staff('other-session@example.org')
    const left = await signedIn('other-session@example.org', safari)
    const here = await signedIn('other-session@example.org')
    const id = (await here.api.ownSessions.list.query()).find(({ current }) => !current)?.id ?? 0
    world.advanceClock(11 * 60_000)
    await expect(here.api.ownSessions.end.mutate({ id })).rejects.toMatchObject(errorWithCode('proof_required'))
    await expect(here.api.ownSessions.end.mutate({ id, password: 'wrong' })).rejects.toMatchObject(errorWithCode('password_wrong'))
    expect(await readUser(left)).toMatchObject({ username: 'other-session@example.org' })
    await here.api.ownSessions.end.mutate({ id, password: staffPassword })
    expect(await readUser(left)).toBeNull()
  })

  it('THREAT-21: end on the server after eight hours without use', async () => {
    const { accountId } = await world.fixture.staff('idle@example.org')
    const here = await signedIn('idle@example.org')
    await world.fixture.server.database
      .owner`UPDATE session SET last_seen_at = now() - interval '8 hours 1 minute' WHERE account_id = ${accountId}`
    await expect(here.api.ownSessions.list.query()).rejects.toMatchObject(errorWithCode('session_required'))
  })
})
