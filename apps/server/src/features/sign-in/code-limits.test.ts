import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { credentials, guess } from './testing/sign-in-calls.ts'
import { createSignInFixture, type SignInFixture } from './testing/sign-in-fixture.ts'

let fixture: SignInFixture
beforeAll(async () => {
  fixture = await createSignInFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const owner = () => fixture.server.database.owner
const minute = 60_000
/** Returns a code that differs from the given one. */
const differentCode = (code: string, offset = 1): string => String((Number(code) + offset) % 1_000_000).padStart(6, '0')

describe('codes', () => {
  const fresh = async (name: string) => {
    const contact = `${name}@example.org`
    const patient = await fixture.patient({ centrePatientCode: name, email: contact })
    return { contact, patient, ...(await fixture.requestCode(contact)) }
  }

  it('THREAT-13: at most five of 1,000 parallel guesses are checked, and then the right code is refused too', async () => {
    const { contact, code, patient, browser } = await fresh('stormed')
    const pre = browser.cookies.get('pre') ?? ''
    const tryOnce = async (otp: string) => {
      const stranger = fixture.browser('myconsent')
      stranger.cookies.set('pre', pre)
      return stranger.ask('/otplogin', guess(contact, otp))
    }
    const answers = await Promise.all(Array.from({ length: 1000 }, (_, i) => tryOnce(differentCode(code, i + 1))))
    expect(answers.every(({ code: detail }) => detail === 'code_refused')).toBe(true)
    const [row] = await owner()<{ attempts: number }[]>`SELECT attempts FROM one_time_code WHERE account_id = ${patient.accountId}`
    expect(row?.attempts).toBe(5)
    expect(await browser.ask('/otplogin', guess(contact, code))).toMatchObject({ success: false, code: 'code_refused' })
  })

  it('THREAT-13: after six wrong guesses the right code is refused, and each guess leaves an audit entry', async () => {
    const { contact, code, browser } = await fresh('guessed')
    const before = (await fixture.server.readAuditLog()).length
    for (let i = 1; i <= 6; i += 1) {
      const answer = await browser.ask('/otplogin', guess(contact, differentCode(code, i)))
      expect(answer).toEqual({
        success: false,
        code: 'code_refused',
        error: 'Codice non corretto o non più valido. Se serve, chiedine un altro',
      })
    }
    expect(await browser.ask('/otplogin', guess(contact, code))).toMatchObject({ success: false, code: 'code_refused' })
    expect(browser.cookies.has('sid')).toBe(false)
    const left = (await fixture.server.readAuditLog()).slice(before).filter(({ command }) => command === 'otplogin')
    expect(left.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 7 }, () => 'refused'))
    // All seven entries have the same hash of the name, and no name.
    const details = new Set(left.map(({ detail }) => detail))
    expect([...details]).toEqual([expect.stringMatching(/^name [\w-]{22}; code_refused$/)])
  })

  it('THREAT-13: guesses in a batch are refused and none is checked', async () => {
    const { contact, patient, browser } = await fresh('batched')
    const outcomes = await Promise.allSettled(
      ['000001', '000002'].map((otp) => browser.batchingApi.signIn.withCode.mutate({ username: contact, otp })),
    )
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { data: { detail: { code: 'batch_refused' } } } })
    const [row] = await owner()<{ attempts: number }[]>`SELECT attempts FROM one_time_code WHERE account_id = ${patient.accountId}`
    expect(row?.attempts).toBe(0)
  })

  it('THREAT-14: an account receives one code in 60 seconds, three in 15 minutes, ten a day, from all browsers together', async () => {
    const contact = 'greedy@example.org'
    const { accountId } = await fixture.patient({ centrePatientCode: 'greedy', email: contact })
    const countCodes = async (): Promise<number> => (await owner()`SELECT FROM one_time_code WHERE account_id = ${accountId}`).length
    const askFromElsewhere = async () =>
      expect(await fixture.browser('myconsent').ask('/otp', credentials(contact))).toEqual({ success: true })
    await askFromElsewhere()
    await askFromElsewhere()
    expect(await countCodes()).toBe(1)
    for (let i = 0; i < 3; i += 1) {
      fixture.advanceClock(minute + 1000)
      await askFromElsewhere()
    }
    expect(await countCodes()).toBe(3)
    for (let i = 0; i < 10; i += 1) {
      fixture.advanceClock(16 * minute)
      await askFromElsewhere()
    }
    expect(await countCodes()).toBe(10)
    fixture.advanceClock(16 * minute)
    await askFromElsewhere()
    expect(await countCodes()).toBe(10)
  })

  it('THREAT-14: a fourth request within 15 minutes from one address is refused, for known and unknown contacts', async () => {
    for (const contact of ['limited@example.org', 'unknown-limited@example.org']) {
      if (contact.startsWith('limited')) await fixture.patient({ centrePatientCode: 'limited', email: contact })
      // The database's clock measures the limits, so the test moves the counted requests into the past.
      const later = () =>
        owner()`UPDATE rate_limit SET theoretical_arrival_at = theoretical_arrival_at - interval '61 seconds' WHERE key LIKE 'code %'`
      const address = contact.startsWith('limited') ? '192.0.2.70' : '192.0.2.71'
      for (let i = 0; i < 3; i += 1) {
        expect((await fixture.browser('myconsent', address).post('/otp', credentials(contact))).status).toBe(200)
        await later()
      }
      const refused = await fixture.browser('myconsent', address).post('/otp', credentials(contact))
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600)
    }
  })

  it('THREAT-14: parallel requests create one code', async () => {
    const contact = 'double@example.org'
    const { accountId } = await fixture.patient({ centrePatientCode: 'double', email: contact })
    await Promise.all(Array.from({ length: 5 }, () => fixture.browser('myconsent').ask('/otp', credentials(contact))))
    expect(await owner()`SELECT FROM one_time_code WHERE account_id = ${accountId}`).toHaveLength(1)
  })
})
