import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { withTransaction } from '@registry/db/transaction'
import { inviteNewPatients } from '../../jobs/invitations.ts'
import type { Client } from '../../testing/client.ts'
import { change, login, readUser } from './testing/sign-in-calls.ts'
import { patientPassword, createSignInFixture, staffPassword, type SignInFixture } from './testing/sign-in-fixture.ts'

let fixture: SignInFixture
beforeAll(async () => {
  fixture = await createSignInFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const owner = () => fixture.server.database.owner

describe('POST userchangepassword', () => {
  const signedIn = async (email: string) => {
    const staff = await fixture.staff(email)
    const browser = fixture.browser('staff')
    await browser.call('/login', login(email, staffPassword))
    return { browser, staff }
  }
  const good = 'Quattro-gatti-neri-31'

  it('changes the password, ends all other sessions, renews the current one and notifies the person', async () => {
    const { browser } = await signedIn('changes@example.org')
    const other = fixture.browser('staff')
    await other.call('/login', login('changes@example.org', staffPassword))
    const before = browser.cookies.get('sid')
    expect(await browser.call('/userchangepassword', change(good, staffPassword))).toEqual({ success: true })
    expect(browser.cookies.get('sid')).not.toBe(before)
    expect(await readUser(browser)).toMatchObject({ username: 'changes@example.org' })
    expect(await readUser(other)).toBeNull()
    other.cookies.set('sid', before ?? '')
    expect(await readUser(other)).toBeNull()
    expect(await fixture.browser('staff').call('/login', login('changes@example.org', staffPassword))).toMatchObject({ success: false })
    expect(await fixture.browser('staff').call('/login', login('changes@example.org', good))).toMatchObject({ success: true })
    await expect
      .poll(() => fixture.mail.mails.filter(({ recipients }) => recipients.includes('changes@example.org')))
      .toMatchObject([{ subject: 'La tua password è stata cambiata', text: expect.not.stringContaining(good) }])
  })

  it.each([
    [
      'too short for a password without a second factor',
      'Corta-77-luna!',
      'password_too_short',
      'La password deve avere almeno 15 caratteri',
    ],
    [
      'easy to guess',
      'password123456789',
      'password_weak',
      'Questa password è troppo facile da indovinare: usa più parole, o parole meno comuni',
    ],
    [
      'made of the person’s own words',
      'Ada.Rossi.RM01.talassemia',
      'password_weak',
      'Questa password è troppo facile da indovinare: usa più parole, o parole meno comuni',
    ],
    ['the old one', staffPassword, 'password_same', 'La nuova password non può coincidere con la vecchia'],
  ])('rejects a password that is %s', async (what, password, code, error) => {
    const { browser } = await signedIn(`rejected-${what.length}@example.org`)
    expect(await browser.call('/userchangepassword', change(password, staffPassword))).toEqual({
      success: false,
      code,
      error,
      fields: { newpassword: error },
    })
  })

  it('rejects a password over 128 characters', async () => {
    const { browser } = await signedIn('long@example.org')
    expect(await browser.call('/userchangepassword', change('ab'.repeat(65), staffPassword))).toMatchObject({
      fields: { newpassword: 'La password può avere al massimo 128 caratteri' },
    })
  })

  it('rejects the last five passwords and accepts the sixth', async () => {
    const { browser } = await signedIn('cycles@example.org')
    const passwords = [staffPassword, ...['uno', 'due', 'tre', 'quattro', 'cinque'].map((word) => `Fiume-${word}-sasso-azzurro`)]
    for (let i = 1; i < passwords.length; i += 1) {
      expect(await browser.call('/userchangepassword', change(passwords[i]!, passwords[i - 1]))).toEqual({ success: true })
    }
    expect(await browser.call('/userchangepassword', change(passwords[2]!, passwords[5]))).toMatchObject({
      success: false,
      code: 'password_reused',
    })
    expect(await browser.call('/userchangepassword', change(staffPassword, passwords[5]))).toEqual({ success: true })
  })

  it('THREAT-17: requires the old password in a full session and rejects placeholders', async () => {
    const { browser } = await signedIn('full@example.org')
    const rejected = { success: false, fields: { oldpassword: expect.any(String) } }
    expect(await browser.call('/userchangepassword', change(good))).toMatchObject({ ...rejected, code: 'password_required' })
    for (const placeholder of ['placeholder', 'x', 'null', good]) {
      expect(await browser.call('/userchangepassword', change(good, placeholder))).toMatchObject({
        ...rejected,
        code: 'old_password_wrong',
        error: 'La vecchia password non è corretta',
      })
    }
    expect(await browser.call('/userchangepassword', change(good, ''))).toMatchObject(rejected)
  })

  it('one of two parallel changes in a session succeeds', async () => {
    const { browser } = await signedIn('twice@example.org')
    const copies = [1, 2].map(() => fixture.browser('staff'))
    for (const copy of copies) copy.cookies.set('sid', browser.cookies.get('sid') ?? '')
    const outcomes = await Promise.all(
      copies.map((copy, i) => copy.call('/userchangepassword', change(`Mulino-rosso-${i}-farfalla`, staffPassword))),
    )
    expect(outcomes.filter(({ success }) => success === true)).toHaveLength(1)
  })

  it('requires a session', async () => {
    expect(await fixture.browser('staff').call('/userchangepassword', change(good, staffPassword))).toMatchObject({
      success: false,
      error: 'session required',
      code: 'APIsession_required',
    })
  })
})

describe('an invitation', () => {
  const chosen = 'Lampone-giallo-5-tetti'
  /** Creates a patient without a password and invites them like an import. */
  const invite = async (name: string, mobile?: string) => {
    const patient = await fixture.patient({ centrePatientCode: name, ...(mobile ? { mobile } : { email: `${name}@example.org` }) })
    await owner()`DELETE FROM account WHERE id = ${patient.accountId}`
    const scope = { kind: 'centre', centre: 'RM01' } as const
    const invited = await withTransaction(fixture.server.database.server, { actor: 'center RM01', source: 'service', scope }, (tx) =>
      inviteNewPatients(fixture.server.deps, tx, [patient.id]),
    )
    expect(invited).toBe(1)
    const text = await eventually(() => {
      const found = mobile
        ? fixture.sms.messages.find(({ to }) => to === `+39${mobile}`)
        : fixture.mail.mails.find(({ recipients }) => recipients.includes(`${name}@example.org`))
      if (!found) throw new Error('no invitation arrived')
      return found.text
    })
    const link = new URL(/http\S+/.exec(text)?.[0] ?? '')
    return { patient, text, link, username: link.searchParams.get('u') ?? '', password: link.searchParams.get('p') ?? '' }
  }
  const open = (browser: Client, username: string, password?: string) =>
    browser.call('/checkexpiredpasswordpatient', { json: { username, ...(password && { password }) } })

  it('leads to the patients’ site with a secret of 256 bits, stored as a hash', async () => {
    const { link, username, password, patient } = await invite('inv1')
    expect(link.origin + link.pathname).toBe('http://myconsent.localhost:8080/loginp')
    expect(username).toBe('inv1@example.org')
    expect(password).toMatch(/^[\w-]{43}$/)
    const rows = await owner()<
      { row: string }[]
    >`SELECT l::text || m::text AS row FROM account a JOIN sign_in_link l ON l.account_id = a.id JOIN notification m ON m.patient_id = a.patient_id WHERE a.patient_id = ${patient.id}`
    await expect
      .poll(async () => (await owner()<{ body: string }[]>`SELECT body FROM notification WHERE patient_id = ${patient.id}`)[0]?.body)
      .toBe('')
    expect(rows).toHaveLength(1)
  })

  it('THREAT-11: opens a session that only allows a new password, before the normal sign-in', async () => {
    const { username, password, text } = await invite('inv2')
    expect(text).toMatch(
      /^Buongiorno,\n\nil tuo centro, Centro RM01, partecipa a un registro di ricerca e ti invita a MyConsent[^]*\n\n\* \* \*\n\n[^]*Centro RM01[^]*MyConsent/,
    )
    const browser = fixture.browser('myconsent')
    expect(await open(browser, username)).toEqual({ success: true, expired: false })
    expect(await open(browser, username, password)).toEqual({ success: true, expired: true })
    expect(await open(browser, username)).toEqual({ success: true, expired: true })
    expect(await open(browser, 'somebody@example.org')).toEqual({ success: true, expired: false })
    expect(await open(fixture.browser('myconsent'), username)).toEqual({ success: true, expired: false })
    // The response has only the contact of the link, because another person may have received it.
    const known = {
      username,
      registeredBy: 'Centro RM01',
      email: username,
      name: '',
      surname: '',
      roles: [],
      passwordExpired: true,
      mode: 'patient',
      lang: 'it',
    }
    expect(await readUser(browser)).toEqual({ ...known, fe_version: 'test', be_version: 'test' })
    expect(await browser.api.session.current.query()).not.toHaveProperty('patient')
    await expect(browser.api.consents.current.query()).rejects.toMatchObject({ data: { detail: { code: 'permission_denied' } } })
    expect(await browser.call('/userchangepassword', change(chosen, 'placeholder'))).toEqual({ success: true })
    expect(await readUser(browser)).toBeNull()
    expect(await browser.call('/otp', login(username, chosen))).toEqual({ success: true })
    expect(await browser.call('/otplogin', { json: { username, otp: await fixture.codeFor(username) } })).toMatchObject({
      success: true,
      user: { mode: 'patient', passwordExpired: false },
    })
  })

  it('THREAT-11: stays live when opened and ends when the password is chosen', async () => {
    const { username, password, link } = await invite('inv3')
    for (let i = 0; i < 20; i += 1)
      await fixture.browser('myconsent').send({ method: i % 2 ? 'HEAD' : 'GET', path: link.pathname + link.search })
    const [first, second] = [fixture.browser('myconsent'), fixture.browser('myconsent')]
    expect(await open(first, username, password)).toMatchObject({ expired: true })
    expect(await open(second, username, password)).toMatchObject({ expired: true })
    expect(await first.call('/userchangepassword', change(chosen))).toEqual({ success: true })
    expect(await second.call('/userchangepassword', change(`${chosen}-altra`))).toMatchObject({
      success: false,
      code: 'APIsession_required',
    })
    expect(await open(fixture.browser('myconsent'), username, password)).toEqual({ success: true, expired: false })
  })

  it('THREAT-11: of another person, expired or invented opens no session', async () => {
    const mine = await invite('inv4')
    const theirs = await invite('inv5')
    const browser = fixture.browser('myconsent')
    expect(await open(browser, mine.username, theirs.password)).toEqual({ success: true, expired: false })
    expect(await open(browser, mine.username, 'A'.repeat(43))).toEqual({ success: true, expired: false })
    expect(await open(browser, 'nobody@example.org', theirs.password)).toEqual({ success: true, expired: false })
    await owner()`UPDATE sign_in_link SET expires_at = now() - interval '1 day'`
    expect(await open(browser, mine.username, mine.password)).toEqual({ success: true, expired: false })
    expect(browser.cookies.has('sid')).toBe(false)
  })

  it('is sent by SMS to patients who sign in with a mobile, and requires a password of 10 characters', async () => {
    const { username, password } = await invite('inv6', '3331234567')
    expect(username).toBe('+393331234567')
    const browser = fixture.browser('myconsent')
    expect(await open(browser, username, password)).toMatchObject({ expired: true })
    expect(await browser.call('/userchangepassword', change('Corta-77!'))).toMatchObject({
      code: 'password_too_short',
      error: 'La password deve avere almeno 10 caratteri',
    })
    expect(await browser.call('/userchangepassword', change('Neve-blu-7'))).toEqual({ success: true })
  })

  it('THREAT-36: no log contains its secret', async () => {
    const { username, password, link } = await invite('inv7')
    const browser = fixture.browser('myconsent')
    await browser.send({ path: link.pathname + link.search })
    await open(browser, username, password)
    await browser.call('/userchangepassword', change(chosen, patientPassword))
    const written = fixture.server.log() + JSON.stringify(await fixture.server.readAuditLog())
    for (const secret of [password, chosen, patientPassword, browser.cookies.get('sid') ?? 'none']) expect(written).not.toContain(secret)
  })

  it('is created for thousands of patients in a few statements, and rolls back with the import', async () => {
    const scope = { kind: 'centre', centre: 'RM01' } as const
    const importPatients = (undo: boolean) =>
      withTransaction(fixture.server.database.server, { actor: 'center RM01', source: 'service', scope }, async (tx) => {
        const patients = await tx.sql<
          { id: number }[]
        >`INSERT INTO patient (centre_code, login_mode) SELECT 'RM01', 'Email' FROM generate_series(1, 3000) RETURNING id`
        await tx.sql`
          INSERT INTO patient_identity (patient_id, centre_code, centre_patient_code, surname, name, email)
          SELECT id, 'RM01', 'bulk' || id, 'ROSSI', 'ADA', 'bulk' || id || '@example.org' FROM unnest(${patients.map(({ id }) => id)}::int[]) AS id`
        let statements = 0
        const sql = new Proxy(tx.sql, {
          apply: (target, self, given) => {
            statements += 1
            return Reflect.apply(target, self, given)
          },
        })
        expect(
          await inviteNewPatients(
            fixture.server.deps,
            { ...tx, sql },
            patients.map(({ id }) => id),
          ),
        ).toBe(3000)
        expect(statements).toBeGreaterThan(2)
        expect(statements).toBeLessThan(10)
        if (undo) throw new Error('undone')
      })
    const links = async () =>
      (
        await owner()<
          { n: number }[]
        >`SELECT count(*) AS n FROM sign_in_link l JOIN account a ON a.id = l.account_id JOIN patient_identity i USING (patient_id) WHERE i.centre_patient_code LIKE 'bulk%'`
      )[0]?.n
    await expect(importPatients(true)).rejects.toThrow('undone')
    expect(await links()).toBe(0)
    await importPatients(false)
    expect(await links()).toBe(3000)
    // A one-time code is sent before waiting invitations.
    await fixture.patient({ centrePatientCode: 'hasty', email: 'hasty@example.org' })
    await fixture.browser('myconsent').call('/otp', login('hasty@example.org', patientPassword))
    await fixture.codeFor('hasty@example.org')
    const [waiting] = await owner()<{ n: number }[]>`SELECT count(*) AS n FROM notification WHERE sent_at IS NULL`
    expect(waiting?.n).toBeGreaterThan(100)
  })
})
