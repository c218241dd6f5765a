import type { CommunicationText } from '@registry/domain/communications/content'
import { normalisePlaceholders } from '@registry/domain/communications/texts'
import { communicationKinds, type CommunicationType } from '@registry/domain/communications/types'
import { languages, type Language } from '@registry/domain/language'
import { communicationFooters } from '@registry/domain/messages/communications'
import type { Deps } from '../../app/deps.ts'

type Needs = Pick<Deps, 'env' | 'messages'>
type Content = { readonly type: CommunicationType; readonly texts: Readonly<Record<Language, CommunicationText>> }

/** The text of one message, the same for every recipient except for the placeholders of the greeting. */
export type ChannelText = { readonly language: Language; readonly channel: 'mail' | 'sms'; readonly subject: string; readonly body: string }

/** `{token}` becomes the secret of each newsletter. It is in the fragment, so that no server logs it (THREAT-36). */
const getLink = ({ env }: Needs, type: CommunicationType): string => {
  if (type === 'NEWSLETTER') return `${env.MYCONSENT_ORIGIN}/disiscrizione#{token}`
  return type === 'STAFF_MESSAGE' ? env.STAFF_ORIGIN : `${env.MYCONSENT_ORIGIN}/consenso`
}

/** The address of the List-Unsubscribe header, to which a mail program posts (RFC 8058). */
export const buildUnsubscribeUrl = ({ env }: Pick<Deps, 'env'>): string => `${env.MYCONSENT_ORIGIN}/api/unsubscribe?token={token}`

/** Builds the texts of a communication by language and channel. The closing explains why the person receives it (REQ-COM-07). */
export const buildChannelTexts = (needs: Needs, { type, texts }: Content): readonly ChannelText[] =>
  languages.flatMap((language): ChannelText[] => {
    const { subject, body, sms } = texts[language]
    const footer = needs.messages.format(communicationFooters[type], language, { link: getLink(needs, type) })
    const mail = { language, channel: 'mail', subject, body: `${normalisePlaceholders(body, language)}\n\n--\n${footer}` } as const
    const withSms = communicationKinds[type].channels.some((channel) => channel === 'sms') && sms !== null
    return withSms ? [mail, { language, channel: 'sms', subject: '', body: normalisePlaceholders(sms, language) }] : [mail]
  })
