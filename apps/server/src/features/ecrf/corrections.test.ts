import { allConsents, makeCentre } from '@registry/db/testing/fixtures'
import { eventually } from '@registry/db/testing/eventually'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../testing/client.ts'
import { toChange } from '../../testing/own-data.ts'
import { createSignInFixture, patientPassword, type SignInFixture } from '../sign-in/testing/sign-in-fixture.ts'

let fixture: SignInFixture
let rome: Client
let milan: Client
let number = 0
let code: string
let email: string
let next: string
let patientId: number
let accountId: number

beforeAll(async () => {
  fixture = await createSignInFixture()
  await makeCentre(fixture.server.database.owner, 'MI01', 'ITC4')
  rome = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'rome@example.org')
  milan = await fixture.server.staff([{ role: 'CenterAdmin', center: 'MI01' }], 'milan@example.org')
})
afterAll(() => fixture[Symbol.asyncDispose]())
beforeEach(() => {
  number += 1
  code = `K${number}`
  email = `former${number}@example.org`
  next = `next${number}@example.org`
})

const owner = () => fixture.server.database.owner

/** A patient who has signed in. The centre has no consent to personal data. */
const addSignedIn = async (options: object = {}): Promise<void> => {
  const consents = { ...allConsents, C_DB_P: false }
  const patient = { centrePatientCode: code, email, surname: 'VERDI', name: 'EVA', consents, ...options }
  ;({ id: patientId, accountId } = await fixture.patient(patient))
}
/** A patient whom the centre has just registered and invited. */
const addInvited = async (): Promise<void> => {
  await rome.api.ecrf.add.mutate({ code, surname: 'Verdi', name: 'Eva', loginMode: 'Email', email })
  const [found] = await owner()<{ id: number; patient_id: number }[]>`
    SELECT account.id, patient_id FROM account JOIN patient_identity USING (patient_id) WHERE centre_patient_code = ${code}`
  ;({ id: accountId, patient_id: patientId } = found!)
}

type Values = {
  surname: string
  name: string
  loginMode: 'Email' | 'Mobile'
  email: string
  mobile: string
  birthDate: string
  reason: string
}
const correct = async (values: Partial<Values>, client = rome) => {
  const { version, values: stored } = await client.api.ecrf.read.query({ code })
  const text = (name: string): string => String(stored[name] ?? '')
  const shown = { surname: text('SURNAME'), name: text('NAME'), loginMode: 'Email' as const, email: text('email'), mobile: text('mobile') }
  return client.api.ecrf.correct.mutate({ code, version, ...shown, reason: 'scritto male', ...values })
}

const listTexts = (contact: string): string[] =>
  contact.includes('@')
    ? fixture.mail.mails.filter(({ recipients }) => recipients.includes(contact)).map(({ text }) => text)
    : fixture.sms.messages.filter(({ to }) => to === contact).map(({ text }) => text)
const readLink = (contact: string, page: string, after = 0): Promise<string> =>
  eventually(() => {
    const found = listTexts(contact).flatMap((text) => new RegExp(`/${page}#(\\S+)`).exec(text)?.[1] ?? [])[after]
    if (found === undefined) throw new Error(`no link of ${page} for ${contact}`)
    return found
  })
const readInvitation = (contact: string): Promise<string> =>
  eventually(() => {
    const found = listTexts(contact)
      .flatMap((text) => /[?&#]p=([\w-]+)/.exec(text)?.[1] ?? [])
      .at(-1)
    if (found === undefined) throw new Error(`no invitation for ${contact}`)
    return found
  })
const openInvitation = async (contact: string, secret: string, browser = fixture.browser('myconsent')) =>
  (await browser.api.signIn.openLink.mutate({ username: contact, password: secret })).expired
const visit = () => fixture.browser('myconsent').api.personalData
const confirm = async (contact: string): Promise<string> => {
  const secret = await readLink(contact, 'conferma_recapito')
  const before = listTexts(contact).filter((text) => /\b\d{6}\b/.test(text)).length
  expect((await visit().sendCorrectionCode.mutate({ secret })).codeSent).not.toBeNull()
  const otp = await fixture.codeFor(contact, before)
  expect(await visit().confirmCorrection.mutate({ secret, otp })).toEqual({ confirmed: true })
  return secret
}
const readContact = async () => (await owner()`SELECT contact, in_use FROM sign_in_contact WHERE account_id = ${accountId}`)[0]
const signsIn = async (contact: string): Promise<boolean> => {
  const before = listTexts(contact).length
  await fixture.browser('myconsent').call('/otp', { json: { username: contact, password: patientPassword } })
  const [live] = await owner()`SELECT FROM one_time_code WHERE account_id = ${accountId} AND purpose = 'sign_in' AND used_at IS NULL`
  await owner()`DELETE FROM one_time_code WHERE account_id = ${accountId}`
  return live !== undefined && before >= 0
}
const history = () => owner()`
  SELECT field, old, new, actor, source, reason FROM field_history WHERE patient_id = ${patientId} AND version > 1 ORDER BY version, field`
const rejected = (fields: object) => ({ data: { detail: { code: 'validation_failed', fields } } })

describe('REQ-PAT-24: names', () => {
  test('change immediately without C_DB_P, with reason, history, audit entry and a notice without values', async () => {
    await addSignedIn()
    const { record, contact } = await correct({ surname: ' d’alò ', name: 'Eva  Maria' })
    expect(contact).toBe('unchanged')
    expect(record).toMatchObject({ surname: "D'ALÒ", name: 'EVA MARIA', consents: { personal: false } })
    expect(await history()).toEqual([
      { field: 'NAME', old: 'EVA', new: 'EVA MARIA', actor: 'rome@example.org', source: 'form', reason: 'scritto male' },
      { field: 'SURNAME', old: 'VERDI', new: "D'ALÒ", actor: 'rome@example.org', source: 'form', reason: 'scritto male' },
    ])
    const entry = (await fixture.server.readAuditLog()).findLast(({ action }) => action === 'CORRECT_REGISTRATION')
    expect(entry).toMatchObject({ username: 'rome@example.org', command: 'e_crf', outcome: 'done' })
    expect(entry?.['detail']).toContain(`patient ${patientId}, registration corrected: SURNAME, NAME`)
    const notice = await eventually(() => {
      const found = listTexts(email).find((text) => text.includes('corretto'))
      if (found === undefined) throw new Error('no notice')
      return found
    })
    expect(notice).not.toMatch(/ALÒ|VERDI|EVA/i)
  })

  test('a correction without reason, with an empty name, without a change or from an old version stores nothing', async () => {
    await addSignedIn()
    await expect(correct({ surname: 'Rossi', reason: ' ' })).rejects.toMatchObject(rejected({ reason: 'Campo obbligatorio' }))
    await expect(correct({ surname: ' ' })).rejects.toMatchObject(rejected({ surname: expect.any(String) }))
    await expect(correct({ surname: 'verdi' })).rejects.toMatchObject({ data: { detail: { code: 'record_nothing_changed' } } })
    const { version } = await rome.api.ecrf.read.query({ code })
    await correct({ name: 'Ada' })
    const late = { code, version, surname: 'VERDI', name: 'EVE', loginMode: 'Email' as const, email, mobile: '', reason: 'tardi' }
    await expect(rome.api.ecrf.correct.mutate(late)).rejects.toMatchObject({ data: { detail: { code: 'record_changed' } } })
    expect(await history()).toHaveLength(1)
  })

  test('REQ-GRD-06: the birth date of the registration is corrected alone, not to a day in the future, and never added', async () => {
    await addSignedIn()
    await expect(correct({ birthDate: '2012-03-04' }), 'registered without one').rejects.toMatchObject({
      data: { detail: { code: 'record_nothing_changed' } },
    })
    await owner().begin(async (sql) => {
      await sql`SELECT set_config('app.actor', 'test', true), set_config('app.source', 'system', true)`
      await sql`UPDATE patient_identity SET birth_date = '2008-03-04' WHERE patient_id = ${patientId}`
    })
    await expect(correct({ birthDate: '2199-01-01' })).rejects.toMatchObject(rejected({ birthDate: expect.any(String) }))
    const { version } = await rome.api.ecrf.read.query({ code })
    const { record } = await correct({ birthDate: '2018-03-04' })
    expect(record.birthDate).toBe('2018-03-04')
    expect(record.version).not.toBe(version)
    expect(await rome.api.guardians.list.query({ code })).toMatchObject({ birthDate: '2018-03-04', majority: '2036-03-04' })
    const entry = (await fixture.server.readAuditLog()).findLast(({ action }) => action === 'CORRECT_REGISTRATION')
    expect(entry?.['detail']).toContain(`patient ${patientId}, birth date of the registration corrected`)
  })

  test('THREAT-02: another centre and a withdrawn patient are rejected', async () => {
    await addSignedIn()
    const { version } = await rome.api.ecrf.read.query({ code })
    const values = { code, version, surname: 'ROSSI', name: 'EVA', loginMode: 'Email' as const, email, mobile: '', reason: 'prova' }
    await expect(milan.api.ecrf.correct.mutate(values)).rejects.toMatchObject({ data: { detail: { code: 'import_patient_unknown' } } })
    await owner()`UPDATE patient SET c_db_no_notification = 'v1' WHERE id = ${patientId}`
    await expect(correct({ surname: 'ROSSI' })).rejects.toMatchObject({ data: { detail: { code: 'consent_withdrawn' } } })
    expect(await history()).toEqual([])
  })
})

describe('REQ-PAT-24: the contact before the first sign-in', () => {
  test('changes immediately: the old invitation and the browser that opened it end, and a new one is sent', async () => {
    await addInvited()
    const old = await readInvitation(email)
    const stranger = fixture.browser('myconsent')
    expect(await openInvitation(email, old, stranger)).toBe(true)
    expect((await correct({ email: next })).contact).toBe('invited')
    expect(await readContact()).toEqual({ contact: next, in_use: false })
    expect(await openInvitation(email, old)).toBe(false)
    expect(await openInvitation(next, old)).toBe(false)
    expect(await stranger.api.session.current.query()).toBeNull()
    expect(await openInvitation(next, await readInvitation(next))).toBe(true)
    expect(await history()).toEqual([
      { field: 'email', old: email, new: next, actor: 'rome@example.org', source: 'form', reason: 'scritto male' },
    ])
  })

  test('from e-mail to mobile', async () => {
    await addInvited()
    const mobile = `33366600${String(number).padStart(2, '0')}`
    expect((await correct({ loginMode: 'Mobile', mobile })).contact).toBe('invited')
    expect(await readContact()).toEqual({ contact: `+39${mobile}`, in_use: false })
    await eventually(() => expect(listTexts(`+39${mobile}`).join()).toContain('ti invita'))
  })

  test('a contact of another patient of the centre is rejected, one of another centre is not read', async () => {
    await addInvited()
    await fixture.patient({ centrePatientCode: `${code}-OTHER`, email: `taken${number}@example.org` })
    await fixture.patient({ centre: 'MI01', centrePatientCode: code, email: `elsewhere${number}@example.org` })
    await expect(correct({ email: `taken${number}@example.org` })).rejects.toMatchObject(
      rejected({ email: expect.stringContaining('Un altro paziente del centro') }),
    )
    await expect(correct({ email: 'nobody' })).rejects.toMatchObject(rejected({ email: expect.any(String) }))
    expect((await correct({ email: `elsewhere${number}@example.org` })).contact).toBe('invited')
  })
})

describe('REQ-PAT-24: the contact after the first sign-in', () => {
  test('waits until the new contact confirms it by link and code; the previous one and the centre are notified', async () => {
    await addSignedIn()
    const { contact, record } = await correct({ email: next })
    expect(contact).toBe('pending')
    expect(record.pendingContact).toMatchObject({ contact: next, actor: 'rome@example.org' })
    expect(record.values).toMatchObject({ email })
    expect([await signsIn(email), await signsIn(next)]).toEqual([true, false])
    await eventually(() => expect(listTexts(email).join()).toContain('/annulla_recapito#'))
    expect(listTexts(email).join()).not.toContain(next)
    await confirm(next)
    expect(await readContact()).toEqual({ contact: next, in_use: true })
    expect([await signsIn(email), await signsIn(next)]).toEqual([false, true])
    expect((await rome.api.ecrf.read.query({ code })).pendingContact).toBeNull()
    expect(await history()).toEqual([
      { field: 'email', old: email, new: next, actor: 'rome@example.org', source: 'form', reason: 'scritto male' },
    ])
    await eventually(() => expect(listTexts('rome@example.org').join()).toContain(`codice ${code} del centro RM01 è confermato`))
    const entry = (await fixture.server.readAuditLog()).findLast(({ command }) => command === 'ConfirmContact')
    expect(entry).toMatchObject({ username: `patient ${patientId}`, outcome: 'done' })
    const stored = JSON.stringify(await owner()`SELECT c::text FROM contact_change AS c`)
    expect(stored + JSON.stringify(await fixture.server.readAuditLog())).not.toMatch(new RegExp(`${email}|${next}`))
  })

  test.each([
    ['the link of the first notice', 0],
    ['the link of the second notice', 1],
  ])('the previous contact can undo it for seven days by %s, even after a correction of the name', async (_name, notice) => {
    await addSignedIn()
    await correct({ email: next })
    await confirm(next)
    await correct({ name: 'Ada' })
    const secret = await readLink(email, 'annulla_recapito', notice)
    expect(await visit().undoContactChange.mutate({ secret })).toEqual({ undone: true, byCentre: true })
    expect(await readContact()).toEqual({ contact: email, in_use: true })
    expect((await rome.api.ecrf.read.query({ code })).values).toMatchObject({ NAME: 'ADA', email })
    await eventually(() =>
      expect(listTexts('rome@example.org').join()).toContain(`codice ${code} del centro RM01: vale il recapito di prima`),
    )
  })

  test('the previous contact declines it before the confirmation', async () => {
    await addSignedIn()
    await correct({ email: next })
    const link = await readLink(next, 'conferma_recapito')
    const secret = await readLink(email, 'annulla_recapito')
    expect(await visit().undoContactChange.mutate({ secret })).toEqual({ undone: true, byCentre: true })
    expect(await visit().sendCorrectionCode.mutate({ secret: link })).toEqual({ codeSent: null })
    expect(await readContact()).toEqual({ contact: email, in_use: true })
  })

  test('THREAT-13: a wrong code confirms nothing, five use the code up, and a link without a code confirms nothing', async () => {
    await addSignedIn()
    await correct({ email: next })
    const secret = await readLink(next, 'conferma_recapito')
    const wrong = rejected({ otp: expect.any(String) })
    await expect(visit().confirmCorrection.mutate({ secret, otp: '000000' })).rejects.toMatchObject(wrong)
    await visit().sendCorrectionCode.mutate({ secret })
    const otp = await fixture.codeFor(next)
    expect(listTexts(next).at(-1)).toMatch(/Lo hai chiesto alle \d{2}:\d{2} \(ora italiana\)/)
    const other = otp === '111111' ? '222222' : '111111'
    for (let attempt = 0; attempt < 5; attempt += 1)
      await expect(visit().confirmCorrection.mutate({ secret, otp: other })).rejects.toMatchObject(wrong)
    await expect(visit().confirmCorrection.mutate({ secret, otp })).rejects.toMatchObject(wrong)
    expect(await visit().confirmCorrection.mutate({ secret: 'unknown', otp })).toEqual({ confirmed: false })
    expect(await readContact()).toEqual({ contact: email, in_use: true })
  })

  test('REQ-PAT-03: a contact in use at another centre gets the same answer; only its holder learns it, with the code', async () => {
    const elsewhere = `abroad${number}@example.org`
    await fixture.patient({ centre: 'MI01', centrePatientCode: code, email: elsewhere })
    await addSignedIn()
    expect((await correct({ email: elsewhere })).contact).toBe('pending')
    const secret = await readLink(elsewhere, 'conferma_recapito')
    await visit().sendCorrectionCode.mutate({ secret })
    const otp = await fixture.codeFor(elsewhere)
    await expect(visit().confirmCorrection.mutate({ secret, otp })).rejects.toMatchObject(
      rejected({ otp: expect.stringContaining('Another MyConsent account') }),
    )
    expect(await readContact()).toEqual({ contact: email, in_use: true })
  })

  test('ends when the patient changes the contact or withdraws, and a later correction replaces it', async () => {
    await addSignedIn()
    await correct({ email: next })
    const first = await readLink(next, 'conferma_recapito')
    await correct({ email: `later${number}@example.org` })
    expect(await visit().sendCorrectionCode.mutate({ secret: first })).toEqual({ codeSent: null })
    const phone = await fixture.server.signIn(accountId, 'myconsent')
    const save = async (otp?: string) => {
      const { version, values } = toChange(await phone.api.personalData.read.query())
      return phone.api.personalData.save.mutate({ version, values: { ...values, email: `own${number}@example.org` }, ...(otp && { otp }) })
    }
    await save()
    await save(await fixture.codeFor(`own${number}@example.org`))
    expect(await owner()`SELECT FROM contact_correction WHERE account_id = ${accountId}`).toHaveLength(0)
  })

  test('THREAT-14: the sixth correction of one patient in a day sends nothing', async () => {
    await addSignedIn()
    for (let time = 0; time < 5; time += 1) await correct({ email: `time${time}.${next}` })
    await expect(correct({ email: next })).rejects.toMatchObject({ data: { detail: { code: 'too_many_attempts' } } })
  })

  test('REQ-ACC-21: the password is required again after ten minutes', async () => {
    await addSignedIn()
    const late = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], `late${number}@example.org`)
    await owner()`UPDATE session SET authenticated_at = now() - interval '11 minutes' WHERE account_id = ${late.fixture.accountId}`
    expect((await correct({ surname: 'ROSSI' }, late)).contact).toBe('unchanged')
    await expect(correct({ email: next }, late)).rejects.toThrow()
    expect(await owner()`SELECT FROM contact_correction WHERE account_id = ${accountId}`).toHaveLength(0)
  })
})

describe('REQ-PAT-24: PUT_PATIENT_DATA', () => {
  const put = (fields: object) => rome.call('/e_crf', { json: { action: 'PUT_PATIENT_DATA', lang: 'it', CENTER_ID: code, ...fields } })

  test('corrects names and contact without a reason and without C_DB_P; the contact waits for its confirmation', async () => {
    await addSignedIn()
    const answer = await put({ PATIENT: { SURNAME: 'D’Angelo', NAME: 'Ada', email: next }, MEDICAL_DATA: { HB: 9 } })
    expect(answer).toMatchObject({ success: true, warnings: [{ field: 'email', code: 'record_contact_pending' }] })
    const { surname, name, values, pendingContact } = await rome.api.ecrf.read.query({ code })
    expect([surname, name, values['email'], values['HB'], pendingContact?.contact]).toEqual(["D'ANGELO", 'ADA', email, 9, next])
    await confirm(next)
    expect(await readContact()).toEqual({ contact: next, in_use: true })
  })

  test('a record that is sent back as it was read, in another spelling, corrects nothing', async () => {
    await addSignedIn({ surname: "D'ANGELO" })
    const answer = await put({
      PATIENT: { SURNAME: 'D`Angelo', NAME: 'eva', email: email.toUpperCase(), c_s: true },
      MEDICAL_DATA: { HB: 9 },
    })
    expect(answer).toMatchObject({ success: true, warnings: [] })
    expect((await history()).map(({ field }) => field)).toEqual(['HB'])
  })

  test('a missing or wrong value is rejected at its field and stores nothing', async () => {
    await addSignedIn()
    expect(await put({ PATIENT: { SURNAME: null, email: 'nobody' }, MEDICAL_DATA: { HB: 9 } })).toMatchObject({
      success: false,
      fields: { SURNAME: expect.any(String), email: expect.any(String) },
    })
    expect(await put({ PATIENT: { email: null } })).toMatchObject({ fields: { email: 'Campo email obbligatorio' } })
    expect(await put({ PATIENT: { SURNAME: 'Rossi' }, MEDICAL_DATA: { HB: 99 } })).toMatchObject({ fields: { HB: expect.any(String) } })
    expect(await history()).toEqual([])
  })
})
