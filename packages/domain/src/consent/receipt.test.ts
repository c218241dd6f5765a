import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { buildConsentReceipt, buildVerificationAddress, ConsentReceipt } from './receipt.ts'
import type { ReceiptSource } from './receipt-source.ts'

const sha256 = createHash('sha256').update('text').digest('hex')
const source: ReceiptSource = {
  code: '0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV',
  at: '2026-01-02T03:04:05.000Z',
  origin: 'https://myconsent.example.org',
  patient: 'principal',
  ledgerEntry: 'entry',
  controller: 'Università di Esempio',
  contact: 'dpo@example.org',
  client: 'myconsent',
  information: { version: 3, sha256 },
  preliminary: { version: 2, language: 'it', sha256, answers: [{ field: 'P_READ', question: 'Hai letto?', answer: 'Sì', value: true }] },
  consents: {
    version: 4,
    language: 'it',
    sha256,
    answers: [
      { field: 'C_DB_P', question: 'Dati personali?', answer: 'Sì', value: true },
      { field: 'C_S', question: 'Studi?', answer: 'No', value: false },
      { field: 'C_INCIDENTAL', question: 'Come?', answer: 'Dal medico', value: 2 },
    ],
  },
}

describe('the receipt of one set of answers (REQ-CON-14)', () => {
  test('has the parts of ISO/IEC TS 27560, and the same source gives the same bytes', () => {
    const receipt = buildConsentReceipt(source)
    expect(ConsentReceipt.parse(receipt)).toEqual(receipt)
    expect(JSON.stringify(buildConsentReceipt(structuredClone(source)))).toBe(JSON.stringify(receipt))
    expect(receipt.receipt_metadata).toMatchObject({
      schema_version: 'ISO/IEC TS 27560:2023',
      receipt_id: source.code,
      issued_at: source.at,
    })
    expect(receipt.consent_record).toMatchObject({
      record_metadata: { record_id: 'entry', pii_principal_id: 'principal' },
      pii_processing: {
        language: 'it',
        lawful_basis: 'GDPR art. 6(1)(a), art. 9(2)(a)',
        jurisdiction: 'IT',
        collection_method: 'myconsent',
        pii_controllers: ['controller'],
        withdrawal_method: 'https://myconsent.example.org/consenso',
        privacy_notice: { version: 3 },
        preliminary_questions: source.preliminary,
        purposes: source.consents,
      },
      party_identification: [
        { party_id: 'controller', party_role: 'PII controller', party_name: 'Università di Esempio', party_contact: 'dpo@example.org' },
      ],
      events: [{ event_time: source.at, event_type: 'explicit', event_state: 'given', entity_id: 'principal' }],
    })
  })

  test('a receipt of a program is valid too, and one without category or policy is not', () => {
    const { fhir_consent: fhir, ...rest } = buildConsentReceipt({ ...source, client: 'legacy' })
    expect(ConsentReceipt.safeParse({ ...rest, fhir_consent: fhir }).success).toBe(true)
    expect(ConsentReceipt.safeParse({ ...rest, fhir_consent: { ...fhir, category: [] } }).success).toBe(false)
    expect(ConsentReceipt.safeParse({ ...rest, fhir_consent: { ...fhir, policy: [] } }).success).toBe(false)
  })

  test('an older program has no version of the information, and an unnamed controller stays empty', () => {
    const receipt = buildConsentReceipt({ ...source, client: 'legacy', information: null, controller: null, contact: null })
    expect(receipt.consent_record.pii_processing).toMatchObject({ collection_method: 'legacy', privacy_notice: null })
    expect(receipt.consent_record.party_identification).toMatchObject([{ party_name: null, party_contact: null }])
    expect(receipt.fhir_consent).not.toHaveProperty('organization')
  })

  test('the code is in the fragment of the address, which no browser sends (THREAT-53)', () => {
    const address = new URL(buildVerificationAddress(buildConsentReceipt(source)))
    expect([address.pathname, address.search, address.hash]).toEqual(['/verifica_ricevuta', '', `#${source.code}`])
  })
})

describe('its Consent of FHIR R4 (REQ-CON-14)', () => {
  const consent = buildConsentReceipt(source).fhir_consent

  test('has every required element, and a patient as research requires (ppc-3)', () => {
    expect(consent).toMatchObject({
      resourceType: 'Consent',
      status: 'active',
      identifier: [{ system: 'https://myconsent.example.org/verifica_ricevuta', value: source.code }],
      scope: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/consentscope', code: 'research' }] },
      category: [{ coding: [{ system: 'http://loinc.org', code: '59284-0' }] }],
      patient: { identifier: { system: 'https://myconsent.example.org/consent-principal', value: 'principal' } },
      dateTime: source.at,
      organization: [{ display: 'Università di Esempio' }],
      policyRule: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'OPTIN' }] },
    })
  })

  test.each([
    ['Yes permits', 0, 'permit', 'C_DB_P', 'Sì'],
    ['No denies', 1, 'deny', 'C_S', 'No'],
    ['a third option is neither', 2, undefined, 'C_INCIDENTAL', 'Dal medico'],
  ])('%s', (_case, index, type, code, text) => {
    expect(consent.provision.type).toBe('deny')
    const provision = consent.provision.provision[index]
    expect([provision?.type, provision?.code[0]?.coding[0]?.code, provision?.code[0]?.text]).toEqual([type, code, text])
    expect(provision?.code[0]?.coding[0]?.system).toBe('https://myconsent.example.org/consent-point')
  })

  test('an assent permits nothing and waits; the No of the same person is in force (REQ-GRD-03)', () => {
    const [permitted, denied] = source.consents.answers
    const assent = { ...permitted!, assent: true as const }
    const build = (answers: ReceiptSource['consents']['answers']) =>
      buildConsentReceipt({ ...source, consents: { ...source.consents, answers } })
    const only = build([assent])
    expect(ConsentReceipt.parse(only)).toEqual(only)
    expect(only.consent_record.events).toMatchObject([{ event_type: 'assent' }])
    expect([only.fhir_consent.status, only.fhir_consent.provision.provision[0]!.type]).toEqual(['proposed', undefined])
    const both = build([assent, denied!]).fhir_consent
    expect([both.status, both.provision.provision.map(({ type }) => type)]).toEqual(['active', [undefined, 'deny']])
  })

  test('a receipt of paper names the form, the day and both persons of the centre (REQ-CON-32)', () => {
    const paper = { form: 'ABCD-EFGH', signedOn: '2026-01-01', recordedBy: 'Anna Bianchi', verifiedBy: 'Bruno Neri' }
    expect(buildConsentReceipt({ ...source, client: 'paper', paper }).consent_record.pii_processing).toMatchObject({
      collection_method: 'paper',
      paper_form: { number: 'ABCD-EFGH', signed_on: '2026-01-01', recorded_by: 'Anna Bianchi', verified_by: 'Bruno Neri' },
    })
  })

  test('names the document by its hash (RFC 6920)', () => {
    const expected = createHash('sha256').update('text').digest('base64url')
    expect(consent.policy).toEqual([{ uri: `ni:///sha-256;${expected}` }])
  })
})
