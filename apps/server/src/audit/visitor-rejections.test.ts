import { Agent, request } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeStaff } from '@registry/db/testing/fixtures'
import { validateFhir } from '../testing/fhir-schema.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { visitorRejectionLimits } from './visitor-rejections.ts'

let server: TestServer
let milliseconds = 0
const agent = new Agent({ keepAlive: true, maxSockets: 20 })
beforeEach(async () => {
  server = await startTestServer({
    env: { TRUST_PROXY: '127.0.0.1' },
    rejections: { now: () => milliseconds, limits: visitorRejectionLimits },
  })
})
afterEach(async () => {
  agent.destroy()
  await server[Symbol.asyncDispose]()
})

const host = 'staff.localhost:8080'
type Answer = { readonly status: number; readonly retryAfter: string | undefined; readonly code: string }

/** Reads the log without a session. */
const readLog = (from: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: server.port, path: '/api/admin/log_query', method: 'POST', agent }
    const headers = { host, 'x-forwarded-for': from, 'content-type': 'application/json' }
    const sent = request({ ...options, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { code } = JSON.parse(Buffer.concat(chunks).toString()) as { code: string }
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], code })
      })
    })
    sent.on('error', reject)
    sent.end('{}')
  })

const readMany = (count: number, address: (index: number) => string): Promise<readonly Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => readLog(address(index))))

const countAnswers = (answers: readonly Answer[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { status, code } of answers) counts[`${status} ${code}`] = (counts[`${status} ${code}`] ?? 0) + 1
  return counts
}

const readEntries = async () => {
  const entries = (await server.readAuditLog()).filter(({ username }) => username === '')
  const counts = entries.filter(({ command }) => command === 'refusals')
  const counted = counts.map(({ detail }) => Number(/^(\d+) further refusals within a minute$/.exec(String(detail))?.[1]))
  return { own: entries.length - counts.length, counts, counted: counted.reduce((sum, count) => sum + count, 0) }
}

const endMinute = async (): Promise<void> => {
  milliseconds += 60_000
  await server.deps.auditLog.writeRejectionCounts()
}

test('THREAT-60: of 5,000 denied requests of one address 60 are logged, the others get 429 and are counted', async () => {
  const answers: Answer[] = []
  // At most 20 denials a second are logged as entries.
  for (let second = 0; second < 3; second += 1) {
    answers.push(...(await readMany(20, () => '198.51.100.7')))
    milliseconds += 1000
  }
  answers.push(...(await readMany(4940, () => '198.51.100.7')))
  expect(countAnswers(answers)).toEqual({ '200 APIsession_required': 60, '429 too_many_attempts': 4940 })
  expect(answers.at(-1)?.retryAfter).toBe('57')
  expect(await readEntries()).toMatchObject({ own: 60, counts: [] })

  await endMinute()
  const { own, counts, counted } = await readEntries()
  expect([own, counts.length, counted]).toEqual([60, 1, 4940])
  expect(counts).toMatchObject([{ from_host: '198.51.100.7', outcome: 'refused', detail: '4940 further refusals within a minute' }])

  expect(countAnswers(await readMany(1, () => '198.51.100.7'))).toEqual({ '200 APIsession_required': 1 })
})

test('THREAT-60: a program of FHIR that is over the limit gets an OperationOutcome', async () => {
  for (let second = 0; second < 3; second += 1) {
    await readMany(20, () => '198.51.100.8')
    milliseconds += 1000
  }
  const headers = { 'x-forwarded-for': '198.51.100.8', 'sec-fetch-site': 'cross-site' }
  const response = await server.visitor('staff').send({ method: 'POST', path: '/api/fhir', headers, body: '{}' })
  const answer: unknown = await response.json()
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '57'])
  expect(validateFhir(answer)).toEqual([])
  expect(answer).toMatchObject({ issue: [{ code: 'throttled', details: { coding: [{ code: 'too_many_attempts' }] } }] })
})

test('THREAT-60: a sign-in with the correct password and requests of a session are not limited by other people’s denials', async () => {
  const staff = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'ga@example.org')
  const password = 'Vento-Lungo-77-ciliegie'
  await makeStaff(server.database.owner, 'ua@example.org', [], await server.deps.hashing.hashSecret(password))
  await readMany(100, () => '127.0.0.1')
  const signIn = (typed: string) => server.visitor('staff').post('/login', { json: { username: 'ua@example.org', password: typed } })
  expect((await signIn('wrong')).status).toBe(429)
  expect(await (await signIn(password)).json()).toMatchObject({ success: true })
  const answers = await Promise.all(Array.from({ length: 70 }, () => staff.call('/getStudyPatients')))
  expect(answers.every(({ code }) => code === 'permission_denied')).toBe(true)
  expect((await server.readAuditLog()).filter(({ username }) => username === 'ga@example.org')).toHaveLength(70)
})

test('THREAT-60: denials of many addresses write 20 entries a second, and no count is lost', async () => {
  const address = (index: number): string => `2001:db8:${(index % 1500).toString(16)}::1`
  expect(countAnswers(await readMany(3000, address))).toEqual({ '200 APIsession_required': 3000 })
  expect(await readEntries()).toMatchObject({ own: 20, counted: 0 })
  await endMinute()
  for (let second = 1; second <= 40; second += 1) {
    expect((await readEntries()).counts.length).toBeLessThanOrEqual(20 * second)
    milliseconds += 1000
    await server.deps.auditLog.writeRejectionCounts()
  }
  const { own, counts, counted } = await readEntries()
  expect(own + counted).toBe(3000)
  // 600 addresses have their own entry, all others share one.
  expect(counts.length).toBeLessThanOrEqual(601)
})

test('THREAT-60: a server that stops writes the counts of the minutes that are not over', async () => {
  await readMany(70, () => '198.51.100.7')
  await server.deps.auditLog.writeRejectionCounts({ all: true })
  const { own, counted } = await readEntries()
  expect(own + counted).toBe(70)
})

test('THREAT-60: a denied batch is one entry and one denial, even when each call is denied', async () => {
  const headers = { 'sec-fetch-site': 'same-origin', 'x-requested-by': 'app', 'content-type': 'application/json' }
  const send = (path: string) => server.visitor('staff').send({ method: 'POST', path: `/api/trpc/${path}?batch=1`, headers, body: '{}' })
  const reads = Array.from({ length: 10 }, () => 'savedFilters.list').join(',')
  const many = Array.from({ length: 11 }, () => 'savedFilters.list').join(',')
  await send(reads)
  await send(many)
  await send('signIn.withCode,signIn.staff')
  expect((await server.readAuditLog()).map(({ command, detail }) => [command, detail])).toEqual([
    ['inthem_query', 'session_required; batch of 10 calls'],
    ['inthem_query', 'batch_too_large; batch of 10 calls'],
    ['otplogin', 'batch_refused; batch of 2 calls'],
  ])
  for (let second = 0; second < 3; second += 1) {
    milliseconds += 1000
    for (let each = 0; each < 19; each += 1) await send(reads)
  }
  milliseconds += 1000
  expect((await send(many)).status).toBe(429)
  expect((await send(reads)).status).not.toBe(200)
  expect(await readEntries()).toMatchObject({ own: 60 })
})
