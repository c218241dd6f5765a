import jsQR from 'jsqr'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PatientOptions } from '@registry/db/testing/fixtures'
import { encodeQr } from '../../shared/pdf/qr.ts'
import { readPdf } from '../../shared/pdf/testing/read-pdf.ts'
import type { Client } from '../../testing/client.ts'
import { createSignInFixture, type SignInFixture } from '../sign-in/testing/sign-in-fixture.ts'

let fixture: SignInFixture
let number = 0
let email: string
beforeAll(async () => {
  fixture = await createSignInFixture()
  await fixture.server.database.owner`UPDATE centre SET telephone = '06 555 0100' WHERE code = 'RM01'`
})
afterAll(() => fixture[Symbol.asyncDispose]())
beforeEach(() => {
  number += 1
  email = `sheet${number}@example.org`
})

const enter = async (options: Partial<PatientOptions> = {}): Promise<Client> => {
  await fixture.patient({ centrePatientCode: `S${number}`, email, ...options })
  const { browser, code } = await fixture.requestCode(email)
  await browser.api.signIn.withCode.mutate({ username: email, otp: code })
  return browser
}
const print = async (client: Client, allergies: string, language: 'it' | 'en' = 'it') => {
  const { file } = await client.api.myRecord.sheet.mutate({ language, allergies })
  return readPdf(new Uint8Array(Buffer.from(file, 'base64')))
}
const rejected = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'not rejected',
    (error: { data?: { detail?: unknown } }) => error.data?.detail,
  )

const medical = {
  diagnosis: 'BTM',
  blood_group: 'A_POS',
  immunization: 'KELL',
  splenectomy: true,
  splenectomy_date: '1999-05-03',
  ict_type: 'DFO_DFP',
  ict_ongoing: true,
  ict_start: '2010-02-01',
  ict_dfp_dosage: 75,
  hu_terapy_type: 'STOPPED',
  other_therapies: 'acido folico',
}

describe('REQ-PAT-29: the sheet for emergencies', () => {
  test('is one tagged page with what an emergency department needs', async () => {
    const client = await enter({ medical, personal: { dob: '1980-02-03', sex: 'F' } })
    const { text, pages, tags, marked, language } = await print(client, 'penicillina,\n lattice')
    expect({ pages: pages.length, marked, language }).toEqual({ pages: 1, marked: true, language: 'it-IT' })
    expect(tags).toContain('Figure')
    for (const part of [
      'data di nascita 03/02/1980',
      'Beta-talassemia major',
      'Anticorpi del sistema Kell',
      'Non valido per trasfusione: ripetere gruppo e prove.',
      'Asportata il 03/05/1999: rischio di infezioni gravi',
      'acido folico',
      'penicillina, lattice',
      '06 555 0100',
    ])
      expect(text).toContain(part)
    expect(text).toMatch(
      /Deferoxamina e deferiprone, Dose di deferiprone 75 mg\/kg\/giorno \(dal 01\/02\/2010; dato del \d\d\/\d\d\/\d{4}\)/,
    )
    expect(text, 'a stopped medicine').not.toContain('Idrossiurea')
  })

  test('is in English, and says what the centre has not stated', async () => {
    const { text, pages } = await print(await enter(), '', 'en')
    expect(pages).toHaveLength(1)
    expect(text).toContain('Diagnosis Not stated by the centre')
    expect(text).toContain('The patient wrote nothing')
    expect(text).toContain('Not valid for transfusion: repeat the group and the tests.')
  })

  test('is one page even with the longest texts', async () => {
    const long = { ...medical, other_therapies: 'acido folico '.repeat(76), hu_terapy_type: 'FIXED', lus_terapy_type: 'TRIAL' }
    expect((await print(await enter({ medical: long }), 'Wespe '.repeat(33))).pages).toHaveLength(1)
  })

  test('has the lines of a note in one, so that it stays one page', async () => {
    const lines = { ...medical, other_therapies: 'ferro,\nacido folico\n'.repeat(50) }
    const { pages, text } = await print(await enter({ medical: lines }), 'penicillina\nlattice')
    expect(pages).toHaveLength(1)
    expect(text).toContain('ferro, acido folico; ferro, acido folico')
    expect(text).toContain('penicillina; lattice')
  })

  test('is made of texts in any letters, although a QR code holds fewer of some', async () => {
    const client = await enter({ medical: { ...medical, other_therapies: 'é€'.repeat(500) } })
    expect((await print(client, '😀'.repeat(100))).pages).toHaveLength(1)
    for (const allergies of ['a\u0001', 'a\uD83D'])
      expect(await rejected(client.api.myRecord.sheet.mutate({ language: 'it', allergies }))).toMatchObject({
        fields: { allergies: 'Il testo contiene caratteri non ammessi' },
      })
  })

  test('keeps nothing of what the patient writes, and refuses too much', async () => {
    const client = await enter({ medical })
    await print(client, 'CANARY-ALLERGY')
    expect(JSON.stringify(await fixture.server.readAuditLog())).not.toContain('CANARY-ALLERGY')
    expect(await rejected(client.api.myRecord.sheet.mutate({ language: 'it', allergies: 'x'.repeat(201) }))).toMatchObject({
      fields: { allergies: 'Scrivi le allergie in non più di 200 caratteri' },
    })
    fixture.advanceClock(11 * 60_000)
    expect(await rejected(client.api.myRecord.sheet.mutate({ language: 'it', allergies: '' }))).toMatchObject({
      code: 'record_code_required',
    })
  })

  test('another program reads the text of its QR code, accents included', () => {
    const text = `Scheda per le emergenze\nAllergie: «già» ${'città '.repeat(200)}`
    const rows = encodeQr(text)
    const [scale, side] = [4, rows.length]
    const pixels = new Uint8ClampedArray(side * side * scale * scale * 4)
    for (let index = 0; index < side * side * scale * scale; index++) {
      const [x, y] = [index % (side * scale), Math.floor(index / (side * scale))]
      const level = rows[Math.floor(y / scale)]![Math.floor(x / scale)] ? 0 : 255
      pixels.set([level, level, level, 255], index * 4)
    }
    expect(jsQR(pixels, side * scale, side * scale)?.data).toBe(text)
  })
})
