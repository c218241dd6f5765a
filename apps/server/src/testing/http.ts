import { request } from 'node:http'
import type { Readable } from 'node:stream'

export type HttpRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer | Readable | undefined
  /** Closes the connection when it aborts. */
  readonly signal?: AbortSignal | undefined
}

/** Sends one request to a local server. Unlike fetch it can set Host and every other header. */
export const sendRequest = (port: number, { method, path, headers, body, signal }: HttpRequest): Promise<Response> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers: { ...headers }, agent: false, signal }, (received) => {
      const chunks: Buffer[] = []
      received.on('data', (chunk: Buffer) => chunks.push(chunk))
      received.on('error', reject)
      received.on('end', () => {
        const status = received.statusCode ?? 0
        const responseHeaders = Object.entries(received.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        )
        resolve(new Response(status === 204 || status === 304 ? null : Buffer.concat(chunks), { status, headers: responseHeaders }))
      })
    })
    sent.on('error', reject)
    if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) sent.end(body)
    else body.pipe(sent)
  })
