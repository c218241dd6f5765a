import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../testing/client.ts'
import { createSecondFactorFixture, errorWithCode, type SecondFactorFixture } from './testing/second-factor-fixture.ts'
import { readUser } from './testing/sign-in-calls.ts'
import { staffPassword } from './testing/sign-in-fixture.ts'

let fixture: SecondFactorFixture
beforeAll(async () => {
  fixture = await createSecondFactorFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'

const browserWith = (userAgent: string, from: string): Client =>
  fixture.signIn.server.visitor('staff', { headers: { 'x-forwarded-for': from, 'user-agent': userAgent } })

const signedIn = async (email: string, userAgent = firefox, from = '192.0.2.10'): Promise<Client> => {
  const browser = browserWith(userAgent, from)
  await fixture.login(browser, email)
  return browser
}

describe('REQ-ACC-23: own sessions', () => {
  it('are listed with device, address, start and last use, and the current one is marked', async () => {
    await fixture.signIn.staff('listed@example.org')
    await signedIn('listed@example.org', safari, '192.0.2.11')
    fixture.advanceClock(1000)
    const here = await signedIn('listed@example.org')
    const sessions = await here.api.ownSessions.list.query()
    expect(sessions).toMatchObject([
      { browser: 'Firefox', system: 'Windows', ipAddress: '192.0.2.10', current: true },
      { browser: 'Safari', system: 'iPhone', ipAddress: '192.0.2.11', current: false },
    ])
    expect(JSON.stringify(sessions)).not.toContain(here.cookies.get('sid'))
    for (const { beganAt, lastUsedAt } of sessions) expect(Date.parse(beganAt)).toBeLessThanOrEqual(Date.parse(lastUsedAt))
  })

  it('of patients are listed too', async () => {
    const { accountId } = await fixture.signIn.patient({ centrePatientCode: 'OWN-1', email: 'own@example.org' })
    const patient = await fixture.signIn.server.signIn(accountId, 'myconsent')
    await expect(patient.api.ownSessions.list.query()).resolves.toMatchObject([{ current: true, browser: null }])
  })

  it('THREAT-04: are invisible to other people, who cannot end them', async () => {
    await fixture.signIn.staff('mine@example.org')
    await fixture.signIn.staff('theirs@example.org')
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

  it('THREAT-08: end one by one, with every copy of their cookie', async () => {
    await fixture.signIn.staff('ending@example.org')
    const ended = await signedIn('ending@example.org', safari)
    const stolen = browserWith(firefox, '192.0.2.12')
    stolen.cookies.set('sid', ended.cookies.get('sid') ?? '')
    const here = await signedIn('ending@example.org')
    const [, old] = await here.api.ownSessions.list.query()
    await here.api.ownSessions.end.mutate({ id: old?.id ?? 0 })
    for (const browser of [ended, stolen]) expect(await readUser(browser)).toBeNull()
    await expect(ended.api.home.staff.query()).rejects.toMatchObject(errorWithCode('session_required'))
    expect(await readUser(here)).toMatchObject({ username: 'ending@example.org' })
    await expect(here.api.ownSessions.end.mutate({ id: old?.id ?? 0 })).rejects.toMatchObject(errorWithCode('not_found'))
  })

  it('THREAT-08: end all immediately, the current one too', async () => {
    await fixture.signIn.staff('everywhere@example.org')
    const [one, here] = [await signedIn('everywhere@example.org', safari), await signedIn('everywhere@example.org')]
    const copy = browserWith(firefox, '192.0.2.13')
    copy.cookies.set('sid', here.cookies.get('sid') ?? '')
    await here.api.ownSessions.endAll.mutate({})
    expect(here.cookies.has('sid')).toBe(false)
    for (const browser of [one, here, copy]) expect(await readUser(browser)).toBeNull()
  })

  it('THREAT-21: all end only with the password if the last check is older than ten minutes', async () => {
    await fixture.signIn.staff('proving@example.org')
    const here = await signedIn('proving@example.org')
    fixture.advanceClock(11 * 60_000)
    await expect(here.api.ownSessions.endAll.mutate({})).rejects.toMatchObject(errorWithCode('reauthentication_required'))
    await expect(here.api.ownSessions.endAll.mutate({ password: 'wrong' })).rejects.toMatchObject(errorWithCode('password_wrong'))
    await here.api.ownSessions.endAll.mutate({ password: staffPassword })
    expect(await readUser(here)).toBeNull()
  })

  it('THREAT-21: another one ends only with the right password if the last check is older than ten minutes', async () => {
    await fixture.signIn.staff('other-session@example.org')
    const ended = await signedIn('other-session@example.org', safari)
    const here = await signedIn('other-session@example.org')
    const id = (await here.api.ownSessions.list.query()).find(({ current }) => !current)?.id ?? 0
    fixture.advanceClock(11 * 60_000)
    await expect(here.api.ownSessions.end.mutate({ id })).rejects.toMatchObject(errorWithCode('reauthentication_required'))
    await expect(here.api.ownSessions.end.mutate({ id, password: 'wrong' })).rejects.toMatchObject(errorWithCode('password_wrong'))
    expect(await readUser(ended)).toMatchObject({ username: 'other-session@example.org' })
    await here.api.ownSessions.end.mutate({ id, password: staffPassword })
    expect(await readUser(ended)).toBeNull()
  })

  it('THREAT-21: end on the server after eight hours without use', async () => {
    const { accountId } = await fixture.signIn.staff('idle@example.org')
    const here = await signedIn('idle@example.org')
    await fixture.signIn.server.database
      .owner`UPDATE session SET last_seen_at = now() - interval '8 hours 1 minute' WHERE account_id = ${accountId}`
    await expect(here.api.ownSessions.list.query()).rejects.toMatchObject(errorWithCode('session_required'))
  })
})

describe('THREAT-51: keys of drafts', () => {
  const dayMs = 24 * 60 * 60 * 1000

  it('are the same in every session of an account, and others for another account', async () => {
    await fixture.signIn.staff('drafts@example.org')
    await fixture.signIn.staff('no-drafts@example.org')
    const keys = await (await signedIn('drafts@example.org')).api.ownSessions.draftKeys.query()
    expect(await (await signedIn('drafts@example.org', safari)).api.ownSessions.draftKeys.query()).toEqual(keys)
    const others = await (await signedIn('no-drafts@example.org')).api.ownSessions.draftKeys.query()
    expect(new Set([...Object.values(keys), ...Object.values(others)]).size).toBe(4)
    expect(Buffer.from(keys.current, 'base64')).toHaveLength(32)
  })

  it('change every day, so that nobody can read a draft after two days', async () => {
    await fixture.signIn.staff('daily@example.org')
    const first = await (await signedIn('daily@example.org')).api.ownSessions.draftKeys.query()
    fixture.advanceClock(dayMs)
    const second = await (await signedIn('daily@example.org')).api.ownSessions.draftKeys.query()
    expect(second.previous).toBe(first.current)
    fixture.advanceClock(dayMs)
    const third = await (await signedIn('daily@example.org')).api.ownSessions.draftKeys.query()
    expect(Object.values(third)).not.toContain(first.current)
  })

  it('are denied without a session', async () => {
    await expect(browserWith(firefox, '192.0.2.12').api.ownSessions.draftKeys.query()).rejects.toMatchObject(
      errorWithCode('session_required'),
    )
  })
})
