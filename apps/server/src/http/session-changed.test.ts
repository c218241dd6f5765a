import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCentre } from '@registry/db/testing/fixtures'
import { legacyRoutes } from '../app/legacy-routes.ts'
import type { Client } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { procedures } from './trpc/procedures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01')
})
afterAll(() => server[Symbol.asyncDispose]())

const findAccount = async ({ api }: Client): Promise<string> => (await api.session.current.query())?.account ?? ''

/** One person's page after another person signed in: the cookies of the second, the account of the first. */
const swap = async (first: Client, second: Client, site: 'staff' | 'myconsent'): Promise<Client> => {
  const headers = { 'x-account': await findAccount(first), 'accept-language': 'it' }
  return server.visitor(site, { cookies: second.cookies, headers })
}
let patients = 0
const patient = () => server.patient({ centre: 'RM01', centrePatientCode: `P${(patients += 1)}` })
let admins = 0
const centreAdmin = () => server.staff([{ role: 'CenterAdmin', center: 'RM01' }], `ca${(admins += 1)}@example.org`)
const message = expect.stringContaining('In questo browser è entrata un’altra persona')

/** The rows of all tables except those of the audit log. */
const countRows = () => server.database.owner`
  SELECT relname, (xpath('//c/text()', query_to_xml(format('SELECT count(*) AS c FROM %I', relname), false, true, '')))[1]::text AS rows
  FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT LIKE 'audit%' ORDER BY relname`

describe('THREAT-61: the account of a page', () => {
  it('is the same opaque text in all sessions of an account, and differs between accounts', async () => {
    const first = await patient()
    const again = await server.signIn(first.fixture.accountId, 'myconsent')
    const account = await findAccount(first)
    expect(account).toMatch(/^[\w-]{22}$/)
    expect(await findAccount(again)).toBe(account)
    expect(await findAccount(await patient())).not.toBe(account)
    expect(await findAccount(await server.signIn(first.fixture.accountId, 'myconsent', true))).toBe(account)
  })

  it('that is the session’s passes, and programs that name none do', async () => {
    const own = await patient()
    const page = await swap(own, own, 'myconsent')
    expect(await page.api.personalData.read.query()).toMatchObject({})
    expect(await own.call('/get_userinfo')).not.toMatchObject({ code: 'session_changed' })
  })

  it('without a session leads to the sign-in, as ever', async () => {
    const visitor = server.visitor('myconsent', { headers: { 'x-account': await findAccount(await patient()) } })
    expect(await visitor.api.session.current.query()).toBeNull()
    await expect(visitor.api.personalData.read.query()).rejects.toMatchObject({ data: { detail: { code: 'session_required' } } })
  })
})

describe.each(['staff', 'myconsent'] as const)('THREAT-61: a page of another account of %s', (site) => {
  let page: Client
  beforeAll(async () => {
    page = await (site === 'staff' ? swap(await centreAdmin(), await centreAdmin(), site) : swap(await patient(), await patient(), site))
  })

  it('gets no answer and stores nothing with any procedure or legacy path', async () => {
    const before = await countRows()
    const headers = { 'sec-fetch-site': 'same-origin', 'x-requested-by': 'app', 'content-type': 'application/json' }
    for (const path of procedures.keys()) {
      const response = await page.send({ method: 'POST', path: `/api/trpc/${path}`, headers, body: '{}' })
      expect(await response.json(), path).toMatchObject({ error: { data: { detail: { code: 'session_changed', message } } } })
    }
    for (const { method, path } of legacyRoutes) {
      const file = { name: 'a.csv', content: 'a' }
      const response = method === 'GET' ? await page.get(path) : await page.post(path, { multipart: {}, file })
      expect(await response.json(), path).toMatchObject({ success: false, code: 'session_changed', error: message })
    }
    expect(await countRows()).toEqual(before)
  })

  it('writes one audit entry without a name', async () => {
    const before = (await server.readAuditLog()).length
    await page.get('/get_userinfo')
    expect((await server.readAuditLog()).slice(before)).toMatchObject([{ username: '', detail: 'session_changed', outcome: 'refused' }])
  })
})
