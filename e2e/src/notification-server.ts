import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startMailReceiver } from '@registry/server/testing/mail-receiver'
import { startSmsReceiver } from '@registry/server/testing/sms-receiver'

/** A received mail or SMS, with the attached files of a mail as Base64. */
export type Notification = {
  readonly to: string
  readonly text: string
  readonly files: readonly { readonly name: string; readonly base64: string }[]
}

export type NotificationServer = {
  /** The addresses to which the registry sends. */
  readonly smtpUrl: string
  readonly smsUrl: string
  /** Answers all received notifications as JSON, oldest first. */
  readonly readUrl: string
  close(): Promise<void>
}

/** Starts a real mail server and a real SMS gateway. Tests run in other processes, so they read over HTTP. */
export const startNotificationServer = async (): Promise<NotificationServer> => {
  const [mailReceiver, smsReceiver] = await Promise.all([startMailReceiver(), startSmsReceiver()])
  const listNotifications = (): Notification[] => [
    ...mailReceiver.mails.flatMap(({ recipients, text, attachments }) => {
      const files = attachments.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }))
      return recipients.map((to) => ({ to, text, files }))
    }),
    ...smsReceiver.messages.map(({ to, text }) => ({ to, text, files: [] })),
  ]
  const reader = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(listNotifications()))
  })
  await new Promise<void>((resolve) => reader.listen(0, '127.0.0.1', resolve))
  const { port } = reader.address() as AddressInfo
  return {
    smtpUrl: mailReceiver.url,
    smsUrl: smsReceiver.url,
    readUrl: `http://127.0.0.1:${port}/`,
    close: async () => {
      reader.close()
      reader.closeAllConnections()
      await Promise.all([mailReceiver.close(), smsReceiver.close()])
    },
  }
}
