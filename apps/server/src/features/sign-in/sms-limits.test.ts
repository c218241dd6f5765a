import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { credentials } from './testing/sign-in-calls.ts'
import { createSignInFixture, type SignInFixture } from './testing/sign-in-fixture.ts'

let fixture: SignInFixture
beforeAll(async () => {
  fixture = await createSignInFixture()
  await fixture.patient({ centrePatientCode: 'SMS', mobile: '3330000005' })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const owner = () => fixture.server.database.owner
afterEach(async () => {
  await owner()`DELETE FROM setting WHERE key LIKE 'sms%'`
  await owner()`DELETE FROM rate_limit`
  await owner()`DELETE FROM one_time_code`
})
const setLimit = (key: string, value: number) =>
  owner()`INSERT INTO setting (key, value) VALUES (${key}, ${String(value)}) ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`
const forget = (username: string) => fixture.browser('myconsent').call('/forgottenpasswordpatient', { json: { username, lang: 'it' } })
const readSms = (part: string) => fixture.sms.messages.filter(({ to, text }) => to === '+393330000005' && text.includes(part))
const unavailable = {
  success: false,
  code: 'sms_unavailable',
  error: 'In questo momento non possiamo mandare SMS: riprova più tardi. Se il problema continua, avvisa il tuo centro',
}

describe('THREAT-14: the SMS of the sign-in', () => {
  it('about a forgotten password are three a day for each number, with the same answer for known and unknown ones', async () => {
    for (const username of ['3330000005', '3330000099'])
      for (let i = 0; i < 5; i += 1) expect(await forget(username)).toEqual({ success: true })
    await expect.poll(() => readSms('nuova password').length).toBe(3)
    // After the hour of the mail quota, a number still has none.
    await owner()`UPDATE rate_limit SET theoretical_arrival_at = theoretical_arrival_at - interval '61 minutes'`
    expect(await forget('3330000005')).toEqual({ success: true })
    expect(await fixture.browser('myconsent').call('/otp', credentials('3330000005'))).toEqual({ success: true })
    await expect.poll(() => readSms('codice').length).toBe(1)
    expect(readSms('nuova password')).toHaveLength(3)
  })

  it('have only characters of the GSM alphabet', async () => {
    expect(await forget('3330000005')).toEqual({ success: true })
    await expect.poll(() => readSms("Se non l'hai chiesto tu").length).toBeGreaterThan(0)
  })

  it('about forgotten passwords end at their tenth for known and unknown numbers alike, and codes are still sent', async () => {
    await setLimit('sms_per_day', 1)
    for (const username of ['3330000005', '3330000099']) expect(await forget(username)).toEqual(unavailable)
    await setLimit('sms_per_day', 1000)
    expect(await fixture.browser('myconsent').call('/otp', credentials('3330000005'))).toEqual({ success: true })
  })

  it('are rejected with the reason when no SMS can be sent, only after a correct password', async () => {
    await setLimit('sms_per_day', 0)
    expect(await fixture.browser('myconsent').call('/otp', credentials('3330000005'))).toEqual(unavailable)
    expect(await fixture.browser('myconsent').call('/otp', credentials('3330000005', 'wrong'))).toMatchObject({ code: 'password_wrong' })
    expect(await fixture.browser('myconsent').call('/otp', credentials('3330000099'))).toMatchObject({ code: 'password_wrong' })
    expect(await owner()`SELECT FROM one_time_code`).toHaveLength(0)
  })
})
