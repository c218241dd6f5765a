import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staffPassword } from '../testing/kit.ts'
import { codeKit, errorWithCode, userOf, type CodeKit } from '../testing/code-kit.ts'

let world: CodeKit
beforeAll(async () => {
  world = await codeKit()
})
afterAll(() => world[Symbol.asyncDispose]())

describe('adding an authenticator app', () => {
  it('asks for a code before it counts, gives ten recovery codes, and keeps neither them nor the secret readable', async () => {
    const { accountId } = await world.kit.staff('adding@example.org')
    const browser = world.kit.browser('staff')
    await world.login(browser, 'adding@example.org')
    const { secret, address } = await browser.api.secondFactor.begin.mutate({})
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(address).toMatch(/^otpauth:\/\/totp\/.*adding.*secret=/)
    expect(await browser.api.secondFactor.state.query()).toMatchObject({ active: false, recoveryCodesLeft: 0, obliged: false })
    expect(await world.login(world.kit.browser('staff'), 'adding@example.org')).toMatchObject({ success: true })
    await expect(browser.api.secondFactor.confirm.mutate({ otp: '000000' })).rejects.toMatchObject(errorWithCode('validation_failed'))
    const { recoveryCodes } = await browser.api.secondFactor.confirm.mutate({ otp: world.codeOf(secret) })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await browser.api.secondFactor.state.query()).toMatchObject({ active: true, recoveryCodesLeft: 10 })
    const kept = await world.kit.server.database.owner<{ row: string }[]>`
      SELECT f::text AS row FROM second_factor f WHERE account_id = ${accountId}
      UNION ALL SELECT r::text FROM recovery_code r WHERE account_id = ${accountId}`
    expect(kept).toHaveLength(11)
    for (const told of [secret, Buffer.from(secret).toString('hex'), ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(kept.some(({ row }) => row.includes(told))).toBe(false)
    await expect
      .poll(() => world.kit.mail.mails.filter(({ recipients }) => recipients.includes('adding@example.org')).map(({ subject }) => subject))
      .toEqual(['App di autenticazione attivata'])
  })

  it('T08: gives the session a new token and ends the others', async () => {
    await world.kit.staff('renewing@example.org')
    const [browser, other] = [world.kit.browser('staff'), world.kit.browser('staff')]
    await world.login(other, 'renewing@example.org')
    await world.login(browser, 'renewing@example.org')
    const stolen = world.kit.browser('staff')
    stolen.cookies.set('sid', browser.cookies.get('sid') ?? '')
    const { secret } = await browser.api.secondFactor.begin.mutate({})
    await browser.api.secondFactor.confirm.mutate({ otp: world.codeOf(secret) })
    expect(browser.cookies.get('sid')).not.toBe(stolen.cookies.get('sid'))
    expect(await userOf(browser)).toMatchObject({ username: 'renewing@example.org' })
    expect(await userOf(stolen)).toBeNull()
    expect(await userOf(other)).toBeNull()
  })

  it('asks for the password when the last proof is older than ten minutes (T21)', async () => {
    await world.kit.staff('unattended@example.org')
    const browser = world.kit.browser('staff')
    await world.login(browser, 'unattended@example.org')
    world.pass(11 * 60_000)
    await expect(browser.api.secondFactor.begin.mutate({})).rejects.toMatchObject(errorWithCode('proof_required'))
    await expect(browser.api.secondFactor.begin.mutate({ password: 'wrong' })).rejects.toMatchObject(errorWithCode('password_wrong'))
    await expect(browser.api.secondFactor.begin.mutate({ password: staffPassword })).resolves.toMatchObject({ validMinutes: 15 })
  })

  it('ends after a quarter of an hour, and with the first confirmation', async () => {
    await world.kit.staff('late@example.org')
    const browser = world.kit.browser('staff')
    await world.login(browser, 'late@example.org')
    const { secret } = await browser.api.secondFactor.begin.mutate({})
    world.pass(16 * 60_000)
    await expect(browser.api.secondFactor.confirm.mutate({ otp: world.codeOf(secret) })).rejects.toMatchObject(
      errorWithCode('second_factor_offer_gone'),
    )
  })

  it('is not for patients', async () => {
    const { accountId } = await world.kit.patient({ centerId: 'P-2FA', email: 'p2fa@example.org' })
    const patient = await world.kit.server.signedIn(accountId, 'myconsent')
    await expect(patient.api.secondFactor.begin.mutate({})).rejects.toMatchObject(errorWithCode('permission_denied'))
  })
})

describe('where the configuration asks it of all staff', () => {
  it('nothing else can be done before it is added, on the server too, and it cannot be removed', async () => {
    await world.kit.staff('obliged@example.org')
    const browser = world.kit.browser('staff')
    await world.login(browser, 'obliged@example.org')
    const { owner } = world.kit.server.database
    await owner`UPDATE setting SET value = 'true' WHERE key = 'staff_totp_required'`
    try {
      const { home, savedFilters, ownSessions } = browser.api
      for (const refused of [home.staff.query, savedFilters.list.query, ownSessions.list.query])
        await expect(refused()).rejects.toMatchObject(errorWithCode('permission_denied'))
      expect(await browser.ask('/userchangepassword', { json: { oldpassword: staffPassword, newpassword: 'x' } })).toMatchObject({
        code: 'permission_denied',
      })
      const again = world.kit.browser('staff')
      expect(await world.login(again, 'obliged@example.org')).toMatchObject({ success: true, user: { secondFactorMissing: true } })
      expect(await userOf(again)).toMatchObject({ secondFactorMissing: true, passwordExpired: false })
      const { secret } = await again.api.secondFactor.begin.mutate({})
      await again.api.secondFactor.confirm.mutate({ otp: world.codeOf(secret) })
      expect(await userOf(again)).not.toHaveProperty('secondFactorMissing')
      await expect(again.api.ownSessions.list.query()).resolves.toHaveLength(1)
      await expect(again.api.secondFactor.remove.mutate({ password: staffPassword })).rejects.toMatchObject(
        errorWithCode('second_factor_obliged'),
      )
    } finally {
      await owner`UPDATE setting SET value = 'false' WHERE key = 'staff_totp_required'`
    }
  })
})
