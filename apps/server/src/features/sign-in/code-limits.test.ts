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
const differentCode = (code: string, offset = 1): string => String((Number(code) + offset) % 1_000_000).padStart(6, '0')

describe('codes', () => {
  const fresh = async (name: string) => {
    const contact = `${name}@example.org`
    const patient = await fixture.patient({ centrePatientCode: name, email: contact })
    return { contact, patient, ...(await fixture.requestCode(contact)) }
  }

  it('THREAT-13: at most five of 1,000 parallel guesses are checked, and then the correct code is rejected too', async () => {
    const { contact, code, patient, browser } = await fresh('stormed')
    const pre = browser.cookies.get('pre') ?? ''
    const tryOnce = async (otp: string) => {
      const stranger = fixture.browser('myconsent')
      stranger.cookies.set('pre', pre)
      return stranger.call('/otplogin', guess(contact, otp))
    }
    const answers = await Promise.all(Array.from({ length: 1000 }, (_, i) => tryOnce(differentCode(code, i + 1))))
    expect(answers.every(({ code: detail }) => detail === 'code_refused')).toBe(true)
    const [row] = await owner()<{ attempts: number }[]>`SELECT attempts FROM one_time_code WHERE account_id = ${patient.accountId}`
    expect(row?.attempts).toBe(5)
    expect(await browser.call('/otplogin', guess(contact, code))).toMatchObject({ success: false, code: 'code_refused' })
  })

  it('THREAT-13: after six wrong guesses the correct code is rejected, and each guess has an audit entry', async () => {
    const { contact, code, browser } = await fresh('guessed')
    const before = (await fixture.server.readAuditLog()).length
    for (let i = 1; i <= 6; i += 1) {
      const answer = await browser.call('/otplogin', guess(contact, differentCode(code, i)))
      expect(answer).toEqual({
        success: false,
        code: 'code_refused',
        error: 'Codice non corretto o non più valido. Se serve, chiedine un altro',
      })
    }
    expect(await browser.call('/otplogin', guess(contact, code))).toMatchObject({ success: false, code: 'code_refused' })
    expect(browser.cookies.has('sid')).toBe(false)
    const left = (await fixture.server.readAuditLog()).slice(before).filter(({ command }) => command === 'otplogin')
    expect(left.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 7 }, () => 'refused'))
    // All seven entries have the same hash of the name, and no name.
    const details = new Set(left.map(({ detail }) => detail))
    expect([...details]).toEqual([expect.stringMatching(/^name [\w-]{22}; code_refused$/)])
  })

  it('THREAT-13: guesses in a batch are rejected and none is checked', async () => {
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
    const askFromElsewhere = async (): Promise<number | 'sent'> => {
      const response = await fixture.browser('myconsent').post('/otp', credentials(contact))
      if (response.status === 200) return 'sent'
      expect(await response.json()).toMatchObject({ success: false, code: 'too_many_attempts' })
      return Number(response.headers.get('retry-after'))
    }
    expect(await askFromElsewhere()).toBe('sent')
    fixture.advanceClock(20_000)
    // The response reports that no code was sent, and when the next one is possible.
    expect(await askFromElsewhere()).toBe(40)
    expect(await countCodes()).toBe(1)
    fixture.advanceClock(40_000)
    expect(await askFromElsewhere()).toBe('sent')
    fixture.advanceClock(minute)
    expect(await askFromElsewhere()).toBe('sent')
    fixture.advanceClock(minute)
    expect(await askFromElsewhere()).toBe(12 * 60)
    for (let i = 0; i < 7; i += 1) {
      fixture.advanceClock(16 * minute)
      expect(await askFromElsewhere()).toBe('sent')
    }
    expect(await countCodes()).toBe(10)
    fixture.advanceClock(16 * minute)
    expect(await askFromElsewhere()).toBeGreaterThan(20 * 3600)
    expect(await countCodes()).toBe(10)
  })

  it('THREAT-14: wrong passwords use up no codes', async () => {
    const contact = 'spared@example.org'
    await fixture.patient({ centrePatientCode: 'spared', email: contact })
    for (let i = 0; i < 4; i += 1)
      expect(await fixture.browser('myconsent').call('/otp', credentials(contact, 'wrong'))).toMatchObject({ code: 'password_wrong' })
    expect(await fixture.browser('myconsent').call('/otp', credentials(contact))).toEqual({ success: true })
  })

  it('THREAT-14: parallel requests create one code', async () => {
    const contact = 'double@example.org'
    const { accountId } = await fixture.patient({ centrePatientCode: 'double', email: contact })
    await Promise.all(Array.from({ length: 5 }, () => fixture.browser('myconsent').call('/otp', credentials(contact))))
    expect(await owner()`SELECT FROM one_time_code WHERE account_id = ${accountId}`).toHaveLength(1)
  })
})
