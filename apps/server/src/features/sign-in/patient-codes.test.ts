import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxCodeAttempts } from '@registry/domain/access/sign-in-policy'
import { credentials, guess } from './testing/sign-in-calls.ts'
import { readResponse, patientPassword, createSignInFixture, type SignInFixture } from './testing/sign-in-fixture.ts'

let fixture: SignInFixture
beforeAll(async () => {
  fixture = await createSignInFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const owner = () => fixture.server.database.owner
const minute = 60_000

describe('POST otp and otplogin', () => {
  it('sign a patient in by mail and return the person', async () => {
    const { id } = await fixture.patient({
      centrePatientCode: 'P1',
      email: 'p1@example.org',
      personal: { dob: '1980-05-01', telephone: '06123456' },
    })
    const { browser, code } = await fixture.requestCode('p1@example.org', ' P1@Example.org ')
    expect(await browser.call('/otplogin', guess('p1@example.org', code))).toEqual({
      success: true,
      user: {
        name: 'LUCA',
        surname: 'BIANCHI',
        username: 'p1@example.org',
        email: 'p1@example.org',
        roles: [],
        passwordExpired: false,
        mode: 'patient',
        lang: 'it',
        fe_version: 'test',
        be_version: 'test',
        login_mode: 'Email',
        mobile_prefix: null,
        mobile: null,
        telephone: '06123456',
        legal_id: null,
        address_nation: null,
        address_area: null,
        address_town: null,
        address_street: null,
        address_zip: null,
        dob: '1980-05-01',
        lob_nation: null,
        lob_region: null,
        c_db: null,
        c_db_p: null,
        c_db_m: null,
        c_s: null,
        c_extraeu: null,
        c_p_db: null,
        c_f: null,
        consents_to_renew: false,
        studi_attesa: [],
      },
    })
    expect(await (await browser.get('/get_userinfo')).json()).toMatchObject({ user: { mode: 'patient', username: 'p1@example.org' } })
    expect((await fixture.server.readAuditLog()).filter(({ username }) => username === `patient ${id}`)).toMatchObject([
      { command: 'otp' },
      { command: 'otplogin' },
      { command: 'get_userinfo' },
    ])
  })

  it.each(['3330000005', '+39 333 0000005', '333 000 00 05', '00393330000005', '393330000005'])(
    'sign a patient in by SMS with the number typed as %s',
    async (typed) => {
      if (typed === '3330000005') await fixture.patient({ centrePatientCode: 'P5', mobile: '3330000005' })
      fixture.advanceClock(16 * minute)
      const before = fixture.sms.messages.length
      const browser = fixture.browser('myconsent')
      expect(await browser.call('/otp', credentials(typed))).toEqual({ success: true })
      const code = await fixture.codeFor('+393330000005', before)
      expect(fixture.sms.messages.at(-1)?.text).toBe(
        `${code} è il tuo codice per MyConsent, valido 5 minuti. Non dirlo a nessuno.\n\n@myconsent.localhost #${code}`,
      )
      expect(await browser.call('/otplogin', guess(typed, code))).toMatchObject({ success: true, user: { username: '+393330000005' } })
    },
  )

  it('check the form of a contact and of a code (REQ-ACC-04)', async () => {
    const readFieldErrors = async (path: string, body: { json: unknown }) =>
      ((await fixture.browser('myconsent').call(path, body)) as { fields?: unknown }).fields
    expect(await readFieldErrors('/otp', credentials(''))).toEqual({
      username: 'Inserisci il tuo indirizzo e-mail o il tuo numero di cellulare',
    })
    expect(await readFieldErrors('/otp', credentials('a@b.c'))).toEqual({ username: 'Indirizzo e-mail non corretto' })
    expect(await readFieldErrors('/otp', credentials('06123456'))).toEqual({ username: 'Numero di cellulare non corretto' })
    expect(await readFieldErrors('/otp', credentials('p1@example.org', ''))).toEqual({ password: 'Inserisci la password' })
    expect(await readFieldErrors('/otplogin', guess('p1@example.org', ''))).toEqual({ otp: 'Inserisci il codice che ti è stato inviato' })
    expect(await readFieldErrors('/otplogin', guess('p1@example.org', '12345'))).toEqual({ otp: 'Codice non corretto' })
  })

  it('THREAT-12: reject unknown contacts and wrong passwords immediately with the same error, and send nothing', async () => {
    await fixture.patient({ centrePatientCode: 'P2', email: 'p2@example.org' })
    await fixture.patient({ centrePatientCode: 'P6', mobile: '3330000006' })
    const rejected = [
      credentials('p2@example.org', 'wrong'),
      credentials('nobody@example.org'),
      credentials('3330000006', 'wrong'),
      credentials('3330009999'),
    ]
    for (const body of rejected) {
      const browser = fixture.browser('myconsent')
      expect(await readResponse(await browser.post('/otp', body))).toEqual({
        status: 200,
        body: { success: false, code: 'password_wrong', error: 'Nome utente o password non corretti' },
      })
      expect([...browser.cookies.keys()]).toEqual([])
    }
    // A person who mistyped the password tries again immediately.
    const browser = fixture.browser('myconsent')
    expect(await browser.call('/otp', credentials('p2@example.org', 'wrong'))).toMatchObject({ code: 'password_wrong' })
    expect(await browser.call('/otp', credentials('p2@example.org'))).toEqual({ success: true })
    await fixture.codeFor('p2@example.org')
    expect(fixture.mail.mails.filter(({ recipients }) => recipients.includes('p2@example.org'))).toHaveLength(1)
    expect(fixture.mail.mails.flatMap(({ recipients }) => recipients)).not.toContain('nobody@example.org')
    expect(fixture.sms.messages.map(({ to }) => to)).not.toContain('+393330000006')
  })

  it('deny the staff site', async () => {
    expect(await fixture.browser('staff').call('/otp', credentials('p1@example.org'))).toMatchObject({
      success: false,
      code: 'permission_denied',
    })
  })

  it('deny withdrawn patients', async () => {
    const { id } = await fixture.patient({ centrePatientCode: 'P4', email: 'p4@example.org' })
    await owner()`UPDATE patient SET c_db_no_notification = 'v1' WHERE id = ${id}`
    expect(await fixture.browser('myconsent').call('/otp', credentials('p4@example.org'))).toMatchObject({ code: 'password_wrong' })
    await fixture.patient({ centrePatientCode: 'P4B', email: 'p4b@example.org' })
    await fixture.requestCode('p4b@example.org')
    expect(fixture.mail.mails.flatMap(({ recipients }) => recipients)).not.toContain('p4@example.org')
  })
})

describe('a code', () => {
  const fresh = async (name: string) => {
    const contact = `${name}@example.org`
    const patient = await fixture.patient({ centrePatientCode: name, email: contact })
    return { contact, patient, ...(await fixture.requestCode(contact)) }
  }

  it('THREAT-15: is rejected in another browser and a second time', async () => {
    const { contact, browser, code } = await fresh('bound')
    const rejected = { success: false, code: 'code_refused', error: 'Codice non corretto o non più valido. Se serve, chiedine un altro' }
    const other = fixture.browser('myconsent')
    await fixture.patient({ centrePatientCode: 'other', email: 'somebody-else@example.org' })
    await other.call('/otp', credentials('somebody-else@example.org'))
    // Attempts of other browsers do not consume the attempts of the code.
    for (let each = 0; each < maxCodeAttempts; each += 1) expect(await other.call('/otplogin', guess(contact, code))).toEqual(rejected)
    expect(await fixture.browser('myconsent').call('/otplogin', guess(contact, code))).toMatchObject({ code: 'code_other_browser' })
    // Nothing reveals whether the contact is known.
    const unknown = guess('nobody@example.org', code)
    expect(await fixture.browser('myconsent').call('/otplogin', unknown)).toMatchObject({ code: 'code_other_browser' })
    const pre = browser.cookies.get('pre') ?? ''
    expect(await browser.call('/otplogin', guess(contact, code))).toMatchObject({ success: true })
    browser.cookies.set('pre', pre)
    expect(await browser.call('/otplogin', guess(contact, code))).toEqual(rejected)
  })

  it('THREAT-15: of one patient is rejected for another', async () => {
    const one = await fresh('first')
    const two = await fresh('second')
    expect(await one.browser.call('/otplogin', guess(two.contact, one.code))).toMatchObject({ success: false, code: 'code_refused' })
    expect(await one.browser.call('/otplogin', guess(two.contact, two.code))).toMatchObject({ success: false, code: 'code_refused' })
  })

  it('that is not the newest reports when a newer one was sent, like the mail', async () => {
    const { contact, browser, code } = await fresh('older')
    fixture.advanceClock(minute)
    await browser.call('/otp', credentials(contact))
    const second = await fixture.codeFor(contact, 1)
    const time = new Date(fixture.now()).toLocaleTimeString('it-IT', { timeZone: 'Europe/Rome', hour: '2-digit', minute: '2-digit' })
    expect(await browser.call('/otplogin', guess(contact, code))).toEqual({
      success: false,
      code: 'code_superseded',
      error: `Questo codice è vecchio: alle ${time} ne abbiamo mandato uno più recente. Inserisci quello`,
    })
    expect(fixture.mail.mails.at(-1)?.text).toContain(`Lo hai chiesto alle ${time} (ora italiana).`)
    expect(await browser.call('/otplogin', guess(contact, second))).toMatchObject({ success: true })
  })

  it('spends no attempt on what is not six digits', async () => {
    const { contact, browser, code } = await fresh('letters')
    for (const text of ['abcdef', '12/345', '1234567', '12345', '١٢٣٤٥٦'])
      expect(await browser.call('/otplogin', guess(contact, text))).toMatchObject({ code: 'validation_failed' })
    const [stored] = await owner()<
      { attempts: number }[]
    >`SELECT max(attempts)::integer AS attempts FROM one_time_code WHERE used_at IS NULL AND account_id = (
      SELECT a.id FROM account AS a JOIN patient_identity AS i ON i.patient_id = a.patient_id WHERE i.email = ${contact})`
    expect(stored).toEqual({ attempts: 0 })
    expect(await browser.call('/otplogin', guess(contact, code))).toMatchObject({ success: true })
  })

  it('replaces the previous one', async () => {
    const { contact, browser, code } = await fresh('replaced')
    fixture.advanceClock(minute)
    const later = fixture.browser('myconsent')
    await later.call('/otp', credentials(contact))
    const second = await fixture.codeFor(contact, 1)
    expect(await browser.call('/otplogin', guess(contact, code))).toMatchObject({ success: false })
    expect(await later.call('/otplogin', guess(contact, second))).toMatchObject({ success: true })
  })

  it('is valid for otp_minute_duration minutes, at most 10', async () => {
    const { contact, browser, code } = await fresh('slow')
    fixture.advanceClock(5 * minute + 1000)
    expect(await browser.call('/otplogin', guess(contact, code))).toMatchObject({ success: false, code: 'code_refused' })
    await expect(owner()`UPDATE setting SET value = '11' WHERE key = 'otp_minute_duration'`).rejects.toThrow('setting_limits')
    await owner()`UPDATE setting SET value = '10' WHERE key = 'otp_minute_duration'`
    const { browser: api } = await fresh('longer')
    await fixture.patient({ centrePatientCode: 'anybody', email: 'anybody@example.org' })
    expect(
      await fixture.browser('myconsent').api.signIn.requestCode.mutate({ username: 'anybody@example.org', password: patientPassword }),
    ).toMatchObject({
      validMinutes: 10,
      channel: 'mail',
      againInSeconds: 60,
    })
    fixture.advanceClock(10 * minute + 1000)
    expect(await api.call('/otplogin', guess('longer@example.org', await fixture.codeFor('longer@example.org')))).toMatchObject({
      success: false,
    })
    await owner()`UPDATE setting SET value = '5' WHERE key = 'otp_minute_duration'`
  })

  it('is stored neither as text nor as a plain hash', async () => {
    const { code, patient } = await fresh('secret')
    const rows = await owner()<
      { row: string; hash: Buffer; salt: Buffer }[]
    >`SELECT c::text AS row, code_hash AS hash, salt FROM one_time_code c WHERE account_id = ${patient.accountId}`
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(code)
    const { createHash, createHmac } = await import('node:crypto')
    const { hash, salt } = rows[0]!
    for (const plain of [
      createHash('sha256').update(code),
      createHash('sha256').update(salt).update(code),
      createHmac('sha256', salt).update(code),
    ]) {
      expect(plain.digest().equals(hash)).toBe(false)
    }
  })

  it('THREAT-36: is in no log, and passwords and tokens are in none', async () => {
    const { browser, contact, code } = await fresh('quiet')
    await browser.call('/otplogin', guess(contact, code))
    const written = fixture.server.log() + JSON.stringify(await fixture.server.readAuditLog())
    expect(written).toContain('otplogin')
    for (const secret of [code, patientPassword, browser.cookies.get('sid') ?? 'none', contact]) expect(written).not.toContain(secret)
  })
})
