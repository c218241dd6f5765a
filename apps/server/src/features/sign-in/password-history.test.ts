import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { change, login } from './testing/sign-in-calls.ts'
import { patientPassword, createSignInFixture, staffPassword, type SignInFixture } from './testing/sign-in-fixture.ts'

let fixture: SignInFixture
beforeAll(async () => {
  fixture = await createSignInFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const owner = () => fixture.server.database.owner
const chosen = (number: number): string => `Cometa-verde-${number}-sul-mulino`
const findTemporaryPassword = async (email: string, after = 0): Promise<string> => {
  const texts = () =>
    fixture.mail.mails.filter(({ recipients, text }) => recipients.includes(email) && text.includes('temporanea per il registro è'))
  await expect.poll(() => texts().length).toBeGreaterThan(after)
  return /\n\n(\w{20})\n\n/.exec(texts()[after]?.text ?? '')?.[1] ?? ''
}

describe('REQ-ACC-08: a new password is rejected if it is', () => {
  it('the first password of the account', async () => {
    await fixture.staff('seeded@example.org')
    const browser = fixture.browser('staff')
    await browser.call('/login', login('seeded@example.org', staffPassword))
    expect(await browser.call('/userchangepassword', change(chosen(1), staffPassword))).toEqual({ success: true })
    expect(await browser.call('/userchangepassword', change(staffPassword, chosen(1)))).toMatchObject({ code: 'password_reused' })
    const patient = await fixture.patient({ centrePatientCode: 'seeded', email: 'seeded-patient@example.org' })
    const own = await fixture.server.signIn(patient.accountId, 'myconsent')
    expect(await own.call('/userchangepassword', change(chosen(1), patientPassword))).toEqual({ success: true })
    expect(await own.call('/userchangepassword', change(patientPassword, chosen(1)))).toMatchObject({ code: 'password_reused' })
  })

  it('a used temporary password, which counts once in addition to the four before it', async () => {
    await fixture.staff('temporary@example.org')
    const browser = fixture.browser('staff')
    await browser.call('/login', login('temporary@example.org', staffPassword))
    expect(await browser.call('/userchangepassword', change(chosen(1), staffPassword))).toEqual({ success: true })
    expect(await browser.call('/userchangepassword', change(chosen(2), chosen(1)))).toEqual({ success: true })
    expect(await browser.call('/forgottenpassword', { json: { username: 'temporary@example.org' } })).toEqual({ success: true })
    const temporary = await findTemporaryPassword('temporary@example.org')
    expect(await browser.call('/login', login('temporary@example.org', temporary))).toMatchObject({ user: { passwordExpired: true } })
    expect(await browser.call('/userchangepassword', change(temporary))).toMatchObject({ code: 'password_same' })
    expect(await browser.call('/userchangepassword', change(chosen(3)))).toEqual({ success: true })
    for (const earlier of [temporary, chosen(2), chosen(1), staffPassword])
      expect(await browser.call('/userchangepassword', change(earlier, chosen(3))), earlier).toMatchObject({ code: 'password_reused' })
  })

  it('an unused temporary password', async () => {
    await fixture.staff('unused@example.org')
    const browser = fixture.browser('staff')
    await browser.call('/forgottenpassword', { json: { username: 'unused@example.org' } })
    const temporary = await findTemporaryPassword('unused@example.org')
    await browser.call('/login', login('unused@example.org', staffPassword))
    expect(await browser.call('/userchangepassword', change(temporary, staffPassword))).toMatchObject({ code: 'password_reused' })
  })
})

describe('REQ-ACC-24: a new password is rejected if it is', () => {
  it('the user’s e-mail address, at every strength setting', async () => {
    const email = 'margherita.della-torre@universita-di-cagliari.example.org'
    await fixture.staff(email)
    const browser = fixture.browser('staff')
    await browser.call('/login', login(email, staffPassword))
    const rejected = [await browser.call('/userchangepassword', change(email, staffPassword))]
    await owner()`UPDATE setting SET value = '0' WHERE key = 'password_min_strength'`
    rejected.push(await browser.call('/userchangepassword', change(email.toUpperCase(), staffPassword)))
    await owner()`UPDATE setting SET value = '3' WHERE key = 'password_min_strength'`
    for (const answer of rejected) expect(answer).toMatchObject({ code: 'password_weak' })
  })
})
