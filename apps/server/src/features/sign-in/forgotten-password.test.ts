import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import type { Client } from '../../testing/client.ts'
import { change, login, readUser } from './testing/sign-in-calls.ts'
import { patientPassword, createSignInFixture, staffPassword, type SignInFixture } from './testing/sign-in-fixture.ts'

let fixture: SignInFixture
beforeAll(async () => {
  fixture = await createSignInFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const owner = () => fixture.server.database.owner
const nameBody = (username: string) => ({ json: { username, lang: 'it' } })
const minute = 60_000
/** The limits use the database's clock, so the test moves the counted requests into the past. */
const advanceLimitsByAnHour = () => owner()`UPDATE rate_limit SET theoretical_arrival_at = theoretical_arrival_at - interval '61 minutes'`

const listMailsTo = (address: string) => fixture.mail.mails.filter(({ recipients }) => recipients.includes(address))
/** Returns the first mail or SMS to a contact, or a later one. */
const findMessage = (contact: string, after = 0): Promise<string> =>
  eventually(() => {
    const texts = contact.includes('@')
      ? listMailsTo(contact).map(({ text }) => text)
      : fixture.sms.messages.filter(({ to }) => to === contact).map(({ text }) => text)
    const text = texts[after]
    if (text === undefined) throw new Error(`no message arrived for ${contact}`)
    return text
  })
/** Waits until every message was sent. Only then can a test assert that none was created. */
const waitForEmptyOutbox = () =>
  expect.poll(async () => (await owner()`SELECT FROM notification WHERE sent_at IS NULL AND failed_at IS NULL`).length).toBe(0)

const parseTemporaryPassword = (text: string): string => /^[A-Za-z2-9]{20}$/m.exec(text)?.[0] ?? ''
const parseLink = (text: string): { link: URL; username: string; password: string } => {
  const link = new URL(/http\S+/.exec(text)?.[0] ?? '')
  return { link, username: link.searchParams.get('u') ?? '', password: link.searchParams.get('p') ?? '' }
}
const chosen = 'Lampone-giallo-5-tetti'

describe('POST forgottenpassword', () => {
  const forget = async (email: string) => {
    expect(await fixture.browser('staff').call('/forgottenpassword', nameBody(email))).toEqual({ success: true })
  }

  it('mails a temporary password of 20 characters for one sign-in that only allows a new password', async () => {
    await fixture.staff('forgot@example.org')
    await forget(' Forgot@Example.org ')
    const text = await findMessage('forgot@example.org')
    const temporary = parseTemporaryPassword(text)
    expect(temporary).toHaveLength(20)
    expect(text).toContain('http://staff.localhost:8080/login')
    expect(listMailsTo('forgot@example.org')[0]?.subject).toBe('La tua password temporanea per il registro')

    const browser = fixture.browser('staff')
    expect(await browser.call('/login', login('forgot@example.org', ` ${temporary}\r\n`))).toMatchObject({
      user: { passwordExpired: true },
    })
    expect(await browser.call('/inthem_query', { json: { action: 'LIST' } })).toMatchObject({ success: false, code: 'permission_denied' })
    expect(await fixture.browser('staff').call('/login', login('forgot@example.org', temporary))).toMatchObject({ code: 'password_wrong' })
    expect(await browser.call('/userchangepassword', change(chosen, 'placeholder'))).toEqual({ success: true })
    expect(await readUser(browser)).toMatchObject({ username: 'forgot@example.org', passwordExpired: false })
    expect(await findMessage('forgot@example.org', 1)).toContain('La password con cui entri nel registro è stata cambiata')
    expect(await findMessage('forgot@example.org', 1)).not.toContain(chosen)
  })

  it('THREAT-16: keeps the old password valid until the temporary one is used', async () => {
    const { accountId } = await fixture.staff('both@example.org')
    await forget('both@example.org')
    const temporary = parseTemporaryPassword(await findMessage('both@example.org'))
    expect(await fixture.browser('staff').call('/login', login('both@example.org', staffPassword))).toMatchObject({
      user: { passwordExpired: false },
    })
    expect(await fixture.browser('staff').call('/login', login('both@example.org', temporary))).toMatchObject({ success: true })
    expect(await fixture.browser('staff').call('/login', login('both@example.org', staffPassword))).toMatchObject({
      code: 'password_wrong',
    })
    const [row] = await owner()<{ row: string }[]>`SELECT a::text AS row FROM account a WHERE id = ${accountId}`
    expect(row?.row).not.toContain(temporary)
  })

  it('makes a temporary password valid for 60 minutes, and only the newest one', async () => {
    await fixture.staff('late@example.org')
    await forget('late@example.org')
    await forget('late@example.org')
    const [first, second] = [
      parseTemporaryPassword(await findMessage('late@example.org')),
      parseTemporaryPassword(await findMessage('late@example.org', 1)),
    ]
    expect(await fixture.browser('staff').call('/login', login('late@example.org', first))).toMatchObject({ code: 'password_wrong' })
    fixture.advanceClock(60 * minute + 1000)
    expect(await fixture.browser('staff').call('/login', login('late@example.org', second))).toMatchObject({ code: 'password_wrong' })
  })

  it('denies patients and the patients’ site', async () => {
    await fixture.patient({ centrePatientCode: 'not-staff', email: 'not-staff@example.org' })
    await forget('not-staff@example.org')
    await waitForEmptyOutbox()
    expect(listMailsTo('not-staff@example.org')).toEqual([])
    expect(await fixture.browser('myconsent').call('/forgottenpassword', nameBody('forgot@example.org'))).toMatchObject({
      code: 'permission_denied',
    })
  })
})

describe('POST forgottenpasswordpatient', () => {
  const forget = async (contact: string, browser = fixture.browser('myconsent')) => {
    expect(await browser.call('/forgottenpasswordpatient', nameBody(contact))).toEqual({ success: true })
  }
  const open = (browser: Client, username: string, password?: string) =>
    browser.call('/checkexpiredpasswordpatient', { json: { username, ...(password && { password }) } })

  it('THREAT-11: sends a link to choose a password once, which signs nobody in and ends all sessions', async () => {
    const { accountId } = await fixture.patient({ centrePatientCode: 'link1', email: 'link1@example.org' })
    const elsewhere = await fixture.server.signIn(accountId, 'myconsent')
    await forget('link1@example.org')
    const { link, username, password } = parseLink(await findMessage('link1@example.org'))
    expect(link.origin + link.pathname).toBe('http://myconsent.localhost:8080/loginp')
    expect(password).toMatch(/^[\w-]{43}$/)
    // Mail scanners open links before people do.
    for (const method of ['GET', 'HEAD', 'GET']) await fixture.browser('myconsent').send({ method, path: link.pathname + link.search })

    const browser = fixture.browser('myconsent')
    expect(await open(browser, username, password)).toEqual({ success: true, expired: true })
    expect(await readUser(elsewhere)).toMatchObject({ username: 'link1@example.org' })
    expect(await browser.call('/userchangepassword', change(chosen, 'placeholder'))).toEqual({ success: true })
    expect(await readUser(browser)).toBeNull()
    expect(await readUser(elsewhere)).toBeNull()
    expect(await open(fixture.browser('myconsent'), username, password)).toEqual({ success: true, expired: false })
    expect(await browser.call('/otp', login(username, chosen))).toEqual({ success: true })
    expect(await browser.call('/otplogin', { json: { username, otp: await fixture.codeFor(username) } })).toMatchObject({
      success: true,
      user: { passwordExpired: false },
    })
    expect(await findMessage('link1@example.org', 1)).not.toContain(chosen)
  })

  it('sends an SMS to patients who sign in with a mobile, in any spelling of the number', async () => {
    await fixture.patient({ centrePatientCode: 'link2', mobile: '3337654321' })
    await forget('333 765 4321')
    const { username, password } = parseLink(await findMessage('+393337654321'))
    expect(username).toBe('+393337654321')
    expect(await open(fixture.browser('myconsent'), username, password)).toMatchObject({ expired: true })
  })

  it('THREAT-11: makes the link valid for 30 minutes, only the newest one, and keeps the password valid', async () => {
    await fixture.patient({ centrePatientCode: 'link3', email: 'link3@example.org' })
    await forget('link3@example.org')
    await forget('link3@example.org')
    const [first, second] = [parseLink(await findMessage('link3@example.org')), parseLink(await findMessage('link3@example.org', 1))]
    expect(await open(fixture.browser('myconsent'), first.username, first.password)).toMatchObject({ expired: false })
    expect(await open(fixture.browser('myconsent'), second.username, second.password)).toMatchObject({ expired: true })
    expect(await fixture.browser('myconsent').call('/otp', login('link3@example.org', patientPassword))).toEqual({ success: true })
    fixture.advanceClock(30 * minute + 1000)
    expect(await open(fixture.browser('myconsent'), second.username, second.password)).toMatchObject({ expired: false })
  })

  it('THREAT-11: the link of another patient keeps the open session and returns an error', async () => {
    await fixture.patient({ centrePatientCode: 'link4', email: 'link4@example.org' })
    const mine = await fixture.patient({ centrePatientCode: 'link5', email: 'link5@example.org' })
    await forget('link4@example.org')
    const { username, password } = parseLink(await findMessage('link4@example.org'))
    const browser = await fixture.server.signIn(mine.accountId, 'myconsent')
    const before = browser.cookies.get('sid')
    expect(await open(browser, username, password)).toMatchObject({
      success: false,
      code: 'link_of_another',
      error: 'Questo link è di un’altra persona: per usarlo bisogna prima uscire. Il tuo accesso resta com’è',
    })
    expect(browser.cookies.get('sid')).toBe(before)
    expect(await readUser(browser)).toMatchObject({ username: 'link5@example.org', passwordExpired: false })
    expect(await fixture.server.readAuditLog()).toContainEqual(
      expect.objectContaining({
        username: `patient ${mine.id}`,
        command: 'checkexpiredpasswordpatient',
        outcome: 'refused',
        detail: 'link_of_another',
      }),
    )
    expect(await open(fixture.browser('myconsent'), username, password)).toMatchObject({ expired: true })
  })

  it('sends nothing to withdrawn patients', async () => {
    const { id } = await fixture.patient({ centrePatientCode: 'link6', email: 'link6@example.org' })
    await owner()`UPDATE patient SET c_db_no_notification = 'v1' WHERE id = ${id}`
    await forget('link6@example.org')
    await waitForEmptyOutbox()
    expect(listMailsTo('link6@example.org')).toEqual([])
  })

  it('THREAT-16: the link leads to the configured site for every host of the request', async () => {
    await fixture.patient({ centrePatientCode: 'link7', email: 'link7@example.org' })
    const ask = async (headers: Record<string, string>) =>
      (await fixture.browser('myconsent').post('/forgottenpasswordpatient', nameBody('link7@example.org'), headers)).status
    expect(await ask({ forwarded: 'host=evil.example', 'x-host': 'evil.example' })).toBe(200)
    expect(parseLink(await findMessage('link7@example.org')).link.origin).toBe('http://myconsent.localhost:8080')
    expect(await ask({ 'x-forwarded-host': 'evil.example' }), 'a host of the proxy that is not ours').toBe(404)
    expect(await ask({ host: 'evil.example' })).toBe(404)
    await waitForEmptyOutbox()
    expect(listMailsTo('link7@example.org').filter(({ text }) => text.includes('evil'))).toEqual([])
  })

  it('THREAT-11, THREAT-36: no log contains contact, secret or temporary password', async () => {
    await fixture.patient({ centrePatientCode: 'link8', email: 'link8@example.org' })
    await fixture.staff('link8-staff@example.org')
    await forget('link8@example.org')
    await fixture.browser('staff').call('/forgottenpassword', nameBody('link8-staff@example.org'))
    const { link, username, password } = parseLink(await findMessage('link8@example.org'))
    const temporary = parseTemporaryPassword(await findMessage('link8-staff@example.org'))
    const browser = fixture.browser('myconsent')
    await browser.send({ path: link.pathname + link.search })
    await open(browser, username, password)
    await fixture.browser('staff').call('/login', login('link8-staff@example.org', temporary))
    await waitForEmptyOutbox()
    const written = fixture.server.log() + JSON.stringify(await fixture.server.readAuditLog())
    expect(written).toContain('forgottenpasswordpatient')
    for (const secret of [password, temporary, 'link8@example.org']) expect(written).not.toContain(secret)
  })
})

describe('limits', () => {
  it('THREAT-14, THREAT-16: an account receives three mails an hour from all browsers together, and its password still works', async () => {
    await fixture.staff('bombed@example.org')
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => fixture.browser('staff').call('/forgottenpassword', nameBody('bombed@example.org'))),
    )
    expect(answers).toEqual(Array.from({ length: 100 }, () => ({ success: true })))
    await waitForEmptyOutbox()
    expect(listMailsTo('bombed@example.org')).toHaveLength(3)
    expect(await fixture.browser('staff').call('/login', login('bombed@example.org', staffPassword))).toMatchObject({ success: true })
    const [row] = await owner()<{ n: number }[]>`SELECT count(*)::integer AS n FROM account WHERE temporary_password_hash IS NOT NULL`
    expect(row?.n).toBeGreaterThan(0)
    await advanceLimitsByAnHour()
    await fixture.browser('staff').call('/forgottenpassword', nameBody('bombed@example.org'))
    expect(parseTemporaryPassword(await findMessage('bombed@example.org', 3))).toHaveLength(20)
  })

  it.each(['limited@example.org', 'unknown-limited@example.org'])(
    'THREAT-14: the fourth request for %s from one address must wait',
    async (contact) => {
      if (contact.startsWith('limited')) await fixture.patient({ centrePatientCode: 'limited', email: contact })
      const address = contact.startsWith('limited') ? '192.0.2.80' : '192.0.2.81'
      const ask = () => fixture.browser('myconsent', address).post('/forgottenpasswordpatient', nameBody(contact))
      for (let i = 0; i < 3; i += 1) expect((await ask()).status).toBe(200)
      const rejected = await ask()
      expect(rejected.status).toBe(429)
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3000)
      expect(await rejected.json()).toMatchObject({ success: false, code: 'too_many_attempts' })
    },
  )

  it('THREAT-14: one address has 20 requests a minute for all names together', async () => {
    const ask = (i: number) =>
      fixture.browser('myconsent', '192.0.2.82').post('/forgottenpasswordpatient', nameBody(`many${i}@example.org`))
    const statuses = await Promise.all(Array.from({ length: 30 }, async (_, i) => (await ask(i)).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  })
})
