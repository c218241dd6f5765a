import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Site } from '@registry/api-contract/caller'
import type { LegacyBody } from '../../testing/client.ts'
import { answerOf, median, signInKit, type Kit } from './testing/kit.ts'
import { apart, chance } from './testing/timing.ts'

let kit: Kit
beforeAll(async () => {
  kit = await signInKit()
})
afterAll(() => kit[Symbol.asyncDispose]())

const pairs = 40

type Path = {
  readonly path: string
  readonly site: Site
  readonly known: (i: number) => Promise<string>
  readonly body: (username: string) => LegacyBody
}
const plain = (username: string): LegacyBody => ({ json: { username, lang: 'it' } })

const staffOf = async (i: number): Promise<string> => (await kit.staff(`known${i}@example.org`)).email
const patientOf = async (name: string): Promise<string> => {
  await kit.patient({ centerId: name, email: `${name}@example.org` })
  return `${name}@example.org`
}
const mobileOf = async (i: number): Promise<string> => {
  await kit.patient({ centerId: `sms${i}`, mobile: `3401000${String(i).padStart(3, '0')}` })
  return `3401000${String(i).padStart(3, '0')}`
}

const paths: readonly Path[] = [
  { path: '/forgottenpassword', site: 'staff', known: staffOf, body: plain },
  { path: '/forgottenpasswordpatient', site: 'myconsent', known: (i) => patientOf(`forgot${i}`), body: plain },
  { path: '/checkexpiredpasswordpatient', site: 'myconsent', known: (i) => patientOf(`check${i}`), body: plain },
  {
    path: '/checkexpiredpasswordpatient',
    site: 'myconsent',
    known: (i) => patientOf(`link${i}`),
    body: (username) => ({ json: { username, password: 'A'.repeat(43), lang: 'it' } }),
  },
]

describe.each(paths)('T12: $path', ({ path, site, known, body }) => {
  it('answers known and unknown names alike, and takes as long for both', { timeout: 120_000 }, async () => {
    const names: string[] = []
    for (let i = 0; i < pairs; i += 1) names.push(await known(i))
    const timed = async (username: string) => {
      const start = performance.now()
      const answer = await answerOf(await kit.browser(site).post(path, body(username)))
      return { answer, ms: performance.now() - start }
    }
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (const [i, name] of names.entries()) {
      // Both at once, so that what the machine does besides falls on both; and in turn, so that neither is always first.
      const unknown = name.replace(/^(known|forgot|check|link)/, 'nobody')
      const both = i % 2 === 0 ? [name, unknown] : [unknown, name]
      const [first, second] = await Promise.all([timed(both[0]!), timed(both[1]!)])
      const [mine, theirs] = i % 2 === 0 ? [first, second] : [second, first]
      expect(mine.answer).toEqual(theirs.answer)
      times.known.push(mine.ms)
      times.unknown.push(theirs.ms)
    }
    expect(Math.abs(median(times.known) - median(times.unknown))).toBeLessThan(5)
    expect(Math.abs(apart(times.known, times.unknown))).toBeLessThan(chance)
  })
})

it('T12: mobiles that nobody has are answered as those that somebody has', async () => {
  const known = await mobileOf(1)
  const answers = await Promise.all(
    [known, '3401999999', '+39 340 199 9998'].map(async (contact) =>
      answerOf(await kit.browser('myconsent').post('/forgottenpasswordpatient', plain(contact))),
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
  ])('of %s is refused in plain words by each path', async (_what, json) => {
    for (const [path, site] of [
      ['/forgottenpassword', 'staff'],
      ['/forgottenpasswordpatient', 'myconsent'],
      ['/checkexpiredpasswordpatient', 'myconsent'],
    ] as const) {
      const answer = await answerOf(await kit.browser(site).post(path, { json: { ...json, lang: 'it' } }))
      expect(answer).toMatchObject({
        status: 200,
        body: { success: false, code: 'validation_failed', fields: { username: expect.any(String) } },
      })
    }
  })

  it('that is no UTF-8, or names a field twice, is refused', async () => {
    const twice = await kit.browser('staff').send({
      method: 'POST',
      path: '/api/forgottenpassword',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'username=a%40example.org&username=b%40example.org&lang=it',
    })
    expect(await twice.json()).toMatchObject({ success: false, fields: { username: expect.any(String) } })
    const noUtf8 = Buffer.concat([Buffer.from('{"username":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
    const broken = await kit.browser('staff').send({
      method: 'POST',
      path: '/api/forgottenpassword',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      body: noUtf8,
    })
    expect(broken.status).toBeLessThan(500)
    expect(await broken.json()).toHaveProperty('success')
  })

  it('of new passwords leaves the old one as it is', async () => {
    const { accountId } = await kit.staff('odd@example.org')
    const browser = await kit.server.signedIn(accountId, 'staff')
    for (const newpassword of ['', null, ['a', 'b'], { a: 1 }, 'x'.repeat(200_000), 12]) {
      expect(await browser.ask('/userchangepassword', { json: { oldpassword: 'x', newpassword, lang: 'it' } })).toMatchObject({
        success: false,
      })
    }
    for (const oldpassword of [['a'], { a: 1 }, 'x'.repeat(5000)]) {
      expect(
        await browser.ask('/userchangepassword', { json: { oldpassword, newpassword: 'Lampone-giallo-5-tetti', lang: 'it' } }),
      ).toMatchObject({
        success: false,
        fields: { oldpassword: expect.any(String) },
      })
    }
  })
})
