import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSignInFixture, staffPassword, type SignInFixture } from './testing/sign-in-fixture.ts'

let fixture: SignInFixture
beforeAll(async () => {
  fixture = await createSignInFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const signedIn = async (email: string, password = staffPassword) => {
  const browser = fixture.browser('staff')
  expect(await browser.call('/login', { json: { username: email, password } })).toMatchObject({ success: true })
  return browser
}

test('rejected new passwords do not count as failures', async () => {
  await fixture.staff('weak@example.org')
  const browser = await signedIn('weak@example.org')
  for (let time = 0; time < 8; time += 1) {
    const answer = await browser.call('/userchangepassword', {
      json: { oldpassword: staffPassword, newpassword: 'password123456789' },
    })
    expect(answer).toMatchObject({ success: false, code: 'password_weak' })
  }
  await signedIn('weak@example.org')
})

test('REQ-ACC-07: a password has at most 128 characters of any alphabet', async () => {
  await fixture.staff('long@example.org')
  const browser = await signedIn('long@example.org')
  const long = '🦊🌵🧭🪁🎻🧵🛶🪴'.repeat(16)
  const change = (newpassword: string) => browser.call('/userchangepassword', { json: { oldpassword: staffPassword, newpassword } })
  expect(await change(`${long}🦊`)).toMatchObject({ success: false, fields: { newpassword: expect.any(String) } })
  expect(await change(`Vento-${long.slice(0, 240)}-9`)).toEqual({ success: true })
  await signedIn('long@example.org', `Vento-${long.slice(0, 240)}-9`)
})
