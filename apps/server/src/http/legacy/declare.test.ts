import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { legacyOperation, legacyUpload } from './declare.ts'
import { integer } from './fields.ts'

const declaration = {
  method: 'POST',
  permission: 'session:read',
  command: 'probe',
  summary: { id: 'test.probe', message: 'Prova' },
  request: z.object({ number: integer(z.int()) }),
  response: z.object({ number: z.number().max(9) }),
  errors: [],
  example: { fields: {} },
} as const

const withSecret = (number: number) => ({ number, secret: 'canary' })

const routes = [
  legacyOperation({ ...declaration, path: '/probe/answer', handle: async (_caller, { number }) => withSecret(number) }),
  legacyOperation({
    ...declaration,
    path: '/probe/permission',
    permission: 'filter:run',
    handle: async (_caller, { number }) => ({ number }),
  }),
  legacyUpload({ ...declaration, path: '/probe/file', upload: 'ProbeFile', handle: async (_caller, { number }) => ({ number }) }),
]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ routes })
})
afterAll(() => server[Symbol.asyncDispose]())

describe('a declared legacy path', () => {
  test('sends only the fields of its response schema', async () => {
    expect(await server.visitor('staff').call('/probe/answer', { form: { number: '7' } })).toEqual({ success: true, number: 7 })
  })

  test('answers 500 and reveals nothing where a value is outside the response schema', async () => {
    const response = await server.visitor('staff').post('/probe/answer', { json: { number: 10 } })
    expect(response.status).toBe(500)
    const body = await response.text()
    expect(body).toContain('"code":"unexpected"')
    expect(body).not.toMatch(/canary|number/)
  })

  test('checks the permission before the fields (REQ-API-04)', async () => {
    expect(await server.visitor('staff').call('/probe/permission', { json: { number: 'x' } })).toMatchObject({
      code: 'APIsession_required',
    })
  })

  test('requires the file before the fields (REQ-IMP-11)', async () => {
    const visitor = server.visitor('staff')
    expect(await visitor.call('/probe/file', { json: { number: 'x' } })).toMatchObject({
      code: 'file_required',
      fields: { ProbeFile: expect.any(String) },
    })
    expect(await visitor.call('/probe/file', { multipart: { number: 'x' }, file: { name: 'a.csv', content: 'A' } })).toMatchObject({
      code: 'validation_failed',
      fields: { number: expect.any(String) },
    })
  })
})
