import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import type { Client } from '../../testing/client.ts'
import { createSignInFixture, patientPassword, type SignInFixture } from '../sign-in/testing/sign-in-fixture.ts'
import { toChange } from '../../testing/own-data.ts'

let fixture: SignInFixture
let number = 0
let email: string
let patientId: number
let accountId: number
let phone: Client

beforeAll(async () => {
  fixture = await createSignInFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const owner = () => fixture.server.database.owner

/** Opens a session whose password was checked now. */
const openDevice = (): Promise<Client> => fixture.server.signIn(accountId, 'myconsent')

beforeEach(async () => {
  number += 1
  email = `own${number}@example.org`
  const patient = await fixture.patient({
    centrePatientCode: `O${number}`,
    email,
    surname: 'BIANCHI',
    name: 'ADA',
    personal: { dob: '1985-12-10', address_nation: 'IT', address_area: 'R07' },
  })
  ;({ id: patientId, accountId } = patient)
  phone = await openDevice()
})

const readValues = async (client = phone) => toChange(await client.api.personalData.read.query())
type Values = Awaited<ReturnType<typeof readValues>>['values']

const save = async (
  changes: Partial<Values>,
  more: { readonly otp?: string; readonly password?: string; readonly version?: string } = {},
  client = phone,
) => {
  const { version, values } = await readValues(client)
  return client.api.personalData.save.mutate({ version, values: { ...values, ...changes }, ...more })
}

const rejected = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'not rejected',
    (error: { data?: { detail?: unknown } }) => error.data?.detail,
  )

describe('the patient’s own data (REQ-PAT-10)', () => {
  test('a patient without any consent reads and changes them, and the history names the patient as the source', async () => {
    expect(await phone.api.personalData.read.query()).toMatchObject({
      name: 'ADA',
      surname: 'BIANCHI',
      dob: '1985-12-10',
      email,
      shared: false,
    })
    const change = {
      telephone: '06 1234567',
      legal_id: 'bncdaa85t50h501s',
      address_town: 'Forlì',
      address_street: 'Via dell’Orto 7',
      address_zip: '47121',
      address_area: 'R08',
      lob_nation: 'FR',
    }
    const { saved } = await save({ ...change, legal_id: 'rssmra85t50a562w' })
    expect(saved).toMatchObject({ ...change, legal_id: 'RSSMRA85T50A562W' })
    expect(saved?.names).toMatchObject({
      address_area: { trans_it: 'Emilia-Romagna', trans_en: 'Emilia-Romagna' },
      lob_nation: { trans_it: 'Francia', trans_en: 'France' },
    })
    expect(
      await owner()`SELECT field, new, source, actor FROM field_history WHERE patient_id = ${patientId} AND field = 'address_town'`,
    ).toEqual([{ field: 'address_town', new: 'Forlì', source: 'patient', actor: `patient ${patientId}` }])
  })

  test('the audit entry names the changed fields and no value', async () => {
    await save({ telephone: '0512345678', address_town: 'Bologna' })
    const entries = await fixture.server.readAuditLog()
    expect(entries.at(-1)).toMatchObject({
      username: `patient ${patientId}`,
      command: 'UpdatePersonalData',
      detail: 'changed telephone, address_town',
    })
    expect(JSON.stringify(entries)).not.toContain('0512345678')
  })

  test.each([
    ['+39', '0612345678'],
    ['+33', '612345678'],
  ])('REQ-PAT-02: a patient who signs in by e-mail can have the number %s %s', async (mobile_prefix, mobile) => {
    const before = await readValues()
    await save({ mobile_prefix, mobile })
    expect(await readValues()).toMatchObject({ values: { mobile_prefix, mobile } })
    await save(before.values)
  })

  test.each<[Partial<Values>, string, string]>([
    [{ email: null }, 'email', 'Campo email obbligatorio'],
    [{ login_mode: 'Mobile' }, 'mobile', 'Campo cellulare obbligatorio'],
    [{ email: 'ada' }, 'email', 'Indirizzo e-mail non corretto'],
    [{ mobile_prefix: '+39', mobile: '12' }, 'mobile', 'Numero di cellulare non corretto'],
    [{ login_mode: 'Mobile', mobile_prefix: '+39', mobile: '0612345678' }, 'mobile', 'Non è un numero di cellulare'],
    [
      { login_mode: 'Mobile', mobile_prefix: '+33', mobile: '612345678' },
      'mobile',
      'Il registro manda SMS solo ai numeri con questi prefissi: +39',
    ],
    [{ legal_id: 'RSSMRA85T10A562T' }, 'legal_id', 'Codice fiscale non corretto'],
    [{ telephone: '1'.repeat(21) }, 'telephone', 'Al massimo 20 caratteri'],
    [{ address_town: 'x'.repeat(81) }, 'address_town', 'Al massimo 80 caratteri'],
    [{ address_street: 'a\u0007b' }, 'address_street', 'Il testo contiene caratteri non ammessi'],
    [{ address_zip: '123' }, 'address_zip', 'Il CAP italiano ha cinque cifre'],
    [{ address_nation: 'XX', address_area: null }, 'address_nation', 'Voce non presente nell’elenco'],
    [{ address_nation: 'FR' }, 'address_area', 'La regione si indica solo se la nazione è l’Italia'],
    [{ lob_nation: 'IT', lob_region: 'R04' }, 'lob_region', 'Voce non presente nell’elenco'],
  ])('%j is rejected at %s: %s', async (changes, field, message) => {
    const before = await readValues()
    expect(await rejected(save(changes))).toMatchObject({ fields: { [field]: expect.stringContaining(message) } })
    expect(await readValues()).toEqual(before)
  })

  test.each(['telephone', 'legal_id', 'address_town', 'address_street', 'address_zip'])(
    'the database rejects a control character in %s',
    async (column) => {
      const sql = owner()
      await expect(sql`UPDATE patient_personal SET ${sql({ [column]: 'a\u0007' })} WHERE patient_id = ${patientId}`).rejects.toThrow(
        'patient_personal_characters',
      )
    },
  )

  test('of two devices that save at the same time the second gets an error, and the data of the first are kept', async () => {
    const other = await openDevice()
    const [first, second] = [await readValues(), await readValues(other)]
    await phone.api.personalData.save.mutate({ ...first, values: { ...first.values, telephone: '0511' } })
    const late = other.api.personalData.save.mutate({ ...second, values: { ...second.values, address_town: 'Roma' } })
    expect(await rejected(late)).toMatchObject({ code: 'personal_data_changed' })
    expect((await readValues()).values).toMatchObject({ telephone: '0511', address_town: null })
  })

  test('parallel saves of one version: one is saved', async () => {
    const { version, values } = await readValues()
    const saves = ['1', '2', '3', '4'].map((telephone) => phone.api.personalData.save.mutate({ version, values: { ...values, telephone } }))
    const results = await Promise.allSettled(saves)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('a new sign-in contact (THREAT-18)', () => {
  test('takes effect only with the code sent to it, and the previous contact gets a notice without the new one', async () => {
    const contact = `new${number}@example.org`
    expect(await save({ email: contact, telephone: '0512' })).toMatchObject({ saved: null, codeSent: { channel: 'mail', validMinutes: 5 } })
    expect((await readValues()).values).toMatchObject({ email, telephone: null })

    const otp = await fixture.codeFor(contact)
    expect(await save({ email: contact, telephone: '0512' }, { otp })).toMatchObject({ saved: { email: contact, telephone: '0512' } })
    const notice = await eventually(() => {
      const mail = fixture.mail.mails.find(({ recipients, text }) => recipients.includes(email) && text.includes('è cambiato'))
      if (!mail) throw new Error('no mail to the previous contact')
      return mail
    })
    expect(notice.text).not.toContain(contact)
    const [row] = await owner()`SELECT contact, in_use FROM sign_in_contact WHERE account_id = ${accountId}`
    expect(row).toEqual({ contact, in_use: true })
  })

  test('from e-mail to mobile: the code is sent by SMS, and the number signs in', async () => {
    const mobile = `33312345${String(number).padStart(2, '0')}`
    const change = { login_mode: 'Mobile', mobile_prefix: '+39', mobile } as const
    expect(await save(change)).toMatchObject({ codeSent: { channel: 'sms' } })
    await save(change, { otp: await fixture.codeFor(`+39${mobile}`) })
    const browser = fixture.browser('myconsent')
    const credentials = { username: `+39 ${mobile}`, password: patientPassword }
    expect(await browser.call('/otp', { json: credentials })).toMatchObject({ success: true })
  })

  test('the code of one contact confirms no other, and five wrong codes end it', async () => {
    const [contact, other] = [`right${number}@example.org`, `wrong${number}@example.org`]
    await save({ email: contact })
    const otp = await fixture.codeFor(contact)
    expect(await rejected(save({ email: other }, { otp }))).toMatchObject({
      fields: { otp: expect.stringContaining('Codice non corretto') },
    })
    for (const _ of [1, 2, 3, 4]) await rejected(save({ email: contact }, { otp: otp === '000000' ? '111111' : '000000' }))
    expect(await rejected(save({ email: contact }, { otp }))).toMatchObject({ code: 'validation_failed' })
    expect((await readValues()).values.email).toBe(email)
  })

  test('another session, a later time and a second use are rejected', async () => {
    const contact = `session${number}@example.org`
    await save({ email: contact })
    const otp = await fixture.codeFor(contact)
    expect(await rejected(save({ email: contact }, { otp }, await openDevice()))).toMatchObject({ code: 'validation_failed' })
    fixture.advanceClock(5 * 60_000)
    expect(await rejected(save({ email: contact }, { otp }))).toMatchObject({ code: 'validation_failed' })
    await save({ email: contact })
    const second = await fixture.codeFor(contact, 1)
    await save({ email: contact }, { otp: second })
    fixture.advanceClock(60_000)
    await save({ email })
    expect(await rejected(save({ email }, { otp: second }))).toMatchObject({ code: 'validation_failed' })
  })

  test('a sign-in code changes no contact', async () => {
    const browser = fixture.browser('myconsent')
    await browser.call('/otp', { json: { username: email, password: patientPassword } })
    const otp = await fixture.codeFor(email)
    expect(await rejected(save({ email: `no${number}@example.org` }, { otp }))).toMatchObject({ code: 'validation_failed' })
  })

  test('the contact of somebody else gets the same answer, and only its owner learns more, by the code', async () => {
    const taken = `taken${number}@example.org`
    await fixture.patient({ centrePatientCode: `T${number}`, email: taken })
    const ofNobody = await save({ email: `free${number}@example.org` })
    fixture.advanceClock(60_000)
    expect(await save({ email: taken })).toEqual(ofNobody)
    const otp = await fixture.codeFor(taken)
    expect(await rejected(save({ email: taken }, { otp }))).toMatchObject({
      fields: { email: expect.stringContaining('un altro account') },
    })
    expect((await readValues()).values.email).toBe(email)
  })

  test('requires the password again after ten minutes, even for a second contact; other fields do not', async () => {
    fixture.advanceClock(11 * 60_000)
    await save({ telephone: '0513' })
    const change = { mobile_prefix: '+39', mobile: '3331234567' }
    expect(await rejected(save(change))).toMatchObject({ code: 'reauthentication_required' })
    expect(await rejected(save(change, { password: 'wrong' }))).toMatchObject({ code: 'password_wrong' })
    expect(await save(change, { password: patientPassword })).toMatchObject({ saved: { mobile: '3331234567' } })
  })

  test('codes are limited: one a minute, three in fifteen minutes', async () => {
    await save({ email: `a${number}@example.org` })
    expect(await rejected(save({ email: `b${number}@example.org` }))).toMatchObject({ code: 'code_limit' })
    for (const minute of [1, 2]) {
      fixture.advanceClock(60_000)
      await save({ email: `c${number}-${minute}@example.org` })
    }
    fixture.advanceClock(60_000)
    expect(await rejected(save({ email: `d${number}@example.org` }))).toMatchObject({ code: 'code_limit' })
  })
})
