import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { SavedFilter } from '@registry/api-contract/saved-filters'
import { makeCentre } from '@registry/db/testing/fixtures'
import { AppError, validationError } from '@registry/domain/error'
import type { Client } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { probe } from '../testing/probe.ts'
import { legacyRoute, noFields, noInput } from './legacy/declare.ts'
import { json, optionalFlag, optionalInteger, optionalText, parseRequest } from './legacy/fields.ts'

const Echo = z.object({ text: optionalText(z.string()), number: optionalInteger(), flag: optionalFlag(), list: json() })

/** Responds with the fields as an operation reads them. */
const echo: Parameters<typeof probe>[1] = async (_caller, _request, { fields, language }) => {
  const { text = null, number = null, flag = null, list = null } = parseRequest(Echo, fields)
  return { language, text, number, flag, list }
}

const action = {
  method: 'POST',
  path: '/probe/actions',
  summary: { id: 'test.probe', message: 'Prova' },
  request: z.object({}),
  errors: [],
  example: { fields: {} },
  toInput: noInput,
} as const

const routes = [
  probe('/probe', echo),
  probe('/probe', echo, { method: 'GET' }),
  probe('/probe/rejected', async () => {
    throw new AppError('code_wrong')
  }),
  probe('/probe/fields', async () => {
    throw validationError({ EMAIL: { code: 'contact_wrong' } })
  }),
  probe('/probe/limited', async () => {
    throw new AppError('too_many_attempts', { seconds: 7 })
  }),
  probe('/probe/broken', async () => {
    throw new Error('select secret from patient where name = canary-text')
  }),
  legacyRoute({
    ...action,
    action: 'LIST',
    procedure: (api) => api.savedFilters.list,
    response: z.object({ rows: z.array(SavedFilter) }),
    toResponse: (rows) => ({ rows }),
  }),
  legacyRoute({ ...action, action: 'SITE', procedure: (api) => api.session.site, response: z.object({}), toResponse: noFields }),
]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ routes })
  await makeCentre(server.database.owner, 'RM01')
})
afterAll(() => server[Symbol.asyncDispose]())

describe('REQ-API-02: legacy paths', () => {
  it.each([
    ['JSON', { json: { text: 'perché', number: 7, flag: true, list: [['a', '=', 1]], extra: 1 } }],
    ['urlencoded', { form: { text: 'perché', number: '7', flag: 'true', list: '[["a","=",1]]', extra: '1' } }],
    ['multipart', { multipart: { text: 'perché', number: '7', flag: '1', list: '[["a","=",1]]', extra: '1' } }],
  ])('read the same fields from %s, and ignore the unknown ones', async (_name, body) => {
    expect(await server.visitor('staff').call('/probe', body)).toEqual({
      success: true,
      language: 'en',
      text: 'perché',
      number: 7,
      flag: true,
      list: [['a', '=', 1]],
    })
  })

  it('read the fields of a GET from its query, and need no body', async () => {
    const visitor = server.visitor('staff')
    expect(await (await visitor.get('/probe?text=x&number=2')).json()).toMatchObject({ success: true, text: 'x', number: 2 })
    expect(await (await visitor.send({ method: 'POST', path: '/api/probe' })).json()).toMatchObject({ success: true, text: null })
    expect(
      await (await visitor.send({ method: 'POST', path: '/api/probe', headers: { 'content-type': 'application/json' } })).json(),
    ).toMatchObject({ success: true })
  })

  it('answer in the language of the body, else of the header, else of the user, else in English', async () => {
    const readLanguage = async (client: Client, body: Record<string, string>) => (await client.call('/probe', { json: body }))['language']
    const plain = server.visitor('staff')
    const italian = server.visitor('staff', { headers: { 'accept-language': 'fr;q=0.9, it-IT;q=0.8, en;q=0.2' } })
    const staff = await server.staff([{ role: 'DataManager', areaid: 'W' }])
    expect(await readLanguage(plain, {})).toBe('en')
    expect(await readLanguage(staff, {})).toBe('it')
    expect(await readLanguage(italian, {})).toBe('it')
    expect(await readLanguage(italian, { lang: 'en' })).toBe('en')
    expect(await readLanguage(italian, { lang: 'xx' })).toBe('it')
  })

  it('answer an AppError with 200, its stable code and a message', async () => {
    const response = await server.visitor('staff').post('/probe/rejected', { json: { lang: 'it' } })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ success: false, error: 'Codice non corretto', code: 'code_wrong' })
    expect(await server.visitor('staff').call('/probe/fields', { json: { lang: 'it' } })).toEqual({
      success: false,
      error: 'Indirizzo e-mail non corretto',
      code: 'validation_failed',
      fields: { EMAIL: 'Indirizzo e-mail non corretto' },
    })
  })

  it('answer differently without a session and without the right', async () => {
    expect(await server.visitor('staff').call('/probe/actions', { json: { action: 'LIST' } })).toEqual({
      success: false,
      error: 'session required',
      code: 'APIsession_required',
    })
    const userAdmin = await server.staff([{ role: 'UserAdmin', areaid: 'W' }])
    expect(await userAdmin.call('/probe/actions', { json: { action: 'LIST', lang: 'it' } })).toMatchObject({
      success: false,
      code: 'permission_denied',
    })
  })

  it('reject unknown actions, including names of prototype properties', async () => {
    for (const action of [undefined, 'list', 'constructor', '__proto__', 'toString']) {
      expect(await server.visitor('staff').call('/probe/actions', { json: { action } })).toMatchObject({
        success: false,
        code: 'action_unknown',
      })
    }
  })

  it('answer 429 with the seconds to wait', async () => {
    const response = await server.visitor('staff').post('/probe/limited', { json: { lang: 'it' } })
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('7')
    expect(await response.json()).toMatchObject({
      success: false,
      error: 'Troppi tentativi. Riprova tra 7 secondi',
      code: 'too_many_attempts',
    })
  })

  it('THREAT-38: an unexpected error shows only a request id, and the log does not repeat its message', async () => {
    const response = await server.visitor('staff').post('/probe/broken', { json: { text: 'canary-body' } })
    const body = await response.text()
    expect(response.status).toBe(500)
    expect(JSON.parse(body)).toEqual({
      success: false,
      code: 'unexpected',
      error: expect.any(String),
      requestId: response.headers.get('x-request-id'),
    })
    expect(body).not.toMatch(/select|canary|\/src\/|node:/)
    expect(server.log()).toContain('unexpected error')
    expect(server.log()).not.toMatch(/canary/)
  })

  it('answer 404, 405, 413 and 415 as JSON', async () => {
    const visitor = server.visitor('staff')
    const statusAndCode = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]
    expect(await statusAndCode(await visitor.get('/nothing'))).toEqual([404, 'path_unknown'])
    expect(await statusAndCode(await visitor.get('/%zz'))).toEqual([404, 'path_unknown'])
    expect(await statusAndCode(await visitor.get('/probe/rejected'))).toEqual([405, 'method_wrong'])
    expect(
      await statusAndCode(await visitor.send({ method: 'DELETE', path: '/api/probe', headers: { 'sec-fetch-site': 'same-origin' } })),
    ).toEqual([405, 'method_wrong'])
    expect(await statusAndCode(await visitor.post('/probe', { json: { text: 'x'.repeat(300_000) } }))).toEqual([413, 'body_too_large'])
    expect(await statusAndCode(await visitor.post('/probe', { multipart: { text: 'x'.repeat(300_000) } }))).toEqual([413, 'body_too_large'])
    expect(
      await statusAndCode(
        await visitor.send({ method: 'POST', path: '/api/probe', headers: { 'content-type': 'text/plain' }, body: '{"text":"x"}' }),
      ),
    ).toEqual([415, 'body_type_wrong'])
  })

  it('reject an unreadable body', async () => {
    const send = (body: string) =>
      server.visitor('staff').send({ method: 'POST', path: '/api/probe', headers: { 'content-type': 'application/json' }, body })
    const response = await send('{"text": "canary-half')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ success: false, code: 'body_unreadable' })
    expect(server.log()).not.toContain('canary')
  })
})
