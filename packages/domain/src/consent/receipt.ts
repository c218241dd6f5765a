import { z } from 'zod'
import { languages } from '../language.ts'
import { buildFhirConsent, FhirConsent } from './receipt-fhir.ts'
import { AnsweredDocument, hasAssent, type ReceiptSource } from './receipt-source.ts'

const schemaVersion = 'ISO/IEC TS 27560:2023'
const verificationPath = '/verifica_ricevuta'

/**
 * The receipt of one set of answers, in the form of ISO/IEC TS 27560 and as a Consent of FHIR R4 (REQ-CON-14). The names of the standard
 * stay as they are.
 */
export const ConsentReceipt = z.object({
  receipt_metadata: z.object({
    schema_version: z.literal(schemaVersion),
    receipt_id: z.string(),
    issued_at: z.string(),
    verification: z.string(),
  }),
  consent_record: z.object({
    record_metadata: z.object({ schema_version: z.literal(schemaVersion), record_id: z.string(), pii_principal_id: z.string() }),
    pii_processing: z.object({
      language: z.enum(languages),
      lawful_basis: z.string(),
      jurisdiction: z.string(),
      collection_method: z.enum(['myconsent', 'legacy', 'paper', 'desk']),
      paper_form: z.object({ number: z.string(), signed_on: z.string(), recorded_by: z.string(), verified_by: z.string() }).optional(),
      pii_controllers: z.array(z.string()),
      withdrawal_method: z.string(),
      privacy_notice: z.object({ version: z.number().int(), sha256: z.string() }).nullable(),
      preliminary_questions: AnsweredDocument,
      purposes: AnsweredDocument,
    }),
    party_identification: z.array(
      z.object({ party_id: z.string(), party_role: z.string(), party_name: z.string().nullable(), party_contact: z.string().nullable() }),
    ),
    events: z.array(z.object({ event_time: z.string(), event_type: z.string(), event_state: z.string(), entity_id: z.string() })),
  }),
  fhir_consent: FhirConsent,
})
export type ConsentReceipt = z.infer<typeof ConsentReceipt>

/** Builds the receipt of one save. The same source gives the same receipt (REQ-CON-14). */
export const buildConsentReceipt = (source: ReceiptSource): ConsentReceipt => {
  const { code, at, origin, patient, ledgerEntry, controller, contact, client, paper, information, preliminary, consents } = source
  return {
    receipt_metadata: {
      schema_version: schemaVersion,
      receipt_id: code,
      issued_at: at,
      verification: `${origin}${verificationPath}`,
    },
    consent_record: {
      record_metadata: { schema_version: schemaVersion, record_id: ledgerEntry, pii_principal_id: patient },
      pii_processing: {
        language: consents.language,
        lawful_basis: 'GDPR art. 6(1)(a), art. 9(2)(a)',
        jurisdiction: 'IT',
        collection_method: client,
        ...(paper && {
          paper_form: { number: paper.form, signed_on: paper.signedOn, recorded_by: paper.recordedBy, verified_by: paper.verifiedBy },
        }),
        pii_controllers: ['controller'],
        withdrawal_method: `${origin}/consenso`,
        privacy_notice: information,
        preliminary_questions: preliminary,
        purposes: consents,
      },
      party_identification: [{ party_id: 'controller', party_role: 'PII controller', party_name: controller, party_contact: contact }],
      events: [{ event_time: at, event_type: hasAssent(consents) ? 'assent' : 'explicit', event_state: 'given', entity_id: patient }],
    },
    fhir_consent: buildFhirConsent(source),
  }
}

/** The address that opens the verification page with the code in the fragment, which no browser sends to a server (THREAT-53). */
export const buildVerificationAddress = ({ receipt_metadata: { verification, receipt_id } }: ConsentReceipt): string =>
  `${verification}#${receipt_id}`
