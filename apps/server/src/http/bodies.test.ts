import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { probe } from '../testing/probe.ts'

const routes = [probe('/probe', async (_caller, { text }) => ({ text: text ?? null }))]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ routes })
})
afterAll(() => server[Symbol.asyncDispose]())

describe('bodies', () => {
  const types = [
    'text/plain',
    'text/plain; charset=utf-8',
    'TEXT/PLAIN',
    'text/json',
    'application/jsonp',
    'application/x-json',
    'application/vnd.api+json',
    'application/xml',
    'text/html',
    'application/octet-stream',
    'application/json,text/plain',
    'application/ json',
    'json',
    'a/b/c',
    ';',
    '*/*',
    'application/*',
    'multipart/mixed; boundary=x',
    'multipart/x',
    'image/png',
    'application/x-www-form-urlencodedx',
    'application/graphql',
    'text/csv',
    'text/x-json',
    'application/javascript',
    'application/json-seq',
    'application/yaml',
    'text/xml',
    'application/pdf',
    '\u0080',
  ]
  it.each(types)('THREAT-40: of type "%s" are rejected or parsed by that type', async (type) => {
    const response = await server
      .visitor('staff')
      .send({ method: 'POST', path: '/api/probe', headers: { 'content-type': type }, body: '{"text":"smuggled"}' })
    expect(await response.json()).not.toMatchObject({ text: 'smuggled' })
    expect([200, 415]).toContain(response.status)
  })

  it('THREAT-07: with keys that reach a prototype change no object', async () => {
    const visitor = server.visitor('staff')
    const json = (body: string) =>
      visitor.send({ method: 'POST', path: '/api/probe', headers: { 'content-type': 'application/json' }, body })
    for (const body of ['{"__proto__":{"text":"x"}}', '{"constructor":{"prototype":{"text":"x"}}}', '{"a":{"__proto__":{"text":"x"}}}']) {
      expect(await (await json(body)).json()).toMatchObject({ success: false, code: 'body_unreadable' })
    }
    expect(
      await visitor.call('/probe', { form: { '__proto__[text]': 'x', 'constructor.prototype.text': 'x', __proto__: 'x' } }),
    ).toMatchObject({ success: true, text: null })
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  it('THREAT-07: with a list or an object for a text are rejected at the field', async () => {
    for (const text of [['a', 'b'], { toString: 'x' }, [[]]]) {
      expect(await server.visitor('staff').call('/probe', { json: { text } })).toMatchObject({
        success: false,
        code: 'validation_failed',
        fields: { text: expect.any(String) },
      })
    }
    const twice = await server
      .visitor('staff')
      .send({ method: 'POST', path: '/api/probe', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'text=a&text=b' })
    expect(await twice.json()).toMatchObject({ success: false, code: 'validation_failed' })
  })

  it('without an object have no fields', async () => {
    for (const json of [[1, 2], 'text', 7, null, true])
      expect(await server.visitor('staff').call('/probe', { json })).toMatchObject({ success: true, text: null })
  })
})
