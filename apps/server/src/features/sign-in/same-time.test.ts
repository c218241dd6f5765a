import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerOf, patientPassword, signInKit, type Kit } from './testing/kit.ts'
import { apart, chance, sample } from './testing/timing.ts'

const pairs = 30
let kit: Kit
beforeAll(async () => {
  kit = await signInKit()
  await kit.staff('known@example.org')
  for (let i = 0; i < pairs; i += 1) await kit.patient({ centerId: `K${i}`, email: `known${i}@example.org` })
})
afterAll(() => kit[Symbol.asyncDispose]())

describe('the measure', () => {
  const noise = (shift: number): number[] => Array.from({ length: pairs }, (_, i) => 100 + ((i * 7919) % 97) / 10 + shift)

  it('finds samples of one kind together, and a shift of a fraction of their spread apart', () => {
    expect(Math.abs(apart(noise(0), noise(0)))).toBeLessThan(0.5)
    expect(Math.abs(apart(noise(0), noise(7)))).toBeGreaterThan(chance)
    expect(Math.abs(apart([...noise(0), 10_000, 20_000], noise(0)))).toBeLessThan(chance)
  })
})

describe('T12: a known name and an unknown one', () => {
  const seen = new Set<string>()
  const remember = async (response: Response): Promise<void> => void seen.add(JSON.stringify(await answerOf(response)))
  const from = (site: 'staff' | 'myconsent') => kit.browser(site)

  const ways: Readonly<Record<string, (kind: 'known' | 'unknown', pair: number) => Promise<Response>>> = {
    login: (kind) => from('staff').post('/login', { json: { username: `${kind}@example.org`, password: 'wrong', lang: 'it' } }),
    'otp, with a wrong password': (kind, pair) =>
      from('myconsent').post('/otp', { json: { username: `${kind}${pair}@example.org`, password: 'wrong', lang: 'it' } }),
    'otp, with the right one': (kind, pair) =>
      from('myconsent').post('/otp', { json: { username: `${kind}${pair}@example.org`, password: patientPassword, lang: 'it' } }),
    otplogin: (kind, pair) => {
      const browser = from('myconsent')
      browser.cookies.set('pre', 'A'.repeat(43))
      return browser.post('/otplogin', { json: { username: `${kind}${pair}@example.org`, otp: '000000', lang: 'it' } })
    },
  }

  it.each(Object.entries(ways))(
    'get one and the same answer from %s, and their times are of one distribution',
    { timeout: 120_000 },
    async (_name, call) => {
      seen.clear()
      const { known, unknown } = await sample(pairs, async (kind, pair) => remember(await call(kind, pair)))
      expect([...seen]).toHaveLength(1)
      expect(Math.abs(apart(known, unknown))).toBeLessThan(chance)
    },
  )
})
