import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { appRouter } from '@registry/api-contract/app-router'
import type { SavedFilter } from '@registry/api-contract/saved-filters'
import { permissions, type Permission } from '@registry/domain/access/permissions'
import { makeCentre } from '@registry/db/testing/fixtures'
import { AppError } from '@registry/domain/error'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { procedures } from './procedures.ts'

const filter: SavedFilter = {
  id: 1,
  version: 1,
  name: 'n',
  description: 'd',
  author: 'a',
  changedAt: '2026-01-01T00:00:00.000Z',
  mayChange: true,
  isFrozen: false,
  isDisabled: false,
  studies: 0,
  lastExportAt: null,
  fields: null,
  where: null,
}
let guesses = 0
const manySites = Array.from({ length: 11 }, () => 'session.site').join(',')
const services = {
  savedFilters: {
    list: async () => [{ ...filter, secretColumn: 'canary-output' }],
    get: async () => {
      throw new Error('relation "patient" canary-error')
    },
    run: async () => {
      throw new AppError('too_many_attempts', { seconds: 9 })
    },
  },
  signIn: {
    withCode: async () => {
      guesses += 1
      throw new AppError('code_refused')
    },
  },
}

const Procedure = z.custom<{ meta: { permission: Permission } }>((procedure) => typeof procedure === 'function' && 'meta' in procedure)
const walked = Object.entries<unknown>(appRouter._def.procedures).map(([path, procedure]) => ({
  path,
  allowed: permissions[Procedure.parse(procedure).meta.permission].map(String),
}))

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ services })
  await makeCentre(server.database.owner, 'RM01')
})
afterAll(() => server[Symbol.asyncDispose]())

const headers = { 'sec-fetch-site': 'same-origin', 'x-requested-by': 'app', 'content-type': 'application/json' }
const call = (path: string, body = '') => server.visitor('staff').send({ method: 'POST', path: `/api/trpc/${path}`, headers, body })
const readErrorCode = async (response: Response) =>
  ((await response.json()) as { error: { data: { detail: { code: string } } } }).error.data.detail.code

describe('every procedure', () => {
  it('is tested', () => expect(walked.length).toBeGreaterThan(20))

  it.each(walked.filter(({ allowed }) => !allowed.includes('visitor')))(
    'THREAT-05: $path is rejected without a session',
    async ({ path }) => {
      const response = await call(path, '{}')
      expect([response.status, await readErrorCode(response)]).toEqual([401, 'session_required'])
    },
  )

  it.each(walked.filter(({ allowed }) => !allowed.includes('patient')))('THREAT-05: $path is refused to a patient', async ({ path }) => {
    const patient = await server.patient({ centre: 'RM01', centrePatientCode: path })
    const response = await patient.send({ method: 'POST', path: `/api/trpc/${path}`, headers, body: '{}' })
    expect([response.status, await readErrorCode(response)]).toEqual([403, 'permission_denied'])
  })
})

describe('procedures', () => {
  it('answer a real client with the fields of their output schema only', async () => {
    const staff = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }])
    expect(await staff.api.savedFilters.list.query()).toEqual([filter])
    expect(await staff.batchingApi.savedFilters.list.query()).toEqual([filter])
  })

  it('name errors by field and reject unknown keys, in the caller’s language', async () => {
    const staff = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }])
    const response = await staff.send({
      method: 'POST',
      path: '/api/trpc/savedFilters.save',
      headers: { ...headers, 'accept-language': 'it' },
      body: JSON.stringify({ name: ' ', description: 'x'.repeat(256), extra: 1 }),
    })
    expect(response.status).toBe(400)
    expect(((await response.json()) as { error: { data: { detail: unknown } } }).error.data.detail).toEqual({
      code: 'validation_failed',
      message: 'Alcuni dati non sono corretti: controlla i campi indicati',
      fields: {
        name: 'Inserisci il nome del filtro',
        description: 'La descrizione può avere al massimo 255 caratteri',
        fields: 'Campo obbligatorio',
        where: expect.any(String),
        extra: 'Campo sconosciuto',
      },
    })
  })

  it('THREAT-07: reject keys that reach a prototype', async () => {
    for (const body of [
      '{"__proto__":{"a":1},"username":"u","password":"p"}',
      '{"constructor":{"prototype":{"a":1}},"username":"u","password":"p"}',
    ]) {
      const response = await call('signIn.staff', body)
      expect(response.status).toBe(400)
    }
    expect(Object.hasOwn(Object.prototype, 'a')).toBe(false)
  })

  it('THREAT-38: hide an unexpected error', async () => {
    const staff = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }])
    const response = await staff.send({ method: 'POST', path: '/api/trpc/savedFilters.get', headers, body: '1' })
    const text = await response.text()
    expect(response.status).toBe(500)
    expect(text).toContain(response.headers.get('x-request-id'))
    expect(text + server.log()).not.toMatch(/canary|relation|stack/)
  })

  it('answer 429 with the seconds to wait', async () => {
    const staff = await server.staff([{ role: 'DataManager', areaid: 'W' }])
    const response = await staff.send({
      method: 'POST',
      path: '/api/trpc/savedFilters.run',
      headers,
      body: '{"id":1,"asRole":"DataManager"}',
    })
    expect([response.status, response.headers.get('retry-after'), await readErrorCode(response)]).toEqual([429, '9', 'too_many_attempts'])
  })

  it('THREAT-13: with secrets reject batches, and no batch has more than ten calls', async () => {
    const many = (procedure: string, count: number) => call(`${Array.from({ length: count }, () => procedure).join(',')}?batch=1`, '{}')
    expect((await many('signIn.withCode', 20)).status).toBe(400)
    expect((await many('session.site', 11)).status).toBe(400)
    expect((await many('signIn.withCode', 300)).status).toBe(404)
    expect(guesses).toBe(0)
    expect((await many('session.current', 10)).status).toBe(200)
  })

  // Without the ban, two guesses would reach the service in each spelling. tRPC decodes the path once more than the router.
  it.each([
    'signIn.withCode,signIn.withCode',
    'signIn%2EwithCode%2CsignIn.withCode',
    'signIn.withCode%252CsignIn.withCode',
    'signIn%252EwithCode%252CsignIn%252EwithCode',
  ])('THREAT-13: a batch of two valid guesses is rejected and none is run: %s', async (path) => {
    const guess = { username: 'p1@demo.example', otp: '123456' }
    const before = guesses
    const response = await call(`${path}?batch=1`, JSON.stringify({ 0: guess, 1: guess }))
    expect(guesses).toBe(before)
    expect(response.status).toBe(400)
    const answers = (await response.json()) as { error: { data: { detail: { code: string } } } }[]
    expect(answers.map(({ error }) => error.data.detail.code)).toEqual(['batch_refused', 'batch_refused'])
    const entries = (await server.readAuditLog()).filter(({ request_id }) => request_id === response.headers.get('x-request-id'))
    expect(entries.map(({ command, detail }) => [command, detail])).toEqual([['otplogin', 'batch_refused; batch of 2 calls']])
  })

  it.each([
    ['it', 'session.site,signIn.withCode', 'batch_refused', 'Questa operazione non può far parte di una richiesta multipla (batch)'],
    ['en', 'signIn.withCode,session.site', 'batch_refused', 'This operation cannot be part of a batch'],
    ['it', manySites, 'batch_too_large', 'Una richiesta multipla (batch) può avere al massimo 10 operazioni'],
    ['en', manySites, 'batch_too_large', 'A batch may have at most 10 operations'],
  ])('REQ-API-02: explain in %s why the batch %s is rejected', async (language, path, code, message) => {
    const before = guesses
    const response = await server.visitor('staff').send({
      method: 'POST',
      path: `/api/trpc/${path}?batch=1`,
      headers: { ...headers, 'accept-language': language },
      body: '{}',
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ success: false, code, error: message })
    expect(guesses).toBe(before)
  })

  it('THREAT-13: a single guess runs, also in a batch of one', async () => {
    const guess = { username: 'p1@demo.example', otp: '123456' }
    const before = guesses
    expect(await readErrorCode(await call('signIn.withCode', JSON.stringify(guess)))).toBe('code_refused')
    await call('signIn.withCode?batch=1', JSON.stringify({ 0: guess }))
    expect(guesses).toBe(before + 2)
  })

  it('THREAT-13: every procedure with a secret is a mutation, which batches may not contain', () => {
    const inputs = z.object({
      inputs: z.array(z.object({ shape: z.record(z.string(), z.unknown()) }).catch({ shape: {} })),
      type: z.string(),
    })
    const secret = /password|otp|pwd/i
    const taking = [...procedures].flatMap(([path, { _def }]) => {
      const { inputs: schemas, type } = inputs.parse(_def)
      return schemas.some(({ shape }) => Object.keys(shape).some((key) => secret.test(key))) ? [{ path, type }] : []
    })
    expect(taking.map(({ path }) => path)).toEqual(expect.arrayContaining(['signIn.staff', 'signIn.withCode', 'consents.withdraw']))
    expect(taking.filter(({ type }) => type !== 'mutation')).toEqual([])
  })

  it('reject invalid UTF-8 and write the entry of a denied caller', async () => {
    const body = Buffer.concat([Buffer.from('{"username":"a'), Buffer.from([0xff, 0xfe]), Buffer.from('","password":"b"}')])
    const headers = { 'content-type': 'application/json', 'x-requested-by': 'app', 'sec-fetch-site': 'same-origin' }
    const response = await server.visitor('staff').send({ method: 'POST', path: '/api/trpc/signIn.staff', headers, body })
    expect(await response.json()).toMatchObject({ success: false, code: 'body_unreadable' })
    const entries = (await server.readAuditLog()).filter(({ request_id }) => request_id === response.headers.get('x-request-id'))
    expect(entries).toMatchObject([{ command: 'login', outcome: 'refused', detail: 'body_unreadable' }])
  })

  it('THREAT-40: accept JSON only, with every spelling of the type', async () => {
    const before = guesses
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/octet-stream',
      'application/json\t',
      'application/ json',
      'application/json,text/plain',
      'text/json',
      'application/jsonp',
      'application/vnd.api+json',
      'APPLICATION/JSON',
      'application/json;charset=utf-8',
      'application/json ; a=b',
    ]
    for (const type of types) {
      const response = await server.visitor('staff').send({
        method: 'POST',
        path: '/api/trpc/signIn.withCode',
        headers: { ...headers, 'content-type': type },
        body: '{"username":"","otp":"1"}',
      })
      expect([400, 415], type).toContain(response.status)
      if (response.status === 400) expect(await readErrorCode(response), type).toBe('validation_failed')
    }
    expect(guesses).toBe(before)
  })

  it('REQ-ADM-01: write an entry with the legacy name, with every outcome', async () => {
    const staff = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'logged@example.org')
    await staff.api.savedFilters.list.query()
    await staff.api.savedFilters.get.query(1).catch(() => {})
    await staff.api.savedFilters.get.query(0).catch(() => {})
    await staff.api.consents.current.query().catch(() => {})
    const entries = (await server.readAuditLog()).filter(({ username }) => username === 'logged@example.org')
    expect(entries.map(({ command, action, outcome, detail, from_host }) => ({ command, action, outcome, detail, from_host }))).toEqual([
      { command: 'inthem_query', action: 'LIST', outcome: 'done', detail: '', from_host: '127.0.0.1' },
      { command: 'inthem_query', action: 'GET', outcome: 'failed', detail: '', from_host: '127.0.0.1' },
      { command: 'inthem_query', action: 'GET', outcome: 'refused', detail: 'validation_failed', from_host: '127.0.0.1' },
      { command: 'GetConsents', action: '', outcome: 'refused', detail: 'permission_denied', from_host: '127.0.0.1' },
    ])
  })
})
