import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsentReceipt } from '@registry/domain/consent/receipt'
import { readPdf } from '../../shared/pdf/testing/read-pdf.ts'
import { createReceiptsFixture, download, giveByOldProgram, giveConsents, yes, type ReceiptsFixture } from './testing/receipts-fixture.ts'

let fixture: ReceiptsFixture
beforeAll(async () => {
  fixture = await createReceiptsFixture({ env: { DATA_CONTROLLER: 'Università di Esempio', DATA_PROTECTION_OFFICER: 'dpo@example.org' } })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const readReceipt = (file: Uint8Array): ConsentReceipt => ConsentReceipt.parse(JSON.parse(Buffer.from(file).toString('utf8')))

describe('every save of answers has a receipt (REQ-CON-14)', () => {
  test('with the words shown, the preliminary answers, the controller and both formats', async () => {
    const patient = await fixture.patient()
    const receipt = readReceipt(await download(patient, await giveConsents(patient), 'json'))
    const { pii_processing: processing, party_identification: parties, events } = receipt.consent_record
    expect(parties).toMatchObject([{ party_name: 'Università di Esempio', party_contact: 'dpo@example.org' }])
    expect(processing).toMatchObject({ language: 'it', collection_method: 'myconsent', privacy_notice: { version: 4 } })
    expect(processing.purposes.answers.map(({ field, value }) => [field, value])).toEqual(Object.entries(yes))
    expect(processing.purposes.answers[0]).toMatchObject({ question: expect.stringContaining('dati personali'), answer: 'Sì' })
    expect(processing.preliminary_questions.answers).toHaveLength(6)
    expect(receipt.fhir_consent).toMatchObject({ resourceType: 'Consent', status: 'active', dateTime: events[0]!.event_time })
  })

  test('also through the path of old programs, in the language that was shown', async () => {
    const patient = await fixture.patient()
    const receipt = readReceipt(await download(patient, await giveByOldProgram(patient, 'en'), 'json'))
    expect(receipt.consent_record.pii_processing).toMatchObject({ language: 'en', collection_method: 'legacy', privacy_notice: null })
    expect(receipt.fhir_consent.provision.provision[0]).toMatchObject({ type: 'permit', code: [{ text: 'Yes' }] })
  })

  test('and a later save has its own, while the first stays with the old answers in the history', async () => {
    const patient = await fixture.patient()
    const first = await giveConsents(patient)
    const second = await giveConsents(patient, { ...yes, C_S: false })
    const [earlier, later] = await Promise.all([first, second].map(async (number) => readReceipt(await download(patient, number, 'json'))))
    const findAnswer = (receipt: ConsentReceipt) =>
      receipt.consent_record.pii_processing.purposes.answers.find(({ field }) => field === 'C_S')?.value
    expect([findAnswer(earlier!), findAnswer(later!)]).toEqual([true, false])
    // The preliminary answers were given with the first save and are never requested again.
    expect(later!.consent_record.pii_processing.preliminary_questions.answers).toHaveLength(6)
    expect(later!.consent_record.record_metadata.pii_principal_id).toBe(earlier!.consent_record.record_metadata.pii_principal_id)
    const events = await patient.api.consents.history.query()
    expect(events.map(({ receipt }) => receipt)).toEqual([...Array<number>(7).fill(second), ...Array<number>(7).fill(first)])
  })

  test('a save that fails creates no receipt', async () => {
    const patient = await fixture.patient()
    await expect(giveConsents(patient, { C_DB_P: true })).rejects.toThrow()
    expect(await fixture.server.database.owner`SELECT FROM consent_receipt WHERE subject = ${patient.fixture.subject}`).toEqual([])
  })

  test('names the patient only by a pseudonym that is in no table, and no identity (decision 0037)', async () => {
    const patient = await fixture.patient({ email: 'canarino@example.org' })
    const number = await giveConsents(patient)
    const text = Buffer.from(await download(patient, number, 'json')).toString('utf8')
    const { text: printed } = await readPdf(await download(patient, number, 'pdf'))
    for (const document of [text, printed]) expect(document).not.toMatch(new RegExp(`canarino|luce|${patient.fixture.subject}`, 'i'))
    const [stored] = await fixture.server.database.owner<{ chain_hash: string }[]>`
      SELECT chain_hash FROM consent_event WHERE subject = ${patient.fixture.subject} ORDER BY seq DESC LIMIT 1`
    expect(text).not.toContain(stored!.chain_hash)
  })
})

describe('the receipt as a file (REQ-CON-15)', () => {
  test('is a tagged PDF in the language shown, with code and address of the check', async () => {
    const patient = await fixture.patient()
    const number = await giveConsents(patient)
    const receipt = readReceipt(await download(patient, number, 'json'))
    const pdf = await readPdf(await download(patient, number, 'pdf'))
    expect(pdf).toMatchObject({ title: 'Ricevuta dei consensi', language: 'it-IT', version: '1.7', marked: true })
    expect(pdf.text).toContain(receipt.receipt_metadata.receipt_id)
    expect(pdf.text).toContain(`http://myconsent.localhost:8080/verifica_ricevuta#${receipt.receipt_metadata.receipt_id}`)
    expect(pdf.text).toContain('Consensi versione 3, domande preliminari versione 2, informazioni versione 4')
    expect(pdf.text).toContain('Università di Esempio')

    const english = await fixture.patient()
    const { text, title } = await readPdf(await download(english, await giveByOldProgram(english, 'en'), 'pdf'))
    expect(title).toBe('Consent receipt')
    expect(text).toContain('Do you allow the registry to keep and use your personal data? Answer Yes')
  })

  test('has the same bytes each time, even after the texts changed', async () => {
    const patient = await fixture.patient()
    const number = await giveConsents(patient)
    const downloadBoth = () =>
      Promise.all((['pdf', 'json'] as const).map(async (format) => Buffer.from(await download(patient, number, format))))
    const before = await downloadBoth()
    await fixture.server.database.owner`
      INSERT INTO consent_document (kind, version, content)
      SELECT kind, version + 1, replace(content::text, 'dati personali', 'dati cambiati')::jsonb FROM consent_document WHERE kind = 'consents' AND version = 3`
    expect(await downloadBoth()).toEqual(before)
  })

  test('is not found by another patient, by an unknown number or by staff (THREAT-31)', async () => {
    const patient = await fixture.patient()
    const number = await giveConsents(patient)
    const other = await fixture.patient()
    const ask = async (wrong: number) => (await other.get(`/patient/ConsentReceipt?receipt=${wrong}&format=json`)).json()
    for (const unknown of [number, 2 ** 31 - 1]) expect(await ask(unknown)).toMatchObject({ success: false, code: 'receipt_not_found' })
    for (const impossible of [0, -1, 1.5, 2 ** 31])
      expect(await ask(impossible)).toMatchObject({ success: false, code: 'validation_failed' })
    const staff = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
    expect(await (await staff.get(`/patient/ConsentReceipt?receipt=${number}&format=json`)).json()).toMatchObject({
      code: 'permission_denied',
    })
  })
})
