import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type ReceivedAttachment = { readonly name: string; readonly bytes: Buffer }

export type ReceivedMail = {
  readonly recipients: readonly string[]
  readonly messageId: string
  readonly subject: string
  readonly text: string
  readonly attachments: readonly ReceivedAttachment[]
  readonly headers: string
}
export type MailReceiver = {
  readonly url: string
  readonly mails: readonly ReceivedMail[]
  /** Rejects the next mails with a temporary failure. */
  rejectNext(times: number): void
  /** Greets nobody until `resume`, like an overloaded server. */
  hang(): void
  resume(): void
  /** Accepts the next mail, and breaks the connection instead of confirming it. */
  dropNext(): void
  /** Rejects an address permanently. */
  rejectAddress(address: string): void
  close(): Promise<void>
}

const unfoldHeaders = (headers: string): string => headers.replaceAll(/\r?\n[ \t]+/g, ' ')
const findHeader = (headers: string, name: string): string =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(unfoldHeaders(headers))?.[1]?.trim() ?? ''

const decodeQuotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
const decodeEncodedWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, encoding: string, coded: string) =>
      (encoding.toUpperCase() === 'B' ? Buffer.from(coded, 'base64') : decodeQuotedPrintable(coded.replaceAll('_', ' '))).toString('utf8'),
    )
const decodeBody = (headers: string, body: string): string => {
  const encoding = findHeader(headers, 'content-transfer-encoding').toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? decodeQuotedPrintable(body).toString('utf8') : body
}

type Part = { readonly headers: string; readonly body: string }

const parsePart = (raw: string): Part => {
  const end = raw.indexOf('\r\n\r\n')
  return { headers: raw.slice(0, end), body: raw.slice(end + 4) }
}

/** Returns the parts of a mail with attachments, or the mail as its only part. */
const listParts = (mail: Part): readonly Part[] => {
  const [, boundary] = /boundary="([^"]+)"/.exec(findHeader(mail.headers, 'content-type')) ?? []
  if (boundary === undefined) return [mail]
  return mail.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => parsePart(part.replace(/^\r\n/, '')))
}

const readAttachment = ({ headers, body }: Part): ReceivedAttachment => ({
  name: /filename="?([^";]+)"?/.exec(findHeader(headers, 'content-disposition'))?.[1] ?? '',
  bytes: Buffer.from(body, 'base64'),
})

const parseMail = (raw: string, recipients: readonly string[]): ReceivedMail => {
  const mail = parsePart(raw)
  const [main = mail, ...files] = listParts(mail)
  const { headers } = mail
  return {
    recipients,
    headers,
    text: decodeBody(main.headers, main.body).replaceAll('\r\n', '\n').trimEnd(),
    attachments: files.map(readAttachment),
    messageId: findHeader(headers, 'message-id'),
    subject: decodeEncodedWords(findHeader(headers, 'subject')),
  }
}

/** Starts an SMTP server that stores the received mails, and passes each to `onMail`. */
export const startMailReceiver = async (port = 0, onMail: (mail: ReceivedMail) => void = () => {}): Promise<MailReceiver> => {
  const mails: ReceivedMail[] = []
  let rejections = 0
  const rejected = new Set<string>()
  const sockets = new Set<Socket>()
  let drops = false
  let held: (() => void)[] | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onConnect: (_session, done) => {
      if (held) held.push(done)
      else done()
    },
    onRcptTo: ({ address }, _session, done) =>
      done(rejected.has(address) ? Object.assign(new Error('no such user'), { responseCode: 550 }) : undefined),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (rejections > 0) {
          rejections -= 1
          return done(Object.assign(new Error('try later'), { responseCode: 451 }))
        }
        const mail = parseMail(
          Buffer.concat(chunks).toString('utf8'),
          session.envelope.rcptTo.map(({ address }) => address),
        )
        mails.push(mail)
        onMail(mail)
        if (!drops) return done()
        drops = false
        for (const socket of sockets) socket.destroy()
      })
    },
  })
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // A killed client resets its connections, which is not a failure of the receiver (REQ-COM-05).
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address() as AddressInfo
  let closed = false
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    hang: () => {
      held ??= []
    },
    resume: () => {
      for (const done of held ?? []) done()
      held = undefined
    },
    dropNext: () => {
      drops = true
    },
    rejectAddress: (address) => void rejected.add(address),
    rejectNext: (times) => {
      rejections = times
    },
    close: async () => {
      if (closed) return
      closed = true
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
