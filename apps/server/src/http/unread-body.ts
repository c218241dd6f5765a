import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/** Longest time that the rest of a body is read after its answer, and the longest silence in it. */
const totalMs = 10_000
const silenceMs = 2000

/** Reads on until the sender ends or has had time to see the answer, and keeps nothing. */
const discard = (body: Readable): Promise<void> =>
  new Promise((resolve) => {
    const total = setTimeout(done, totalMs)
    const silence = setTimeout(done, silenceMs)
    const onData = (): void => void silence.refresh()
    function done(): void {
      clearTimeout(total)
      clearTimeout(silence)
      body.off('data', onData).off('end', done).off('close', done).off('error', done)
      resolve()
    }
    body.on('data', onData).once('end', done).once('close', done).once('error', done)
    body.unpipe().resume()
  })

async function* sendThenDiscard(response: string, body: Readable): AsyncGenerator<Buffer> {
  yield Buffer.from(response)
  await discard(body)
}

/**
 * An answer may be ready before the body has come, as when it is too large. A connection that is closed on unread bytes is reset, and the
 * sender may lose the answer: so the answer leaves whole, then the rest is read for a while, then the connection closes (RFC 9112, 9.6).
 */
export const allowEarlyResponses = (server: FastifyInstance): void => {
  server.addHook('onSend', async ({ raw }, reply, payload) => {
    if (raw.complete || raw.destroyed || typeof payload !== 'string') return payload
    void reply.headers({ connection: 'close', 'content-length': Buffer.byteLength(payload) })
    return Readable.from(sendThenDiscard(payload, raw), { objectMode: false })
  })
}
