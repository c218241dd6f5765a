import type { Role } from '../access/roles.ts'
import type { ErrorDetail } from '../error.ts'
import { languages, type Language } from '../language.ts'
import { findWrongPlaceholder, greetingFacts, type GreetingFact } from './texts.ts'
import { communicationKinds, type CommunicationConsent, type CommunicationType } from './types.ts'

export const communicationLimits = { subject: 120, body: 5000, sms: 201 } as const

/** The three texts of a communication in one language. The SMS is null for types without SMS. */
export type CommunicationText = { readonly subject: string; readonly body: string; readonly sms: string | null }

export type CommunicationContent = {
  readonly type: CommunicationType
  readonly filterId: number | null
  readonly consent: CommunicationConsent | null
  readonly roles: readonly Role[]
  readonly areaid: string | null
  readonly texts: Readonly<Record<Language, CommunicationText>>
}

/** Staff have no centre of their own in a greeting, because a user can have several. */
export const listGreetingFacts = (type: CommunicationType): readonly GreetingFact[] =>
  communicationKinds[type].audience === 'patients' ? greetingFacts : ['name', 'surname']

const hasControl = (text: string): boolean => /\p{Cc}/u.test(text.replaceAll(/[\n\t]/g, ''))

const findTextError = (
  text: string,
  kind: keyof typeof communicationLimits,
  language: Language,
  type: CommunicationType,
): ErrorDetail | undefined => {
  if (text.trim() === '') return { code: 'field_required' }
  if (text.length > communicationLimits[kind]) return { code: 'communication_text_too_long', params: { max: communicationLimits[kind] } }
  if (hasControl(text) || (kind === 'subject' && /[\n\t]/.test(text))) return { code: 'field_wrong' }
  // The same subject for everybody, because mail programs show it to bystanders (REQ-COM-03).
  const wrong = findWrongPlaceholder(text, language, kind === 'subject' ? [] : listGreetingFacts(type))
  return wrong === undefined ? undefined : { code: 'communication_placeholder_wrong', params: { placeholder: wrong } }
}

const listTextErrors = ({ type, texts }: CommunicationContent): (readonly [field: string, error: ErrorDetail])[] => {
  const withSms = communicationKinds[type].channels.some((channel) => channel === 'sms')
  return languages.flatMap((language) => {
    const { subject, body, sms } = texts[language]
    const errors = {
      subject: findTextError(subject, 'subject', language, type),
      body: findTextError(body, 'body', language, type),
      sms: withSms ? findTextError(sms ?? '', 'sms', language, type) : sms === null ? undefined : ({ code: 'field_wrong' } as const),
    }
    return Object.entries(errors).flatMap(([field, error]) => (error ? [[`texts.${language}.${field}`, error] as const] : []))
  })
}

const listRecipientErrors = ({ type, filterId, consent, roles, areaid }: CommunicationContent): (readonly [string, ErrorDetail])[] => {
  const { audience, byWish } = communicationKinds[type]
  const needed = { consent: audience === 'patients' && !byWish, roles: audience === 'staff', areaid: audience === 'staff' }
  const given = { consent: consent !== null, roles: roles.length > 0, areaid: areaid !== null }
  const wrong = (['consent', 'roles', 'areaid'] as const).flatMap((field) =>
    needed[field] === given[field] ? [] : [[field, { code: needed[field] ? 'field_required' : 'field_wrong' }] as const],
  )
  return audience === 'staff' && filterId !== null ? [...wrong, ['filterId', { code: 'field_wrong' }]] : wrong
}

export const findCommunicationErrors = (content: CommunicationContent): Readonly<Record<string, ErrorDetail>> =>
  Object.fromEntries([...listRecipientErrors(content), ...listTextErrors(content)])
