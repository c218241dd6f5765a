import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { change, login, readUser } from './testing/sign-in-calls.ts'
import { patientPassword, createSignInFixture, staffPassword, type SignInFixture } from './testing/sign-in-fixture.ts'

let fixture: SignInFixture
beforeAll(async () => {
  fixture = await createSignInFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const owner = () => fixture.server.database.owner
const good = 'Quattro-gatti-neri-31'
const signedIn = async (email: string) => {
  const staff = await fixture.staff(email)
  const browser = fixture.browser('staff')
  await browser.call('/login', login(email, staffPassword))
  return { browser, staff }
}

describe('settings of passwords', () => {
  it('THREAT-17: an expired password can be changed only with the old one', async () => {
    const { browser, staff } = await signedIn('aged@example.org')
    await owner()`INSERT INTO setting (key, value) VALUES ('password_day_duration', '90') ON CONFLICT (key) DO UPDATE SET value = '90'`
    await owner()`UPDATE account SET password_changed_at = now() - interval '91 days' WHERE id = ${staff.accountId}`
    expect(await readUser(browser)).toMatchObject({ passwordExpired: true, asksOldPassword: true, name: 'Ada' })
    expect(await browser.call('/inthem_query', { json: { action: 'LIST' } })).toMatchObject({ success: false, code: 'permission_denied' })
    await expect(browser.api.home.staff.query()).rejects.toMatchObject({ data: { detail: { code: 'permission_denied' } } })
    expect(await fixture.browser('staff').call('/login', login('aged@example.org', staffPassword))).toMatchObject({
      user: { passwordExpired: true, asksOldPassword: true },
    })
    expect(await browser.call('/userchangepassword', change(good, 'placeholder'))).toMatchObject({
      success: false,
      code: 'old_password_wrong',
    })
    expect(await browser.call('/userchangepassword', change(good, staffPassword))).toEqual({ success: true })
    expect(await readUser(browser)).toMatchObject({ passwordExpired: false })
    expect(await browser.call('/inthem_query', { json: { action: 'LIST' } })).toMatchObject({ success: true })
    await owner()`UPDATE setting SET value = '0' WHERE key = 'password_day_duration'`
  })

  it('THREAT-17: a patient changes an expired password with the old one and stays signed in', async () => {
    const patient = await fixture.patient({ centrePatientCode: 'aged', email: 'aged-patient@example.org' })
    const browser = await fixture.server.signIn(patient.accountId, 'myconsent')
    await owner()`INSERT INTO setting (key, value) VALUES ('password_day_duration', '90') ON CONFLICT (key) DO UPDATE SET value = '90'`
    await owner()`UPDATE account SET password_changed_at = now() - interval '91 days' WHERE id = ${patient.accountId}`
    await expect(browser.api.consents.current.query()).rejects.toMatchObject({ data: { detail: { code: 'permission_denied' } } })
    expect(await browser.call('/userchangepassword', change('Lampone-giallo-5-tetti', 'placeholder'))).toMatchObject({
      code: 'old_password_wrong',
    })
    expect(await browser.call('/userchangepassword', change('Lampone-giallo-5-tetti', patientPassword))).toEqual({ success: true })
    expect(await readUser(browser)).toMatchObject({ username: 'aged-patient@example.org', passwordExpired: false })
    await owner()`UPDATE setting SET value = '0' WHERE key = 'password_day_duration'`
  })

  it('REQ-ACC-24: a common password is rejected at strength 0 too', async () => {
    const patient = await fixture.patient({ centrePatientCode: 'common', email: 'common@example.org' })
    const browser = await fixture.server.signIn(patient.accountId, 'myconsent')
    await owner()`UPDATE setting SET value = '0' WHERE key = 'password_min_strength'`
    const answers = [
      await browser.call('/userchangepassword', change('Qwertyuiop', patientPassword)),
      await browser.call('/userchangepassword', change('ab ab ab ab', patientPassword)),
    ]
    await owner()`UPDATE setting SET value = '3' WHERE key = 'password_min_strength'`
    expect(answers).toMatchObject([{ code: 'password_weak' }, { success: true }])
  })

  it('only signed-in people read the rules of new passwords', async () => {
    const { browser } = await signedIn('rules@example.org')
    expect(await browser.api.signIn.passwordRules.query()).toEqual({ minimum: 15, leastStrength: 3 })
    await expect(fixture.browser('staff').api.signIn.passwordRules.query()).rejects.toMatchObject({
      data: { detail: { code: 'session_required' } },
    })
  })
})
