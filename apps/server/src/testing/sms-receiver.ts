import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedSms = { readonly to: string; readonly text: string; readonly authorization: string | undefined; readonly key: string }
export type SmsReceiver = {
  readonly url: string
  readonly messages: readonly ReceivedSms[]
  /** Responds to the next requests with 503. */
  rejectNext(times: number): void
  /** Sends the next SMS, and never answers. */
  loseAnswers(times: number): void
  close(): Promise<void>
}

/** Starts an HTTP gateway that stores the received SMS, and passes each to `onMessage` (REQ-OPS-03). */
export const startSmsReceiver = async (onMessage: (message: ReceivedSms) => void = () => {}): Promise<SmsReceiver> => {
  const messages: ReceivedSms[] = []
  let rejections = 0
  let losses = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      // The command `check` only asks whether a gateway answers.
      if (request.method !== 'POST') return void response.writeHead(405).end()
      if (rejections > 0) {
        rejections -= 1
        response.writeHead(503).end()
        return
      }
      const { to, text } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { to: string; text: string }
      const message = { to, text, authorization: request.headers.authorization, key: String(request.headers['idempotency-key']) }
      messages.push(message)
      onMessage(message)
      if (losses > 0) {
        losses -= 1
        return
      }
      response.writeHead(202).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/sms`,
    messages,
    rejectNext: (times) => {
      rejections = times
    },
    loseAnswers: (times) => {
      losses = times
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
