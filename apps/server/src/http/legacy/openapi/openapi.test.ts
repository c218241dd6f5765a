import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allConsents, makePatient } from '@registry/db/testing/fixtures'
import type { SignInFixture } from '../../../features/sign-in/testing/sign-in-fixture.ts'
import { legacyRoutes, programPaths } from '../../../app/legacy-routes.ts'
import { validateFhir } from '../../../testing/fhir-schema.ts'
import { fhirExample, fhirSchemas } from './fhir.ts'
import { documentRoute, findDescription } from './schemas.ts'
import { centrePassword, formatKey, openCalls, type Calls } from './testing/calls.ts'

type Media = Readonly<Record<string, { readonly schema: object }>>
type Operation = {
  readonly responses: Readonly<Record<string, { readonly content: Media; readonly $ref?: string }>>
  readonly requestBody?: { readonly content: Media }
}
type Document = {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

const operations = legacyRoutes.map(documentRoute)
const keys = legacyRoutes.map(formatKey)

let fixture: SignInFixture
let calls: Calls
let document: Document
let validator: Ajv2020
beforeAll(async () => {
  ;({ fixture, calls } = await openCalls())
  document = (await (await fixture.browser('staff').send({ path: '/api/openapi.json' })).json()) as Document
  validator = new Ajv2020({ strict: false, allErrors: true })
  validator.addSchema({ ...document, $id: 'registry' })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const findSchema = (name: string): ValidateFunction => {
  const found = validator.getSchema(`registry#/components/schemas/${name}`)
  if (!found) throw new Error(`the document has no schema ${name}`)
  return found
}

const findProblems = (schema: string, body: unknown): unknown => {
  const validate = findSchema(schema)
  return validate(body) ? null : { schema, body, errors: validate.errors }
}

test('every path for programs is in the document once, and the document has no other path', () => {
  expect(keys.length).toBeGreaterThan(20)
  expect(new Set(keys).size).toBe(keys.length)
  const documented = Object.entries(document.paths).flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`))
  expect(documented.toSorted()).toEqual([...new Set(programPaths.map(({ method, path }) => `${method.toLowerCase()} ${path}`))].toSorted())
  const names = operations.flatMap(({ name }) => [`${name}.request`, `${name}.answer`])
  expect(Object.keys(document.components.schemas).toSorted()).toEqual(['Failure', ...Object.keys(fhirSchemas), ...names].toSorted())
})

test('every field of a request and of a response has a description', () => {
  for (const { route, name, request, patterns, response } of operations) {
    const placeholders = patterns.map(({ placeholder }) => placeholder)
    for (const field of [...placeholders, ...Object.keys(request.properties), ...Object.keys(response.properties)])
      expect([name, field, findDescription(route, field)]).toEqual([
        name,
        field,
        expect.objectContaining({ id: expect.stringContaining('api.') }),
      ])
  }
})

describe('the document (REQ-API-08)', () => {
  test('needs no session, has both languages, and contains valid schemas', async () => {
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths).length).toBeGreaterThan(15)
    for (const name of Object.keys(document.components.schemas)) expect(findSchema(name)).toBeTypeOf('function')
    const italian = await (await fixture.browser('myconsent').send({ path: '/api/openapi.json?lang=it' })).text()
    expect(italian).toContain('Apre la sessione di un operatore')
  })

  test('lists every status except 200 (REQ-API-03)', () => {
    for (const item of Object.values(document.paths))
      for (const { responses } of Object.values(item))
        expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '403', '404', '405', '413', '415', '429', '500', '503']))
  })

  test('describes answers to consents by a pattern of names, because the questions are data', () => {
    const request = findSchema('patient.UpdateConsents.request')
    expect(request({ C_DB_P: true, C_INCIDENTAL: 2, C_DB_NO_NOTIFICATION: 'v1', anything: 'else' })).toBe(true)
    expect(request({ C_DB_P: 'perhaps' })).toBe(false)
  })

  test('lists multipart only for a file, and otherwise all three types of body', () => {
    expect(Object.keys(document.paths['/createPatients']?.['post']?.requestBody?.content ?? {})).toEqual(['multipart/form-data'])
    expect(Object.keys(document.paths['/login']?.['post']?.requestBody?.content ?? {})).toHaveLength(3)
  })
})

describe('real responses match the document', () => {
  test.each(operations.map((operation) => [formatKey(operation.route), operation] as const))('%s', async (key, { name, route }) => {
    const { done, rejected } = calls[key] ?? { done: [], rejected: [] }
    expect([done.length > 0, rejected.length > 0]).toEqual([true, true])
    const documented = document.paths[route.path]?.[route.method.toLowerCase()]?.responses ?? {}
    for (const call of done) {
      const response = await call()
      expect(response.status).toBe(200)
      const type = response.headers.get('content-type') ?? ''
      expect(Object.keys(documented['200']?.content ?? {}).map((one) => one.split(';')[0])).toContain(type.split(';')[0])
      // A receipt is a JSON file, not a response with the usual fields.
      const isReceipt = key === '/patient/ConsentReceipt'
      if (type.startsWith('application/json') && !isReceipt) expect(findProblems(`${name}.answer`, await response.json())).toBeNull()
    }
    for (const call of rejected) {
      const response = await call()
      expect(Object.keys(documented)).toContain(String(response.status))
      const body: unknown = await response.json()
      expect(findProblems('Failure', body)).toBeNull()
      expect(findProblems(`${name}.answer`, body)).not.toBeNull()
    }
  })

  test('404, 405, 413 and 415 have the body of every failure', async () => {
    const visitor = fixture.browser('staff')
    const answers = [
      await visitor.get('/nothing'),
      await visitor.get('/login'),
      await visitor.post('/login', { json: { username: 'x'.repeat(300_000) } }),
      await visitor.send({ method: 'POST', path: '/api/login', headers: { 'content-type': 'text/plain' }, body: 'x' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 405, 413, 415])
    for (const answer of answers) expect(findProblems('Failure', await answer.json())).toBeNull()
  })
})

describe('REQ-OBS-10: the answers of /fhir match the document', () => {
  const right = `Basic ${Buffer.from(`RM01:${centrePassword}`).toString('base64')}`
  const send = async (body: unknown, headers: Readonly<Record<string, string>> = {}, method = 'POST') => {
    const response = await fixture.browser('staff').send({
      method,
      path: '/api/fhir',
      headers: { authorization: right, 'content-type': 'application/fhir+json', ...headers },
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    })
    return { response, answer: (await response.json()) as unknown }
  }
  const documented = () => document.paths['/fhir']?.['post']

  test('stored: the example, which is valid by R4 and by the document', async () => {
    const { owner } = fixture.server.database
    await makePatient(owner, { centre: 'RM01', centrePatientCode: 'DEMO-1', consents: allConsents })
    expect([validateFhir(fhirExample), findProblems('fhir.request', fhirExample)]).toEqual([[], null])
    expect(documented()?.requestBody?.content['application/fhir+json']).toMatchObject({ example: fhirExample })
    for (const status of ['201 Created', '200 OK']) {
      const { response, answer } = await send(fhirExample)
      expect(Object.keys(documented()?.responses['200']?.content ?? {})).toEqual([response.headers.get('content-type')])
      expect([response.status, findProblems('fhir.answer', answer)]).toEqual([200, null])
      expect(answer).toMatchObject({ entry: [{ response: { status } }] })
    }
  })

  test.each<[status: number, body: unknown, headers: Readonly<Record<string, string>>, method?: string]>([
    [401, fhirExample, { authorization: 'Basic eDp5' }],
    [403, fhirExample, { 'sec-fetch-site': 'cross-site' }],
    [405, undefined, {}, 'GET'],
    [413, 'x'.repeat(51 * 1024 * 1024), {}],
    [415, fhirExample, { 'content-type': 'application/fhir+xml' }],
    [422, { ...fhirExample, type: 'batch' }, {}],
  ])('failed with %s', async (status, body, headers, method) => {
    const { response, answer } = await send(body, headers, method)
    expect([response.status, findProblems('fhir.failure', answer)]).toEqual([status, null])
    expect(Object.keys(documented()?.responses[String(status)]?.content ?? {})).toEqual([response.headers.get('content-type')])
  })
})

describe('the page', () => {
  test.each(['it', 'en'] as const)('describes every operation in %s, and links to the document and to the guide', async (language) => {
    const response = await fixture
      .browser('myconsent')
      .send({ path: `/api/docs?lang=${language}`, headers: { 'sec-fetch-site': 'cross-site' } })
    const text = await response.text()
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("trusted-types 'none'")
    expect(text).toContain(`<html lang="${language}">`)
    for (const name of [...operations.map(({ name }) => name), 'fhir']) expect(text).toContain(`id="${name}"`)
    for (const [, target = ''] of text.matchAll(/href="([^"]*)"/g)) {
      if (target.startsWith('#')) expect(text).toContain(`id="${target.slice(1)}"`)
      else
        expect([target, (await fixture.browser('myconsent').send({ path: target.replaceAll('&amp;', '&') })).status]).toEqual([target, 200])
    }
    expect(text).toContain('entry[].resource.status')
    expect(text).not.toContain('entry[].resource.modifierExtension')
    expect(text).not.toMatch(/<script|<style| style=/)
  })

  test('THREAT-28: no text of a request appears on the page', async () => {
    const text = await (await fixture.browser('staff').send({ path: '/api/docs?lang=%3Cscript%3Ealert(1)%3C/script%3E' })).text()
    expect(text).not.toContain('alert(1)')
  })
})
