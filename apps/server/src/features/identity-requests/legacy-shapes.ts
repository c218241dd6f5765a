import { IdentityRequestTaken, NewIdentityRequest } from '@registry/api-contract/identity-requests'
import { operationMessages } from '@registry/domain/legacy/messages'
import type { LegacyShapes } from '../../http/legacy/shape.ts'

export const identityRequestsShapes: LegacyShapes = {
  '/newidentity': {
    about: operationMessages.newidentity,
    fields: NewIdentityRequest,
    answer: IdentityRequestTaken,
    refusals: ['too_many_tries'],
    example: { fields: { cognome: 'Rossi', nome: 'Ada', email: 'ada@example.org', identita: 'full identity' } },
  },
}
