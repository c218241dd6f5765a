import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCentre } from '@registry/db/testing/fixtures'
import { legacyRoutes } from '../app/legacy-routes.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01')
})
afterAll(() => server[Symbol.asyncDispose]())

const legacyPaths = legacyRoutes.filter(({ method }) => method === 'GET').map(({ path }) => `/api${path}`)
const paths = ['/api/health/live', '/api/health/ready', '/api/help/it/manual', '/api/openapi.json', ...legacyPaths]
/** Headers that differ between two answers to the same request. */
const changing = new Set(['date', 'x-request-id', 'content-length', 'transfer-encoding', 'connection', 'keep-alive'])

describe('REQ-API-03: HEAD', () => {
  it.each([...new Set(paths)])('answers %s as GET without a body, with and without a session', async (path) => {
    const clients = [server.visitor('staff'), await server.staff([{ role: 'CenterAdmin', center: 'RM01' }]), server.visitor('myconsent')]
    for (const client of clients) {
      const ask = async (method: string) => {
        const response = await client.send({ method, path, headers: { 'sec-fetch-site': 'same-origin' } })
        const headers = Object.fromEntries([...response.headers].filter(([name]) => !changing.has(name)))
        return { status: response.status, headers, body: await response.text() }
      }
      // A sign-out changes the response to the next request.
      const cookies = new Map(client.cookies)
      const get = await ask('GET')
      for (const [name, value] of cookies) client.cookies.set(name, value)
      if (!path.endsWith('/userlogout')) expect(await ask('HEAD')).toEqual({ ...get, body: '' })
    }
  })

  it('answers 405 where only POST is possible, and 404 where nothing is', async () => {
    const ask = async (path: string) => (await server.visitor('staff').send({ method: 'HEAD', path })).status
    expect([await ask('/api/login'), await ask('/api/nothing')]).toEqual([405, 404])
  })
})
