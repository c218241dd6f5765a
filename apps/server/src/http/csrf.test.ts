import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { probe } from '../testing/probe.ts'

let changes = 0
const count = async (): Promise<{ changes: number }> => ({ changes: (changes += 1) })
const routes = [probe('/probe', async () => ({}), { method: 'GET' }), probe('/probe', count)]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    routes,
    env: { STAFF_ORIGIN: 'https://staff.example.it', MYCONSENT_ORIGIN: 'https://consent.example.it' },
  })
})
afterAll(() => server[Symbol.asyncDispose]())

const json = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
const trpc = { ...json, 'x-requested-by': 'app' }

describe('REQ-ACC-19: requests of another site', () => {
  const bodies: [string, string][] = [
    ['application/json', '{}'],
    ['application/x-www-form-urlencoded', 'a=1'],
    ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n'],
    ['text/plain', '{}'],
    ['', ''],
  ]
  const sources: [string, Record<string, string>, boolean][] = [
    ['our own page', { 'sec-fetch-site': 'same-origin' }, true],
    ['our own page in an older browser', { origin: 'https://staff.example.it' }, true],
    ['a centre’s program', {}, true],
    ['another site', { 'sec-fetch-site': 'cross-site' }, false],
    ['the sibling host', { 'sec-fetch-site': 'same-site' }, false],
    ['the address bar', { 'sec-fetch-site': 'none' }, false],
    ['another site in an older browser', { origin: 'https://evil.example' }, false],
    ['the sibling host in an older browser', { origin: 'https://consent.example.it' }, false],
    ['a sandboxed frame', { origin: 'null' }, false],
    ['another site that claims our origin', { 'sec-fetch-site': 'cross-site', origin: 'https://staff.example.it' }, false],
  ]
  const cells = sources.flatMap(([source, headers, passes]) => bodies.map(([type, body]) => ({ source, headers, passes, type, body })))

  it.each(cells)('THREAT-09 THREAT-10: $source with a body of type "$type" passes: $passes', async ({ headers, passes, type, body }) => {
    const before = changes
    const response = await server
      .visitor('staff')
      .send({ method: 'POST', path: '/api/probe', headers: { ...headers, ...(type && { 'content-type': type }) }, body })
    if (!passes) {
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ success: false, code: 'origin_refused' })
    }
    expect(changes - before).toBe(passes && type !== 'text/plain' ? 1 : 0)
  })

  it.each(['/%61pi/probe', '/ap%69/probe', '/%61%70%69/probe'])(
    'THREAT-09 THREAT-10: the sibling host is rejected at %s too',
    async (path) => {
      const before = changes
      const headers = { 'sec-fetch-site': 'same-site', 'content-type': 'application/json' }
      expect((await server.visitor('staff').send({ method: 'POST', path, headers, body: '{}' })).status).toBe(403)
      expect((await server.visitor('staff').send({ path, headers })).status).toBe(403)
      expect(changes).toBe(before)
    },
  )

  it('THREAT-09: only our pages, the address bar and programs can read', async () => {
    const readStatus = async (headers: Record<string, string>) =>
      (await server.visitor('staff').send({ path: '/api/probe', headers })).status
    expect(await readStatus({ 'sec-fetch-site': 'same-origin' })).toBe(200)
    expect(await readStatus({ 'sec-fetch-site': 'none' })).toBe(200)
    expect(await readStatus({})).toBe(200)
    expect(await readStatus({ 'sec-fetch-site': 'same-site' })).toBe(403)
    expect(await readStatus({ 'sec-fetch-site': 'cross-site' })).toBe(403)
  })

  it('THREAT-09: a procedure always requires the header of our pages, POST and JSON', async () => {
    const call = (headers: Record<string, string>, method = 'POST') =>
      server.visitor('staff').send({ method, path: '/api/trpc/session.current', headers, ...(method === 'POST' && { body: '' }) })
    expect((await call(trpc)).status).toBe(200)
    expect((await call(json)).status).toBe(403)
    expect((await call({ 'content-type': 'application/json' })).status).toBe(403)
    expect((await call({ ...trpc, 'sec-fetch-site': 'same-site' })).status).toBe(403)
    expect((await call({ ...trpc, 'content-type': 'multipart/form-data; boundary=b' })).status).toBe(415)
    expect((await call({ ...trpc, 'content-type': 'application/jsonx' })).status).toBe(415)
    expect((await call(trpc, 'GET')).status).toBe(405)
  })
})
