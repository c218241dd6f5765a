import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staffPassword } from '../testing/sign-in-fixture.ts'
import { createSecondFactorFixture, errorWithCode, readUser, type SecondFactorFixture } from '../testing/second-factor-fixture.ts'

let world: SecondFactorFixture
beforeAll(async () => {
  world = await createSecondFactorFixture()
})
afterAll(() => world[Symbol.asyncDispose]())

describe('adding an authenticator app', () => {
  it('asks for a code before it counts, gives ten recovery codes, and keeps neither them nor the secret readable', async () => {
    const { accountId } = await world.fixture.staff('adding@example.org')
    const browser = world.fixture.browser('staff')
    await world.login(browser, 'adding@example.org')
    const { secret, address } = await browser.api.secondFactor.begin.mutate({})
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(address).toMatch(/^otpauth:\/\/totp\/.*adding.*secret=/)
    expect(await browser.api.secondFactor.state.query()).toMatchObject({ active: false, recoveryCodesLeft: 0, obliged: false })
    expect(await world.login(world.fixture.browser('staff'), 'adding@example.org')).toMatchObject({ success: true })
    await expect(browser.api.secondFactor.confirm.mutate({ otp: '000000' })).rejects.toMatchObject(errorWithCode('validation_failed'))
    const { recoveryCodes } = await browser.api.secondFactor.confirm.mutate({ otp: world.generateCode(secret) })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await browser.api.secondFactor.state.query()).toMatchObject({ active: true, recoveryCodesLeft: 10 })
    const kept = await world.fixture.server.database.owner<{ row: string }[]>`
      SELECT f::text AS row FROM second_factor f WHERE account_id = ${accountId}
      UNION ALL SELECT r::text FROM recovery_code r WHERE account_id = ${accountId}`
    expect(kept).toHaveLength(11)
    for (const told of [secret, Buffer.from(secret).toString('hex'), ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(kept.some(({ row }) => row.includes(told))).toBe(false)
    await expect
      .poll(() =>
        world.fixture.mail.mails.filter(({ recipients }) => recipients.includes('adding@example.org')).map(({ subject }) => subject),
      )
      .toEqual(['App di autenticazione attivata'])
  })

  it('THREAT-08: gives the session a new token and ends the others', async () => {
    await world.fixture.staff('renewing@example.org')
    const [browser, other] = [world.fixture.browser('staff'), world.fixture.browser('staff')]
    await world.login(other, 'renewing@example.org')
    await world.login(browser, 'renewing@example.org')
    const stolen = world.fixture.browser('staff')
    stolen.cookies.set('sid', browser.cookies.get('sid') ?? '')
    const { secret } = await browser.api.secondFactor.begin.mutate({})
    await browser.api.secondFactor.confirm.mutate({ otp: world.generateCode(secret) })
    expect(browser.cookies.get('sid')).not.toBe(stolen.cookies.get('sid'))
    expect(await readUser(browser)).toMatchObject({ username: 'renewing@example.org' })
    expect(await readUser(stolen)).toBeNull()
    expect(await readUser(other)).toBeNull()
  })

  it('asks for the password when the last proof is older than ten minutes (THREAT-21)', async () => {
    await world.fixture.staff('unattended@example.org')
    const browser = world.fixture.browser('staff')
    await world.login(browser, 'unattended@example.org')
    world.advanceClock(11 * 60_000)
    await expect(browser.api.secondFactor.begin.mutate({})).rejects.toMatchObject(errorWithCode('proof_required'))
    await expect(browser.api.secondFactor.begin.mutate({ password: 'wrong' })).rejects.toMatchObject(errorWithCode('password_wrong'))
    await expect(browser.api.secondFactor.begin.mutate({ password: staffPassword })).resolves.toMatchObject({ validMinutes: 15 })
  })

  it('ends after a quarter of an hour, and with the first confirmation', async () => {
    await world.fixture.staff('late@example.org')
    const browser = world.fixture.browser('staff')
    await world.login(browser, 'late@example.org')
    const { secret } = await browser.api.secondFactor.begin.mutate({})
    world.advanceClock(16 * 60_000)
    await expect(browser.api.secondFactor.confirm.mutate({ otp: world.generateCode(secret) })).rejects.toMatchObject(
      errorWithCode('second_factor_offer_gone'),
    )
  })

  it('is not for patients', async () => {
    const { accountId } = await world.fixture.patient({ centerId: 'P-2FA', email: 'p2fa@example.org' })
    const patient = await world.fixture.server.signedIn(accountId, 'myconsent')
    await expect(patient.api.secondFactor.begin.mutate({})).rejects.toMatchObject(errorWithCode('permission_denied'))
  })
})

describe('where the configuration asks it of all staff', () => {
  it('nothing else can be done before it is added, on the server too, and it cannot be removed', async () => {
    await world.fixture.staff('obliged@example.org')
    const browser = world.fixture.browser('staff')
    await world.login(browser, 'obliged@example.org')
    const { owner } = world.fixture.server.database
    await owner`UPDATE setting SET value = 'true' WHERE key = 'staff_totp_required'`
    try {
      const { home, savedFilters, ownSessions } = browser.api
      for (const refused of [home.staff.query, savedFilters.list.query, ownSessions.list.query])
        await expect(refused()).rejects.toMatchObject(errorWithCode('permission_denied'))
      expect(await browser.ask('/userchangepassword', { json: { oldpassword: staffPassword, newpassword: 'x' } })).toMatchObject({
        code: 'permission_denied',
      })
      const again = world.fixture.browser('staff')
      expect(await world.login(again, 'obliged@example.org')).toMatchObject({ success: true, user: { secondFactorMissing: true } })
      expect(await readUser(again)).toMatchObject({ secondFactorMissing: true, passwordExpired: false })
      const { secret } = await again.api.secondFactor.begin.mutate({})
      await again.api.secondFactor.confirm.mutate({ otp: world.generateCode(secret) })
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
