import { z } from 'zod'
import { EnrolmentRequestTaken, NewEnrolmentRequest } from '@registry/api-contract/enrolment-requests'
import { identities } from '@registry/domain/access/enrolment-request'
import { legacyRoute } from '../../http/legacy/declare.ts'
import { lang, optionalChoice, optionalText, text } from '../../http/legacy/fields.ts'
import type { LegacyRoute } from '../../http/legacy/route.ts'

const { cognome, nome, email, telefono, cellulare } = NewEnrolmentRequest.shape

/** The older identity form. It sends empty text for an open choice (REQ-ACC-22). */
const newIdentity = legacyRoute({
  method: 'POST',
  path: '/newidentity',
  summary: /*i18n*/ { id: 'api.newidentity', message: 'Registra una richiesta di iscrizione e avvisa gli UserAdmin' },
  procedure: (api) => api.enrolmentRequests.add,
  request: z.object({
    cognome: optionalText(cognome),
    nome: optionalText(nome),
    email: text(email),
    telefono: optionalText(telefono),
    cellulare: optionalText(cellulare),
    identita: optionalChoice(identities, 'field_wrong'),
    lang,
  }),
  response: EnrolmentRequestTaken,
  errors: ['too_many_attempts'],
  example: { fields: { cognome: 'Rossi', nome: 'Ada', email: 'ada@example.org', identita: 'full identity' } },
  toInput: ({ lang: _lang, ...request }) => request,
  toResponse: (taken) => taken,
})

export const enrolmentRequestsLegacy: readonly LegacyRoute[] = [newIdentity]
