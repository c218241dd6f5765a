import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCentre, makeGuardianship, makePatient, makeStaff } from '@registry/db/testing/fixtures'
import { type Permission, permissions } from '@registry/domain/access/permissions'
import { programPaths } from '../app/legacy-routes.ts'
import type { Client } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { procedures as allProcedures } from './trpc/procedures.ts'
import { formatPathName } from './testing/format-path-name.ts'
import { principals, rightsTable, type PrincipalCode } from './testing/rights-table.ts'

const procedures = rightsTable.filter(({ name }) => !name.includes(' '))
const legacy = rightsTable.filter(({ name }) => name.includes(' '))
const centreCredentials = { centerCode: 'RM01', centerPwd: 'password of the centre' }

let server: TestServer
let patientAccount: number
let staffAccount: number
let unenrolled: number
/** Accounts whose sessions end in the test. */
let spare: { readonly staff: number; readonly patient: number; readonly guardian: number }
const clients = new Map<PrincipalCode, Client>()

beforeAll(async () => {
  server = await startTestServer()
  const { owner } = server.database
  await makeCentre(owner, 'RM01')
  const secret = await server.deps.hashing.hashSecret(centreCredentials.centerPwd)
  await owner`UPDATE centre SET password_hash = ${secret} WHERE code = 'RM01'`
  const ca = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
  const addGuardian = async (contact: string, patientId: number) =>
    (await owner.begin((sql) => makeGuardianship(sql, { patientId, centre: 'RM01', contact, accepted: true }))).accountId
  const pt = await makePatient(owner, { centre: 'RM01', centrePatientCode: 'P1' })
  ;[staffAccount, patientAccount] = [ca.fixture.accountId, pt.accountId]
  clients.set('ga', await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }]))
  clients.set('ua', await server.staff([{ role: 'UserAdmin', areaid: 'W' }]))
  clients.set('dm', await server.staff([{ role: 'DataManager', areaid: 'W' }]))
  clients.set('ca', ca)
  clients.set('pt', await server.signIn(patientAccount, 'myconsent'))
  clients.set('rs', await server.signIn(staffAccount, 'staff', true))
  clients.set('rp', await server.signIn(patientAccount, 'myconsent', true))
  clients.set('vi', server.visitor('staff'))
  clients.set('ce', server.visitor('staff'))
  spare = {
    staff: (await makeStaff(owner, 'spare@example.org', [{ role: 'DataManager', areaid: 'IT' }])).accountId,
    patient: (await makePatient(owner, { centre: 'RM01', centrePatientCode: 'SPARE' })).accountId,
    guardian: await addGuardian('spare.guardian@example.org', pt.id),
  }
  const signInGuardian = async (accountId: number) => {
    const client = await server.signIn(accountId, 'myconsent')
    const [child] = await client.api.guardian.children.query()
    await client.api.guardian.actFor.mutate({ patient: child!.patient })
    return client
  }
  clients.set('gd', await signInGuardian(await addGuardian('guardian@example.org', pt.id)))
  // Everybody must have a second factor. One account has none.
  await owner`UPDATE setting SET value = 'true' WHERE key = 'staff_totp_required'`
  await owner`INSERT INTO second_factor (account_id, encrypted_secret, last_step) SELECT id, ''::bytea, 0 FROM account WHERE staff_user_id IS NOT NULL`
  unenrolled = (await makeStaff(owner, 'unenrolled@example.org', [{ role: 'GlobalAdmin', areaid: 'W' }])).accountId
  clients.set('en', await server.signIn(unenrolled, 'staff'))
})
afterAll(() => server[Symbol.asyncDispose]())

/** The client of a principal. The end of a session uses a client whose session may end. */
const getClient = async (principal: PrincipalCode, call: string): Promise<Client> => {
  const client = clients.get(principal)
  if (!client) throw new Error(`no client for ${principal}`)
  if (!/session\.end|ownSessions|userlogout/.test(call) || principal === 'vi' || principal === 'ce') return client
  if (principal === 'en') return server.signIn(unenrolled, 'staff')
  if (principal === 'gd') return server.signIn(spare.guardian, 'myconsent')
  if (principal === 'pt' || principal === 'rp') return server.signIn(spare.patient, 'myconsent', principal === 'rp')
  return server.signIn(spare.staff, 'staff', principal === 'rs')
}

const rejections: readonly unknown[] = ['permission_denied', 'session_required', 'APIsession_required']
/** A permitted call without input fails at its input, if it requires any. Its response always differs from the denial. */
const expected = (principal: PrincipalCode, allowed: readonly string[], spelling: string): unknown => {
  if (allowed.includes(principal)) return 'allowed'
  // On a path without passwords of centres, a centre's program is a visitor.
  return principal === 'vi' || principal === 'ce' ? spelling : 'permission_denied'
}
const verdict = (code: unknown): unknown => (rejections.includes(code) ? code : 'allowed')

const askProcedure = async (client: Client, name: string): Promise<unknown> => {
  const headers = { 'content-type': 'application/json', 'x-requested-by': 'app', 'sec-fetch-site': 'same-origin' }
  const response = await client.send({ method: 'POST', path: `/api/trpc/${name}`, headers, body: '{}' })
  const { error } = (await response.json()) as { error?: { data: { detail: { code: string } } } }
  return error?.data.detail.code
}

const askFhir = async (client: Client, credentials: Partial<typeof centreCredentials>): Promise<unknown> => {
  const { centerCode, centerPwd } = credentials
  const authorization = centerCode && { authorization: `Basic ${Buffer.from(`${centerCode}:${centerPwd}`).toString('base64')}` }
  const headers = { 'content-type': 'application/fhir+json', 'sec-fetch-site': 'same-origin', ...authorization }
  const response = await client.send({ method: 'POST', path: '/api/fhir', headers, body: '{}' })
  const { issue } = (await response.json()) as { issue: readonly [{ details: { coding: readonly [{ code: string }] } }] }
  return issue[0].details.coding[0].code
}

const askLegacy = async (client: Client, name: string, credentials: Partial<typeof centreCredentials>): Promise<unknown> => {
  const [method, path = '', action] = name.split(' ')
  const fields = action ? { action } : {}
  const response =
    method === 'GET' ? await client.get(path) : await client.post(path, { multipart: { unread: '1', ...fields, ...credentials } })
  return ((await response.json()) as { code?: string }).code
}

describe('THREAT-05: rights', () => {
  test('the table lists every procedure and every path for programs, and nothing else', () => {
    expect([...allProcedures.keys()].toSorted()).toEqual(procedures.map(({ name }) => name).toSorted())
    expect(programPaths.map(formatPathName).toSorted()).toEqual(legacy.map(({ name }) => name).toSorted())
  })

  test('every permission is required by a procedure or path, so that the calls below test it', () => {
    const required = [...[...allProcedures.values()].map(({ meta }) => meta), ...programPaths].map(({ permission }) => permission)
    // Services check these within a call. The test of the domain lists who has them.
    const inServices: readonly Permission[] = ['filter:change-any', 'patients:count']
    expect(new Set([...required, ...inServices])).toEqual(new Set(Object.keys(permissions)))
  })

  test.each(procedures)('the procedure $name allows $allowed and nobody else', async ({ name, allowed }) => {
    for (const principal of principals) {
      const code = await askProcedure(await getClient(principal, name), name)
      expect([principal, verdict(code)]).toEqual([principal, expected(principal, allowed, 'session_required')])
    }
  })

  test.each(legacy.filter(({ name }) => name !== 'POST /fhir'))('$name allows $allowed and nobody else', async ({ name, allowed }) => {
    for (const principal of principals) {
      const code = await askLegacy(await getClient(principal, name), name, principal === 'ce' ? centreCredentials : {})
      expect([principal, verdict(code)]).toEqual([principal, expected(principal, allowed, 'APIsession_required')])
    }
  })

  test('POST /fhir allows the program of a centre and no session', async () => {
    for (const principal of principals) {
      const code = await askFhir(await getClient(principal, '/fhir'), principal === 'ce' ? centreCredentials : {})
      expect([principal, code]).toEqual([principal, principal === 'ce' ? 'fhir_bundle_expected' : 'centre_refused'])
    }
  })

  test('every denial has an entry with the name of its caller (REQ-ADM-01)', async () => {
    const entries = await server.readAuditLog()
    const rejected = entries.filter(({ outcome, detail }) => outcome === 'refused' && detail === 'permission_denied')
    expect(new Set(rejected.map(({ username }) => username)).size).toBeGreaterThanOrEqual(5)
    expect(entries.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  })
})
