import { z } from 'zod'
import type { ReceiptAnswer, ReceiptSource } from './receipt-source.ts'

const Coding = z.object({ system: z.string(), code: z.string(), display: z.string().optional() })
const Concept = z.object({ coding: z.array(Coding), text: z.string().optional() })
const Identifier = z.object({ system: z.string(), value: z.string() })

/** The elements of the Consent of FHIR R4 that a receipt uses. */
export const FhirConsent = z.object({
  resourceType: z.literal('Consent'),
  language: z.string(),
  identifier: z.array(Identifier),
  status: z.enum(['active', 'proposed']),
  scope: Concept,
  category: z.array(Concept).min(1),
  patient: z.object({ identifier: Identifier }),
  dateTime: z.string(),
  organization: z.array(z.object({ display: z.string() })).optional(),
  policy: z.array(z.object({ uri: z.string() })).min(1),
  policyRule: Concept,
  provision: z.object({
    type: z.literal('deny'),
    provision: z.array(z.object({ type: z.enum(['permit', 'deny']).optional(), code: z.array(Concept) })),
  }),
})
type FhirConsent = z.infer<typeof FhirConsent>

const terminology = 'http://terminology.hl7.org/CodeSystem'
/** The codes that every Consent of ours has. */
export const consentCodings = {
  research: { system: `${terminology}/consentscope`, code: 'research' },
  consentDocument: { system: 'http://loinc.org', code: '59284-0', display: 'Consent Document' },
  optIn: { system: `${terminology}/v3-ActCode`, code: 'OPTIN' },
} as const

/** A "named information" address of RFC 6920: the SHA-256 of a text as its name. */
const formatHashAddress = (sha256: string): string => {
  const bytes = Uint8Array.from(sha256.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const base64 = btoa(String.fromCharCode(...bytes))
  return `ni:///sha-256;${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
}

/** Yes permits and No denies. An assent, and an answer with more than two options, is neither, so only its text states it (REQ-CON-02, REQ-GRD-03). */
const buildProvision = (system: string, { field, question, answer, value, assent }: ReceiptAnswer) => ({
  ...(typeof value === 'boolean' && !assent && { type: value ? ('permit' as const) : ('deny' as const) }),
  code: [{ coding: [{ system, code: field, display: question }], text: answer }],
})

/** Builds the Consent: everything is denied that no answer permits (REQ-CON-14). An assent waits for the guardians, so it is not active. */
export const buildFhirConsent = ({ code, at, origin, patient, controller, consents }: ReceiptSource): FhirConsent => ({
  resourceType: 'Consent',
  language: consents.language,
  identifier: [{ system: `${origin}/verifica_ricevuta`, value: code }],
  status: consents.answers.every(({ assent }) => assent) ? 'proposed' : 'active',
  scope: { coding: [consentCodings.research] },
  category: [{ coding: [consentCodings.consentDocument] }],
  patient: { identifier: { system: `${origin}/consent-principal`, value: patient } },
  dateTime: at,
  ...(controller !== null && { organization: [{ display: controller }] }),
  policy: [{ uri: formatHashAddress(consents.sha256) }],
  policyRule: { coding: [consentCodings.optIn] },
  provision: { type: 'deny', provision: consents.answers.map((answer) => buildProvision(`${origin}/consent-point`, answer)) },
})
