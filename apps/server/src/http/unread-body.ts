import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** The longest time to read the rest of a body after its response, and the longest pause of the sender. */
const totalMs = 10_000
const silenceMs = 2000

/** Drops the rest of a body until it ends or the sender has had time to read the response. */
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
 * Allows a response before the end of the body, for instance when the body is too large. Closing a connection with unread bytes resets it,
 * and the sender may lose the response. So the response is sent, the rest is read for a while, and the connection closes (RFC 9112, 9.6).
 */
export const allowEarlyResponses = (server: FastifyInstance): void => {
  server.addHook('onSend', async ({ raw }, reply, payload) => {
    // A body that came with the headers is parsed after them. Closing its connection would make an overloaded server accept another one.
    if (!raw.complete) await nextTurn()
    if (raw.complete || raw.destroyed || typeof payload !== 'string') return payload
    void reply.headers({ connection: 'close', 'content-length': Buffer.byteLength(payload) })
    return Readable.from(sendThenDiscard(payload, raw), { objectMode: false })
  })
}
