import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
let manager: Awaited<ReturnType<TestServer['staff']>>
beforeAll(async () => {
  server = await startTestServer()
  manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }])
})
afterAll(() => server[Symbol.asyncDispose]())

const filter = { name: 'Nome', description: 'Testo', field_list: { PATIENT: 'ALL' } }
const sql = { kind: 'sql' as const, text: "TT = 'a\0b'" }
const fields = { PATIENT: 'ALL' as const, MEDICAL_DATA: {} }

/** Values that no column can store. They are rejected as errors of the caller, never as unexpected errors. */
describe('values that the database cannot store', () => {
  test.each([
    ['/login', { username: 'a\0@example.org', password: 'x' }],
    ['/login', { username: '\ud800@example.org', password: 'x' }],
    ['/inthem_query', { action: 'ADD', ...filter, name: 'a\0b' }],
    ['/inthem_query', { action: 'ADD', ...filter, description: 'a\0b' }],
    ['/inthem_query', { action: 'MODIFY', id: 99_999_999_999, ...filter }],
    ['/inthem_query', { action: 'MODIFY', id: -1, ...filter }],
    ['/inthem_query', { action: 'RUN', id: 99_999_999_999, format: 'csv', as_role: 'DataManager' }],
    ['/inthem_query', { action: 'RUN', id: 99_999_999_999, format: 'video', as_role: 'DataManager' }],
  ])('%s rejects %o', async (path, body) => {
    const answer = await manager.post(path, { json: body })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ success: false, code: expect.not.stringMatching('unexpected') })
  })

  test.each([
    [
      'the patients’ sign-in',
      (patient: TestServer['visitor']) =>
        patient('myconsent').api.signIn.requestCode.mutate({ username: 'a\0@example.org', password: 'x' }),
    ],
    [
      'a link',
      (patient: TestServer['visitor']) => patient('myconsent').api.signIn.openLink.mutate({ username: 'a\0@example.org', password: 'x' }),
    ],
    ['an unknown filter', () => manager.api.savedFilters.get.query(4_000_000_000)],
    [
      'a filter’s version',
      () =>
        manager.api.savedFilters.change.mutate({
          id: 1,
          version: 2 ** 40,
          name: 'a',
          description: 'b',
          fields,
          where: { kind: 'predicates', predicates: [] },
        }),
    ],
    ['a filter’s text', () => manager.api.savedFilters.save.mutate({ name: 'a', description: 'b', fields, where: sql })],
  ])('%s rejects values that it cannot store', async (_name, call) => {
    const answer = await call(server.visitor).then(
      () => undefined,
      (error: { data?: { detail?: { code: string } } }) => error.data?.detail?.code,
    )
    expect(answer).not.toBe('unexpected')
  })

  test('none of them is logged as an unexpected error', () => {
    expect(server.log()).not.toContain('unexpected error')
  })
})
