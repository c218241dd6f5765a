import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LegacyBody } from '../../testing/client.ts'
import { readResponse, createSignInFixture, type SignInFixture } from './testing/sign-in-fixture.ts'

let fixture: SignInFixture
beforeAll(async () => {
  fixture = await createSignInFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const plain = (username: string): LegacyBody => ({ json: { username, lang: 'it' } })

const addPatientWithMobile = async (i: number): Promise<string> => {
  await fixture.patient({ centrePatientCode: `sms${i}`, mobile: `3401000${String(i).padStart(3, '0')}` })
  return `3401000${String(i).padStart(3, '0')}`
}

it('THREAT-12: unknown and known mobiles get the same response', async () => {
  const known = await addPatientWithMobile(1)
  const answers = await Promise.all(
    [known, '3401999999', '+39 340 199 9998'].map(async (contact) =>
      readResponse(await fixture.browser('myconsent').post('/forgottenpasswordpatient', plain(contact))),
    ),
  )
  expect(answers[0]).toEqual({ status: 200, body: { success: true } })
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

describe('bad input', () => {
  it.each([
    ['nothing', {}],
    ['an empty name', { username: '' }],
    ['blanks', { username: '  \t ' }],
    ['null', { username: null }],
    ['a list', { username: ['a@example.org', 'b@example.org'] }],
    ['an object', { username: { a: 1 } }],
    ['300 characters', { username: `${'a'.repeat(300)}@example.org` }],
    ['a megabyte', { username: 'a'.repeat(200_000) }],
  ])('of %s is rejected by each path with an error at the field', async (_what, json) => {
    for (const [path, site] of [
      ['/forgottenpassword', 'staff'],
      ['/forgottenpasswordpatient', 'myconsent'],
      ['/checkexpiredpasswordpatient', 'myconsent'],
    ] as const) {
      const answer = await readResponse(await fixture.browser(site).post(path, { json: { ...json, lang: 'it' } }))
      expect(answer).toMatchObject({
        status: 200,
        body: { success: false, code: 'validation_failed', fields: { username: expect.any(String) } },
      })
    }
  })

  it('that is not UTF-8, or repeats a field, is rejected', async () => {
    const twice = await fixture.browser('staff').send({
      method: 'POST',
      path: '/api/forgottenpassword',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'username=a%40example.org&username=b%40example.org&lang=it',
    })
    expect(await twice.json()).toMatchObject({ success: false, fields: { username: expect.any(String) } })
    const noUtf8 = Buffer.concat([Buffer.from('{"username":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
    const broken = await fixture.browser('staff').send({
      method: 'POST',
      path: '/api/forgottenpassword',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      body: noUtf8,
    })
    expect(broken.status).toBeLessThan(500)
    expect(await broken.json()).toHaveProperty('success')
  })

  it('as a new password keeps the old one', async () => {
    const { accountId } = await fixture.staff('odd@example.org')
    const browser = await fixture.server.signIn(accountId, 'staff')
    for (const newpassword of ['', null, ['a', 'b'], { a: 1 }, 'x'.repeat(200_000), 12]) {
      expect(await browser.call('/userchangepassword', { json: { oldpassword: 'x', newpassword, lang: 'it' } })).toMatchObject({
        success: false,
      })
    }
    for (const oldpassword of [['a'], { a: 1 }, 'x'.repeat(5000)]) {
      expect(
        await browser.call('/userchangepassword', { json: { oldpassword, newpassword: 'Lampone-giallo-5-tetti', lang: 'it' } }),
      ).toMatchObject({
        success: false,
        fields: { oldpassword: expect.any(String) },
      })
    }
  })
})
