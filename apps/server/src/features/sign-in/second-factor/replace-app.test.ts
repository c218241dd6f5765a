import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashTemporaryPassword } from '../../../auth/password-check.ts'
import { staffPassword } from '../testing/sign-in-fixture.ts'
import { createSecondFactorFixture, errorWithCode, type SecondFactorFixture } from '../testing/second-factor-fixture.ts'

let world: SecondFactorFixture
beforeAll(async () => {
  world = await createSecondFactorFixture()
})
afterAll(() => world[Symbol.asyncDispose]())

describe('changing one’s mind', () => {
  it('removes it with the password, which must be able to stand alone', async () => {
    const { browser, accountId } = await world.enrol('removing@example.org')
    await expect(browser.api.secondFactor.remove.mutate({})).rejects.toMatchObject(errorWithCode('proof_required'))
    const short = 'corta-ma-12!'
    const { owner } = world.fixture.server.database
    const [before] = await owner<{ password_hash: string }[]>`SELECT password_hash FROM account WHERE id = ${accountId}`
    await owner`UPDATE account SET password_hash = ${await world.fixture.server.deps.hashing.hashSecret(short)} WHERE id = ${accountId}`
    await expect(browser.api.secondFactor.remove.mutate({ password: short })).rejects.toMatchObject(
      errorWithCode('second_factor_carries_password'),
    )
    await owner`UPDATE account SET password_hash = ${before?.password_hash ?? null} WHERE id = ${accountId}`
    const token = browser.cookies.get('sid')
    await browser.api.secondFactor.remove.mutate({ password: staffPassword })
    expect(browser.cookies.get('sid')).not.toBe(token)
    expect(await world.login(world.fixture.browser('staff'), 'removing@example.org')).toMatchObject({ success: true })
    expect(await owner`SELECT FROM recovery_code WHERE account_id = ${accountId}`).toHaveLength(0)
  })

  it('renews the app, and the old one holds until the new one is confirmed', async () => {
    const { browser, secret } = await world.enrol('new-phone@example.org')
    await expect(browser.api.secondFactor.begin.mutate({})).rejects.toMatchObject(errorWithCode('proof_required'))
    const offer = await browser.api.secondFactor.begin.mutate({ password: staffPassword })
    expect(await world.login(world.fixture.browser('staff'), 'new-phone@example.org', world.generateCode(offer.secret))).toMatchObject({
      code: 'second_factor_wrong',
    })
    expect(await world.login(world.fixture.browser('staff'), 'new-phone@example.org', world.generateCode(secret))).toMatchObject({
      success: true,
    })
    await browser.api.secondFactor.confirm.mutate({ otp: world.generateCode(offer.secret) })
    world.advanceClock(60_000)
    expect(await world.login(world.fixture.browser('staff'), 'new-phone@example.org', world.generateCode(secret))).toMatchObject({
      code: 'second_factor_wrong',
    })
    expect(await world.login(world.fixture.browser('staff'), 'new-phone@example.org', world.generateCode(offer.secret))).toMatchObject({
      success: true,
    })
  })

  it('renews the recovery codes, and the old ones are worth nothing', async () => {
    const { browser, recoveryCodes } = await world.enrol('new-paper@example.org')
    const renewed = await browser.api.secondFactor.renewCodes.mutate({ password: staffPassword })
    expect(await world.login(world.fixture.browser('staff'), 'new-paper@example.org', recoveryCodes[0])).toMatchObject({
      code: 'second_factor_wrong',
    })
    expect(await world.login(world.fixture.browser('staff'), 'new-paper@example.org', renewed.recoveryCodes[0])).toMatchObject({
      success: true,
    })
  })

  it('allows passwords of ten characters beside it', async () => {
    const { browser } = await world.enrol('ten@example.org')
    await expect(browser.api.signIn.passwordRules.query()).resolves.toMatchObject({ minimum: 10 })
    await browser.api.signIn.changePassword.mutate({ oldpassword: staffPassword, newpassword: 'q7#Zx-ruvo4k' })
    const { accountId } = await world.fixture.staff('fifteen@example.org')
    const other = await world.fixture.server.signedIn(accountId, 'staff')
    await expect(other.api.signIn.changePassword.mutate({ oldpassword: staffPassword, newpassword: 'q7#Zx-ruvo4k' })).rejects.toMatchObject(
      {
        data: { detail: { fields: { newpassword: expect.stringContaining('15') } } },
      },
    )
  })

  it('is asked after a temporary password too, which is used up only then', async () => {
    const { secret, accountId } = await world.enrol('forgetful@example.org')
    const temporary = 'q7Rr2kLmXw9TzB4vNc8H'
    const until = new Date(Date.now() + 86_400_000 * 30).toISOString()
    await world.fixture.server.database
      .owner`UPDATE account SET temporary_hash = ${hashTemporaryPassword(temporary)}, temporary_until = ${until} WHERE id = ${accountId}`
    const browser = world.fixture.browser('staff')
    expect(await world.login(browser, 'forgetful@example.org', undefined, temporary)).toMatchObject({ code: 'second_factor_required' })
    expect(await browser.api.secondFactor.signIn.mutate({ otp: world.generateCode(secret) })).toMatchObject({ passwordExpired: true })
    expect(await world.login(world.fixture.browser('staff'), 'forgetful@example.org', undefined, temporary)).toMatchObject({
      code: 'password_wrong',
    })
    await expect(browser.api.home.staff.query()).rejects.toMatchObject(errorWithCode('permission_denied'))
  })
})
