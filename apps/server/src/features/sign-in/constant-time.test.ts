import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Site } from '@registry/api-contract/caller'
import type { LegacyBody } from '../../testing/client.ts'
import { readResponse, patientPassword, createSignInFixture, staffPassword, type SignInFixture } from './testing/sign-in-fixture.ts'

/** A wait before a response: its length by the test's clock, and the function that ends it. */
type Wait = { readonly ms: number; readonly finish: () => void }
const waits: Wait[] = []
/** Each reading of the clock advances it by this time, the duration of the work. */
const workMs = 30
let now = 0
const timer = {
  now: () => (now += workMs),
  wait: (ms: number) => new Promise<void>((resolve) => waits.push({ ms, finish: resolve })),
}

let fixture: SignInFixture
beforeAll(async () => {
  fixture = await createSignInFixture({ timer })
  await fixture.staff('known@example.org')
  await fixture.staff('forgot@example.org')
  for (const name of ['wrong', 'right', 'code', 'reset', 'link'])
    await fixture.patient({ centrePatientCode: name, email: `${name}@example.org` })
})
afterAll(async () => {
  for (const { finish } of waits) finish()
  await fixture[Symbol.asyncDispose]()
})
beforeEach(() => void (waits.length = 0))

type Call = {
  readonly site: Site
  readonly path: string
  readonly step: number
  readonly hashes: number
  readonly body: (name: string) => LegacyBody
  readonly known: string
}
const json = (fields: Readonly<Record<string, string>>): LegacyBody => ({ json: { ...fields, lang: 'it' } })
const unknownToken = 'A'.repeat(43)

const calls: Readonly<Record<string, Call>> = {
  'login, with a wrong password': {
    site: 'staff',
    path: '/login',
    step: 100,
    hashes: 1,
    known: 'known',
    body: (username) => json({ username, password: 'wrong' }),
  },
  'otp, with a wrong password': {
    site: 'myconsent',
    path: '/otp',
    step: 200,
    hashes: 1,
    known: 'wrong',
    body: (username) => json({ username, password: 'wrong' }),
  },
  'otplogin, with a wrong code': {
    site: 'myconsent',
    path: '/otplogin',
    step: 50,
    hashes: 0,
    known: 'code',
    body: (username) => json({ username, otp: '000000' }),
  },
  forgottenpassword: {
    site: 'staff',
    path: '/forgottenpassword',
    step: 200,
    hashes: 0,
    known: 'forgot',
    body: (username) => json({ username }),
  },
  forgottenpasswordpatient: {
    site: 'myconsent',
    path: '/forgottenpasswordpatient',
    step: 200,
    hashes: 0,
    known: 'reset',
    body: (username) => json({ username }),
  },
  'checkexpiredpasswordpatient, without a link': {
    site: 'myconsent',
    path: '/checkexpiredpasswordpatient',
    step: 100,
    hashes: 0,
    known: 'link',
    body: (username) => json({ username }),
  },
  'checkexpiredpasswordpatient, with an invented link': {
    site: 'myconsent',
    path: '/checkexpiredpasswordpatient',
    step: 100,
    hashes: 0,
    known: 'link',
    body: (username) => json({ username, password: unknownToken }),
  },
}

describe('THREAT-12: a known and an unknown name', () => {
  it.each(Object.entries(calls))(
    'receive the same response from %s, after the same number of hashes and the same time',
    async (_name, call) => {
      const verify = vi.spyOn(fixture.server.deps.hashing, 'verifySecret')
      const ask = async (name: string) => {
        verify.mockClear()
        const browser = fixture.browser(call.site)
        browser.cookies.set('pre', unknownToken)
        let left = false
        const response = browser.post(call.path, call.body(`${name}@example.org`)).then((answer) => {
          left = true
          return answer
        })
        const waitsBefore = waits.length
        // The work is done. The response is sent only at the end of the step.
        await expect.poll(() => waits.length).toBe(waitsBefore + 1)
        const hashes = verify.mock.calls.length
        const held = !left
        waits.at(-1)?.finish()
        return { ms: waits.at(-1)?.ms, hashes, held, answer: await readResponse(await response), after: waits.length - waitsBefore }
      }
      const known = await ask(call.known)
      expect(await ask(`nobody-${call.known}`)).toEqual(known)
      expect(known).toMatchObject({
        ms: call.step - workMs,
        hashes: call.hashes,
        held: true,
        after: 1,
        answer: { status: expect.any(Number) },
      })
      verify.mockRestore()
    },
  )

  it.each([
    ['staff user', 'staff', '/login', { username: 'known@example.org', password: staffPassword }],
    ['patient', 'myconsent', '/otp', { username: 'right@example.org', password: patientPassword }],
  ] as const)('the right password of a %s waits for a step too', async (_who, site, path, fields) => {
    const response = fixture.browser(site).post(path, json(fields))
    await expect.poll(() => waits.length).toBe(1)
    waits[0]?.finish()
    expect(await readResponse(await response)).toMatchObject({ body: { success: true } })
  })
})
