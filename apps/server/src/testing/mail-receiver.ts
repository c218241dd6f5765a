import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = {
  readonly recipients: readonly string[]
  readonly messageId: string
  readonly subject: string
  readonly text: string
  /** As they came. */
  readonly headers: string
}
export type MailReceiver = {
  readonly url: string
  readonly mails: readonly ReceivedMail[]
  /** Answers the next mails with a temporary failure. */
  refuseNext(times: number): void
  close(): Promise<void>
}

const unfold = (headers: string): string => headers.replaceAll(/\r?\n[ \t]+/g, ' ')
const headerOf = (headers: string, name: string): string => new RegExp(`^${name}: (.*)$`, 'im').exec(unfold(headers))?.[1]?.trim() ?? ''

const decodeQuoted = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
const decodeWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, way: string, coded: string) =>
      (way.toUpperCase() === 'B' ? Buffer.from(coded, 'base64') : decodeQuoted(coded.replaceAll('_', ' '))).toString('utf8'),
    )
const decodeBody = (headers: string, body: string): string => {
  const way = headerOf(headers, 'content-transfer-encoding').toLowerCase()
  if (way === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return way === 'quoted-printable' ? decodeQuoted(body).toString('utf8') : body
}

const readMail = (raw: string, recipients: readonly string[]): ReceivedMail => {
  const end = raw.indexOf('\r\n\r\n')
  const headers = raw.slice(0, end)
  const text = decodeBody(headers, raw.slice(end + 4))
    .replaceAll('\r\n', '\n')
    .trimEnd()
  return { recipients, headers, text, messageId: headerOf(headers, 'message-id'), subject: decodeWords(headerOf(headers, 'subject')) }
}

/** A real SMTP server that keeps what it receives. */
export const mailReceiver = async (port = 0): Promise<MailReceiver> => {
  const mails: ReceivedMail[] = []
  let refusals = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refusals > 0) {
          refusals -= 1
          return done(Object.assign(new Error('try later'), { responseCode: 451 }))
        }
        mails.push(
          readMail(
            Buffer.concat(chunks).toString('utf8'),
            session.envelope.rcptTo.map(({ address }) => address),
          ),
        )
        return done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address() as AddressInfo
  let closed = false
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    refuseNext: (times) => {
      refusals = times
    },
    close: async () => {
      if (closed) return
      closed = true
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
