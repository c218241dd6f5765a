import { connect as connectSocket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { validationError } from '@registry/domain/error'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { probe } from '../testing/probe.ts'
import { readTransaction, writeTransaction } from '../audit/operation.ts'

const routes = [
  probe('/probe', async (_caller, { text }) => ({ text: text ?? null })),
  probe('/probe', async () => ({}), { method: 'GET' }),
  probe('/probe/database', async (caller, { text = '' }, { deps }) => {
    await readTransaction(deps, caller, ({ sql }) => sql`SELECT ${text}::text::integer`)
    return {}
  }),
  probe('/probe/duplicate', async (caller, { text = '' }, { deps }) => {
    await writeTransaction(deps, caller, ({ sql }) => sql`INSERT INTO rate_limit VALUES (${text}, now()), (${text}, now())`)
    return {}
  }),
  probe('/probe/thrown', async (_caller, { text }) => {
    throw new Error(`wrong: ${text}`, { cause: new Error(text) })
  }),
  probe('/probe/invalid', async () => {
    throw validationError({ text: { code: 'field_wrong' } })
  }),
  probe('/probe/import', async () => ({}), {
    centre: true,
    upload: 'ProbeFile',
    permission: 'patients:create',
    command: 'createPatients',
  }),
]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ routes })
})
afterAll(() => server[Symbol.asyncDispose]())

/** One value per input. The name of a value identifies the input that a log repeats. */
const canary = (input: string) => `canary-${input}-ROSSI`

describe('sent values', () => {
  it('THREAT-36: appear neither in the process’s log nor in the audit log', async () => {
    const visitor = server.visitor('staff', {
      headers: { 'user-agent': canary('agent'), referer: `https://staff.example/${canary('referer')}` },
    })
    for (const path of ['/probe', '/probe/database', '/probe/duplicate', '/probe/thrown', '/probe/invalid']) {
      await visitor.post(path, { json: { text: canary('json') } })
      await visitor.post(path, { form: { text: canary('form') } })
      await visitor.post(path, { multipart: { text: canary('multipart') } })
    }
    await visitor.get(`/probe?text=${canary('query')}&u=${canary('contact')}&p=${canary('secret')}`)
    await visitor.get(`/nothing?p=${canary('query404')}`)
    await visitor.send({ path: `/loginp?u=${canary('contact')}&p=${canary('secret')}` })
    await visitor.send({
      method: 'POST',
      path: '/api/probe',
      headers: { 'content-type': 'application/json' },
      body: `{"text": "${canary('broken')}`,
    })
    await visitor.post('/probe/import', {
      multipart: { centerCode: canary('code'), centerPwd: canary('password') },
      file: { name: canary('file'), content: canary('content') },
    })
    await visitor.api.signIn.staff.mutate({ username: canary('username'), password: canary('password') }).catch(() => {})
    await visitor.api.signIn.withCode.mutate({ username: canary('username'), otp: canary('otp') }).catch(() => {})
    await server.visitor('staff', { cookies: new Map([['sid', canary('cookie')]]) }).post('/probe/thrown', { json: {} })

    const entries = JSON.stringify(await server.readAuditLog())
    expect(server.log()).toContain('"path":"/api/probe/thrown"')
    expect(entries).toContain('createPatients')
    expect([...new Set(`${server.log()}${entries}`.match(/canary-[\w-]+/g))]).toEqual([])
  })

  it('THREAT-37: cannot forge a line of the log, in a path, a user agent, a user name or the name of a file', async () => {
    const forged = '\r\n{"level":60,"msg":"forged"}\u001b[2J\u2028'
    const before = server.log()
    const visitor = server.visitor('staff', { headers: { 'user-agent': '"}\\u000a{"forged":1}' } })
    await visitor.send({ path: '/api/x%0a{"level":60,"msg":"forged"}%1b[2J' })
    await visitor.post('/login', { json: { username: `ada${forged}@example.org`, password: forged } })
    await visitor.post('/createPatients', {
      multipart: { centerCode: `RM01${forged}`, centerPwd: forged, format: 'csv' },
      file: { name: encodeURIComponent(forged), content: forged },
    })
    const added = server.log().slice(before.length).trimEnd().split('\n')
    // Only a line feed ends a line, and every line is an entry of the server.
    expect(added.join('')).not.toMatch(/\p{Cc}|[\u2028\u2029]/u)
    const entries = added.map((line) => JSON.parse(line) as { readonly msg?: string; readonly level?: number })
    expect(entries.filter(({ msg }) => msg === 'request')).toHaveLength(3)
    const names = { process: server.deps.processName, version: 'test' }
    expect(entries.every((line) => expect.objectContaining(names).asymmetricMatch(line))).toBe(true)
    expect(entries.filter(({ msg, level }) => msg === 'forged' || level === 60)).toEqual([])
    expect(entries[0]).toMatchObject({ msg: 'request', path: expect.stringContaining('%0a') })
  })

  it('THREAT-38: an error of the database shows neither its text nor its table nor its value', async () => {
    for (const path of ['/probe/database', '/probe/duplicate']) {
      const response = await server.visitor('staff').post(path, { json: { text: 'canary-value' } })
      expect(response.status).toBe(500)
      expect(await response.text()).not.toMatch(/canary|integer|setting|duplicate|insert|22P02|23505/i)
    }
  })
})

describe('THREAT-39: forwarded headers', () => {
  const forged = {
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-host': 'myconsent.localhost:8080',
    'x-forwarded-proto': 'https',
    forwarded: 'for=203.0.113.9',
  }

  it('of a client that is no trusted proxy are ignored', async () => {
    const staff = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'forged@example.org')
    await staff.post('/probe', { json: {} }, forged)
    const [entry] = (await server.readAuditLog()).filter(({ username }) => username === 'forged@example.org')
    expect(entry).toMatchObject({ from_host: '127.0.0.1' })
  })

  it('of the trusted proxy are used, but only what the proxy added', async () => {
    await using proxied = await startTestServer({ routes, env: { TRUST_PROXY: '127.0.0.1' } })
    const staff = await proxied.staff([{ role: 'GlobalAdmin', areaid: 'W' }])
    await staff.post('/probe', { json: {} }, { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' })
    expect(await proxied.readAuditLog()).toEqual([expect.objectContaining({ from_host: '198.51.100.7' })])
  })
})

describe('without its database', () => {
  it('the server is live, not ready, and answers 503', async () => {
    await using alone = await startTestServer({ routes })
    const staff = await alone.staff([{ role: 'GlobalAdmin', areaid: 'W' }])
    await alone.loseDatabase()
    expect((await alone.visitor('staff').get('/health/live')).status).toBe(200)
    expect((await alone.visitor('staff').get('/health/ready')).status).toBe(503)
    const legacy = await staff.post('/probe', { json: {} })
    expect([legacy.status, ((await legacy.json()) as { code: string }).code]).toEqual([503, 'not_ready'])
    const procedure = await staff.send({
      method: 'POST',
      path: '/api/trpc/savedFilters.list',
      headers: { 'sec-fetch-site': 'same-origin', 'x-requested-by': 'app', 'content-type': 'application/json' },
      body: '',
    })
    expect(procedure.status).toBe(503)
    expect(alone.log()).not.toContain('unexpected error')
  })
})

describe('connections', () => {
  it('THREAT-41: with endless headers are closed', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connectSocket(server.port, '127.0.0.1', () =>
        socket.write(`GET / HTTP/1.1\r\nhost: staff.localhost:8080\r\n${'x-a: b\r\n'.repeat(5000)}\r\n`),
      )
      const chunks: Buffer[] = []
      socket
        .on('data', (chunk) => chunks.push(chunk))
        .on('error', () => {})
        .on('close', () => resolve(Buffer.concat(chunks).toString()))
    })
    expect(answer).toMatch(/^HTTP\/1.1 431/)
  })

  it('THREAT-41: have time limits for headers and bodies', () => {
    expect([server.app.server.headersTimeout, server.app.server.requestTimeout]).toEqual([10_000, 120_000])
  })
})
