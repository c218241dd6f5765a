import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../testing/client.ts'
import { createSignInFixture, type SignInFixture } from '../sign-in/testing/sign-in-fixture.ts'

let fixture: SignInFixture
let phone: Client
const path = '/patient/UpdatePersonalData'
const stored = { name: 'Ada', surname: 'bianchi', dob: '1985-12-10', login_mode: 'Email', email: 'old@example.org' }

beforeAll(async () => {
  fixture = await createSignInFixture()
  const { accountId } = await fixture.patient({
    centrePatientCode: 'L1',
    email: stored.email,
    surname: 'BIANCHI',
    name: 'ADA',
    personal: { dob: stored.dob, telephone: '051000' },
  })
  phone = await fixture.server.signIn(accountId, 'myconsent')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const readPatient = () => phone.api.personalData.read.query()

describe('/patient/UpdatePersonalData', () => {
  test.each([
    ['JSON', (fields: Readonly<Record<string, string>>) => ({ json: fields })],
    ['urlencoded', (fields: Readonly<Record<string, string>>) => ({ form: fields })],
    ['multipart', (fields: Readonly<Record<string, string>>) => ({ multipart: fields })],
  ])('the whole old form as %s: an absent field stays, an empty one is cleared, an unknown one is ignored', async (_type, body) => {
    await phone.call(path, { json: { telephone: '051000', address_town: 'Lucca' } })
    expect(await phone.call(path, body({ ...stored, telephone: '', legal_id: 'rssmra85t50a562w', other: 'x' }))).toEqual({ success: true })
    expect(await readPatient()).toMatchObject({ telephone: null, address_town: 'Lucca', legal_id: 'RSSMRA85T50A562W' })
  })

  test.each([
    [{ name: 'Eva' }, 'name', 'Questo dato lo cambia solo il tuo centro: chiedi al centro di correggerlo'],
    [{ surname: '' }, 'surname', 'Questo dato lo cambia solo il tuo centro: chiedi al centro di correggerlo'],
    [{ dob: '1985-12-11' }, 'dob', 'Questo dato lo cambia solo il tuo centro: chiedi al centro di correggerlo'],
    [{ dob: '1985-02-30' }, 'dob', 'Data non valida'],
    [{ login_mode: 'Fax' }, 'login_mode', 'Valore non valido'],
    [{ email: '' }, 'email', 'Campo email obbligatorio'],
    [{ login_mode: 'Mobile' }, 'mobile', 'Campo cellulare obbligatorio'],
    [{ telephone: '1'.repeat(21) }, 'telephone', 'Al massimo 20 caratteri'],
    [{ address_street: 'x'.repeat(5000) }, 'address_street', 'Valore non valido'],
    [{ address_town: { $ne: '' } }, 'address_town', 'Valore non valido'],
    [{ legal_id: ['a', 'b'] }, 'legal_id', 'Valore non valido'],
    [{ otp: '12' }, 'otp', 'Codice non corretto'],
  ])('%j is rejected at %s', async (fields, field, message) => {
    const answer = await phone.call(path, { json: { ...fields, lang: 'it' } })
    expect(answer).toMatchObject({ success: false, code: 'validation_failed', fields: { [field]: message } })
  })

  test('no column except those of the form can be written (THREAT-07)', async () => {
    const before = await readPatient()
    const more = { c_db: true, c_db_p: true, centre_code: 'MI01', patient_id: 1, version: 99, closed: true }
    expect(await phone.call(path, { json: more })).toEqual({ success: true })
    expect(await readPatient()).toEqual(before)
  })

  test('a new contact needs a second call with the code; until then nothing changes', async () => {
    const contact = 'next@example.org'
    const form = { ...stored, email: contact, address_town: 'Pisa', lang: 'it' }
    expect(await phone.call(path, { form })).toMatchObject({
      success: false,
      code: 'contact_code_sent',
      error:
        'Abbiamo mandato un codice al nuovo recapito. Non abbiamo ancora salvato nulla: ripeti il salvataggio con il codice entro 5 minuti',
      fields: { otp: 'Inserisci il codice che ti è stato inviato' },
    })
    expect(await readPatient()).toMatchObject({ address_town: 'Lucca' })
    expect(await phone.call(path, { form: { ...form, otp: await fixture.codeFor(contact) } })).toEqual({ success: true })
    expect(await readPatient()).toMatchObject({ address_town: 'Pisa' })
  })

  /** Sends the same request twice in parallel. If the first one already changed the data, the second changes nothing. */
  const tapTwice = async (client: Client, form: Readonly<Record<string, string>>): Promise<void> => {
    const taps = await Promise.all([client.call(path, { form }), client.call(path, { form })])
    expect(taps).toContainEqual({ success: true })
    const rejected = taps.flatMap(({ success, code }) => (success === true ? [] : [code]))
    expect(['validation_failed', 'personal_data_changed']).toEqual(expect.arrayContaining(rejected))
  }

  test('two taps on the save store the change', async () => {
    await tapTwice(phone, { address_town: 'Siena', lang: 'it' })
    expect(await readPatient()).toMatchObject({ address_town: 'Siena' })
  })

  test('two taps on the code of a new contact change it once, and make one link that undoes it', async () => {
    const contact = 'after@example.org'
    const { accountId } = await fixture.patient({ centrePatientCode: 'L2', email: 'before@example.org' })
    const other = await fixture.server.signIn(accountId, 'myconsent')
    const form = { email: contact, lang: 'it' }
    expect(await other.call(path, { form })).toMatchObject({ code: 'contact_code_sent' })
    await tapTwice(other, { ...form, otp: await fixture.codeFor(contact) })
    expect(await other.api.personalData.read.query()).toMatchObject({ email: contact })
    expect(await fixture.server.database.owner`SELECT FROM contact_change WHERE account_id = ${accountId}`).toHaveLength(1)
  })

  test('without a session', async () => {
    expect(await fixture.browser('myconsent').call(path, { json: {} })).toMatchObject({ success: false, error: 'session required' })
  })
})

describe('/verify_phone_number (REQ-PAT-11)', () => {
  test.each([
    ['333 1234567', '3331234567'],
    ['+39 333 1234567', '3331234567'],
    ['0039333-1234567', '3331234567'],
  ])('%s', async (number, national_number) => {
    expect(await phone.call('/verify_phone_number', { multipart: { number } })).toEqual({
      success: true,
      country_code: '+39',
      national_number,
    })
  })

  test.each([
    ['', 'mobile_wrong'],
    ['33', 'mobile_wrong'],
    ['call me', 'mobile_wrong'],
    ['06 12345678', 'mobile_not_mobile'],
    ['+33 6 12 34 56 78', 'mobile_prefix_not_allowed'],
    ['+88213123456', 'mobile_prefix_not_allowed'],
    ['3'.repeat(41), 'validation_failed'],
  ])('%j is rejected: %s', async (number, code) => {
    expect(await phone.call('/verify_phone_number', { json: { number } })).toMatchObject({ success: false, code })
  })
})
