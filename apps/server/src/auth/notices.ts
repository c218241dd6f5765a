import { temporaryMinutes } from '@registry/domain/access/sign-in-policy'
import type { Language } from '@registry/domain/language'
import { signInMessages, temporaryPasswordMessage, type SignInNotice } from '@registry/domain/messages/sign-in'
import type { Transaction } from '@registry/db/transaction'
import type { Deps } from '../app/deps.ts'
import type { Account } from './accounts.ts'

type Needs = Pick<Deps, 'messages' | 'outbox'>
/** The recipient of a notification about their sign-in. */
type Recipient = Pick<Account, 'person' | 'language' | 'sendTo'>
type Values = Readonly<Record<string, string | number>>

/** Adds a notification to the account's contact, in its language. It is sent after the commit (REQ-OPS-03). */
export const sendNotice = (
  needs: Needs,
  tx: Transaction,
  account: Recipient,
  kind: SignInNotice,
  values: Values = {},
  expiresAt?: Date,
): Promise<void> => {
  const { subject, mail, sms } = signInMessages[kind]
  const { channel, to } = account.sendTo
  const format = (text: typeof subject | typeof mail | typeof sms): string => needs.messages.format(text, account.language, values)
  const shared = {
    ...(account.person.kind === 'patient' && { patientId: account.person.patientId }),
    ...(expiresAt && { expiresAt }),
    isReset: kind === 'reset',
  }
  return needs.outbox.put(
    tx,
    channel === 'mail'
      ? { ...shared, channel, to, subject: format(subject), text: format(mail) }
      : { ...shared, channel, to, text: format(sms) },
  )
}

type TemporaryPassword = { readonly to: string; readonly language: Language; readonly password: string; readonly expiresAt: Date }

/** Mails staff a temporary password, with the page on which it is used (REQ-ACC-11). */
export const mailTemporaryPassword = (
  { env, messages, outbox }: Needs & Pick<Deps, 'env'>,
  tx: Transaction,
  { to, language, password, expiresAt }: TemporaryPassword,
): Promise<void> => {
  const { subject, mail } = temporaryPasswordMessage
  const text = messages.format(mail, language, { password, minutes: temporaryMinutes, link: `${env.STAFF_ORIGIN}/login` })
  return outbox.put(tx, { channel: 'mail', to, subject: messages.format(subject, language), text, expiresAt })
}
