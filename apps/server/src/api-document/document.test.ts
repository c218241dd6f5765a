import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listLegacyPaths } from '../http/legacy/route.ts'
import type { SignInFixture } from '../features/sign-in/testing/sign-in-fixture.ts'
import { legacyRoutes } from '../legacy-routes.ts'
import { legacyShapes } from '../legacy-shapes.ts'
import { operationsOf, shapeKey, textOf } from './operations.ts'
import { openCalls, type Calls } from './testing/calls.ts'

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

const operations = operationsOf(legacyRoutes, legacyShapes)
const keys = operations.map(({ path, action }) => shapeKey(path, action))

let kit: SignInFixture
let calls: Calls
let document: Document
let validator: Ajv2020
beforeAll(async () => {
  ;({ kit, calls } = await openCalls())
  document = (await (await kit.browser('staff').send({ path: '/api/openapi.json' })).json()) as Document
  validator = new Ajv2020({ strict: false, allErrors: true })
  validator.addSchema({ ...document, $id: 'registry' })
}, 60_000)
afterAll(() => kit[Symbol.asyncDispose]())

const schemaNamed = (name: string): ValidateFunction => {
  const found = validator.getSchema(`registry#/components/schemas/${name}`)
  if (!found) throw new Error(`the document has no schema ${name}`)
  return found
}

const problemsOf = (schema: string, body: unknown): unknown => {
  const validate = schemaNamed(schema)
  return validate(body) ? null : { schema, body, errors: validate.errors }
}

test('every legacy operation has its shape, and every shape its operation', () => {
  const paths = listLegacyPaths(legacyRoutes).map(({ path, action }) => shapeKey(path, action))
  expect(paths.length).toBeGreaterThan(20)
  expect(Object.keys(legacyShapes).toSorted()).toEqual(paths.toSorted())
  expect(keys.toSorted()).toEqual(paths.toSorted())
})

test('a route without a shape is missing from the document: the check above sees it', () => {
  const { '/login': _left, ...others } = legacyShapes
  expect(operationsOf(legacyRoutes, others).map(({ path }) => path)).not.toContain('/login')
})

test('every field of a request and of an answer is explained', () => {
  for (const { shape, request, answer, name } of operations)
    for (const field of [...Object.keys(request.properties ?? {}), ...Object.keys(answer.properties ?? {})])
      expect([name, field, textOf(shape, field)]).toEqual([name, field, expect.objectContaining({ id: expect.stringContaining('api.') })])
})

describe('the document', () => {
  test('is served without a session, in both languages, and its schemas can be used', async () => {
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths).length).toBeGreaterThan(15)
    for (const name of Object.keys(document.components.schemas)) expect(schemaNamed(name)).toBeTypeOf('function')
    const italian = await (await kit.browser('myconsent').send({ path: '/api/openapi.json?lang=it' })).text()
    expect(italian).toContain('Apre la sessione di un operatore')
  })

  test('names every status that is no answer of the application (D2)', () => {
    for (const item of Object.values(document.paths))
      for (const { responses } of Object.values(item))
        expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '403', '404', '405', '413', '415', '429', '500', '503']))
  })

  test('says answers to consents by the pattern of their names, since the points are data', () => {
    const request = schemaNamed('patient.UpdateConsents.request')
    expect(request({ C_DB_P: true, C_INCIDENTAL: 2, C_DB_NO_NOTIFICATION: 'v1', anything: 'else' })).toBe(true)
    expect(request({ C_DB_P: 'perhaps' })).toBe(false)
  })

  test('says multipart alone where a file comes, and all three kinds of body elsewhere', () => {
    expect(Object.keys(document.paths['/createPatients']?.['post']?.requestBody?.content ?? {})).toEqual(['multipart/form-data'])
    expect(Object.keys(document.paths['/login']?.['post']?.requestBody?.content ?? {})).toHaveLength(3)
  })
})

describe('real answers are as the document has them', () => {
  test('somebody asks every operation for what it does and for what it refuses', () => {
    expect(Object.keys(calls).toSorted()).toEqual(keys.toSorted())
  })

  test.each(operations.map((operation) => [shapeKey(operation.path, operation.action), operation] as const))(
    '%s',
    async (key, operation) => {
      const { done, refused } = calls[key] ?? { done: [], refused: [] }
      expect([done.length > 0, refused.length > 0]).toEqual([true, true])
      const documented = document.paths[operation.path]?.[operation.method.toLowerCase()]?.responses ?? {}
      for (const call of done) {
        const response = await call()
        expect(response.status).toBe(200)
        const type = response.headers.get('content-type') ?? ''
        expect(Object.keys(documented['200']?.content ?? {}).map((one) => one.split(';')[0])).toContain(type.split(';')[0])
        if (type.startsWith('application/json')) expect(problemsOf(`${operation.name}.answer`, await response.json())).toBeNull()
      }
      for (const call of refused) {
        const response = await call()
        expect(Object.keys(documented)).toContain(String(response.status))
        const body: unknown = await response.json()
        expect(problemsOf('Failure', body)).toBeNull()
        expect(problemsOf(`${operation.name}.answer`, body)).not.toBeNull()
      }
    },
  )

  test('404, 405, 413 and 415 are failures of the same shape', async () => {
    const visitor = kit.browser('staff')
    const answers = [
      await visitor.get('/nothing'),
      await visitor.get('/login'),
      await visitor.post('/login', { json: { username: 'x'.repeat(300_000) } }),
      await visitor.send({ method: 'POST', path: '/api/login', headers: { 'content-type': 'text/plain' }, body: 'x' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 405, 413, 415])
    for (const answer of answers) expect(problemsOf('Failure', await answer.json())).toBeNull()
  })
})

describe('the page for people', () => {
  test.each(['it', 'en'] as const)('has every operation in %s, and leads to the document and to the guide', async (language) => {
    const response = await kit
      .browser('myconsent')
      .send({ path: `/api/docs?lang=${language}`, headers: { 'sec-fetch-site': 'cross-site' } })
    const text = await response.text()
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("trusted-types 'none'")
    expect(text).toContain(`<html lang="${language}">`)
    for (const { name } of operations) expect(text).toContain(`id="${name}"`)
    for (const [, target = ''] of text.matchAll(/href="([^"]*)"/g)) {
      if (target.startsWith('#')) expect(text).toContain(`id="${target.slice(1)}"`)
      else expect([target, (await kit.browser('myconsent').send({ path: target.replaceAll('&amp;', '&') })).status]).toEqual([target, 200])
    }
    expect(text).not.toMatch(/<script|<style| style=/)
  })

  test('THREAT-28: what a request says does not come back on the page', async () => {
    const text = await (await kit.browser('staff').send({ path: '/api/docs?lang=%3Cscript%3Ealert(1)%3C/script%3E' })).text()
    expect(text).not.toContain('alert(1)')
  })
})
