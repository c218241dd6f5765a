import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client } from '../../testing/client.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const rows = Array.from({ length: 200 }, (_, index) => ({ code: `IT${index}`, name: 'Italia' }))
const services = {
  referenceTables: { rows: async () => rows, history: async () => [] },
  savedFilters: { list: async () => [] },
}

let server: TestServer
let staff: Client
beforeAll(async () => {
  server = await startTestServer({ services })
  staff = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }])
})
afterAll(() => server[Symbol.asyncDispose]())

const headers = { 'sec-fetch-site': 'same-origin', 'x-requested-by': 'app', 'content-type': 'application/json' }
const ask = (path: string, body: unknown, encodings = 'gzip, deflate, br') =>
  staff.send({
    method: 'POST',
    path: `/api/trpc/${path}`,
    headers: { ...headers, 'accept-encoding': encodings },
    body: JSON.stringify(body),
  })
const nation = { table: 'svc_nation' }

describe('THREAT-52: compressed answers', () => {
  it('are those that are the same for everybody', async () => {
    const response = await ask('referenceTables.rows', nation)
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('vary')).toContain('accept-encoding')
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const bytes = Buffer.from(await response.arrayBuffer())
    const text = gunzipSync(bytes).toString()
    expect(JSON.parse(text)).toEqual({ result: { data: rows } })
    expect(bytes.length).toBeLessThan(text.length / 5)
  })

  it.each(['session.current', 'savedFilters.list', 'ownSessions.list', 'home.staff'])('never those of %s', async (procedure) => {
    expect((await ask(procedure, undefined)).headers.get('content-encoding')).toBeNull()
  })

  it('never a batch that has another answer too', async () => {
    const response = await ask('referenceTables.rows,session.current?batch=1', { 0: nation })
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(await response.json()).toHaveLength(2)
  })

  it.each(['', 'br', 'gzip;q=0', 'identity'])('are not sent to a client that accepts "%s"', async (encodings) => {
    const response = await ask('referenceTables.rows', nation, encodings)
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(await response.json()).toEqual({ result: { data: rows } })
  })

  it('are never errors', async () => {
    expect((await ask('referenceTables.rows', { table: 'none' })).headers.get('content-encoding')).toBeNull()
  })
})
