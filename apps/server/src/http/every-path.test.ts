import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allConsents, makeCentre } from '@registry/db/testing/fixtures'
import { mayUse } from '@registry/domain/access/permissions'
import type { Principal } from '@registry/domain/access/roles'
import { errorMessages, type ErrorCode } from '@registry/domain/error-messages'
import type { Language } from '@registry/domain/language'
import { legacyRoutes } from '../app/legacy-routes.ts'
import type { Client } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { listEndpoints, takesFile, type LegacyEndpoint } from './legacy/route.ts'
import { readStoredText } from './testing/stored-text.ts'
import { errors, form, json, multipart, type Sent } from './testing/malformed-bodies.ts'

let server: TestServer
const clients = new Map<Principal, Client>()

beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } })
  await makeCentre(server.database.owner, 'RM01')
  clients.set('CenterAdmin', await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'ca@example.org'))
  clients.set('GlobalAdmin', await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'ga@example.org'))
  clients.set('UserAdmin', await server.staff([{ role: 'UserAdmin', areaid: 'IT' }], 'ua@example.org'))
  clients.set('patient', await server.patient({ centre: 'RM01', centrePatientCode: 'P1', consents: allConsents }))
  clients.set('visitor', server.visitor('myconsent'))
})
afterAll(() => server[Symbol.asyncDispose]())

const getClient = (principal: Principal): Client => {
  const client = clients.get(principal)
  if (!client) throw new Error(`no client for ${principal}`)
  return client
}

/** A permitted caller, so that the error is reached. A path for everybody is called without a session, because it may end the session. */
const findPermittedPrincipal = ({ operations: [first] }: LegacyEndpoint): Principal => {
  const found = (['visitor', 'CenterAdmin', 'patient', 'UserAdmin', 'GlobalAdmin'] as const).find(
    (one) => first && mayUse([one], first.meta.permission),
  )
  if (!found) throw new Error('no principal of the test has the permission')
  return found
}

let addresses = 0
/** Each call has a new address, so that no limit is reached. */
const from = (): Record<string, string> => {
  addresses += 1
  return { 'x-forwarded-for': `10.9.${addresses >> 8}.${addresses & 255}`, 'sec-fetch-site': 'same-origin' }
}
const ask = (client: Client, path: string, [type, body]: Sent, headers: Record<string, string> = {}): Promise<Response> =>
  client.send({ method: 'POST', path: `/api${path}`, headers: { ...from(), ...(type && { 'content-type': type }), ...headers }, body })

type Envelope = { success: boolean; error?: string; code?: string; fields?: Record<string, string> }
const expectedStatuses: Readonly<Record<string, number>> = {
  boundary_wrong: 400,
  boundary_unmatched: 400,
  upload_two_files: 400,
  body_type_wrong: 415,
  body_compressed: 415,
  body_too_large: 413,
  file_too_large: 413,
  too_many_attempts: 429,
  busy: 429,
}

/** Checks a response: its status, JSON, a stable code, a message, and the fields of a validation error (REQ-API-02, REQ-API-03). */
const requireEnvelope = async (response: Response, what: string): Promise<Envelope> => {
  const answer = (await response.json()) as Envelope
  expect(response.headers.get('content-type'), what).toMatch(/^application\/json/)
  if (answer.success) {
    expect(response.status, what).toBe(200)
    return answer
  }
  const code = answer.code === 'APIsession_required' ? 'session_required' : (answer.code ?? '')
  expect(Object.hasOwn(errorMessages, code), `${what}: ${answer.code}`).toBe(true)
  expect([what, answer.code, response.status]).toEqual([what, answer.code, expectedStatuses[code] ?? 200])
  expect(answer.error, what).toMatch(/\S/)
  if (code === 'validation_failed') {
    const sentences = Object.values(answer.fields ?? {})
    expect(sentences, what).not.toEqual([])
    expect(sentences, what).not.toContain('')
    expect(answer.error, what).toBe([...new Set(sentences)].join('\n'))
  }
  return answer
}

/** Checks that the request has one audit entry if its caller is known or denied (REQ-ADM-01). */
const requireEntry = async (
  calls: readonly { readonly id: string; readonly success: boolean; readonly known: boolean; readonly what: string }[],
) => {
  const entries = Map.groupBy(await server.readAuditLog(), ({ request_id }) => String(request_id))
  const wrong = calls.filter(({ id, success, known }) => {
    const outcomes = (entries.get(id) ?? []).map(({ outcome }) => outcome)
    return success ? known && outcomes.join() !== 'done' : outcomes.join() !== 'refused'
  })
  expect(
    wrong.map(({ what, id }) => [what, (entries.get(id) ?? []).map(({ outcome, detail }) => `${String(outcome)} ${String(detail)}`)]),
  ).toEqual([])
}

const endpoints = listEndpoints(legacyRoutes)
const posts = endpoints.filter(({ method }) => method === 'POST')

describe('every legacy path', () => {
  test('is tested', () => expect(posts.length).toBeGreaterThan(15))

  test.each(Object.entries(errors))('REQ-API-03: responds %s, writes an entry, and changes nothing', async (detail, { sent, answers }) => {
    const before = await readStoredText(server.database.owner)
    const calls: { id: string; success: boolean; known: boolean; what: string }[] = []
    for (const route of posts) {
      for (const principal of new Set<Principal>([findPermittedPrincipal(route), 'visitor'])) {
        for (const [index, one] of sent.entries()) {
          const what = `${route.path} as ${principal}: ${detail} ${index} ${one[0]}`
          const response = await ask(getClient(principal), route.path, one)
          const answer = await requireEnvelope(response, what)
          calls.push({ id: response.headers.get('x-request-id') ?? '', success: answer.success, known: principal !== 'visitor', what })
          // A path for files also accepts longer forms.
          const large = takesFile(route) && one[0] === multipart && detail === 'too large a body'
          if (answers && !large) expect([what, response.status, answer.code]).toEqual([what, ...answers])
        }
      }
    }
    await requireEntry(calls)
    expect(await readStoredText(server.database.owner)).toBe(before)
  })

  test('accepts its method only and names it', async () => {
    for (const { method, path } of endpoints) {
      for (const other of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => one !== method)) {
        const body = other === 'GET' || other === 'DELETE' ? {} : { body: '{}' }
        const response = await getClient('visitor').send({
          method: other,
          path: `/api${path}`,
          headers: { ...from(), 'content-type': json },
          ...body,
        })
        expect([path, other, response.status, response.headers.get('allow')]).toEqual([path, other, 405, method])
        expect(await response.json()).toMatchObject({ success: false, code: 'method_wrong' })
      }
      const response = await getClient('visitor').send({ method, path: `/api${path}x`, headers: from() })
      expect([path, response.status, ((await response.json()) as Envelope).code]).toEqual([path, 404, 'path_unknown'])
    }
  })

  test('answers in the language of the body, else of the header, else of the user, else in English', async () => {
    const formatMessage = (code: ErrorCode, language: Language): string => server.deps.messages.formatError({ code }, language)
    const rejectedTo = (route: LegacyEndpoint): Principal | undefined =>
      (['UserAdmin', 'patient'] as const).find((one) => route.operations.every(({ meta }) => !mayUse([one], meta.permission)))
    let looked = 0
    for (const route of posts) {
      const principal = rejectedTo(route)
      const action = route.operations[0]?.action ?? ''
      const requestError = async (client: Client, sent: Sent, headers = {}) =>
        (await requireEnvelope(await ask(client, route.path, sent, headers), route.path)).error
      if (principal) {
        looked += 1
        const pairs: readonly (readonly [string, string])[] = action ? [['action', action]] : []
        const inItalian = form([...pairs, ['lang', 'it']])
        expect(await requestError(getClient(principal), [multipart, inItalian], { 'accept-language': 'en' })).toBe(
          formatMessage('permission_denied', 'it'),
        )
        expect(await requestError(getClient(principal), [multipart, form(pairs)], { 'accept-language': 'en-GB' })).toBe(
          formatMessage('permission_denied', 'en'),
        )
        expect(await requestError(getClient(principal), [multipart, form(pairs)])).toBe(formatMessage('permission_denied', 'it'))
      }
      const wrongType: Sent = ['text/plain', 'x']
      expect(await requestError(getClient('UserAdmin'), wrongType)).toBe(formatMessage('body_type_wrong', 'it'))
      expect(await requestError(getClient('UserAdmin'), wrongType, { 'accept-language': 'en' })).toBe(
        formatMessage('body_type_wrong', 'en'),
      )
      expect(await requestError(getClient('visitor'), wrongType)).toBe(formatMessage('body_type_wrong', 'en'))
    }
    expect(looked).toBeGreaterThan(8)
  })

  test('denied to a page of another site, writes an entry and does not extend the session', async () => {
    const { owner } = server.database
    await owner`UPDATE session SET last_seen_at = now() - interval '2 hours'`
    const calls = []
    for (const { method, path } of endpoints) {
      for (const foreign of [{ 'sec-fetch-site': 'same-site' }, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }]) {
        const response = await getClient('CenterAdmin').send({
          method,
          path: `/api${path}`,
          headers: { ...from(), ...foreign, 'content-type': json },
          ...(method === 'POST' && { body: '{}' }),
        })
        expect([path, response.status, ((await response.json()) as Envelope).code]).toEqual([path, 403, 'origin_refused'])
        calls.push({ id: response.headers.get('x-request-id') ?? '', success: false, known: false, what: path })
      }
    }
    await requireEntry(calls)
    expect(await owner`SELECT FROM session WHERE last_seen_at > now() - interval '1 hour'`).toHaveLength(0)
  })

  test('none of these calls is logged as an unexpected error', () => {
    expect(
      server
        .log()
        .split('\n')
        .filter((line) => line.includes('unexpected error')),
    ).toEqual([])
  })
})
