import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSecondFactorFixture, errorWithCode, type SecondFactorFixture } from '../testing/second-factor-fixture.ts'
import { readUser } from '../testing/sign-in-calls.ts'

let fixture: SecondFactorFixture
beforeAll(async () => {
  fixture = await createSecondFactorFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

describe('signing in with a second factor', () => {
  it('requires the code after the right password and opens the session with it', async () => {
    const { secret } = await fixture.enrol('two@example.org')
    const browser = fixture.signIn.browser('staff')
    expect(await fixture.login(browser, 'two@example.org')).toEqual({
      success: false,
      code: 'second_factor_required',
      error: 'Serve anche il codice della tua app di autenticazione, oppure un codice di recupero',
      fields: { otp: 'Serve anche il codice della tua app di autenticazione, oppure un codice di recupero' },
    })
    expect(await readUser(browser)).toBeNull()
    expect(await browser.api.secondFactor.signIn.mutate({ otp: fixture.generateCode(secret) })).toMatchObject({
      username: 'two@example.org',
    })
    expect(await readUser(browser)).toMatchObject({ username: 'two@example.org' })
    expect(browser.cookies.has('pre')).toBe(false)
  })

  it('accepts password and code in one request from old clients', async () => {
    const { secret } = await fixture.enrol('old-client@example.org')
    const browser = fixture.signIn.browser('staff')
    expect(await fixture.login(browser, 'old-client@example.org', '123 456')).toMatchObject({ success: false, code: 'second_factor_wrong' })
    expect(await fixture.login(browser, 'old-client@example.org', fixture.generateCode(secret))).toMatchObject({ success: true })
  })

  it('THREAT-12: a wrong password does not reveal the second factor', async () => {
    await fixture.enrol('quiet@example.org')
    const answers = await Promise.all(
      ['quiet@example.org', 'nobody@example.org'].map((name) => fixture.login(fixture.signIn.browser('staff'), name, '123456', 'wrong')),
    )
    expect(answers[0]).toMatchObject({ code: 'password_wrong' })
    expect(answers[1]).toEqual(answers[0])
  })

  it('THREAT-15: rejects a used code and every earlier one', async () => {
    const { secret } = await fixture.enrol('replayed@example.org')
    const [earlier, code] = [fixture.generateCode(secret, -1), fixture.generateCode(secret)]
    expect(await fixture.login(fixture.signIn.browser('staff'), 'replayed@example.org', code)).toMatchObject({ success: true })
    for (const again of [code, earlier])
      expect(await fixture.login(fixture.signIn.browser('staff'), 'replayed@example.org', again)).toMatchObject({
        code: 'second_factor_wrong',
      })
  })

  it('THREAT-15: one of several parallel calls with the same code succeeds', async () => {
    const { secret } = await fixture.enrol('twice@example.org')
    const code = fixture.generateCode(secret)
    const answers = await Promise.all([1, 2, 3].map(() => fixture.login(fixture.signIn.browser('staff'), 'twice@example.org', code)))
    expect(answers.filter(({ success }) => success === true)).toHaveLength(1)
  })

  it.each([
    [-2, false],
    [-1, true],
    [1, true],
    [2, false],
  ])('a code %d steps away is accepted: %s', async (steps, accepted) => {
    const { secret } = await fixture.enrol(`step${steps + 5}@example.org`)
    expect(
      (await fixture.login(fixture.signIn.browser('staff'), `step${steps + 5}@example.org`, fixture.generateCode(secret, steps)))[
        'success'
      ],
    ).toBe(accepted)
  })

  it('THREAT-13: after five wrong codes the correct one is rejected too', async () => {
    const { secret } = await fixture.enrol('guessed@example.org')
    const browser = fixture.signIn.browser('staff')
    await fixture.login(browser, 'guessed@example.org')
    const guess = (otp: string) => browser.api.secondFactor.signIn.mutate({ otp })
    for (let attempt = 0; attempt < 5; attempt += 1)
      await expect(guess('000000')).rejects.toMatchObject(errorWithCode('second_factor_wrong'))
    await expect(guess('000000')).rejects.toMatchObject(errorWithCode('sign_in_stale'))
    await expect(guess(fixture.generateCode(secret))).rejects.toMatchObject(errorWithCode('sign_in_stale'))
    // The correct password does not clear the failed codes of the account.
    const elsewhere = fixture.signIn.browser('staff', '192.0.2.77')
    const same = fixture.signIn.browser('staff', '192.0.2.77')
    expect(await fixture.login(elsewhere, 'guessed@example.org', '000000')).toMatchObject({ code: 'too_many_attempts' })
    expect(await fixture.login(same, 'guessed@example.org', fixture.generateCode(secret))).toMatchObject({ code: 'too_many_attempts' })
    fixture.advanceClock(60_000)
    expect(await fixture.login(same, 'guessed@example.org', fixture.generateCode(secret))).toMatchObject({ success: true })
  })

  it('THREAT-13: at most five of a hundred parallel guesses are checked', async () => {
    await fixture.enrol('stormed@example.org')
    const browser = fixture.signIn.browser('staff', '192.0.2.78')
    await fixture.login(browser, 'stormed@example.org')
    const headers = { 'content-type': 'application/json', 'x-requested-by': 'app', 'sec-fetch-site': 'same-origin' }
    const guess = { method: 'POST', path: '/api/trpc/secondFactor.signIn', headers, body: JSON.stringify({ otp: '000000' }) }
    const codes = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const answer = (await (await browser.send(guess)).json()) as { error: { data: { detail: { code: string } } } }
        return answer.error.data.detail.code
      }),
    )
    expect(codes.filter((code) => code === 'second_factor_wrong').length).toBeLessThanOrEqual(5)
    const batch = {
      ...guess,
      path: '/api/trpc/secondFactor.signIn,secondFactor.signIn?batch=1',
      body: '{"0":{"otp":"000000"},"1":{"otp":"000001"}}',
    }
    const rejected = (await (await browser.send(batch)).json()) as { error: { data: { detail: { code: string } } } }[]
    expect(rejected.map(({ error }) => error.data.detail.code)).toEqual(['batch_refused', 'batch_refused'])
  })

  it('THREAT-15: the code works only in the browser of the right password, for ten minutes', async () => {
    const { secret } = await fixture.enrol('bound@example.org')
    await fixture.login(fixture.signIn.browser('staff'), 'bound@example.org')
    await expect(
      fixture.signIn.browser('staff').api.secondFactor.signIn.mutate({ otp: fixture.generateCode(secret) }),
    ).rejects.toMatchObject(errorWithCode('sign_in_stale'))
    const late = fixture.signIn.browser('staff')
    await fixture.login(late, 'bound@example.org')
    fixture.advanceClock(11 * 60_000)
    await expect(late.api.secondFactor.signIn.mutate({ otp: fixture.generateCode(secret) })).rejects.toMatchObject(
      errorWithCode('sign_in_stale'),
    )
  })

  it('accepts a recovery code once, in any spelling, and notifies its owner', async () => {
    const { recoveryCodes, browser } = await fixture.enrol('lost@example.org')
    const [code = '', next = ''] = recoveryCodes
    expect(await fixture.login(fixture.signIn.browser('staff'), 'lost@example.org', code.toLowerCase().replaceAll('-', ' '))).toMatchObject(
      {
        success: true,
      },
    )
    expect(await fixture.login(fixture.signIn.browser('staff'), 'lost@example.org', code)).toMatchObject({ code: 'second_factor_wrong' })
    expect(await browser.api.secondFactor.state.query()).toMatchObject({ recoveryCodesLeft: 9 })
    const both = await Promise.all([1, 2].map(() => fixture.login(fixture.signIn.browser('staff'), 'lost@example.org', next)))
    expect(both.filter(({ success }) => success === true)).toHaveLength(1)
    await expect
      .poll(() =>
        fixture.signIn.mail.mails.filter(({ recipients }) => recipients.includes('lost@example.org')).map(({ subject }) => subject),
      )
      .toContain('Accesso con un codice di recupero')
  })

  it('THREAT-36: the logs contain neither codes nor secrets', async () => {
    const { secret, recoveryCodes } = await fixture.enrol('logged@example.org')
    await fixture.login(fixture.signIn.browser('staff'), 'logged@example.org', recoveryCodes[0])
    const written = `${fixture.signIn.server.log()}${JSON.stringify(await fixture.signIn.server.readAuditLog())}`
    expect(written).toContain('second_factor')
    for (const secretText of [secret, ...recoveryCodes]) expect(written).not.toContain(secretText)
  })
})
