import { identities, type Identity } from '@registry/domain/access/identity-request'
import { validationError } from '@registry/domain/error'
import { alias, single, type LegacyRoute } from '../../http/legacy/route.ts'
import type { LegacyFields } from '../../http/legacy/fields.ts'

/** Old forms send what was left open as an empty text. */
const parseIdentity = (fields: LegacyFields): Identity | undefined => {
  const typed = fields.text('identita')?.trim() ?? ''
  const known = identities.find((identity) => identity === typed)
  if (typed !== '' && !known) throw validationError({ identita: { code: 'field_wrong' } })
  return known
}

export const identityRequestsLegacy: readonly LegacyRoute[] = [
  single(
    'POST',
    '/newidentity',
    alias(
      (api) => api.identityRequests.add,
      (fields) => ({
        cognome: fields.text('cognome'),
        nome: fields.text('nome'),
        email: fields.text('email') ?? '',
        telefono: fields.text('telefono'),
        cellulare: fields.text('cellulare'),
        identita: parseIdentity(fields),
      }),
      (taken) => taken,
    ),
  ),
]
