import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import type { Client } from '../../testing/client.ts'
import { createSignInFixture, type SignInFixture } from './testing/sign-in-fixture.ts'

let fixture: SignInFixture
beforeAll(async () => {
  fixture = await createSignInFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

/** Waits for a text to this contact that fits the pattern. */
const findText = (contact: string, pattern: RegExp) =>
  eventually(() => {
    const mails = fixture.mail.mails.filter(({ recipients }) => recipients.includes(contact)).map(({ text }) => text)
    const messages = fixture.sms.messages.filter(({ to }) => to === contact).map(({ text }) => text)
    const found = [...mails, ...messages].find((text) => pattern.test(text))
    if (found === undefined) throw new Error(`no text with ${pattern} arrived for ${contact}`)
    return found
  })

const readLanguage = async (client: Client) => (await client.api.session.current.query())?.lang

describe('REQ-UI-08: mails and SMS are in the language that their reader chose last', () => {
  it('for staff', async () => {
    const { accountId } = await fixture.staff('reader@example.org')
    const client = await fixture.server.signIn(accountId, 'staff')
    expect(await readLanguage(client)).toBe('it')
    const forget = () => fixture.browser('staff').api.signIn.forgottenByStaff.mutate({ username: 'reader@example.org', lang: 'it' })
    await forget()
    await findText('reader@example.org', /^La tua password temporanea/)
    await client.api.session.chooseLanguage.mutate({ language: 'en' })
    expect(await readLanguage(client)).toBe('en')
    fixture.advanceClock(3_600_000)
    await forget()
    await findText('reader@example.org', /^Your temporary password/)
  })

  it.each([
    ['mail', { email: 'reading@example.org' }, 'reading@example.org'],
    ['SMS', { loginMode: 'Mobile', mobilePrefix: '+39', mobile: '3331234567' }, '+393331234567'],
  ] as const)('for a patient who signs in by %s', async (channel, contact, username) => {
    const { accountId } = await fixture.patient({ centrePatientCode: `READS-${channel}`, ...contact })
    const client = await fixture.server.signIn(accountId, 'myconsent')
    await client.api.session.chooseLanguage.mutate({ language: 'en' })
    await fixture.browser('myconsent').api.signIn.forgottenByPatient.mutate({ username, lang: 'it' })
    await findText(username, /choose a new password/i)
  })

  it('for an invited patient before the first password', async () => {
    const { accountId } = await fixture.patient({ centrePatientCode: 'ARRIVES', email: 'arrives@example.org' })
    const client = await fixture.server.signIn(accountId, 'myconsent', true)
    await client.api.session.chooseLanguage.mutate({ language: 'en' })
    expect(await readLanguage(client)).toBe('en')
  })

  it('and nobody else’s changes', async () => {
    const [one, other] = [await fixture.staff('one@example.org'), await fixture.staff('other@example.org')]
    await (await fixture.server.signIn(one.accountId, 'staff')).api.session.chooseLanguage.mutate({ language: 'en' })
    expect(await readLanguage(await fixture.server.signIn(other.accountId, 'staff'))).toBe('it')
    await expect(fixture.browser('staff').api.session.chooseLanguage.mutate({ language: 'en' })).rejects.toMatchObject({
      data: { detail: { code: 'session_required' } },
    })
  })
})
