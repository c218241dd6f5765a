import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appRouter } from '@registry/api-contract/app-router'
import { makeCentre, makePatient, makeStaff } from '@registry/db/testing/fixtures'
import { legacyRoutes } from '../legacy-routes.ts'
import type { Client } from '../testing/client.ts'
import { testServer, type TestServer } from '../testing/server.ts'
import { legacyPaths, nameOfPath } from './legacy.ts'

/** ga, ua, dm, ca: the roles; pt: a patient; rs, rp: staff and patients who may only choose a password; en: staff who must add a second factor first; vi: nobody known. */
const principals = ['ga', 'ua', 'dm', 'ca', 'pt', 'rs', 'rp', 'en', 'vi'] as const
type Principal = (typeof principals)[number]

const everybody = 'ga ua dm ca pt rs rp en vi'
const filters = 'ga dm ca'

/** Who may ask for what, written down from spec 1 and 2, section 6, D3, D6, D10 and D12, and from nothing in the code (T05). */
const procedures: Readonly<Record<string, string>> = {
  'consents.current': 'pt',
  'consents.give': 'pt',
  'consents.history': 'pt',
  'consents.information': 'pt',
  'consents.points': 'pt',
  'consents.preliminary': 'pt',
  'consents.withdraw': 'pt',
  'home.patient': 'pt',
  'home.staff': 'ga ua dm ca',
  'ownSessions.end': 'ga ua dm ca pt',
  'ownSessions.endAll': 'ga ua dm ca pt',
  'ownSessions.list': 'ga ua dm ca pt',
  'referenceTables.rows': 'ga ua dm ca pt',
  'savedFilters.change': filters,
  'savedFilters.exportProgress': 'dm ca',
  'savedFilters.fieldInfo': filters,
  'savedFilters.get': filters,
  'savedFilters.list': filters,
  'savedFilters.picker': filters,
  'savedFilters.run': 'dm ca',
  'savedFilters.save': filters,
  'secondFactor.begin': 'ga ua dm ca en',
  'secondFactor.confirm': 'ga ua dm ca en',
  'secondFactor.remove': 'ga ua dm ca en',
  'secondFactor.renewCodes': 'ga ua dm ca en',
  'secondFactor.signIn': everybody,
  'secondFactor.state': 'ga ua dm ca en',
  'session.current': everybody,
  'session.end': everybody,
  'session.site': everybody,
  'signIn.changePassword': 'ga ua dm ca pt rs rp',
  'signIn.openLink': everybody,
  'signIn.requestCode': everybody,
  'signIn.staff': everybody,
  'signIn.withCode': everybody,
}

const legacy: Readonly<Record<string, string>> = {
  'GET /get_userinfo': everybody,
  'GET /userlogout': everybody,
  'POST /admin/GetConfTable': 'ga ua dm ca pt',
  'POST /checkexpiredpasswordpatient': everybody,
  'POST /consent GET': 'pt',
  'POST /createPatients': 'ca',
  'POST /getConsents': 'ca',
  'POST /inthem_query ADD': filters,
  'POST /inthem_query LIST': filters,
  'POST /inthem_query MODIFY': filters,
  'POST /inthem_query RUN': 'dm ca',
  'POST /login': everybody,
  'POST /otp': everybody,
  'POST /otplogin': everybody,
  'POST /patient/GetConsentPoints': 'pt',
  'POST /patient/GetConsents': 'pt',
  'POST /patient/UpdateConsents': 'pt',
  'POST /putMedicalData': 'ca',
  'POST /putPersonalData': 'ca',
  'POST /query_field_info': filters,
  'POST /userchangepassword': 'ga ua dm ca pt rs rp',
}

let server: TestServer
let patientAccount: number
let staffAccount: number
let unenrolled: number
/** Accounts whose sessions end in the test. */
let spare: { readonly staff: number; readonly patient: number }
const clients = new Map<Principal, Client>()

beforeAll(async () => {
  server = await testServer()
  const { owner } = server.database
  await makeCentre(owner, 'RM01')
  const ca = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
  const pt = await makePatient(owner, { centre: 'RM01', centerId: 'P1' })
  ;[staffAccount, patientAccount] = [ca.fixture.accountId, pt.accountId]
  clients.set('ga', await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }]))
  clients.set('ua', await server.staff([{ role: 'UserAdmin', areaid: 'W' }]))
  clients.set('dm', await server.staff([{ role: 'DataManager', areaid: 'W' }]))
  clients.set('ca', ca)
  clients.set('pt', await server.signedIn(patientAccount, 'myconsent'))
  clients.set('rs', await server.signedIn(staffAccount, 'staff', true))
  clients.set('rp', await server.signedIn(patientAccount, 'myconsent', true))
  clients.set('vi', server.visitor('staff'))
  spare = {
    staff: (await makeStaff(owner, 'spare@example.org', [{ role: 'DataManager', areaid: 'IT' }])).accountId,
    patient: (await makePatient(owner, { centre: 'RM01', centerId: 'SPARE' })).accountId,
  }
  // Everybody must have a second factor, and all have but one.
  await owner`UPDATE setting SET value = 'true' WHERE key = 'staff_totp_required'`
  await owner`INSERT INTO second_factor (account_id, sealed_secret, last_step) SELECT id, ''::bytea, 0 FROM account WHERE staff_user_id IS NOT NULL`
  unenrolled = (await makeStaff(owner, 'unenrolled@example.org', [{ role: 'GlobalAdmin', areaid: 'W' }])).accountId
  clients.set('en', await server.signedIn(unenrolled, 'staff'))
})
afterAll(() => server[Symbol.asyncDispose]())

/** The client of a principal; for the end of a session, one whose session may end. */
const clientOf = async (principal: Principal, call: string): Promise<Client> => {
  const client = clients.get(principal)
  if (!client) throw new Error(`nobody stands for ${principal}`)
  if (!/session\.end|ownSessions|userlogout/.test(call) || principal === 'vi') return client
  if (principal === 'en') return server.signedIn(unenrolled, 'staff')
  if (principal === 'pt' || principal === 'rp') return server.signedIn(spare.patient, 'myconsent', principal === 'rp')
  return server.signedIn(spare.staff, 'staff', principal === 'rs')
}

const refusals: readonly unknown[] = ['permission_denied', 'session_required', 'APIsession_required']
/** With nothing in it a call that is allowed ends at its input, if it wants any; whatever it answers, it is not the refusal. */
const expected = (principal: Principal, allowed: string, spelling: string): unknown => {
  if (allowed.split(' ').includes(principal)) return 'let in'
  return principal === 'vi' ? spelling : 'permission_denied'
}
const verdict = (code: unknown): unknown => (refusals.includes(code) ? code : 'let in')

const askProcedure = async (client: Client, name: string): Promise<unknown> => {
  const headers = { 'content-type': 'application/json', 'x-requested-by': 'app', 'sec-fetch-site': 'same-origin' }
  const response = await client.send({ method: 'POST', path: `/api/trpc/${name}`, headers, body: '{}' })
  const { error } = (await response.json()) as { error?: { data: { fault: { code: string } } } }
  return error?.data.fault.code
}

const askLegacy = async (client: Client, name: string): Promise<unknown> => {
  const [method, path = '', action] = name.split(' ')
  const fields = action ? { action } : {}
  const response = method === 'GET' ? await client.get(path) : await client.post(path, { multipart: { unread: '1', ...fields } })
  return ((await response.json()) as { code?: string }).code
}

describe('T05: who may ask for what', () => {
  test('every procedure and every legacy path stands in the table, and nothing else does', () => {
    expect(Object.keys(appRouter._def.procedures).toSorted()).toEqual(Object.keys(procedures).toSorted())
    expect(legacyPaths(legacyRoutes).map(nameOfPath).toSorted()).toEqual(Object.keys(legacy).toSorted())
  })

  test.each(Object.entries(procedures))('the procedure %s lets in %s and nobody else', async (name, allowed) => {
    for (const principal of principals) {
      const code = await askProcedure(await clientOf(principal, name), name)
      expect([principal, verdict(code)]).toEqual([principal, expected(principal, allowed, 'session_required')])
    }
  })

  test.each(Object.entries(legacy))('%s lets in %s and nobody else', async (name, allowed) => {
    for (const principal of principals) {
      const code = await askLegacy(await clientOf(principal, name), name)
      expect([principal, verdict(code)]).toEqual([principal, expected(principal, allowed, 'APIsession_required')])
    }
  })

  test('every refusal left its entry, under the name of who was refused (D11)', async () => {
    const entries = await server.activity()
    const refused = entries.filter(({ outcome, detail }) => outcome === 'refused' && detail === 'permission_denied')
    expect(new Set(refused.map(({ username }) => username)).size).toBeGreaterThanOrEqual(5)
    expect(entries.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  })
})
