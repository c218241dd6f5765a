import { connect as connectSocket } from 'node:net'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '@registry/domain/error'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { readApp } from './static-apps.ts'
import { createFileResponse } from './downloads.ts'
import { probe } from '../testing/probe.ts'
import { goldenHeaders } from './testing/golden-headers.ts'

const routes = [
  probe('/probe', async () => ({}), { method: 'GET' }),
  probe('/probe', async () => ({})),
  probe('/probe/file', async () =>
    createFileResponse('filtro 12 à.csv', 'text/csv; charset=utf-8', Readable.from(['a,b\r\n']), { exportId: 'e1', rows: 1 }),
  ),
  probe('/probe/limited', async () => {
    throw new AppError('busy', { seconds: 3 })
  }),
  probe('/probe/broken', async () => {
    throw new Error('x')
  }),
]

/** A built app like the output of Vite. */
const builtApp = async (name: string) => {
  const directory = await mkdtemp(join(tmpdir(), 'registry-app-'))
  await mkdir(join(directory, 'assets'))
  await mkdir(join(directory, '.vite'))
  await writeFile(join(directory, '.vite/manifest.json'), '{}')
  await writeFile(
    join(directory, 'index.html'),
    `<html lang="it"><head><meta name="csp-nonce" content="__CSP_NONCE__"><title data-en="Registry">Registro</title></head><body>${name}</body></html>`,
  )
  const script = `console.log('${name}')`.repeat(50)
  await writeFile(join(directory, 'assets', 'main-abc.js'), script)
  await writeFile(join(directory, 'assets', 'main-abc.js.br'), brotliCompressSync(script))
  await writeFile(join(directory, 'favicon.svg'), '<svg/>')
  return readApp(directory)
}

const origins = { STAFF_ORIGIN: 'https://staff.example.it', MYCONSENT_ORIGIN: 'https://consent.example.it' }
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ routes, env: origins, apps: { staff: await builtApp('staff'), myconsent: await builtApp('myconsent') } })
})
afterAll(() => server[Symbol.asyncDispose]())

const data = {
  ...goldenHeaders,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}

const page = { 'sec-fetch-site': 'same-origin' }

describe('REQ-OPS-06: the health of the server', () => {
  it.each([
    ['says its numbers on the loopback address', {}, ['ready', 'uploads', 'imports', 'exports']],
    ['says no number to a request that a proxy forwards', { 'x-forwarded-for': '198.51.100.7' }, ['ready']],
    ['says no number to a request with the standard header of proxies', { forwarded: 'for=198.51.100.7' }, ['ready']],
  ])('%s', async (_what, headers, fields) => {
    const response = await server.visitor('staff').send({ path: '/api/health/ready', headers })
    expect(Object.keys((await response.json()) as object)).toEqual(fields)
  })

  it('returns no count at another address of the machine', async () => {
    const answer = await server.app.inject({ path: '/api/health/ready', remoteAddress: '192.0.2.1' })
    expect(answer.json()).toEqual({ ready: true })
  })
})

describe('THREAT-31: the files of the build itself', () => {
  it.each(['/.vite/manifest.json', '/.vite/', '/.vite/none', '/.git/config', '/assets/.hidden'])('are not served: %s', async (path) => {
    expect((await server.visitor('staff').send({ path, headers: page })).status).toBe(404)
  })
})

const json = { ...page, 'content-type': 'application/json' }
const trpc = { ...json, 'x-requested-by': 'app' }

describe('headers (REQ-OPS-08)', () => {
  const answers: [string, number, { method?: string; path: string; headers?: Record<string, string>; body?: string }][] = [
    ['an answer', 200, { path: '/api/probe', headers: page }],
    ['a failure', 200, { method: 'POST', path: '/api/probe', headers: json, body: '{' }],
    ['an unknown path', 404, { path: '/api/none', headers: page }],
    ['an unknown path, whatever the method', 404, { method: 'POST', path: '/api/none', headers: json, body: '{}' }],
    ['an unreadable path', 404, { path: '/api/%zz', headers: page }],
    ['a wrong method', 405, { method: 'PUT', path: '/api/probe', headers: page }],
    ['TRACE', 405, { method: 'TRACE', path: '/api/probe', headers: page }],
    ['a large body', 413, { method: 'POST', path: '/api/probe', headers: json, body: JSON.stringify('x'.repeat(300_000)) }],
    ['a wrong type', 415, { method: 'POST', path: '/api/probe', headers: { ...page, 'content-type': 'text/plain' }, body: 'x' }],
    ['a limit', 429, { method: 'POST', path: '/api/probe/limited', headers: json, body: '{}' }],
    ['an error', 500, { method: 'POST', path: '/api/probe/broken', headers: json, body: '{}' }],
    ['a foreign request', 403, { method: 'POST', path: '/api/probe', headers: { ...json, 'sec-fetch-site': 'cross-site' }, body: '{}' }],
    ['a procedure', 200, { method: 'POST', path: '/api/trpc/session.current', headers: trpc, body: '' }],
    ['a rejected procedure', 401, { method: 'POST', path: '/api/trpc/savedFilters.list', headers: trpc, body: '' }],
    ['an unknown procedure', 404, { method: 'POST', path: '/api/trpc/nothing', headers: trpc, body: '' }],
    ['health', 200, { path: '/api/health/ready' }],
    ['an unknown asset', 404, { path: '/assets/none.js', headers: page }],
  ]
  it.each(answers)('are on %s', async (_name, status, request) => {
    const response = await server.visitor('staff').send(request)
    expect(response.status).toBe(status)
    expect(Object.fromEntries(response.headers)).toMatchObject(data)
    for (const absent of ['server', 'x-powered-by', 'access-control-allow-origin']) expect(response.headers.has(absent)).toBe(false)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  })

  it('are on a file, without a sandbox', async () => {
    const response = await server.visitor('staff').post('/probe/file', { json: {} })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...data,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="filtro_12__.csv"; filename*=UTF-8''filtro%2012%20%C3%A0.csv`,
      'x-export-id': 'e1',
      'x-export-rows': '1',
    })
    expect(await response.text()).toBe('a,b\r\n')
  })

  it('are on the response to bytes that are no HTTP', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connectSocket(server.port, '127.0.0.1', () => socket.write('NOT HTTP\r\n\r\n'))
      const chunks: Buffer[] = []
      socket.on('data', (chunk) => chunks.push(chunk)).on('close', () => resolve(Buffer.concat(chunks).toString()))
    })
    expect(answer).toMatch(/^HTTP\/1.1 400/)
    for (const [name, value] of Object.entries(data)) expect(answer).toContain(`${name}: ${value}`)
  })
})

describe('the two apps', () => {
  it('are chosen by the host; their pages are never stored and carry the nonce of their policy', async () => {
    const [staff, patients] = await Promise.all([
      server.visitor('staff').send({ path: '/uhome' }),
      server.visitor('myconsent').send({ path: '/consenso' }),
    ])
    const policy = staff.headers.get('content-security-policy') ?? ''
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none'
    expect(await staff.text()).toBe(
      `<html lang="en"><head><meta name="csp-nonce" content="${nonce}"><title>Registry</title></head><body>staff</body></html>`,
    )
    expect(Object.fromEntries(staff.headers)).toMatchObject({
      ...goldenHeaders,
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    })
    expect(policy).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src 'none'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default; upgrade-insecure-requests; report-to csp`,
    )
    expect(await patients.text()).toContain('myconsent')
    expect(patients.headers.get('content-security-policy')).toContain(
      'frame-src https://www.youtube-nocookie.com https://player.vimeo.com;',
    )
    expect(patients.headers.get('content-security-policy')).not.toContain(nonce)
  })

  it.each([
    ['the browser’s', { 'accept-language': 'de, it;q=0.5' }, 'lang="it"'],
    ['the one that the device remembers', { 'accept-language': 'it', cookie: '__Host-lang=en' }, 'lang="en"'],
    ['never another text of the cookie', { 'accept-language': 'it', cookie: '__Host-lang="><script>' }, 'lang="it"'],
  ])('have a language: %s', async (_what, headers, expected) => {
    const page = await server.visitor('staff').send({ path: '/login', headers })
    expect(await page.text()).toContain(`<html ${expected}>`)
  })

  it('REQ-UI-24: inform the guard that the browser has the cookie of a session, which may have ended', async () => {
    const page = await server.visitor('staff').send({ path: '/uhome', headers: { cookie: `__Host-sid=${'a'.repeat(43)}` } })
    expect(await page.text()).toContain('<html lang="en" data-session>')
  })

  it('have immutable files, sent compressed, and no page instead of a missing file', async () => {
    const visitor = server.visitor('staff')
    const encodings = { 'accept-encoding': 'gzip, br' }
    const asset = await visitor.send({ path: '/assets/main-abc.js', headers: encodings })
    expect(Object.fromEntries(asset.headers)).toMatchObject({
      ...goldenHeaders,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
    })
    expect(
      (await visitor.send({ path: '/assets/main-abc.js', headers: { ...encodings, 'if-none-match': asset.headers.get('etag') ?? '' } }))
        .status,
    ).toBe(304)
    expect((await visitor.send({ path: '/favicon.svg' })).headers.get('cache-control')).toBe('public, max-age=3600')
    for (const path of [
      '/assets/other.js',
      '/assets/main-abc.js.br',
      '/logo.png',
      '/index.html',
      '/../package.json',
      '/assets/..%2findex.html',
      '/api',
    ]) {
      expect((await visitor.send({ path })).status, path).toBe(404)
    }
    expect((await visitor.send({ method: 'POST', path: '/uhome', headers: json, body: '{}' })).status).toBe(405)
  })
})

describe('hosts', () => {
  it('that are no site get health responses only, and no page', async () => {
    for (const host of ['evil.example', 'staff.example.it.evil.example', 'staff.example.it:81', '127.0.0.1', 'localhost']) {
      const stranger = server.visitor('staff', { host })
      expect((await stranger.send({ path: '/' })).status, host).toBe(404)
      expect((await stranger.get('/probe')).status, host).toBe(404)
      expect((await stranger.send({ path: '/api/health/live' })).status).toBe(200)
    }
    expect((await server.visitor('staff', { host: 'STAFF.example.it' }).get('/probe')).status).toBe(200)
  })
})

describe('content policy reports', () => {
  it('are logged with their directive and origin only', async () => {
    const report = [
      {
        type: 'csp-violation',
        body: { effectiveDirective: 'script-src', blockedURL: 'https://evil.example/x?canary-report=1', sample: 'canary-report' },
      },
    ]
    const send = (body: string) =>
      server.visitor('myconsent').send({
        method: 'POST',
        path: '/api/csp-report',
        headers: { 'content-type': 'application/reports+json', 'sec-fetch-site': 'cross-site' },
        body,
      })
    expect((await send(JSON.stringify(report))).status).toBe(204)
    expect((await send('not JSON')).status).toBe(204)
    expect(server.log()).toContain('"blocked":"https://evil.example"')
    expect(server.log()).not.toContain('canary-report')
  })
})
