import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createConnection } from './connection.ts'
import { sendFirstCalls } from './first-calls.ts'

const received: string[] = []
let answers: Response[] = []
const server = setupServer(
  http.post('*/api/trpc/:procedures', async ({ params, request }) => {
    received.push(`${String(params['procedures'])} ${request.headers.get('accept-language')} ${await request.text()}`)
    return answers.shift() ?? HttpResponse.json([{ result: { data: received.length } }])
  }),
)

beforeAll(() => server.listen())
afterAll(() => server.close())
beforeEach(() => {
  document.documentElement.lang = 'it'
  received.length = 0
  answers = []
})
afterEach(() => {
  server.resetHandlers()
  delete window.firstCalls
  window.history.replaceState(null, '', '/')
})

const openPage = (address: string) => {
  window.history.replaceState(null, '', address)
  sendFirstCalls({ '/pdati': [['personalData.read'], ['referenceTables.rows', { table: 'svc_nation' }]] })
}

type Options = { readonly body?: string; readonly language?: string; readonly isRepeatable?: boolean }

/** Calls as the tRPC client does, and returns the data of the answer. */
const call = async (procedures: string, { body = '{}', language = 'it', isRepeatable = true }: Options = {}): Promise<unknown> => {
  const response = await createConnection().watchedFetch(
    `${window.location.origin}/api/trpc/${procedures}?batch=1`,
    { method: 'POST', headers: { 'content-type': 'application/json', 'Accept-Language': language }, body },
    { isRepeatable },
  )
  return ((await response.json()) as [{ result: { data: number } }])[0].result.data
}

describe('REQ-UI-22: what a page asks before its scripts arrive', () => {
  it('answers the first call of the app, once', async () => {
    openPage('/pdati?vista=modifica')
    expect(await call('session.current')).toBe(1)
    expect(received).toEqual(['session.current it {}'])
    expect(await call('session.current')).toBe(2)
  })

  it('has the drafts’ keys and the queries of the page, with their inputs in the body', async () => {
    openPage('/pdati')
    const procedures = 'ownSessions.draftKeys,personalData.read,referenceTables.rows'
    const body = '{"2":{"table":"svc_nation"}}'
    expect(await call(procedures, { body })).toBe(2)
    expect(received).toEqual(['session.current it {}', `${procedures} it ${body}`])
  })

  it.each([
    ['another language', { language: 'en' }],
    ['another input', { body: '{"0":1}' }],
  ])('does not answer a call with %s', async (_what, options) => {
    openPage('/')
    expect(await call('session.current', options)).toBe(2)
  })

  it('answers nothing after a change', async () => {
    openPage('/')
    await call('session.end', { isRepeatable: false })
    expect(await call('session.current')).toBe(3)
  })

  it.each([
    ['an error', () => HttpResponse.json([{ error: {} }], { status: 401 })],
    ['no answer', () => HttpResponse.error()],
  ])('after %s the app sends the request anew', async (_what, respond) => {
    answers = [respond()]
    openPage('/')
    expect(await call('session.current')).toBe(2)
  })
})
