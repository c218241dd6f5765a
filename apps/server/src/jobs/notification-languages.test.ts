import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '@registry/db/testing/database'
import { eventually } from '@registry/db/testing/eventually'
import { withTransaction } from '@registry/db/transaction'
import { languages } from '@registry/domain/language'
import { alarmMessages } from '@registry/domain/messages/alarms'
import { withdrawalMessages } from '@registry/domain/messages/consents'
import { invitationMessages } from '@registry/domain/messages/invitations'
import { guardianMessages } from '@registry/domain/messages/guardians'
import { signInMessages, temporaryPasswordMessage } from '@registry/domain/messages/sign-in'
import { centreMessages, exportAlarmMessages, deletionRequestMessage, enrolmentRequestMessage } from '@registry/domain/messages/staff-mails'
import { pino } from 'pino'
import { loadMessages, type MessageText, type Messages } from '../shared/messages.ts'
import { startMailReceiver, type MailReceiver } from '../testing/mail-receiver.ts'
import { createChannels } from './channels.ts'
import { postgresOutbox, startOutbox, type OutboxWorker } from './outbox.ts'

let database: TestDatabase
let mail: MailReceiver
let pump: OutboxWorker
let messages: Messages
beforeAll(async () => {
  database = await testDatabase()
  mail = await startMailReceiver()
  messages = await loadMessages()
  const log = pino({ level: 'silent' })
  const channels = createChannels({
    MAIL_FROM: 'registry@demo.example',
    DATA_DIR: '/nonexistent',
    SMTP_URL: mail.url,
    SMS_GATEWAY_URL: undefined,
    SMS_GATEWAY_TOKEN: undefined,
  })
  pump = await startOutbox({ database: database.server, channels, log, messages, pollMs: 50 })
})
afterAll(async () => {
  await pump.stop()
  await mail.close()
  await database.dispose()
})

const isText = (value: object): value is MessageText => 'id' in value && 'message' in value

/** The texts of all notifications, at any depth. */
const listTexts = (value: object): readonly MessageText[] =>
  isText(value) ? [value] : Object.values(value).flatMap((part: object) => listTexts(part))

const texts = listTexts([
  signInMessages,
  guardianMessages,
  temporaryPasswordMessage,
  invitationMessages,
  withdrawalMessages,
  centreMessages,
  enrolmentRequestMessage,
  exportAlarmMessages,
  deletionRequestMessage,
  alarmMessages,
])

/** Words that occur in every text of some length in one language, and never in the other. */
const words = {
  it: /\b(?:il|la|un|una|di|da|del|dei|che|per|tua|tuo|con|è)\b/i,
  en: /\b(?:the|of|your|you|and|was|has|for|from|with|if|an)\b/i,
} as const

const counts: readonly string[] = ['count', 'minutes', 'days', 'failures', 'left', 'attempts', 'limit']

/** Values for the variables of a text. They are not words of a language. */
const sampleValues = ({ message }: MessageText): Readonly<Record<string, string | number>> =>
  Object.fromEntries([...message.matchAll(/\{(\w+)/g)].map(([, name = '']) => [name, counts.includes(name) ? 3 : 'X1']))

test('REQ-OPS-03: each text of each notification arrives in the language of its reader, without a variable or a word of the other one', async () => {
  expect(texts.length).toBeGreaterThan(45)
  const expected = languages.flatMap((language) =>
    texts.map((descriptor) => ({ language, id: descriptor.id, text: messages.format(descriptor, language, sampleValues(descriptor)) })),
  )
  await withTransaction(database.server, { actor: 'tester', source: 'system', scope: { kind: 'none' } }, async (tx) => {
    for (const { language, id, text } of expected)
      await postgresOutbox.put(tx, { channel: 'mail', to: `${language}@example.org`, subject: id, text })
  })
  await eventually(() => expect(mail.mails).toHaveLength(expected.length))
  for (const { recipients, subject, text } of mail.mails) {
    const language = recipients[0] === 'it@example.org' ? 'it' : 'en'
    expect.soft(text, subject).not.toMatch(/[{}]|undefined/)
    expect.soft(text, subject).not.toMatch(words[language === 'it' ? 'en' : 'it'])
    if (text.length > 60) expect.soft(text, subject).toMatch(words[language])
  }
})
