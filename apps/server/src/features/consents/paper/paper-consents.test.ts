import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxScanBytes } from '@registry/domain/consent/paper-scan'
import { readPdf } from '../../../shared/pdf/testing/read-pdf.ts'
import { createImportFixture, type ImportFixture } from '../../imports/testing/import-fixture.ts'
import { recordPaperConsent, type Recorded } from './testing/record-paper-consent.ts'
import { buildObjectStream, buildPdf, png, scanOf } from './testing/scans.ts'

type Staff = Awaited<ReturnType<ImportFixture['server']['staff']>>
let fixture: ImportFixture
let [anna, bruno, milan]: Staff[] = []
let serial = 0

beforeAll(async () => {
  fixture = await createImportFixture()
  const { server } = fixture
  anna = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'anna@example.org')
  bruno = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'bruno@example.org')
  milan = await server.staff([{ role: 'CenterAdmin', center: 'MI01' }], 'milan@example.org')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const rejected = (code: string) => ({ data: { detail: { code } } })
const rejectedField = (field: string) => ({ data: { detail: { code: 'validation_failed', fields: { [field]: expect.any(String) } } } })
const patient = (code: string) => fixture.patient(code, { consents: {} })
const print = (code: string, by = anna!) => by.api.paperConsents.form.mutate({ code, language: 'it' })

const yes = { C_DB_P: true, C_DB_M: true }
const record = (code: string, given: Partial<Recorded> = {}, by = anna!) => recordPaperConsent(by, code, given)

/** Withdraws in the database, as the patient. */
const leave = (id: number, choice: 'v1' | 'v2' | 'v3') =>
  fixture.server.database.owner.begin(async (sql) => {
    await sql`SELECT set_config('app.patient', ${String(id)}, true)`
    await sql`SELECT withdraw_patient(${id}, ${choice})`
  })

describe('REQ-CON-30: the printed form', () => {
  test('has the published texts, a box for each option, the patient, the signers and its number', async () => {
    await patient('FORM')
    const { formNumber, pdf } = await print('FORM')
    expect(formNumber).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    const { text, tags, title, marked, language } = await readPdf(Uint8Array.from(Buffer.from(pdf, 'base64')))
    expect({ title, marked, language }).toEqual({ title: 'Modulo di consenso', marked: true, language: 'it-IT' })
    for (const part of [
      formNumber,
      'FORM',
      'Permetti al registro di conservare e usare i tuoi dati clinici',
      '☐ Sì',
      '☐ Preferisco non saperlo',
      'Cognome e nome',
    ])
      expect(text).toContain(part)
    expect(tags).toEqual(expect.arrayContaining(['H1', 'H2', 'H3', 'TH']))
    expect(
      await fixture.server.database
        .owner`SELECT language, consents_version, consents_hash, printed_by FROM paper_form WHERE number = ${formNumber}`,
    ).toEqual([
      {
        language: 'it',
        consents_version: expect.any(Number),
        consents_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        printed_by: 'anna@example.org',
      },
    ])
  })

  test('is in the chosen language, and each print has another number', async () => {
    await patient('ENGLISH')
    const forms = await Promise.all([1, 2].map(() => anna!.api.paperConsents.form.mutate({ code: 'ENGLISH', language: 'en' })))
    const { text, title, language } = await readPdf(Uint8Array.from(Buffer.from(forms[0]!.pdf, 'base64')))
    expect({ language, title }).toEqual({ language: 'en-GB', title: 'Consent form' })
    expect(text).toContain('Do you allow the registry to keep and use your clinical data')
    expect(new Set(forms.map(({ formNumber }) => formNumber)).size).toBe(2)
  })

  test('is refused for an unknown patient, for one of another centre, and after a withdrawal', async () => {
    await patient('ROMAN')
    await leave((await patient('GONE')).id, 'v1')
    await expect(print('NOBODY')).rejects.toMatchObject(rejected('import_patient_unknown'))
    await expect(print('ROMAN', milan)).rejects.toMatchObject(rejected('import_patient_unknown'))
    await expect(print('GONE')).rejects.toMatchObject(rejected('consent_withdrawn'))
  })
})

describe('REQ-CON-31: a recorded form', () => {
  test('waits, and opens nothing', async () => {
    await patient('WAITS')
    await record('WAITS', { formNumber: (await print('WAITS')).formNumber.toLowerCase().replace('-', ' ') })
    expect(
      await fixture.server.database.owner`
      SELECT state, recorded_by, answers, p.c_db_m FROM paper_consent AS paper JOIN patient AS p ON p.id = patient_id JOIN patient_identity AS i USING (patient_id)
      WHERE i.centre_patient_code = 'WAITS'`,
    ).toEqual([{ state: 'PENDING', recorded_by: 'anna@example.org', answers: yes, c_db_m: null }])
    await expect(anna!.api.ecrf.save.mutate({ code: 'WAITS', changes: { HB: 9 } })).rejects.toMatchObject({
      data: { detail: { code: 'consent_medical_missing' } },
    })
  })

  test('is refused with a number of another patient, an unknown one, or one that was used, and after a withdrawal', async () => {
    await patient('MINE')
    await patient('OTHER')
    const { formNumber } = await print('OTHER')
    await expect(record('MINE', { formNumber })).rejects.toMatchObject(rejected('paper_form_unknown'))
    for (const wrong of ['', '0000-0000', '0000-00U0'])
      await expect(record('MINE', { formNumber: wrong })).rejects.toMatchObject(rejected('paper_form_unknown'))
    await record('OTHER', { formNumber })
    await expect(record('OTHER', { formNumber }, bruno)).rejects.toMatchObject(rejected('paper_form_used'))
    const late = await patient('LATE')
    const form = await print('LATE')
    await leave(late.id, 'v1')
    await expect(record('LATE', { formNumber: form.formNumber })).rejects.toMatchObject(rejected('consent_withdrawn'))
  })

  test('twice at once is recorded once', async () => {
    await patient('TWICE')
    const { formNumber } = await print('TWICE')
    const results = await Promise.allSettled([record('TWICE', { formNumber }), record('TWICE', { formNumber }, bruno)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test.each<[string, Partial<Recorded>, string]>([
    ['no answer', { answers: {} }, 'answers'],
    ['a question that the form does not have', { answers: { C_NONE: true } }, 'C_NONE'],
    ['an option that does not exist', { answers: { C_INCIDENTAL: 9 } }, 'C_INCIDENTAL'],
    ['a day of signature in the future', { signedOn: '2199-01-01' }, 'signedOn'],
    ['an unknown signer', { signers: ['6f9619ff-8b86-4d01-b42d-00cf4fc964ff'] }, 'signers'],
    ['a scan that is no picture', { scan: scanOf(Buffer.from('<html></html>'), 'modulo.png') }, 'scan'],
    ['no scan', { scan: { name: 'modulo.png', content: '' } }, 'scan'],
    ['a cut-off PDF', { scan: scanOf(buildPdf().subarray(0, 40)) }, 'scan'],
    ['a scan that is too large', { scan: scanOf(Buffer.concat([png, Buffer.alloc(maxScanBytes)])) }, 'scan'],
  ])('is refused with %s', async (_, given, field) => {
    const code = `BAD-${serial++}`
    await patient(code)
    await expect(record(code, given)).rejects.toMatchObject(rejectedField(field))
  })

  test('accepts a scan of 10 MB', async () => {
    await patient('LARGE')
    await record('LARGE', { scan: scanOf(Buffer.concat([png, Buffer.alloc(maxScanBytes - png.length)])) })
  })

  test.each([
    ['a script', buildPdf('<< /S /JavaScript /JS (app.alert(1)) >>')],
    ['a script with an escaped name', buildPdf('<< /S /Java#53cript /JS (app.alert(1)) >>')],
    ['a script in an object stream', buildPdf(buildObjectStream('1 0 << /S /JavaScript /JS (app.alert(1)) >>'))],
    ['an object stream that cannot be read', buildPdf(buildObjectStream('1 0 <<>>', '[/ASCII85Decode /FlateDecode]'))],
    ['an attached file', buildPdf('<< /Type /Filespec /EF << /F 3 0 R >> >> << /Type /EmbeddedFile >>')],
    ['a program to start', buildPdf('<< /S /Launch /F (cmd.exe) >>')],
    ['a password', buildPdf('<< /Encrypt 5 0 R >>')],
  ])('THREAT-70: a PDF with %s is refused', async (_, bytes) => {
    const code = `PDF-${serial++}`
    await patient(code)
    await expect(record(code, { scan: scanOf(bytes) })).rejects.toMatchObject(rejectedField('scan'))
  })

  test('a PDF without scripts is accepted, such as the printed form', async () => {
    await patient('SCANNED')
    const { pdf, formNumber } = await print('SCANNED')
    await record('SCANNED', { formNumber, scan: { name: 'modulo.pdf', content: pdf } })
    await patient('OBJECTS')
    await record('OBJECTS', { scan: scanOf(buildPdf(buildObjectStream('1 0 << /Type /Page >>'))) })
  })
})

describe('REQ-CON-31: the scan', () => {
  test('is encrypted in the database, and read by the administrators of the centre only', async () => {
    await patient('SCAN')
    const id = await record('SCAN')
    const [{ scan } = { scan: Buffer.from('') }] = await fixture.server.database.owner<
      { scan: Buffer }[]
    >`SELECT scan FROM paper_consent WHERE id = ${id}`
    expect(Buffer.from(scan).includes(png.subarray(0, 16))).toBe(false)
    const read = { name: 'modulo.png', type: 'image/png', content: png.toString('base64') }
    expect(await bruno!.api.paperConsents.scan.query({ id })).toEqual(read)
    await expect(milan!.api.paperConsents.scan.query({ id })).rejects.toMatchObject(rejected('permission_denied'))
    const ga = await fixture.server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'ga@example.org')
    await expect(ga.api.paperConsents.scan.query({ id })).rejects.toMatchObject(rejected('permission_denied'))
    expect(
      await fixture.server.database
        .owner`SELECT username, outcome FROM audit_log WHERE command = 'paper_consent' AND action = 'SCAN' AND detail LIKE ${`%${id}%`}`,
    ).toEqual([{ username: 'bruno@example.org', outcome: 'done' }])
  })
})

test('REQ-OPS-09: only who may record a form sends so large a body', async () => {
  const large = {
    method: 'POST',
    path: '/api/trpc/paperConsents.record',
    body: JSON.stringify({ scan: { content: 'x'.repeat(2_000_000) } }),
  } as const
  const headers = { 'sec-fetch-site': 'same-origin', 'x-requested-by': 'app', 'content-type': 'application/json' }
  expect((await fixture.server.visitor('staff').send({ ...large, headers })).status).toBe(413)
  const manager = await fixture.server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm2@example.org')
  expect((await manager.send({ ...large, headers })).status).toBe(413)
  expect((await anna!.send({ ...large, headers })).status).toBe(400)
  expect((await anna!.send({ ...large, headers, path: '/api/trpc/ecrf.save' })).status).toBe(413)
})
