import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashTemporaryPassword } from '../../../auth/password-check.ts'
import { staffPassword } from '../testing/sign-in-fixture.ts'
import { createSecondFactorFixture, errorWithCode, type SecondFactorFixture } from '../testing/second-factor-fixture.ts'

let fixture: SecondFactorFixture
beforeAll(async () => {
  fixture = await createSecondFactorFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

describe('changing the second factor', () => {
  it('removes it with the password, which must have the length of a password without a second factor', async () => {
    const { browser, accountId } = await fixture.enrol('removing@example.org')
    await expect(browser.api.secondFactor.remove.mutate({})).rejects.toMatchObject(errorWithCode('reauthentication_required'))
    const short = 'corta-ma-12!'
    const { owner } = fixture.signIn.server.database
    const [before] = await owner<{ password_hash: string }[]>`SELECT password_hash FROM account WHERE id = ${accountId}`
    await owner`UPDATE account SET password_hash = ${await fixture.signIn.server.deps.hashing.hashSecret(short)} WHERE id = ${accountId}`
    await expect(browser.api.secondFactor.remove.mutate({ password: short })).rejects.toMatchObject(
      errorWithCode('second_factor_carries_password'),
    )
    await owner`UPDATE account SET password_hash = ${before?.password_hash ?? null} WHERE id = ${accountId}`
    const token = browser.cookies.get('sid')
    await browser.api.secondFactor.remove.mutate({ password: staffPassword })
    expect(browser.cookies.get('sid')).not.toBe(token)
    expect(await fixture.login(fixture.signIn.browser('staff'), 'removing@example.org')).toMatchObject({ success: true })
    expect(await owner`SELECT FROM recovery_code WHERE account_id = ${accountId}`).toHaveLength(0)
  })

  it('replaces the app, and the current app works until the new one is confirmed', async () => {
    const { browser, secret } = await fixture.enrol('new-phone@example.org')
    await expect(browser.api.secondFactor.begin.mutate({})).rejects.toMatchObject(errorWithCode('reauthentication_required'))
    const enrolment = await browser.api.secondFactor.begin.mutate({ password: staffPassword })
    expect(
      await fixture.login(fixture.signIn.browser('staff'), 'new-phone@example.org', fixture.generateCode(enrolment.secret)),
    ).toMatchObject({
      code: 'second_factor_wrong',
    })
    expect(await fixture.login(fixture.signIn.browser('staff'), 'new-phone@example.org', fixture.generateCode(secret))).toMatchObject({
      success: true,
    })
    await browser.api.secondFactor.confirm.mutate({ otp: fixture.generateCode(enrolment.secret) })
    fixture.advanceClock(60_000)
    expect(await fixture.login(fixture.signIn.browser('staff'), 'new-phone@example.org', fixture.generateCode(secret))).toMatchObject({
      code: 'second_factor_wrong',
    })
    expect(
      await fixture.login(fixture.signIn.browser('staff'), 'new-phone@example.org', fixture.generateCode(enrolment.secret)),
    ).toMatchObject({
      success: true,
    })
  })

  it('replaces the recovery codes, and the old ones are rejected', async () => {
    const { browser, recoveryCodes } = await fixture.enrol('new-paper@example.org')
    const renewed = await browser.api.secondFactor.renewCodes.mutate({ password: staffPassword })
    expect(await fixture.login(fixture.signIn.browser('staff'), 'new-paper@example.org', recoveryCodes[0])).toMatchObject({
      code: 'second_factor_wrong',
    })
    expect(await fixture.login(fixture.signIn.browser('staff'), 'new-paper@example.org', renewed.recoveryCodes[0])).toMatchObject({
      success: true,
    })
  })

  it('with a second factor a password may have ten characters', async () => {
    const { browser } = await fixture.enrol('ten@example.org')
    await expect(browser.api.signIn.passwordRules.query()).resolves.toMatchObject({ minimum: 10 })
    await browser.api.signIn.changePassword.mutate({ oldpassword: staffPassword, newpassword: 'q7#Zx-ruvo4k' })
    const { accountId } = await fixture.signIn.staff('fifteen@example.org')
    const other = await fixture.signIn.server.signIn(accountId, 'staff')
    await expect(other.api.signIn.changePassword.mutate({ oldpassword: staffPassword, newpassword: 'q7#Zx-ruvo4k' })).rejects.toMatchObject(
      {
        data: { detail: { fields: { newpassword: expect.stringContaining('15') } } },
      },
    )
  })

  it('a temporary password requires the code too and is used up only with it', async () => {
    const { secret, accountId } = await fixture.enrol('forgetful@example.org')
    const temporary = 'q7Rr2kLmXw9TzB4vNc8H'
    const until = new Date(Date.now() + 86_400_000 * 30).toISOString()
    await fixture.signIn.server.database
      .owner`UPDATE account SET temporary_password_hash = ${hashTemporaryPassword(temporary)}, temporary_password_until = ${until} WHERE id = ${accountId}`
    const browser = fixture.signIn.browser('staff')
    expect(await fixture.login(browser, 'forgetful@example.org', undefined, temporary)).toMatchObject({ code: 'second_factor_required' })
    expect(await browser.api.secondFactor.signIn.mutate({ otp: fixture.generateCode(secret) })).toMatchObject({ passwordExpired: true })
    expect(await fixture.login(fixture.signIn.browser('staff'), 'forgetful@example.org', undefined, temporary)).toMatchObject({
      code: 'password_wrong',
    })
    await expect(browser.api.home.staff.query()).rejects.toMatchObject(errorWithCode('permission_denied'))
  })
})
