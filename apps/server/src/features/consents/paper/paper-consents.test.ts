import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeGuardianship } from '@registry/db/testing/fixtures'
import { maxScanBytes } from '@registry/domain/consent/paper-scan'
import { ConsentReceipt } from '@registry/domain/consent/receipt'
import { formatItalianDay } from '../../../shared/day.ts'
import { readPdf } from '../../../shared/pdf/testing/read-pdf.ts'
import { addSentence } from '../../consent-documents/testing/documents-fixture.ts'
import { download, giveConsents } from '../../receipts/testing/receipts-fixture.ts'
import { centrePassword, createImportFixture, type ImportFixture } from '../../imports/testing/import-fixture.ts'
import { recordPaperConsent, verifyPaperConsent, type Recorded } from './testing/record-paper-consent.ts'
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

const script = '1 0 << /S /JavaScript /JS (app.alert(1)) >>'
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
    const { pages, text, tags, title, marked, language } = await readPdf(Uint8Array.from(Buffer.from(pdf, 'base64')))
    for (const page of pages)
      expect(page, 'each page has the number, also when they come apart').toContain(`Numero del modulo ${formNumber}`)
    const signatures = pages.find((page) => page.includes('Cognome e nome'))
    expect(signatures?.match(/☐ amministratore di sostegno/g), 'the lines for signatures stay with their header').toHaveLength(3)
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

  test.each([
    [11, undefined, null],
    [12, 'Queste righe sono per te.', 'assent_child'],
    [14, 'Prima dei 18 anni il consenso lo danno i genitori', 'assent_adolescent'],
    [17, 'Prima dei 18 anni il consenso lo danno i genitori', 'assent_adolescent'],
    [18, undefined, null],
  ])('REQ-GRD-03: of a patient of %i years, asks for the assent in words for the age', async (age, words, kind) => {
    const code = `AGE-${age}`
    const { id } = await patient(code)
    await fixture.server.database.owner.begin(async (sql) => {
      await sql`SELECT set_config('app.actor', 'test', true), set_config('app.source', 'system', true)`
      await sql`UPDATE patient_identity SET birth_date = (now() AT TIME ZONE 'Europe/Rome')::date - make_interval(years => ${age}) WHERE patient_id = ${id}`
    })
    const { formNumber, pdf } = await print(code)
    const { text } = await readPdf(Uint8Array.from(Buffer.from(pdf, 'base64')))
    const [form] = await fixture.server.database.owner`
      SELECT assent_kind AS kind, assent_version AS version, assent_hash IS NOT NULL AS hashed FROM paper_form WHERE number = ${formNumber}`
    expect(form).toEqual({ kind, version: kind && 1, hashed: kind !== null })
    if (words === undefined) expect(text).not.toContain('Per chi ha meno di 18 anni')
    else expect(text).toContain(words)
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
    ['an unknown signer', { signers: [999_999] }, 'signers'],
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
    ['a script in an object stream', buildPdf(buildObjectStream(script))],
    ['an object stream that cannot be read', buildPdf(buildObjectStream('1 0 <<>>', '[/ASCII85Decode /FlateDecode]'))],
    [
      'a script in an object stream with a small window',
      buildPdf(buildObjectStream(script, '/FlateDecode', (text) => deflateSync(text, { windowBits: 9 }))),
    ],
    [
      'a script compressed twice',
      buildPdf(buildObjectStream(script, '[/FlateDecode /FlateDecode]', (text) => deflateSync(deflateSync(text)))),
    ],
    [
      'a script in an object stream that pretends to be an image',
      buildPdf(buildObjectStream(script, `/FlateDecode ${' '.repeat(600)} /Subtype /Image`)),
    ],
    ['a script behind a predictor', buildPdf(buildObjectStream(script, '/FlateDecode /DecodeParms << /Predictor 12 /Columns 1 >>'))],
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

describe('REQ-CON-32: a second person', () => {
  const verify = (id: string, by = bruno!) => verifyPaperConsent(by, id)
  const readFlags = async (code: string) => {
    const [flags] = await fixture.server.database.owner`
      SELECT c_db, c_db_p, c_db_m, c_s FROM patient AS p JOIN patient_identity AS i ON i.patient_id = p.id WHERE i.centre_patient_code = ${code}`
    return flags
  }
  const dayBefore = (days: number): string => formatItalianDay(new Date(Date.now() - days * 86_400_000))

  test('puts the answers in force, with both persons, the day and the hash in the ledger', async () => {
    const { subject } = await patient('VERIFIED')
    const id = await record('VERIFIED', { answers: { ...yes, C_S: false }, signedOn: dayBefore(2) })
    expect(await verify(id)).toEqual({ superseded: [] })
    expect(await readFlags('VERIFIED')).toEqual({ c_db: true, c_db_p: true, c_db_m: true, c_s: false })
    const consents = await fixture.server.visitor('staff').call('/getConsents', {
      json: { centerCode: 'RM01', centerPwd: centrePassword('RM01'), format: 'json' },
    })
    expect(consents['rows']).toContainEqual({ CENTER_ID: 'VERIFIED', C_DB_M: true, C_DB_P: true })
    expect(await anna!.api.ecrf.save.mutate({ code: 'VERIFIED', changes: { HB: 9 } })).toMatchObject({ record: { values: { HB: 9 } } })
    const ledger = await fixture.server.database.owner`
      SELECT field, answer, channel, event.actor, event.signed_on::text, recorded_by, decided_by, shown_hash = consents_hash AS same_text, event.information_hash = form.information_hash AS same_information
      FROM consent_event AS event JOIN paper_consent AS paper ON paper.id = event.paper_consent_id JOIN paper_form AS form ON form.number = form_number
      WHERE subject = ${subject} AND kind = 'consents' ORDER BY field`
    expect(ledger).toEqual(
      [
        ['C_DB_M', true],
        ['C_DB_P', true],
        ['C_S', false],
      ].map(([field, answer]) => ({
        field,
        answer,
        channel: 'paper',
        actor: 'bruno@example.org',
        signed_on: dayBefore(2),
        recorded_by: 'anna@example.org',
        decided_by: 'bruno@example.org',
        same_text: true,
        same_information: true,
      })),
    )
  })

  test('THREAT-71: is not the one who recorded, not even in the database, and not of another centre', async () => {
    await patient('ALONE')
    const id = await record('ALONE')
    await expect(verify(id, anna)).rejects.toMatchObject(rejected('paper_consent_own'))
    await expect(anna!.api.paperConsents.refuse.mutate({ id, reason: 'x' })).rejects.toMatchObject(rejected('paper_consent_own'))
    await expect(verify(id, milan)).rejects.toMatchObject(rejected('permission_denied'))
    await expect(milan!.api.paperConsents.refuse.mutate({ id, reason: 'x' })).rejects.toMatchObject(rejected('permission_denied'))
    await expect(verify('6f9619ff-8b86-4d01-b42d-00cf4fc964ff')).rejects.toMatchObject(rejected('permission_denied'))
    await expect(
      fixture.server.database
        .owner`UPDATE paper_consent SET state = 'VERIFIED', decided_by = recorded_by, decided_at = now() WHERE id = ${id}`,
    ).rejects.toMatchObject({ constraint_name: 'paper_consent_two_persons' })
    expect(await readFlags('ALONE')).toMatchObject({ c_db_m: null })
  })

  test('THREAT-71: has opened the scan of this form, which the database requires', async () => {
    await patient('UNREAD')
    await patient('OTHERFORM')
    const [id, other] = [await record('UNREAD'), await record('OTHERFORM')]
    const confirm = () => bruno!.api.paperConsents.verify.mutate({ id })
    await expect(confirm()).rejects.toMatchObject(rejected('paper_consent_scan_unread'))
    await bruno!.api.paperConsents.scan.query({ id: other })
    await anna!.api.paperConsents.scan.query({ id })
    await expect(confirm()).rejects.toMatchObject(rejected('paper_consent_scan_unread'))
    expect(await readFlags('UNREAD')).toMatchObject({ c_db_m: null })
    await bruno!.api.paperConsents.scan.query({ id })
    expect(await confirm()).toEqual({ superseded: [] })
  })

  test('THREAT-71: sees the answers in the words of the form next to the scan, and the log names both persons', async () => {
    const { id: patientId } = await patient('BLIND')
    const { formNumber } = await print('BLIND')
    const id = await record('BLIND', { formNumber, answers: { C_DB_M: true, C_INCIDENTAL: 3 } })
    const find = async (by: Staff) => (await by.api.paperConsents.pending.query()).find((pending) => pending.id === id)
    expect(await find(bruno!)).toMatchObject({
      code: 'BLIND',
      centre: 'RM01',
      formNumber,
      own: false,
      recordedBy: 'anna@example.org',
      signers: [null],
      answers: [
        { field: 'C_DB_M', answer: 'Sì' },
        { field: 'C_INCIDENTAL', answer: 'Preferisco non saperlo' },
      ],
    })
    expect(await find(anna!)).toMatchObject({ own: true })
    expect(await find(milan!)).toBeUndefined()
    await verify(id)
    expect(await find(bruno!)).toBeUndefined()
    const entries = await fixture.server.database.owner<{ username: string; action: string }[]>`
      SELECT username, action FROM audit_log WHERE command = 'paper_consent' AND outcome = 'done' AND action IN ('RECORD', 'VERIFY')
        AND detail LIKE ${`patient ${patientId},%`} ORDER BY action`
    expect(entries).toEqual([
      { username: 'anna@example.org', action: 'RECORD' },
      { username: 'bruno@example.org', action: 'VERIFY' },
    ])
  })

  test('decides once, also with two at once', async () => {
    const third = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'carla@example.org')
    await patient('ONCE')
    const id = await record('ONCE')
    const results = await Promise.allSettled([verify(id), third.api.paperConsents.refuse.mutate({ id, reason: 'Firma illeggibile' })])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(verify(id)).rejects.toMatchObject(rejected('paper_consent_decided'))
  })

  test('is confirmed once by two at once, and one of them reads that it was decided', async () => {
    const fourth = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'dora@example.org')
    const { subject } = await patient('BOTH')
    const id = await record('BOTH')
    const results = await Promise.allSettled([verify(id), verify(id, fourth)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: rejected('paper_consent_decided') })
    expect(
      await fixture.server.database.owner`SELECT field FROM consent_event WHERE subject = ${subject} AND kind = 'consents' ORDER BY seq`,
    ).toEqual([{ field: 'C_DB_M' }, { field: 'C_DB_P' }])
  })

  test('refuses with a reason, and the form can be recorded again', async () => {
    await patient('AGAIN')
    const { formNumber } = await print('AGAIN')
    const id = await record('AGAIN', { formNumber })
    await expect(bruno!.api.paperConsents.refuse.mutate({ id, reason: ' ' })).rejects.toMatchObject(rejectedField('reason'))
    await bruno!.api.paperConsents.refuse.mutate({ id, reason: 'La scansione è di un altro paziente' })
    await expect(verify(id)).rejects.toMatchObject(rejected('paper_consent_decided'))
    expect(await readFlags('AGAIN')).toMatchObject({ c_db_m: null })
    await verify(await record('AGAIN', { formNumber }))
    const { recorded, printed } = await anna!.api.paperConsents.ofPatient.query({ code: 'AGAIN' })
    expect(recorded.map(({ state, reason, decidedBy }) => ({ state, reason, decidedBy }))).toEqual([
      { state: 'VERIFIED', reason: null, decidedBy: 'bruno@example.org' },
      { state: 'REFUSED', reason: 'La scansione è di un altro paziente', decidedBy: 'bruno@example.org' },
    ])
    expect(printed).toEqual([])
  })

  test('an answer of the day of the signature or later stays, and the one on paper is superseded', async () => {
    const client = await fixture.server.patient({ centre: 'RM01', centrePatientCode: 'NEWER' })
    await giveConsents(client, { C_DB_P: true, C_DB_M: false, C_S: true, C_EXTRAEU: true, C_P_DB: true, C_F: true, C_INCIDENTAL: 2 })
    for (const signedOn of [dayBefore(3), dayBefore(0)]) {
      const id = await record('NEWER', { answers: { C_DB_M: true }, signedOn })
      expect(await verify(id)).toEqual({ superseded: ['C_DB_M'] })
    }
    expect(await readFlags('NEWER')).toMatchObject({ c_db_m: false })
    const { recorded } = await anna!.api.paperConsents.ofPatient.query({ code: 'NEWER' })
    expect(recorded).toMatchObject([{ superseded: ['C_DB_M'] }, { superseded: ['C_DB_M'] }])
  })

  test('of two papers the one that was signed later counts, in any order of confirmation', async () => {
    await patient('ORDER')
    await verify(await record('ORDER', { answers: { C_DB_M: false, C_S: true }, signedOn: dayBefore(1) }))
    expect(await verify(await record('ORDER', { answers: { C_DB_M: true, C_DB_P: true }, signedOn: dayBefore(5) }))).toEqual({
      superseded: ['C_DB_M'],
    })
    expect(await readFlags('ORDER')).toMatchObject({ c_db_m: false, c_db_p: true, c_s: true })
  })

  test('is refused after a withdrawal', async () => {
    const { id: patientId } = await patient('WITHDRAWN')
    const id = await record('WITHDRAWN')
    await leave(patientId, 'v1')
    await expect(verify(id)).rejects.toMatchObject(rejected('consent_withdrawn'))
  })

  test.each(['v2', 'v3'] as const)('after %s the scan is refused, and its bytes are in no table', async (choice) => {
    const code = `ERASED-${choice}`
    const { id: patientId } = await patient(code)
    const id = await record(code)
    await verify(id)
    await leave(patientId, choice)
    await expect(bruno!.api.paperConsents.scan.query({ id })).rejects.toMatchObject(rejected('permission_denied'))
    expect(await fixture.server.database.owner`SELECT FROM paper_consent WHERE id = ${id}`).toEqual([])
    expect(
      await fixture.server.database
        .owner`SELECT channel, signed_on, paper_consent_id, actor, at FROM consent_event WHERE channel = 'paper' AND at IS NULL AND field = 'C_DB_M'`,
    ).toContainEqual({ channel: 'paper', signed_on: null, paper_consent_id: null, actor: 'paper', at: null })
  })

  test('the receipt says that the answers came on paper, with the day of the signature', async () => {
    const client = await fixture.server.patient({ centre: 'RM01', centrePatientCode: 'RECEIPT', email: 'receipt@example.org' })
    const { formNumber } = await print('RECEIPT')
    const names = { anna: 'Anna Bianchi', bruno: 'Bruno Neri' }
    await fixture.server.database.owner.begin(async (sql) => {
      await sql`SELECT set_config('app.actor', 'test', true)`
      await sql`UPDATE staff_user SET name = 'Anna', surname = 'Bianchi' WHERE email = 'anna@example.org'`
      await sql`UPDATE staff_user SET name = 'Bruno', surname = 'Neri' WHERE email = 'bruno@example.org'`
    })
    await verify(await record('RECEIPT', { formNumber, signedOn: dayBefore(1) }))
    const { receipt } = await client.api.consents.current.query()
    const file = ConsentReceipt.parse(JSON.parse(Buffer.from(await download(client, receipt!, 'json')).toString('utf8')))
    expect(file.consent_record.pii_processing).toMatchObject({
      collection_method: 'paper',
      paper_form: { number: formNumber, signed_on: dayBefore(1), recorded_by: names.anna, verified_by: names.bruno },
      purposes: { answers: [{ field: 'C_DB_P' }, { field: 'C_DB_M' }] },
      preliminary_questions: { answers: expect.arrayContaining([expect.objectContaining({ value: true })]) },
    })
    const { text } = await readPdf(await download(client, receipt!, 'pdf'))
    expect(text).toContain(`Modulo ${formNumber}, firmato il`)
    expect(text).toContain(`registrato da ${names.anna} e verificato da ${names.bruno}`)
    // A long value breaks over two lines.
    expect(text.replaceAll(/\s/g, '')).toContain(file.consent_record.pii_processing.purposes.sha256)
    expect((await client.api.consents.history.query())[0]).toMatchObject({
      channel: 'paper',
      paper: { reference: formNumber, signedOn: dayBefore(1), version: '3' },
    })
    expect((await anna!.api.ecrf.read.query({ code: 'RECEIPT' })).paperConsents).toMatchObject({ medical: { reference: formNumber } })
    expect(
      await fixture.server.database.owner`SELECT FROM notification WHERE recipient = 'receipt@example.org' AND attachment IS NOT NULL`,
    ).toHaveLength(1)
  })

  test('a form of an older version is in force as of its day, and the patient is asked again', async () => {
    const { id: patientId } = await patient('OLDER')
    const id = await record('OLDER', { signedOn: dayBefore(1) })
    const ga = await fixture.server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'ga.older@example.org')
    const kind = 'consents'
    const { versions } = await ga.api.consentDocuments.detail.query({ kind })
    const { paragraphs } = await ga.api.consentDocuments.parts.query({ kind, version: versions[0]!.version })
    const { version } = await ga.api.consentDocuments.save.mutate({ kind, paragraphs: [...addSentence(paragraphs)], version: 0 })
    await ga.api.consentDocuments.publish.mutate({ kind, version, material: true, fields: [], note: 'Una prova' })
    await verify(id)
    expect(await readFlags('OLDER')).toMatchObject({ c_db_m: true })
    expect(
      await fixture.server.database.owner`SELECT kind FROM reconsent_request WHERE patient_id = ${patientId} AND answered_at IS NULL`,
    ).toEqual([{ kind }])
  })

  describe('of a child', () => {
    const yearsBefore = (years: number, day = dayBefore(0)): string => `${Number(day.slice(0, 4)) - years}${day.slice(4)}`
    const child = async (code: string, guardians = 2) => {
      const { id } = await fixture.patient(code, { consents: {}, personal: { sex: 'F' } })
      const { owner } = fixture.server.database
      const added = []
      for (let index = 0; index < guardians; index++)
        added.push(
          await owner.begin((sql) =>
            makeGuardianship(sql, {
              patientId: id,
              centre: 'RM01',
              contact: `${code}-${index}@example.org`.toLowerCase(),
              kind: 'PARENT',
              birthDate: yearsBefore(13),
            }),
          ),
        )
      return { id, guardians: added.map((guardianship) => guardianship.id) }
    }

    test('a Yes needs every guardian who must sign, and a No one of them', async () => {
      const { id: patientId, guardians } = await child('CHILD-1')
      const [mother] = guardians
      await expect(verify(await record('CHILD-1', { signers: ['patient'] }))).rejects.toMatchObject(rejected('paper_consent_signers'))
      await expect(verify(await record('CHILD-1', { signers: [mother!] }))).rejects.toMatchObject(rejected('paper_consent_signers'))
      await fixture.server.database.owner`UPDATE guardianship SET accepted_at = now() WHERE id = ${mother!}`
      await fixture.server.database
        .owner`UPDATE patient_identity SET email = NULL FROM set_config('app.actor', 'test', false) AS actor, set_config('app.source', 'system', false) AS source WHERE patient_id = ${patientId}`
      await verify(await record('CHILD-1', { signers: guardians, signedOn: dayBefore(1) }))
      expect(
        await fixture.server.database.owner`SELECT recipient FROM notification WHERE patient_id = ${patientId} AND attachment IS NOT NULL`,
      ).toEqual([{ recipient: 'child-1-0@example.org' }])
      expect(await readFlags('CHILD-1')).toMatchObject({ c_db_m: true })
      await verify(await record('CHILD-1', { signers: [mother!], answers: { C_DB_M: false } }))
      expect(await readFlags('CHILD-1')).toMatchObject({ c_db_p: true, c_db_m: false })
      const { recorded } = await anna!.api.paperConsents.ofPatient.query({ code: 'CHILD-1' })
      expect(recorded[0]).toMatchObject({ signers: ['VERDI ANNA'], state: 'VERIFIED' })
    })

    const propose = async (patientId: number, guardianship: number, days: number, answer: boolean | number = true, field = 'C_DB_M') => {
      await fixture.server.database.owner`
        INSERT INTO consent_proposal (patient_id, guardian_id, field, answer, version, signed_at)
        SELECT ${patientId}, guardian_id, ${field}, ${fixture.server.database.owner.json(answer)}, 3, now() - make_interval(days => ${days}) FROM guardianship WHERE id = ${guardianship}`
    }
    const listProposals = (patientId: number) =>
      fixture.server.database.owner`SELECT field, answer FROM consent_proposal WHERE patient_id = ${patientId} ORDER BY field`

    test('closes the Yes that waited for its answer, but not a later one that differs', async () => {
      const { id: patientId, guardians } = await child('CHILD-5')
      await propose(patientId, guardians[0]!, 3)
      await propose(patientId, guardians[0]!, 0, true, 'C_S')
      await propose(patientId, guardians[0]!, 0, 1, 'C_INCIDENTAL')
      const answers = { C_DB_M: false, C_S: true, C_INCIDENTAL: 2 }
      await verify(await record('CHILD-5', { signers: guardians, answers, signedOn: dayBefore(1) }))
      expect(await listProposals(patientId)).toEqual([{ field: 'C_INCIDENTAL', answer: 1 }])
      expect(await readFlags('CHILD-5')).toMatchObject({ c_db_m: false, c_s: true })
    })

    test('which is superseded closes no Yes that waits', async () => {
      const { id: patientId, guardians } = await child('CHILD-6')
      await verify(await record('CHILD-6', { signers: [guardians[0]!], answers: { C_DB_M: false } }))
      await propose(patientId, guardians[0]!, 0)
      expect(await verify(await record('CHILD-6', { signers: guardians, signedOn: dayBefore(4) }))).toEqual({ superseded: ['C_DB_M'] })
      expect(await listProposals(patientId)).toEqual([{ field: 'C_DB_M', answer: true }])
    })

    test('the No that the child signed closes, and prevents a Yes of guardians without the child', async () => {
      const { id: patientId, guardians } = await child('CHILD-7', 1)
      await verify(await record('CHILD-7', { signers: ['patient'], answers: { C_DB_M: false }, signedOn: dayBefore(3) }))
      const id = await record('CHILD-7', { signers: guardians, signedOn: dayBefore(2) })
      await expect(verify(id)).rejects.toMatchObject(rejected('consent_assent_missing'))
      expect(await readFlags('CHILD-7')).toMatchObject({ c_db_m: false })
      await verify(await record('CHILD-7', { signers: guardians, answers: { C_S: false }, signedOn: dayBefore(2) }))
      await verify(await record('CHILD-7', { signers: ['patient', ...guardians], signedOn: dayBefore(1) }))
      expect(await readFlags('CHILD-7')).toMatchObject({ c_db_m: true })
      const read = await fixture.server.database.owner`
        SELECT DISTINCT assent_kind, assent_version, signed_on::text FROM consent_event JOIN patient ON consent_subject = subject
        WHERE patient.id = ${patientId} AND kind = 'consents' ORDER BY signed_on`
      expect(read, 'the text of the form, where the child signed it').toEqual([
        { assent_kind: 'assent_child', assent_version: 1, signed_on: dayBefore(3) },
        { assent_kind: null, assent_version: null, signed_on: dayBefore(2) },
        { assent_kind: 'assent_child', assent_version: 1, signed_on: dayBefore(1) },
      ])
    })

    test('REQ-GRD-11: signed before a guardian’s stop it opens nothing, also where no question had an answer', async () => {
      const { id: patientId, guardians } = await child('CHILD-8', 1)
      const id = await record('CHILD-8', { signers: guardians, signedOn: dayBefore(1) })
      const [mother] = await fixture.server.database.owner<{ account: number; record: string }[]>`
        UPDATE guardianship AS g SET accepted_at = now() FROM account, patient_identity AS i
        WHERE g.patient_id = ${patientId} AND account.guardian_id = g.guardian_id AND i.patient_id = g.patient_id RETURNING account.id AS account, i.record_id AS record`
      const client = await fixture.server.signIn(mother!.account, 'myconsent')
      await client.api.guardian.stop.mutate({ patient: mother!.record, choice: 'stop' })
      expect(await verify(id)).toEqual({ superseded: ['C_DB_M', 'C_DB_P'] })
      expect(await readFlags('CHILD-8')).toMatchObject({ c_db_p: false, c_db_m: false, c_s: false })
    })

    test('REQ-GRD-06: signed as an adult in the days of grace it counts, although the earlier answers lapsed since', async () => {
      const { id: patientId, guardians } = await child('CHILD-9', 1)
      await verify(await record('CHILD-9', { signers: guardians, signedOn: dayBefore(200) }))
      await fixture.server.database.owner`
        WITH context AS MATERIALIZED (SELECT set_config('app.actor', 'test', false), set_config('app.source', 'system', false))
        UPDATE patient_identity SET birth_date = (now() AT TIME ZONE 'Europe/Rome')::date - 95 - interval '18 years' FROM context WHERE patient_id = ${patientId}`
      const id = await record('CHILD-9', { signers: ['patient'], signedOn: dayBefore(20) })
      expect(await readFlags('CHILD-9')).toMatchObject({ c_db_m: null })
      expect(await verify(id)).toEqual({ superseded: [] })
      expect(await readFlags('CHILD-9')).toMatchObject({ c_db_p: true, c_db_m: true })
    })

    test('a guardian of another child signs nothing', async () => {
      const { guardians } = await child('CHILD-2', 1)
      await child('CHILD-3', 1)
      await expect(record('CHILD-3', { signers: guardians })).rejects.toMatchObject(rejectedField('signers'))
    })

    test('is refused when the guardianship of a signer was not in force on the day of the signature', async () => {
      const { id: patientId, guardians } = await child('CHILD-4')
      await fixture.server.database.owner`
        UPDATE guardianship SET ended_at = now() - interval '10 days', ended_by = 'anna', end_reason = 'x' WHERE patient_id = ${patientId} AND id = ${guardians[0]!}`
      await expect(verify(await record('CHILD-4', { signers: guardians, signedOn: dayBefore(3) }))).rejects.toMatchObject(
        rejected('paper_consent_signers'),
      )
      await verify(await record('CHILD-4', { signers: guardians, signedOn: dayBefore(20) }))
      expect(await readFlags('CHILD-4')).toMatchObject({ c_db_m: true })
    })

    test.each([
      ['the day before the 18th birthday', -1, true],
      ['the 18th birthday', 0, false],
    ])('on %s', async (name, days, isValid) => {
      const code = `BIRTHDAY${days}`
      const { id: patientId, guardians } = await child(code, 1)
      const id = await record(code, { signers: guardians, signedOn: dayBefore(30) })
      await fixture.server.database.owner`
        WITH context AS MATERIALIZED (SELECT set_config('app.actor', 'test', false), set_config('app.source', 'system', false))
        UPDATE patient_identity SET birth_date = (now() AT TIME ZONE 'Europe/Rome')::date - interval '18 years' - make_interval(days => ${days}) FROM context WHERE patient_id = ${patientId}`
      const verified = verify(id)
      if (isValid) expect(await verified, name).toEqual({ superseded: [] })
      else await expect(verified).rejects.toMatchObject(rejected('paper_consent_of_age'))
    })
  })
})
