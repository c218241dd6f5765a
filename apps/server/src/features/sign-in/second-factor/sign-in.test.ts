import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSecondFactorFixture, errorWithCode, readUser, type SecondFactorFixture } from '../testing/second-factor-fixture.ts'

let world: SecondFactorFixture
beforeAll(async () => {
  world = await createSecondFactorFixture()
})
afterAll(() => world[Symbol.asyncDispose]())

describe('signing in with it', () => {
  it('asks for the code after the right password, and opens the session with it', async () => {
    const { secret } = await world.enrol('two@example.org')
    const browser = world.fixture.browser('staff')
    expect(await world.login(browser, 'two@example.org')).toEqual({
      success: false,
      code: 'second_factor_required',
      error: 'Serve anche il codice della tua app di autenticazione, oppure un codice di recupero',
      fields: { otp: 'Serve anche il codice della tua app di autenticazione, oppure un codice di recupero' },
    })
    expect(await readUser(browser)).toBeNull()
    expect(await browser.api.secondFactor.signIn.mutate({ otp: world.generateCode(secret) })).toMatchObject({ username: 'two@example.org' })
    expect(await readUser(browser)).toMatchObject({ username: 'two@example.org' })
    expect(browser.cookies.has('pre')).toBe(false)
  })

  it('takes the code beside the password from old clients', async () => {
    const { secret } = await world.enrol('old-client@example.org')
    const browser = world.fixture.browser('staff')
    expect(await world.login(browser, 'old-client@example.org', '123 456')).toMatchObject({ success: false, code: 'second_factor_wrong' })
    expect(await world.login(browser, 'old-client@example.org', world.generateCode(secret))).toMatchObject({ success: true })
  })

  it('THREAT-12: says nothing of it where the password is wrong', async () => {
    await world.enrol('quiet@example.org')
    const answers = await Promise.all(
      ['quiet@example.org', 'nobody@example.org'].map((name) => world.login(world.fixture.browser('staff'), name, '123456', 'wrong')),
    )
    expect(answers[0]).toMatchObject({ code: 'password_wrong' })
    expect(answers[1]).toEqual(answers[0])
  })

  it('THREAT-15: takes no code twice, nor one from before it', async () => {
    const { secret } = await world.enrol('replayed@example.org')
    const [earlier, code] = [world.generateCode(secret, -1), world.generateCode(secret)]
    expect(await world.login(world.fixture.browser('staff'), 'replayed@example.org', code)).toMatchObject({ success: true })
    for (const again of [code, earlier])
      expect(await world.login(world.fixture.browser('staff'), 'replayed@example.org', again)).toMatchObject({
        code: 'second_factor_wrong',
      })
  })

  it('THREAT-15: of two calls with the same code at once, one comes in', async () => {
    const { secret } = await world.enrol('twice@example.org')
    const code = world.generateCode(secret)
    const answers = await Promise.all([1, 2, 3].map(() => world.login(world.fixture.browser('staff'), 'twice@example.org', code)))
    expect(answers.filter(({ success }) => success === true)).toHaveLength(1)
  })

  it.each([
    [-2, false],
    [-1, true],
    [1, true],
    [2, false],
  ])('a code %d steps away is taken: %s', async (steps, taken) => {
    const { secret } = await world.enrol(`step${steps + 5}@example.org`)
    expect(
      (await world.login(world.fixture.browser('staff'), `step${steps + 5}@example.org`, world.generateCode(secret, steps)))['success'],
    ).toBe(taken)
  })

  it('THREAT-13: looks at five wrong codes, then not even at the right one', async () => {
    const { secret } = await world.enrol('guessed@example.org')
    const browser = world.fixture.browser('staff')
    await world.login(browser, 'guessed@example.org')
    const guess = (otp: string) => browser.api.secondFactor.signIn.mutate({ otp })
    for (let miss = 0; miss < 5; miss += 1) await expect(guess('000000')).rejects.toMatchObject(errorWithCode('second_factor_wrong'))
    await expect(guess('000000')).rejects.toMatchObject(errorWithCode('sign_in_stale'))
    await expect(guess(world.generateCode(secret))).rejects.toMatchObject(errorWithCode('sign_in_stale'))
    // Showing the password again does not make the misses forgotten: the account's codes wait.
    const elsewhere = world.fixture.browser('staff', '192.0.2.77')
    const same = world.fixture.browser('staff', '192.0.2.77')
    expect(await world.login(elsewhere, 'guessed@example.org', '000000')).toMatchObject({ code: 'too_many_tries' })
    expect(await world.login(same, 'guessed@example.org', world.generateCode(secret))).toMatchObject({ code: 'too_many_tries' })
    world.advanceClock(60_000)
    expect(await world.login(same, 'guessed@example.org', world.generateCode(secret))).toMatchObject({ success: true })
  })

  it('THREAT-13: of a hundred guesses at once no more than five are looked at', async () => {
    await world.enrol('stormed@example.org')
    const browser = world.fixture.browser('staff', '192.0.2.78')
    await world.login(browser, 'stormed@example.org')
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
    const refused = (await (await browser.send(batch)).json()) as { error: { data: { detail: { code: string } } } }[]
    expect(refused.map(({ error }) => error.data.detail.code)).toEqual(['batch_refused', 'batch_refused'])
  })

  it('THREAT-15: is for the browser in which the password was right', async () => {
    const { secret } = await world.enrol('bound@example.org')
    await world.login(world.fixture.browser('staff'), 'bound@example.org')
    await expect(world.fixture.browser('staff').api.secondFactor.signIn.mutate({ otp: world.generateCode(secret) })).rejects.toMatchObject(
      errorWithCode('sign_in_stale'),
    )
    const late = world.fixture.browser('staff')
    await world.login(late, 'bound@example.org')
    world.advanceClock(11 * 60_000)
    await expect(late.api.secondFactor.signIn.mutate({ otp: world.generateCode(secret) })).rejects.toMatchObject(
      errorWithCode('sign_in_stale'),
    )
  })

  it('takes a recovery code once, as it is written or not, and tells its owner', async () => {
    const { recoveryCodes, browser } = await world.enrol('lost@example.org')
    const [code = '', next = ''] = recoveryCodes
    expect(await world.login(world.fixture.browser('staff'), 'lost@example.org', code.toLowerCase().replaceAll('-', ' '))).toMatchObject({
      success: true,
    })
    expect(await world.login(world.fixture.browser('staff'), 'lost@example.org', code)).toMatchObject({ code: 'second_factor_wrong' })
    expect(await browser.api.secondFactor.state.query()).toMatchObject({ recoveryCodesLeft: 9 })
    const both = await Promise.all([1, 2].map(() => world.login(world.fixture.browser('staff'), 'lost@example.org', next)))
    expect(both.filter(({ success }) => success === true)).toHaveLength(1)
    await expect
      .poll(() =>
        world.fixture.mail.mails.filter(({ recipients }) => recipients.includes('lost@example.org')).map(({ subject }) => subject),
      )
      .toContain('Accesso con un codice di recupero')
  })

  it('THREAT-36: leaves neither codes nor secrets in the log', async () => {
    const { secret, recoveryCodes } = await world.enrol('logged@example.org')
    await world.login(world.fixture.browser('staff'), 'logged@example.org', recoveryCodes[0])
    const written = `${world.fixture.server.log()}${JSON.stringify(await world.fixture.server.activity())}`
    expect(written).toContain('second_factor')
    for (const told of [secret, ...recoveryCodes]) expect(written).not.toContain(told)
  })
})
