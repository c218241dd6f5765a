import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCentre, makePatient, makeStaff } from '@registry/db/testing/fixtures'
import type { Client } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { probe } from '../testing/probe.ts'

const routes = [
  probe('/probe/who', async (caller) => ({ kind: caller.actor.kind, site: caller.site })),
  probe('/probe/cookies', async (caller) => {
    caller.cookies.set('sid', 'a'.repeat(43))
    caller.cookies.set('pre', 'b'.repeat(43), 600)
    return {}
  }),
  probe('/probe/leave', async (caller) => {
    caller.cookies.clear('sid')
    return {}
  }),
]

let server: TestServer
let production: TestServer
beforeAll(async () => {
  server = await startTestServer({ routes })
  production = await startTestServer({
    routes,
    env: { STAFF_ORIGIN: 'https://staff.example.it', MYCONSENT_ORIGIN: 'https://consent.example.it' },
  })
  await makeCentre(server.database.owner, 'RM01')
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await production[Symbol.asyncDispose]()
})

const readActorKind = async (client: Client) => (await client.call('/probe/who'))['kind']
const moveToSite = (client: Client, site: 'staff' | 'myconsent') => server.visitor(site, { cookies: client.cookies })

describe('REQ-ACC-16: sessions', () => {
  it('identify staff and patients on their own site', async () => {
    expect(await readActorKind(await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }]))).toBe('staff')
    expect(await readActorKind(await server.patient({ centre: 'RM01', centrePatientCode: 'P1' }))).toBe('patient')
    expect(await readActorKind(server.visitor('staff'))).toBe('visitor')
  })

  it('THREAT-08 THREAT-10: of one site are invalid on the other', async () => {
    expect(await readActorKind(moveToSite(await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }]), 'myconsent'))).toBe('visitor')
    expect(await readActorKind(moveToSite(await server.patient({ centre: 'RM01', centrePatientCode: 'P2' }), 'staff'))).toBe('visitor')
  })

  it('THREAT-08: of an account of the other kind are invalid', async () => {
    const staff = await makeStaff(server.database.owner, 'wrong.site@example.org', [{ role: 'GlobalAdmin', areaid: 'W' }])
    const patient = await makePatient(server.database.owner, { centre: 'RM01', centrePatientCode: 'P3' })
    expect(await readActorKind(await server.signIn(staff.accountId, 'myconsent'))).toBe('visitor')
    expect(await readActorKind(await server.signIn(patient.accountId, 'staff'))).toBe('visitor')
  })

  it('that are restricted can only choose a password', async () => {
    const { accountId } = await makeStaff(server.database.owner, 'temporary@example.org', [{ role: 'GlobalAdmin', areaid: 'W' }])
    const restricted = await server.signIn(accountId, 'staff', true)
    expect(await readActorKind(restricted)).toBe('restricted')
    await expect(restricted.api.savedFilters.list.query()).rejects.toMatchObject({ data: { detail: { code: 'permission_denied' } } })
  })

  it('THREAT-21: end after eight idle hours and after twelve hours in total, by the clock of the database', async () => {
    const staff = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }])
    const { owner } = server.database
    const account = staff.fixture.accountId
    await owner`UPDATE session SET last_seen_at = now() - interval '7 hours 59 minutes' WHERE account_id = ${account}`
    expect(await readActorKind(staff)).toBe('staff')
    await owner`UPDATE session SET last_seen_at = now() - interval '8 hours 1 minute' WHERE account_id = ${account}`
    expect(await readActorKind(staff)).toBe('visitor')
    await owner`UPDATE session SET last_seen_at = now(), created_at = now() - interval '12 hours 1 minute' WHERE account_id = ${account}`
    expect(await readActorKind(staff)).toBe('visitor')
  })

  it('have the current roles, and end when the person is disabled', async () => {
    const staff = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }])
    const { owner } = server.database
    await owner`UPDATE staff_role SET role = 'UserAdmin' WHERE user_id = ${staff.fixture.userId}`
    await expect(staff.api.savedFilters.list.query()).rejects.toMatchObject({ data: { detail: { code: 'permission_denied' } } })
    await owner`UPDATE staff_user SET disabled_at = now() WHERE id = ${staff.fixture.userId}`
    expect(await readActorKind(staff)).toBe('visitor')
  })

  it('are not found by an invented or malformed token', async () => {
    for (const token of ['x', 'a'.repeat(43), 'a'.repeat(5000), `${'a'.repeat(42)}%`, '1; drop table session']) {
      expect(await readActorKind(server.visitor('staff', { cookies: new Map([['sid', token]]) }))).toBe('visitor')
    }
  })
})

describe('an invalid cookie (THREAT-08)', () => {
  const expectVisitor = async (name: string, client: Client) => {
    const before = (await server.readAuditLog()).length
    const answer = await client.call('/patient/GetConsents')
    expect([name, answer]).toEqual([name, { success: false, error: 'session required', code: 'APIsession_required' }])
    const entries = (await server.readAuditLog()).slice(before)
    expect([name, entries.map(({ username, command, outcome, detail }) => ({ username, command, outcome, detail }))]).toEqual([
      name,
      [{ username: '', command: 'GetConsents', outcome: 'refused', detail: 'session_required' }],
    ])
  }

  it('gets the response of a visitor and writes an entry: forged, expired, signed out, of a disabled or withdrawn person', async () => {
    const { owner } = server.database
    await expectVisitor('forged', server.visitor('myconsent', { cookies: new Map([['sid', 'f'.repeat(43)]]) }))
    const patient = await server.patient({ centre: 'RM01', centrePatientCode: 'W1' })
    const token = patient.cookies.get('sid') ?? ''
    const copy = () => server.visitor('myconsent', { cookies: new Map([['sid', token]]) })
    await owner`UPDATE session SET ends_at = now() - interval '1 second' WHERE account_id = ${patient.fixture.accountId}`
    await expectVisitor('expired', copy())
    await owner`UPDATE session SET ends_at = now() + interval '1 hour' WHERE account_id = ${patient.fixture.accountId}`
    expect(await copy().call('/patient/GetConsents')).toMatchObject({ success: true })
    await patient.get('/userlogout')
    await expectVisitor('stolen before the sign-out', copy())
    await expectVisitor('of the other site', server.visitor('staff', { cookies: new Map([['sid', token]]) }))
  })
})

describe('REQ-ACC-17: cookies', () => {
  const setCookies = async (testServer: TestServer, path: string) =>
    (await testServer.visitor('staff').post(path, { json: {} })).headers.getSetCookie()

  it('are bound to this host by their name, to TLS, to the server and to our pages', async () => {
    expect(await setCookies(production, '/probe/cookies')).toEqual([
      `__Host-sid=${'a'.repeat(43)}; Path=/; HttpOnly; Secure; SameSite=Strict`,
      `__Host-pre=${'b'.repeat(43)}; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Strict`,
    ])
    expect(await setCookies(production, '/probe/leave')).toEqual([
      expect.stringMatching(/^__Host-sid=; Max-Age=0; Path=\/; .*HttpOnly; Secure; SameSite=Strict$/),
    ])
  })

  it('need no TLS on localhost only', async () => {
    expect(await setCookies(server, '/probe/cookies')).toEqual([
      `sid=${'a'.repeat(43)}; Path=/; HttpOnly; SameSite=Strict`,
      `pre=${'b'.repeat(43)}; Max-Age=600; Path=/; HttpOnly; SameSite=Strict`,
    ])
  })

  it('without the `__Host-` prefix are not read with TLS (THREAT-10)', async () => {
    const staff = await makeStaff(production.database.owner, 'tossed@example.org', [{ role: 'GlobalAdmin', areaid: 'W' }])
    const client = await production.signIn(staff.accountId, 'staff')
    const token = client.cookies.get('__Host-sid') ?? ''
    expect(await readActorKind(client)).toBe('staff')
    expect(await readActorKind(production.visitor('staff', { cookies: new Map([['sid', token]]) }))).toBe('visitor')
  })
})
