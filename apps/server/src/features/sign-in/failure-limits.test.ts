import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../testing/client.ts'
import { patientPassword, createSignInFixture, staffPassword, type SignInFixture } from './testing/sign-in-fixture.ts'

let fixture: SignInFixture
beforeAll(async () => {
  fixture = await createSignInFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const owner = () => fixture.server.database.owner
beforeEach(async () => {
  await owner()`DELETE FROM sign_in_attempt`
  await owner()`DELETE FROM rate_limit`
})

const minute = 60_000
const login = (browser: Client, username: string, password: string) => browser.post('/login', { json: { username, password, lang: 'it' } })
const requestCode = (browser: Client, username: string, password: string) =>
  browser.post('/otp', { json: { username, password, lang: 'it' } })
const readCode = async (response: Response) => ((await response.json()) as { code?: string }).code ?? 'success'
const fail = async (username: string, site: 'staff' | 'myconsent' = 'staff') =>
  readCode(await (site === 'staff' ? login : requestCode)(fixture.browser(site), username, 'sbagliata'))
/** Fails from unknown origins until the next attempt must wait 15 minutes. */
const attack = async (username: string, failures = 20): Promise<void> => {
  for (let i = 0; i < 5; i += 1) expect(await fail(username)).toBe('password_wrong')
  const raised =
    await owner()`UPDATE sign_in_attempt SET failures = ${failures}, next_attempt_at = ${fixture.server.deps.clock().toISOString()}`
  expect(raised.count).toBe(1)
  if (failures < 100) expect(await fail(username)).toBe('password_wrong')
}
const fillAddressLimits = (address: string) =>
  owner()`UPDATE rate_limit SET theoretical_arrival_at = now() + interval '2 hours' WHERE key LIKE ${`sign-in %${address}`} RETURNING 1`
const findTemporaryPassword = async (email: string): Promise<string> => {
  const found = () =>
    fixture.mail.mails
      .filter(({ recipients }) => recipients.includes(email))
      .flatMap(({ text }) => /\n\n([\w]{20})\n\n/.exec(text)?.[1] ?? [])
  await expect.poll(() => found().length).toBeGreaterThan(0)
  return found().at(-1) ?? ''
}

describe('THREAT-19: failed passwords of other people for a staff user', () => {
  it('have growing delays with the true wait in the response, for the right password too', async () => {
    await fixture.staff('guessed@example.org')
    await attack('guessed@example.org')
    for (const password of ['sbagliata', staffPassword]) {
      const rejected = await login(fixture.browser('staff'), 'guessed@example.org', password)
      expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '900'])
    }
    fixture.advanceClock(15 * minute - 1000)
    expect((await login(fixture.browser('staff'), 'guessed@example.org', staffPassword)).headers.get('retry-after')).toBe('1')
    fixture.advanceClock(1000)
    expect(await readCode(await login(fixture.browser('staff'), 'guessed@example.org', staffPassword))).toBe('success')
  })

  it('do not lock out a known device, at a new address and at a limited one', async () => {
    await fixture.staff('known-device@example.org')
    const address = '203.0.113.7'
    const browser = fixture.browser('staff')
    await login(browser, 'known-device@example.org', staffPassword)
    expect(browser.cookies.get('dev')).toMatch(/^[\w-]{43}$/)
    await attack('known-device@example.org')
    await fail('somebody@example.org')
    await login(fixture.browser('staff', address), 'somebody@example.org', 'sbagliata')
    expect((await fillAddressLimits(address)).length).toBeGreaterThan(0)
    const moved = fixture.browser('staff', address)
    expect((await login(moved, 'other@example.org', 'sbagliata')).status).toBe(429)
    moved.cookies.set('dev', browser.cookies.get('dev') ?? '')
    expect(await readCode(await login(moved, 'known-device@example.org', staffPassword))).toBe('success')
  })

  it('do not lock out a known address, which has its own counter', async () => {
    await fixture.staff('known-address@example.org')
    const address = '203.0.113.8'
    await login(fixture.browser('staff', address), 'known-address@example.org', staffPassword)
    await attack('known-address@example.org')
    expect(await readCode(await login(fixture.browser('staff', address), 'known-address@example.org', staffPassword))).toBe('success')
    for (let i = 0; i < 5; i += 1)
      expect(await readCode(await login(fixture.browser('staff', address), 'known-address@example.org', 'sbagliata'))).toBe(
        'password_wrong',
      )
    expect(await readCode(await login(fixture.browser('staff', address), 'known-address@example.org', staffPassword))).toBe(
      'too_many_attempts',
    )
    fixture.advanceClock(1000)
    expect(await readCode(await login(fixture.browser('staff', address), 'known-address@example.org', staffPassword))).toBe('success')
  })

  it('do not lock out a temporary password, on a new device at a limited address', async () => {
    await fixture.staff('by-mail@example.org')
    const address = '203.0.113.9'
    await attack('by-mail@example.org')
    const browser = fixture.browser('staff', address)
    expect(await browser.call('/forgottenpassword', { json: { username: 'by-mail@example.org' } })).toEqual({ success: true })
    const temporary = await findTemporaryPassword('by-mail@example.org')
    await fillAddressLimits(address)
    expect(await readCode(await login(browser, 'by-mail@example.org', temporary))).toBe('success')
    const chosen = 'Lanterna-blu-22-sul-molo'
    expect(await browser.call('/userchangepassword', { json: { newpassword: chosen } })).toEqual({ success: true })
    await attack('by-mail@example.org')
    expect(await readCode(await login(browser, 'by-mail@example.org', chosen))).toBe('success')
  })

  it('do not use up the mails of a known device', async () => {
    await fixture.staff('flooded@example.org')
    const browser = fixture.browser('staff')
    await login(browser, 'flooded@example.org', staffPassword)
    const mails = () =>
      fixture.mail.mails.filter(({ recipients, text }) => recipients.includes('flooded@example.org') && /\n\n\w{20}\n\n/.test(text))
    for (let i = 0; i < 5; i += 1) await fixture.browser('staff').call('/forgottenpassword', { json: { username: 'flooded@example.org' } })
    await expect.poll(() => mails().length).toBe(3)
    expect(await browser.call('/forgottenpassword', { json: { username: 'flooded@example.org' } })).toEqual({ success: true })
    await expect.poll(() => mails().length).toBe(4)
  })

  it.each(['stopped@example.org', 'nobody-stopped@example.org'])(
    'end after a hundred in a row, and waiting does not help: %s',
    async (name) => {
      if (name.startsWith('stopped')) await fixture.staff(name)
      await attack(name, 99)
      fixture.advanceClock(40 * 24 * 60 * minute)
      const rejected = await login(fixture.browser('staff'), name, staffPassword)
      expect(rejected.status).toBe(429)
      expect(await rejected.json()).toEqual({
        success: false,
        code: 'password_stopped',
        error:
          'Troppi tentativi sbagliati: questa password non viene più accettata da qui. Usa «Password dimenticata» per averne una nuova',
      })
    },
  )

  it('are reported to the person once, at the next sign-in', async () => {
    await fixture.staff('informed@example.org')
    const browser = fixture.browser('staff')
    await login(browser, 'informed@example.org', staffPassword)
    await attack('informed@example.org')
    const notices = () =>
      fixture.mail.mails.filter(
        ({ recipients, subject }) => recipients.includes('informed@example.org') && subject.startsWith('Accesso dopo'),
      )
    await login(browser, 'informed@example.org', staffPassword)
    await expect.poll(() => notices().length).toBe(1)
    await login(browser, 'informed@example.org', staffPassword)
    await fixture.browser('staff').call('/forgottenpassword', { json: { username: 'informed@example.org' } })
    await findTemporaryPassword('informed@example.org')
    expect(notices()).toHaveLength(1)
  })
})

describe('THREAT-13: parallel attempts', () => {
  it('count like attempts in a row: five of 200 wrong ones are checked', async () => {
    await fixture.staff('stormed@example.org')
    const codes = await Promise.all(Array.from({ length: 200 }, () => fail('stormed@example.org')))
    expect(codes.filter((code) => code === 'password_wrong')).toHaveLength(5)
    expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(195)
  })

  it('with the right password are no failures', async () => {
    await fixture.staff('parallel@example.org')
    const answers = await Promise.all(
      Array.from({ length: 12 }, async () =>
        readCode(await login(fixture.browser('staff', '203.0.113.19'), 'parallel@example.org', staffPassword)),
      ),
    )
    expect(answers).toEqual(Array.from({ length: 12 }, () => 'success'))
    expect(await owner()`SELECT FROM sign_in_attempt`).toHaveLength(0)
  })

  it('with the right password do not count against their address', async () => {
    await fixture.staff('office@example.org')
    const address = '203.0.113.20'
    const before = await owner()`SELECT FROM rate_limit WHERE key LIKE ${`%${address}`} AND theoretical_arrival_at > now()`
    await login(fixture.browser('staff', address), 'office@example.org', staffPassword)
    expect(await owner()`SELECT FROM rate_limit WHERE key LIKE ${`%${address}`} AND theoretical_arrival_at > now()`).toHaveLength(
      before.length,
    )
  })

  it('that the busy server rejects are no failures', async () => {
    await fixture.staff('busy@example.org')
    const { hashing } = fixture.server.deps
    const storm = Promise.allSettled(Array.from({ length: 80 }, () => hashing.verifySecret(null, 'x')))
    expect(await readCode(await login(fixture.browser('staff'), 'busy@example.org', staffPassword))).toMatch(/busy|success/)
    await storm
    expect((await owner()`SELECT FROM sign_in_attempt WHERE failures > 0`).length).toBe(0)
  })
})

describe('THREAT-19: failed passwords of other people for a patient', () => {
  const enter = async (email: string, browser: Client, password = patientPassword) => {
    const before = fixture.mail.mails.filter(
      ({ recipients, subject }) => recipients.includes(email) && subject.startsWith('Il tuo codice'),
    ).length
    expect(await readCode(await requestCode(browser, email, password))).toBe('success')
    const otp = await fixture.codeFor(email, before)
    return readCode(await browser.post('/otplogin', { json: { username: email, otp, lang: 'it' } }))
  }
  const raise = () =>
    owner()`UPDATE sign_in_attempt SET failures = 30, next_attempt_at = ${new Date(fixture.server.deps.clock().getTime() + 15 * minute).toISOString()}`

  it('do not lock out a known device, nor the right code at a limited address', async () => {
    await fixture.patient({ centrePatientCode: 'device', email: 'patient-device@example.org' })
    const address = '203.0.113.30'
    const browser = fixture.browser('myconsent', address)
    expect(await enter('patient-device@example.org', browser)).toBe('success')
    expect(await fail('patient-device@example.org', 'myconsent')).toBe('password_wrong')
    await raise()
    expect(await fail('patient-device@example.org', 'myconsent')).toBe('too_many_attempts')
    fixture.advanceClock(2 * minute)
    await owner()`DELETE FROM rate_limit`
    await requestCode(fixture.browser('myconsent', address), 'anybody@example.org', 'sbagliata')
    await fillAddressLimits(address)
    expect(await enter('patient-device@example.org', browser)).toBe('success')
  })

  it('do not lock out a live link at a limited address, nor the browser that chose the password', async () => {
    await fixture.patient({ centrePatientCode: 'link', email: 'patient-link@example.org' })
    const address = '203.0.113.31'
    const browser = fixture.browser('myconsent', address)
    await browser.call('/forgottenpasswordpatient', { json: { username: 'patient-link@example.org' } })
    const links = () =>
      fixture.mail.mails
        .filter(({ recipients }) => recipients.includes('patient-link@example.org'))
        .flatMap(({ text }) => /[?&]p=([\w-]+)/.exec(text)?.[1] ?? [])
    await expect.poll(() => links().length).toBe(1)
    await fillAddressLimits(address)
    const wrong = await browser.post('/checkexpiredpasswordpatient', {
      json: { username: 'patient-link@example.org', password: 'invented' },
    })
    expect(wrong.status).toBe(429)
    expect(
      await browser.call('/checkexpiredpasswordpatient', { json: { username: 'patient-link@example.org', password: links()[0] } }),
    ).toMatchObject({
      expired: true,
    })
    expect(await browser.call('/userchangepassword', { json: { newpassword: 'Lanterna-blu-22-sul-molo' } })).toEqual({ success: true })
    await fail('patient-link@example.org', 'myconsent')
    await raise()
    expect(await enter('patient-link@example.org', browser, 'Lanterna-blu-22-sul-molo')).toBe('success')
  })

  it('THREAT-12: reach the same limit with a right password among them', async () => {
    await fixture.patient({ centrePatientCode: 'oracle', email: 'patient-oracle@example.org' })
    const answersTo = async (passwords: readonly string[]) => {
      await owner()`DELETE FROM sign_in_attempt`
      const answers: string[] = []
      for (const password of passwords)
        answers.push(await readCode(await requestCode(fixture.browser('myconsent'), 'patient-oracle@example.org', password)))
      return answers
    }
    const wrong = await answersTo(['a', 'b', 'c', 'd', 'e', 'f'])
    expect(wrong).toEqual([...Array.from({ length: 5 }, () => 'password_wrong'), 'too_many_attempts'])
    expect(await answersTo(['a', 'b', 'c', 'd', patientPassword, 'f'])).toEqual(wrong.with(4, 'success'))
  })
})

describe('THREAT-21: reauthentication', () => {
  it('allows five failures, then has growing delays, separate from other people and the person’s other sessions', async () => {
    await fixture.staff('reauthentication@example.org')
    const [open, other] = [fixture.browser('staff'), fixture.browser('staff')]
    for (const browser of [open, other]) await login(browser, 'reauthentication@example.org', staffPassword)
    fixture.advanceClock(11 * minute)
    const guess = (browser: Client, password: string) =>
      browser.api.ownSessions.endAll.mutate({ password }).then(
        () => 'ended',
        (error: { data?: { detail?: { code?: string } } }) => error.data?.detail?.code,
      )
    await attack('reauthentication@example.org')
    const guesses = await Promise.all(Array.from({ length: 20 }, () => guess(open, 'sbagliata')))
    expect(guesses.filter((code) => code === 'password_wrong')).toHaveLength(5)
    expect(guesses.filter((code) => code === 'too_many_attempts')).toHaveLength(15)
    expect(await guess(open, staffPassword)).toBe('too_many_attempts')
    expect(
      await open.call('/userchangepassword', { json: { oldpassword: staffPassword, newpassword: 'Lanterna-blu-22-sul-molo' } }),
    ).toMatchObject({
      code: 'too_many_attempts',
    })
    expect(await guess(other, staffPassword)).toBe('ended')
  })
})
