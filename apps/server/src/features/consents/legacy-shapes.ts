import { z } from 'zod'
import { withdrawalChoices } from '@registry/api-contract/consents'
import { LanguageInput } from '@registry/api-contract/fields'
import { Answers } from '@registry/domain/consent/schemas'
import { fieldTexts, operationMessages } from '@registry/domain/legacy/messages'
import type { LegacyShapes } from '../../http/legacy/shape.ts'

const Point = z.union([
  z.object({ tipo: z.enum(['titolo', 'testo']), testo: z.string() }),
  z.object({ tipo: z.literal('radio'), testo: z.string(), risposte: z.array(z.string()), nome_campo: z.string() }),
])
const Document = z.object({ version: z.number().int(), hash: z.string(), points: z.array(Point) })
const inLanguage = { lang: LanguageInput.optional() }
const nothing = z.object({})

export const consentsShapes: LegacyShapes = {
  '/consent GET': {
    about: operationMessages.consent,
    fields: z.object({ id: z.literal('pre_consent1'), ...inLanguage }),
    answer: z.object({ rows: z.array(Document) }),
    refusals: ['consent_document_unknown'],
    texts: { id: fieldTexts.documentId },
    example: { session: 'uses', fields: { action: 'GET', id: 'pre_consent1', lang: 'it' } },
  },
  '/patient/GetConsentPoints': {
    about: operationMessages.GetConsentPoints,
    fields: z.object(inLanguage),
    answer: z.object({ consent: Document, withdrawal: Document }),
    refusals: [],
    texts: { consent: fieldTexts.consentDocument, withdrawal: fieldTexts.withdrawalDocument },
    example: { session: 'uses', fields: { lang: 'it' } },
  },
  '/patient/GetConsents': {
    about: operationMessages.GetConsents,
    fields: nothing,
    answer: z.object({ consents: Answers }),
    refusals: [],
    example: { session: 'uses', fields: { lang: 'it' } },
  },
  '/patient/UpdateConsents': {
    about: operationMessages.UpdateConsents,
    fields: z.object({
      '{nome_campo}': z.union([z.boolean(), z.number().int()]).optional(),
      C_DB_NO_NOTIFICATION: z.enum(withdrawalChoices).optional(),
      password: z.string().optional(),
      ...inLanguage,
    }),
    answer: nothing,
    refusals: [
      'consent_required',
      'consent_text_changed',
      'consent_text_not_sent',
      'preliminary_unanswered',
      'withdrawal_choice_required',
      'proof_required',
      'password_wrong',
    ],
    texts: { '{nome_campo}': fieldTexts.consentAnswers },
    patterns: { '{nome_campo}': '^C_(?!DB_NO_NOTIFICATION$)' },
    example: { session: 'uses', fields: { C_DB_P: 'true', C_DB_M: 'true', C_S: 'false' } },
  },
}
