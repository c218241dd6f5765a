import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PatientOptions } from '@registry/db/testing/fixtures'
import { readPdf } from '../../shared/pdf/testing/read-pdf.ts'
import { readQr } from '../../shared/pdf/testing/read-qr.ts'
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
const printBytes = async (client: Client, allergies: string, language: 'it' | 'en' = 'it'): Promise<Uint8Array<ArrayBuffer>> => {
  const { file } = await client.api.myRecord.sheet.mutate({ language, allergies })
  return new Uint8Array(Buffer.from(file, 'base64'))
}
const print = async (...wanted: Parameters<typeof printBytes>) => readPdf(await printBytes(...wanted))
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

  test('REQ-PAT-31: has the current values while the registry delays new ones on the page', async () => {
    const client = await enter({ medical })
    const { owner } = fixture.server.database
    await owner`UPDATE setting SET value = '20' WHERE key = 'record_delay_days'`
    try {
      const { text } = await print(client, '')
      for (const part of ['Beta-talassemia major', 'Anticorpi del sistema Kell', 'acido folico']) expect(text).toContain(part)
    } finally {
      await owner`UPDATE setting SET value = '0' WHERE key = 'record_delay_days'`
    }
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

  test('another program reads the QR code of the longest page, with the text of the page', async () => {
    const client = await enter({
      name: 'N'.repeat(80),
      surname: 'Ò'.repeat(80),
      medical: {
        ...medical,
        diagnosis_2: 'SCD_SHPFH',
        diagnosis_3: 'ATRX',
        ict_dfo_dosage: 40,
        hu_terapy_type: 'FIXED',
        lus_terapy_type: 'TRIAL',
        other_therapies: `${'acido folico è '.repeat(66)}vitamina D`,
      },
    })
    const bytes = await printBytes(client, 'Wespe '.repeat(33))
    const code = await readQr(bytes)
    const { text, pages } = await readPdf(bytes)
    expect(pages).toHaveLength(1)
    expect(code).toContain('vitamina D (dato del ')
    expect(code).toContain('Allergie, scritte dal paziente: Wespe Wespe')
    const withoutBlanks = (some: string): string => some.replaceAll(/[\s:]/g, '')
    const [title, ...rows] = code!.split('\n')
    expect(withoutBlanks(text), 'title and rows, and the line about the source above them').toContain(
      withoutBlanks([title, rows.at(-1), ...rows.slice(0, -1)].join('')),
    )
  })

  test('a QR code that cannot hold the text ends the note of the centre earlier, and has all other lines', async () => {
    const client = await enter({ medical: { ...medical, other_therapies: '€'.repeat(1000) } })
    const lines = (await readQr(await printBytes(client, 'lattice')))!.split('\n')
    expect(lines.find((line) => line.includes('€'))).toMatch(/^€+… \(continua sulla pagina\) \(dato del /)
    expect(lines).toContain('Allergie, scritte dal paziente: lattice')
    expect(lines.find((line) => line.startsWith('Centro: '))).toContain('06 555 0100')
  })
})
