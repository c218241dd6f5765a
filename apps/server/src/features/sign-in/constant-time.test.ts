import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Site } from '@registry/api-contract/caller'
import type { LegacyBody } from '../../testing/client.ts'
import { readResponse, patientPassword, createSignInFixture, staffPassword, type SignInFixture } from './testing/sign-in-fixture.ts'

/** What an answer waited for: how long, by a clock that every look at it moves, and what lets it go on. */
type Wait = { readonly ms: number; readonly goOn: () => void }
const waits: Wait[] = []
/** Each look at the clock finds it further on by this: what the work of an answer took. */
const workMs = 30
let now = 0
const timer = {
  now: () => (now += workMs),
  wait: (ms: number) => new Promise<void>((resolve) => waits.push({ ms, goOn: resolve })),
}

let fixture: SignInFixture
beforeAll(async () => {
  fixture = await createSignInFixture({ timer })
  await fixture.staff('known@example.org')
  await fixture.staff('forgot@example.org')
  for (const name of ['wrong', 'right', 'code', 'reset', 'link']) await fixture.patient({ centerId: name, email: `${name}@example.org` })
})
afterAll(async () => {
  for (const { goOn } of waits) goOn()
  await fixture[Symbol.asyncDispose]()
})
beforeEach(() => void (waits.length = 0))

type Way = {
  readonly site: Site
  readonly path: string
  readonly step: number
  readonly hashes: number
  readonly body: (name: string) => LegacyBody
  readonly known: string
}
const json = (fields: Readonly<Record<string, string>>): LegacyBody => ({ json: { ...fields, lang: 'it' } })
const anyToken = 'A'.repeat(43)

const ways: Readonly<Record<string, Way>> = {
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
  'otp, with the right one': {
    site: 'myconsent',
    path: '/otp',
    step: 200,
    hashes: 1,
    known: 'right',
    body: (username) => json({ username, password: patientPassword }),
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
    body: (username) => json({ username, password: anyToken }),
  },
}

describe('THREAT-12: a known name and an unknown one', () => {
  it.each(Object.entries(ways))(
    'get one answer from %s, after as many hashes, and not before the same step is over',
    async (_name, way) => {
      const verify = vi.spyOn(fixture.server.deps.hashing, 'verifySecret')
      const ask = async (name: string) => {
        verify.mockClear()
        const browser = fixture.browser(way.site)
        browser.cookies.set('pre', anyToken)
        let left = false
        const response = browser.post(way.path, way.body(`${name}@example.org`)).then((answer) => {
          left = true
          return answer
        })
        const seen = waits.length
        // The work is done; the answer leaves when the step is over and not before.
        await expect.poll(() => waits.length).toBe(seen + 1)
        const hashes = verify.mock.calls.length
        const held = !left
        waits.at(-1)?.goOn()
        return { ms: waits.at(-1)?.ms, hashes, held, answer: await readResponse(await response), after: waits.length - seen }
      }
      const known = await ask(way.known)
      expect(await ask(`nobody-${way.known}`)).toEqual(known)
      expect(known).toMatchObject({
        ms: way.step - workMs,
        hashes: way.hashes,
        held: true,
        after: 1,
        answer: { status: expect.any(Number) },
      })
      verify.mockRestore()
    },
  )

  it('and the right password of a staff user leave after a step too', async () => {
    const response = fixture.browser('staff').post('/login', json({ username: 'known@example.org', password: staffPassword }))
    await expect.poll(() => waits.length).toBe(1)
    waits[0]?.goOn()
    expect(await readResponse(await response)).toMatchObject({ body: { success: true } })
  })
})
