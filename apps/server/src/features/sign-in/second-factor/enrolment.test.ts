import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staffPassword } from '../testing/sign-in-fixture.ts'
import { createSecondFactorFixture, errorWithCode, type SecondFactorFixture } from '../testing/second-factor-fixture.ts'
import { readUser } from '../testing/sign-in-calls.ts'

let fixture: SecondFactorFixture
beforeAll(async () => {
  fixture = await createSecondFactorFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

describe('enrolling an authenticator app', () => {
  it('requires a code, returns ten recovery codes, and stores neither them nor the secret as text', async () => {
    const { accountId } = await fixture.signIn.staff('adding@example.org')
    const browser = fixture.signIn.browser('staff')
    await fixture.login(browser, 'adding@example.org')
    const { secret, address } = await browser.api.secondFactor.begin.mutate({})
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(address).toMatch(/^otpauth:\/\/totp\/.*adding.*secret=/)
    expect(new URL(address).searchParams.get('issuer')).toBe('Registro talassemie')
    expect(await browser.api.secondFactor.state.query()).toMatchObject({ active: false, recoveryCodesLeft: 0, obliged: false })
    expect(await fixture.login(fixture.signIn.browser('staff'), 'adding@example.org')).toMatchObject({ success: true })
    await expect(browser.api.secondFactor.confirm.mutate({ otp: '000000' })).rejects.toMatchObject(errorWithCode('validation_failed'))
    const { recoveryCodes } = await browser.api.secondFactor.confirm.mutate({ otp: fixture.generateCode(secret) })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await browser.api.secondFactor.state.query()).toMatchObject({ active: true, recoveryCodesLeft: 10 })
    const storedRows = await fixture.signIn.server.database.owner<{ row: string }[]>`
      SELECT f::text AS row FROM second_factor f WHERE account_id = ${accountId}
      UNION ALL SELECT r::text FROM recovery_code r WHERE account_id = ${accountId}`
    expect(storedRows).toHaveLength(11)
    for (const text of [secret, Buffer.from(secret).toString('hex'), ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(storedRows.some(({ row }) => row.includes(text))).toBe(false)
    await expect
      .poll(() =>
        fixture.signIn.mail.mails.filter(({ recipients }) => recipients.includes('adding@example.org')).map(({ subject }) => subject),
      )
      .toEqual(['App di autenticazione attivata'])
  })

  it('THREAT-08: renews the token of the session and ends the others', async () => {
    await fixture.signIn.staff('renewing@example.org')
    const [browser, other] = [fixture.signIn.browser('staff'), fixture.signIn.browser('staff')]
    await fixture.login(other, 'renewing@example.org')
    await fixture.login(browser, 'renewing@example.org')
    const stolen = fixture.signIn.browser('staff')
    stolen.cookies.set('sid', browser.cookies.get('sid') ?? '')
    const { secret } = await browser.api.secondFactor.begin.mutate({})
    await browser.api.secondFactor.confirm.mutate({ otp: fixture.generateCode(secret) })
    expect(browser.cookies.get('sid')).not.toBe(stolen.cookies.get('sid'))
    expect(await readUser(browser)).toMatchObject({ username: 'renewing@example.org' })
    expect(await readUser(stolen)).toBeNull()
    expect(await readUser(other)).toBeNull()
  })

  it('THREAT-21: requires the password if the last check is older than ten minutes', async () => {
    await fixture.signIn.staff('unattended@example.org')
    const browser = fixture.signIn.browser('staff')
    await fixture.login(browser, 'unattended@example.org')
    fixture.advanceClock(11 * 60_000)
    await expect(browser.api.secondFactor.begin.mutate({})).rejects.toMatchObject(errorWithCode('reauthentication_required'))
    await expect(browser.api.secondFactor.begin.mutate({ password: 'wrong' })).rejects.toMatchObject(errorWithCode('password_wrong'))
    await expect(browser.api.secondFactor.begin.mutate({ password: staffPassword })).resolves.toMatchObject({ validMinutes: 15 })
  })

  it('expires after 15 minutes', async () => {
    await fixture.signIn.staff('late@example.org')
    const browser = fixture.signIn.browser('staff')
    await fixture.login(browser, 'late@example.org')
    const { secret } = await browser.api.secondFactor.begin.mutate({})
    fixture.advanceClock(16 * 60_000)
    await expect(browser.api.secondFactor.confirm.mutate({ otp: fixture.generateCode(secret) })).rejects.toMatchObject(
      errorWithCode('second_factor_enrolment_expired'),
    )
  })

  it('is denied to patients', async () => {
    const { accountId } = await fixture.signIn.patient({ centrePatientCode: 'P-2FA', email: 'p2fa@example.org' })
    const patient = await fixture.signIn.server.signIn(accountId, 'myconsent')
    await expect(patient.api.secondFactor.begin.mutate({})).rejects.toMatchObject(errorWithCode('permission_denied'))
  })
})

describe('with the setting staff_totp_required', () => {
  it('the server denies every other command before the enrolment, and the app cannot be removed', async () => {
    await fixture.signIn.staff('obliged@example.org')
    const browser = fixture.signIn.browser('staff')
    await fixture.login(browser, 'obliged@example.org')
    const { owner } = fixture.signIn.server.database
    await owner`UPDATE setting SET value = 'true' WHERE key = 'staff_totp_required'`
    try {
      const { home, savedFilters, ownSessions } = browser.api
      for (const rejected of [home.staff.query, savedFilters.list.query, ownSessions.list.query])
        await expect(rejected()).rejects.toMatchObject(errorWithCode('permission_denied'))
      expect(await browser.call('/userchangepassword', { json: { oldpassword: staffPassword, newpassword: 'x' } })).toMatchObject({
        code: 'permission_denied',
      })
      const again = fixture.signIn.browser('staff')
      expect(await fixture.login(again, 'obliged@example.org')).toMatchObject({ success: true, user: { secondFactorMissing: true } })
      expect(await readUser(again)).toMatchObject({ secondFactorMissing: true, passwordExpired: false })
      const { secret } = await again.api.secondFactor.begin.mutate({})
      await again.api.secondFactor.confirm.mutate({ otp: fixture.generateCode(secret) })
      expect(await readUser(again)).not.toHaveProperty('secondFactorMissing')
      await expect(again.api.ownSessions.list.query()).resolves.toHaveLength(1)
      await expect(again.api.secondFactor.remove.mutate({ password: staffPassword })).rejects.toMatchObject(
        errorWithCode('second_factor_obliged'),
      )
    } finally {
      await owner`UPDATE setting SET value = 'false' WHERE key = 'staff_totp_required'`
    }
  })
})
