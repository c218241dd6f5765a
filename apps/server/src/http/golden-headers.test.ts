import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Site } from '@registry/api-contract/caller'
import { makeCentre, makePatient, makeStaff } from '@registry/db/testing/fixtures'
import { routePatterns } from '@registry/domain/access/screens'
import { AppError } from '@registry/domain/error'
import { legacyRoutes } from '../app/legacy-routes.ts'
import type { Client } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { readApp } from './static-apps.ts'
import { probe } from '../testing/probe.ts'
import { goldenHeaders } from './testing/golden-headers.ts'
import { procedures } from './trpc/procedures.ts'

const failing = (path: string, error: () => Error) =>
  probe(path, async () => {
    throw error()
  })
const probes = [
  failing('/probe/limited', () => new AppError('busy', { seconds: 3 })),
  failing('/probe/broken', () => new Error('x')),
  failing('/probe/down', () => new AppError('not_ready')),
]

const builtApp = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'registry-app-'))
  await mkdir(join(directory, 'assets'))
  await writeFile(join(directory, 'index.html'), '<html><head></head><body></body></html>')
  await writeFile(join(directory, 'assets', 'main-abc.js'), 'console.log(1)')
  for (const name of ['service-worker.js', 'offline.html']) await writeFile(join(directory, name), 'x')
  return readApp(directory)
}

let server: TestServer
const clients = new Map<Site, Client>()
beforeAll(async () => {
  const env = { STAFF_ORIGIN: 'https://staff.example.it', MYCONSENT_ORIGIN: 'https://consent.example.it', TRUST_PROXY: '127.0.0.1' }
  server = await startTestServer({ routes: probes, env, apps: { staff: await builtApp(), myconsent: await builtApp() } })
  const { owner } = server.database
  await makeCentre(owner, 'RM01')
  const staff = await makeStaff(owner, 'ca@example.org', [{ role: 'CenterAdmin', center: 'RM01' }])
  const patient = await makePatient(owner, { centre: 'RM01', centrePatientCode: 'P1' })
  clients.set('staff', await server.signIn(staff.accountId, 'staff'))
  clients.set('myconsent', await server.signIn(patient.accountId, 'myconsent'))
})
afterAll(() => server[Symbol.asyncDispose]())

const data = {
  ...goldenHeaders,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'content-type': 'application/json; charset=utf-8',
}
/** Headers that differ between responses and reveal nothing about the server. */
const variable = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'x-request-id'])
const readHeaders = (response: Response): Record<string, string> =>
  Object.fromEntries([...response.headers].filter(([name]) => !variable.has(name)))

const json = 'application/json'
const own = { 'sec-fetch-site': 'same-origin' }
let addresses = 0
const from = () => ({ 'x-forwarded-for': `10.7.${(addresses += 1) & 255}.${addresses >> 8}` })

type Call = { readonly method: string; readonly path: string; readonly headers: Record<string, string>; readonly body?: string }
const post = (path: string, headers: Record<string, string>, body = '{}'): Call => ({
  method: 'POST',
  path,
  headers: { ...own, ...headers },
  body,
})
const large = JSON.stringify({ x: 'x'.repeat(300_000) })

/** Every address of the API, with each kind of request that has its own response. */
const listCalls = (): (readonly [number | undefined, Call])[] => [
  ...legacyRoutes.flatMap(({ method, path }): (readonly [number | undefined, Call])[] => {
    const url = `/api${path}`
    if (method === 'GET')
      return [
        [200, { method, path: url, headers: own }],
        [403, { method, path: url, headers: { 'sec-fetch-site': 'same-site' } }],
        [405, post(url, { 'content-type': json })],
      ]
    return [
      [undefined, post(url, { 'content-type': json })],
      [403, post(url, { 'content-type': json, 'sec-fetch-site': 'cross-site' })],
      [405, { method: 'GET', path: url, headers: own }],
      [405, { method: 'TRACE', path: url, headers: own }],
      [413, post(url, { 'content-type': json }, large)],
      [415, post(url, { 'content-type': 'text/plain' })],
      [404, post(`${url}/x`, { 'content-type': json })],
    ]
  }),
  ...[...procedures.keys()].flatMap((name): (readonly [number | undefined, Call])[] => {
    const [url, app] = [`/api/trpc/${name}`, { 'x-requested-by': 'app', 'content-type': json }]
    return [
      [undefined, post(url, app)],
      [403, post(url, { 'content-type': json })],
      [405, { method: 'GET', path: url, headers: { ...own, ...app } }],
      [413, post(url, app, large)],
      [415, post(url, { ...app, 'content-type': 'text/plain' })],
    ]
  }),
  ...(
    [
      [401, {}],
      [403, { 'sec-fetch-site': 'cross-site' }],
      [401, { 'content-type': 'text/plain' }],
    ] as const
  ).map(([status, headers]) => [status, post('/api/fhir', { 'content-type': 'application/fhir+json', ...headers })] as const),
  [405, { method: 'GET', path: '/api/fhir', headers: own }],
  [404, { method: 'GET', path: '/api/fhir/metadata', headers: own }],
  [400, post('/api/trpc/signIn.staff,signIn.staff?batch=1', { 'x-requested-by': 'app', 'content-type': json })],
  [404, post('/api/trpc/none', { 'x-requested-by': 'app', 'content-type': json })],
  [429, post('/api/probe/limited', { 'content-type': json })],
  [500, post('/api/probe/broken', { 'content-type': json })],
  [503, post('/api/probe/down', { 'content-type': json })],
  [404, { method: 'GET', path: '/api', headers: own }],
  [404, { method: 'GET', path: '/api/%zz', headers: own }],
  [404, { method: 'GET', path: '/assets/none.js', headers: own }],
  [200, { method: 'GET', path: '/api/health/live', headers: {} }],
]

/** The headers that a response may have in addition to the golden set. */
const allowedBeside = (status: number, call: Call): Record<string, unknown> => ({
  ...(status === 405 && { allow: expect.stringMatching(/^(GET|POST)$/) }),
  ...((status === 429 || status === 503) && { 'retry-after': expect.stringMatching(/^\d+$/) }),
  ...(call.path.startsWith('/api/fhir') && { 'content-type': 'application/fhir+json; charset=utf-8' }),
  ...(call.path === '/api/fhir' && status === 401 && { 'www-authenticate': 'Basic realm="registry", charset="UTF-8"' }),
  ...(call.path === '/api/userlogout' && status === 200 && { 'clear-site-data': '"cache", "storage"' }),
  ...(call.path === '/api/trpc/session.end' && status === 200 && { 'clear-site-data': '"cache"' }),
})
const optional = new Set(['set-cookie', 'allow', 'vary'])

describe.each(['staff', 'myconsent'] as const)('on the host of %s', (site) => {
  const visitor = () => server.visitor(site)

  test('REQ-OPS-08: every address of the API has exactly the golden headers, with every status', async () => {
    const statuses = new Set<number>()
    for (const [status, call] of listCalls()) {
      for (const client of [visitor(), server.visitor(site, { cookies: clients.get(site)!.cookies })]) {
        const response = await client.send({ ...call, headers: { ...from(), ...call.headers } })
        const name = `${call.method} ${call.path}`
        if (status !== undefined) expect([name, response.status]).toEqual([name, status])
        statuses.add(response.status)
        const left = Object.fromEntries(
          Object.entries(readHeaders(response)).filter(([name]) => !optional.has(name) || name in allowedBeside(response.status, call)),
        )
        expect([name, left]).toEqual([name, { ...data, ...allowedBeside(response.status, call) }])
        for (const cookie of response.headers.getSetCookie()) {
          expect(cookie).toMatch(/^__Host-(sid|pre|consents)=[\w-]*; (.*; )?Path=\/; (Expires=[^;]+; )?HttpOnly; Secure; SameSite=Strict$/)
          expect(cookie).not.toMatch(/domain/i)
        }
      }
    }
    for (const status of [200, 400, 401, 403, 404, 405, 413, 415, 429, 500, 503]) expect([...statuses]).toContain(status)
  })

  test('every page has exactly its golden headers, is never stored and reveals nothing about the caller (THREAT-42)', async () => {
    const addressesOfPages = [...routePatterns.map((pattern) => pattern.replaceAll(/\$\w+/g, '1')), '/nothing', '/deep/nothing']
    expect(addressesOfPages.length).toBeGreaterThan(30)
    for (const path of addressesOfPages) {
      const response = await visitor().send({ path, headers: { 'sec-fetch-site': 'cross-site' } })
      const policy = response.headers.get('content-security-policy') ?? ''
      const nonce = /'nonce-([A-Za-z0-9+/]{22}==)'/.exec(policy)?.[1]
      expect([path, response.status, readHeaders(response)]).toEqual([
        path,
        200,
        {
          ...goldenHeaders,
          'cache-control': 'no-store',
          'content-type': 'text/html; charset=utf-8',
          'reporting-endpoints': 'csp="/api/csp-report"',
          'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src ${site === 'staff' ? "'none'" : 'https://www.youtube-nocookie.com https://player.vimeo.com'}; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default; upgrade-insecure-requests; report-to csp`,
        },
      ])
    }
  })

  test('a file with a hash in its name is stored for a year, and a missing file does not return a page', async () => {
    const asset = await visitor().send({ path: '/assets/main-abc.js' })
    expect(readHeaders(asset)).toMatchObject({ ...goldenHeaders, 'cache-control': 'public, max-age=31536000, immutable' })
    expect((await visitor().send({ path: '/assets/main-abd.js' })).status).toBe(404)
  })

  test('REQ-UI-23: the service worker may only fetch, its page runs its own script, and browsers revalidate both', async () => {
    const worker = await visitor().send({ path: '/service-worker.js' })
    expect(readHeaders(worker)).toMatchObject({
      ...goldenHeaders,
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    })
    const page = await visitor().send({ path: '/offline.html' })
    expect(readHeaders(page)).toMatchObject({ ...goldenHeaders, 'cache-control': 'no-cache' })
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';/,
    )
  })
})
