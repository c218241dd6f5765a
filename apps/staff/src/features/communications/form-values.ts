import type { Communication, NewCommunication } from '@registry/api-contract/communications'
import type { Role } from '@registry/domain/access/roles'
import {
  communicationConsents,
  communicationKinds,
  communicationTypes,
  type CommunicationConsent,
  type CommunicationType,
} from '@registry/domain/communications/types'
import type { Language } from '@registry/domain/language'

type TextName = `texts.${Language}.${'subject' | 'body' | 'sms'}`

/** The values of the form. Each has the name of its field in the errors of the server. */
export type CommunicationValues = {
  readonly type: CommunicationType
  readonly filterId: string | null
  readonly consent: CommunicationConsent | null
  readonly roles: readonly Role[]
  readonly areaid: string | null
} & Readonly<Record<TextName, string>>

export const isType = (text: string | null): text is CommunicationType => communicationTypes.some((type) => type === text)
export const isConsent = (text: string | null): text is CommunicationConsent => communicationConsents.some((consent) => consent === text)

export const toValues = (stored: Communication | undefined): CommunicationValues => {
  const text = (language: Language, name: 'subject' | 'body' | 'sms'): string => stored?.texts[language][name] ?? ''
  return {
    type: stored?.type ?? 'PATIENT_MESSAGE',
    filterId: stored?.filterId === undefined || stored.filterId === null ? null : String(stored.filterId),
    consent: stored ? stored.consent : 'C_S',
    roles: stored?.roles ?? [],
    areaid: stored?.areaid ?? null,
    'texts.it.subject': text('it', 'subject'),
    'texts.it.body': text('it', 'body'),
    'texts.it.sms': text('it', 'sms'),
    'texts.en.subject': text('en', 'subject'),
    'texts.en.body': text('en', 'body'),
    'texts.en.sms': text('en', 'sms'),
  }
}

/** Fields that the type does not use are omitted. */
export const toContent = (values: CommunicationValues): NewCommunication => {
  const { audience, byWish, channels } = communicationKinds[values.type]
  const toPatients = audience === 'patients'
  const withSms = channels.some((channel) => channel === 'sms')
  const text = (language: Language) => ({
    subject: values[`texts.${language}.subject`].trim(),
    body: values[`texts.${language}.body`].trim(),
    sms: withSms ? values[`texts.${language}.sms`].trim() : null,
  })
  return {
    type: values.type,
    filterId: toPatients && values.filterId !== null ? Number(values.filterId) : null,
    consent: toPatients && !byWish ? values.consent : null,
    roles: toPatients ? [] : [...values.roles],
    areaid: toPatients ? null : values.areaid,
    texts: { it: text('it'), en: text('en') },
  }
}
