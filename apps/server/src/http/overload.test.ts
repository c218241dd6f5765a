import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { probe } from '../testing/probe.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

const maxRequests = 20
let server: TestServer
let gate = Promise.withResolvers<void>()
let started = 0

beforeAll(async () => {
  const slow = probe('/slow', async () => {
    started += 1
    await gate.promise
    return {}
  })
  server = await startTestServer({ env: { MAX_REQUESTS: String(maxRequests) }, routes: [slow, probe('/quick', async () => ({}))] })
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
const busy = { status: 429, success: false, code: 'busy', retryAfter: '5' }
const done = { status: 200, success: true }
const isAlive = async (path: string) => (await server.visitor('staff').get(path)).status

describe('FAULT-19: more requests than the server answers at the same time', () => {
  test('are refused immediately with the time to wait; the others end, and the next ones are answered', async () => {
    const slow = Array.from({ length: maxRequests }, () => send('/slow'))
    await eventually(() => expect(started).toBe(maxRequests))
    const refused = await Promise.all(Array.from({ length: maxRequests * 10 }, () => send('/quick')))
    for (const answer of refused) expect(answer).toEqual(busy)
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
    for (const answer of answers) expect(answer).toMatchObject(answer.success ? done : busy)
    await eventually(async () => expect(await send('/quick')).toMatchObject(done))
    expect(server.log()).not.toContain('unexpected error')
  })
})
