import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startMailReceiver } from '@registry/server/testing/mail-receiver'
import { startSmsReceiver } from '@registry/server/testing/sms-receiver'

/** What somebody received, by mail or as a text message. */
export type Letter = { readonly to: string; readonly text: string }

export type Letterbox = {
  /** Where the registry delivers. */
  readonly smtpUrl: string
  readonly smsUrl: string
  /** Where a test reads what was delivered: the letters of all, oldest first, as JSON. */
  readonly readUrl: string
  close(): Promise<void>
}

/** A real mail server and a real SMS gateway; tests run in processes of their own, so they read over HTTP. */
export const openLetterbox = async (): Promise<Letterbox> => {
  const [mails, texts] = await Promise.all([startMailReceiver(), startSmsReceiver()])
  const letters = (): Letter[] => [
    ...mails.mails.flatMap(({ recipients, text }) => recipients.map((to) => ({ to, text }))),
    ...texts.messages.map(({ to, text }) => ({ to, text })),
  ]
  const reader = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(letters()))
  })
  await new Promise<void>((resolve) => reader.listen(0, '127.0.0.1', resolve))
  const { port } = reader.address() as AddressInfo
  return {
    smtpUrl: mails.url,
    smsUrl: texts.url,
    readUrl: `http://127.0.0.1:${port}/`,
    close: async () => {
      reader.close()
      reader.closeAllConnections()
      await Promise.all([mails.close(), texts.close()])
    },
  }
}
