import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { AppError } from '@registry/domain/error'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { createFileResponse } from './downloads.ts'
import { probe } from '../testing/probe.ts'

/** `pnpm drill faults` has more. */
const slowReaders = Number(process.env['FAULT_ROUNDS'] ?? 5)
const chunk = Buffer.alloc(64 * 1024, 65)
let produced = 0
let ended = false
let signal: AbortSignal | undefined

/** 62 MB in chunks. It counts the chunks that were read. */
async function* large(): AsyncGenerator<Buffer> {
  produced = 0
  ended = false
  try {
    for (; produced < 1000; produced += 1) yield chunk
  } finally {
    ended = true
  }
}
let givenOut = 0
async function* counted(): AsyncGenerator<Buffer> {
  for (let sent = 0; sent < 1000; sent += 1) {
    givenOut += chunk.length
    yield chunk
  }
}
async function* failingAfter(chunks: number): AsyncGenerator<Buffer> {
  for (let sent = 0; sent < chunks; sent += 1) yield chunk
  throw new AppError('not_found')
}
const sending = (path: string, body: () => Readable) =>
  probe(path, async (_caller, _request, call) => {
    signal = call.signal
    return createFileResponse('f.csv', 'text/csv', body())
  })
const routes = [
  sending('/probe/large', () => Readable.from(large())),
  sending('/probe/early', () => Readable.from(failingAfter(0))),
  sending('/probe/late', () => Readable.from(failingAfter(20))),
  sending('/probe/counted', () => Readable.from(counted())),
  sending('/probe/empty', () => Readable.from([])),
]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ routes })
})
afterAll(() => server[Symbol.asyncDispose]())

const open = async (path: string): Promise<IncomingMessage> => {
  const sent = request({
    host: '127.0.0.1',
    port: server.port,
    method: 'POST',
    path: `/api${path}`,
    headers: { host: 'staff.localhost:8080' },
    agent: false,
  }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response
}

describe('REQ-EXP-03: downloads', () => {
  it('arrive completely', async () => {
    const response = await server.visitor('staff').post('/probe/large', { json: {} })
    expect((await response.arrayBuffer()).byteLength).toBe(1000 * chunk.length)
  })

  it('may be empty', async () => {
    const response = await server.visitor('staff').post('/probe/empty', { json: {} })
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([200, 'text/csv', ''])
  })

  it('that fail before their first byte get an error response', async () => {
    const response = await server.visitor('staff').post('/probe/early', { json: { lang: 'it' } })
    expect(response.headers.get('content-disposition')).toBeNull()
    expect(await response.json()).toEqual({ success: false, code: 'not_found', error: 'Elemento non trovato' })
  })

  it('that fail later break the connection without the last chunk', async () => {
    const response = await open('/probe/late')
    const bytes = await new Promise<number | Error>((resolve) => {
      let received = 0
      response
        .on('data', (data: Buffer) => (received += data.length))
        .on('end', () => resolve(received))
        .on('error', resolve)
    })
    expect(bytes).toBeInstanceOf(Error)
    expect(response.complete).toBe(false)
  })

  it('FAULT-16: wait for a slow client instead of filling the memory', async () => {
    const response = await open('/probe/large')
    let received = 0
    let furthestAhead = 0
    for await (const data of response as AsyncIterable<Buffer>) {
      received += data.length
      furthestAhead = Math.max(furthestAhead, produced - received / chunk.length)
    }
    expect(received).toBe(1000 * chunk.length)
    expect(furthestAhead).toBeLessThan(200)
  })

  it('FAULT-16: to many slow clients leave the server its memory and the time for others', async () => {
    const responses = await Promise.all(Array.from({ length: slowReaders }, () => open('/probe/counted')))
    for (let kilobytes = 0; kilobytes < 20; kilobytes += 1)
      for (const response of responses) if (response.read(1024) === null) await once(response, 'readable')
    expect((await server.visitor('staff').post('/probe/empty', { json: {} })).status).toBe(200)
    // The buffers of the connection belong to the operating system.
    expect(givenOut / slowReaders).toBeLessThan(200 * chunk.length)
    for (const response of responses) response.destroy()
  })

  it('FAULT-17: end immediately when the client disconnects', async () => {
    const response = await open('/probe/large')
    await once(response, 'readable')
    expect(ended).toBe(false)
    response.destroy()
    await eventually(() => expect([ended, signal?.aborted]).toEqual([true, true]))
  })
})
