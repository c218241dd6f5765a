import { Agent, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { validateFhir } from '../testing/fhir-schema.ts'
import { probe } from '../testing/probe.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

const maxRequests = 20
const connections = 32
let server: TestServer
let gate = Promise.withResolvers<void>()
let started = 0

beforeAll(async () => {
  const slow = probe('/slow', async () => {
    started += 1
    await gate.promise
    return {}
  })
  const env = { MAX_REQUESTS: String(maxRequests), DATABASE_POOL_SIZE: String(connections) }
  server = await startTestServer({ env, routes: [slow, probe('/quick', async () => ({}))] })
})
afterAll(() => {
  gate.resolve()
  return server[Symbol.asyncDispose]()
})

const send = async (path: string) => {
  const response = await server.visitor('staff').post(path, { json: {} })
  const { success, code } = (await response.json()) as { success: boolean; code?: string }
  return { status: response.status, success, code, retryAfter: response.headers.get('retry-after') }
}
const refused = { status: 503, success: false, code: 'not_ready', retryAfter: '5' }
const done = { status: 200, success: true }
const isAlive = async (path: string) => (await server.visitor('staff').get(path)).status

describe('FAULT-19: more requests than the server answers at the same time', () => {
  test('are refused immediately with the time to wait; the others end, and the next ones are answered', async () => {
    const slow = Array.from({ length: maxRequests }, () => send('/slow'))
    await eventually(() => expect(started).toBe(maxRequests))
    const answers = await Promise.all(Array.from({ length: maxRequests * 10 }, () => send('/quick')))
    for (const answer of answers) expect(answer).toEqual(refused)
    const bundle = await server.visitor('staff').send({ method: 'POST', path: '/api/fhir', body: '{}' })
    const outcome: unknown = await bundle.json()
    expect([bundle.status, bundle.headers.get('retry-after'), validateFhir(outcome)]).toEqual([503, '5', []])
    expect(outcome).toMatchObject({ issue: [{ code: 'transient', details: { coding: [{ code: 'not_ready' }] } }] })
    expect([await isAlive('/health/live'), await isAlive('/health/ready')]).toEqual([200, 200])
    gate.resolve()
    for (const answer of await Promise.all(slow)) expect(answer).toMatchObject(done)
    await eventually(async () => expect(await send('/quick')).toMatchObject(done))
  })

  test('of a client that leaves make room for others', async () => {
    gate = Promise.withResolvers<void>()
    started = 0
    const leaving = new AbortController()
    const left = Array.from({ length: maxRequests }, () =>
      server
        .visitor('staff')
        .post('/slow', { json: {} }, {}, leaving.signal)
        .catch(() => 'left'),
    )
    await eventually(() => expect(started).toBe(maxRequests))
    leaving.abort()
    expect(new Set(await Promise.all(left))).toEqual(new Set(['left']))
    await eventually(async () => expect(await send('/quick')).toMatchObject(done))
    gate.resolve()
  })

  test('on 500 connections are answered or refused, and the server goes on', async () => {
    const answers = await Promise.all(Array.from({ length: 500 }, () => send('/quick')))
    expect(answers.filter(({ success }) => success).length).toBeGreaterThan(0)
    for (const answer of answers) expect(answer).toMatchObject(answer.success ? done : refused)
    await eventually(async () => expect(await send('/quick')).toMatchObject(done))
    expect(server.log()).not.toContain('unexpected error')
  })

  test('are refused on the connection that they came by, so that the server has no other to accept', async () => {
    gate = Promise.withResolvers<void>()
    started = 0
    const slow = Array.from({ length: maxRequests }, () => send('/slow'))
    await eventually(() => expect(started).toBe(maxRequests))
    let accepted = 0
    server.app.server.on('connection', () => (accepted += 1))
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const { host } = new URL(server.deps.env.STAFF_ORIGIN)
    const options = { agent, host: '127.0.0.1', port: server.port, method: 'POST', path: '/api/quick' }
    const post = (): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const headers = { host, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
        const sent = request({ ...options, headers }, (answer) => answer.resume().once('end', () => resolve(answer.statusCode)))
        sent.once('error', reject).end('{}')
      })
    expect([await post(), await post(), await post()]).toEqual([503, 503, 503])
    expect(accepted).toBe(1)
    agent.destroy()
    gate.resolve()
    await Promise.all(slow)
  })

  test('of whom as many wait for the database as it has connections are refused before their session is read', async () => {
    const { database } = server.deps
    const held = Promise.withResolvers<void>()
    const staff = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }])
    const hold = () => database.begin(() => held.promise)
    const holders = Array.from({ length: connections * 2 }, hold)
    await eventually(() => expect(database.pool().waiting).toBe(connections))
    expect(await isAlive('/health/ready')).toBe(200)
    expect(await send('/quick')).toEqual(refused)
    const signedIn = await staff.post('/trpc/session.current', { json: {} }, { 'x-requested-by': 'app' })
    expect([signedIn.status, signedIn.headers.get('retry-after')]).toEqual([503, '5'])
    held.resolve()
    await Promise.all(holders)
    await eventually(async () => expect(await send('/quick')).toMatchObject(done))
  })
})
