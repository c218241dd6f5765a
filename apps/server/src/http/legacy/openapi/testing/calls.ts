import { randomUUID } from 'node:crypto'
import { mayUse } from '@registry/domain/access/permissions'
import type { Principal } from '@registry/domain/access/roles'
import { allConsents, firstSf36Options, makeCentre } from '@registry/db/testing/fixtures'
import { giveConsents } from '../../../../features/receipts/testing/receipts-fixture.ts'
import {
  patientPassword,
  createSignInFixture,
  staffPassword,
  type SignInFixture,
} from '../../../../features/sign-in/testing/sign-in-fixture.ts'
import { buildCentreCalls } from '../../../../features/centres/testing/centre-calls.ts'
import { buildEcrfCalls } from '../../../../features/ecrf/testing/ecrf-calls.ts'
import { buildStudyCalls } from '../../../../features/studies/testing/study-calls.ts'
import { buildUserCalls } from '../../../../features/users/testing/user-calls.ts'
import { legacyRoutes } from '../../../../app/legacy-routes.ts'
import type { LegacyRoute } from '../../route.ts'
import type { Client, LegacyBody } from '../../../../testing/client.ts'
import { completeExport } from '../../../../testing/complete-export.ts'

type Call = () => Promise<Response>
type OperationCalls = { readonly done: readonly Call[]; readonly rejected: readonly Call[] }
/** Calls that succeed and calls that fail, by operation. */
export type Calls = Readonly<Record<string, OperationCalls>>

export const formatKey = ({ path, action }: { readonly path: string; readonly action: string }): string => `${path} ${action}`.trim()

export const centrePassword = 'the password of RM01'
const filter = {
  name: 'Documento',
  description: 'Prova',
  field_list: { PATIENT: ['SEX'], MEDICAL_DATA: { Laboratory: 'ALL' } },
  filter_list: { PATIENT: [], MEDICAL_DATA: [['FERRITIN_LAST', '>', 1000]] },
}

/** Starts a server with one client for each kind of caller, and returns the calls of every operation. */
export const openCalls = async (): Promise<{ readonly fixture: SignInFixture; readonly calls: Calls }> => {
  const fixture = await createSignInFixture()
  const { server } = fixture
  const { owner } = server.database
  await makeCentre(owner, 'MI01')
  await owner`UPDATE centre SET password_hash = ${await server.deps.hashing.hashSecret(centrePassword)} WHERE code = 'RM01'`
  await fixture.staff('doc@example.org')
  await fixture.patient({ centrePatientCode: 'D1', email: 'doc.patient@example.org' })
  const manager = await server.staff([{ role: 'DataManager', areaid: 'W' }])
  const admin = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }])
  const patient = await server.patient({ centre: 'RM01', centrePatientCode: 'D2' })
  const consented = await server.patient({ centre: 'RM01', centrePatientCode: 'D3', consents: allConsents })
  const centreAdmin = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
  const globalAdmin = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }])
  const visitor = fixture.browser('staff')
  const phone = fixture.browser('myconsent')
  const post =
    (client: Client, path: string, body: LegacyBody = { json: {} }): Call =>
    () =>
      client.post(path, body)
  const json = (client: Client, path: string, fields: Readonly<Record<string, unknown>> = {}): Call => post(client, path, { json: fields })
  const elsewhere =
    (path: string): Call =>
    () =>
      visitor.send({ path: `/api${path}`, headers: { 'sec-fetch-site': 'cross-site' } })
  const query = (action: string, fields: Readonly<Record<string, unknown>> = {}): Call =>
    json(manager, '/inthem_query', { action, ...fields })
  const filterId = Number((await manager.call('/inthem_query', { json: { action: 'ADD', ...filter } }))['id'])
  // A study freezes its filter.
  const studyFilterId = Number((await manager.call('/inthem_query', { json: { action: 'ADD', ...filter, name: 'Study' } }))['id'])
  const centre = { centerCode: 'RM01', centerPwd: centrePassword, format: 'csv', lang: 'en' }
  const importFile = (path: string, content: string): Calls[string] => ({
    done: [post(visitor, path, { multipart: centre, file: { name: 'rows.csv', content } })],
    rejected: [
      post(visitor, path, { multipart: { ...centre, centerPwd: 'wrong' }, file: { name: 'rows.csv', content } }),
      post(visitor, path, { multipart: centre }),
      json(visitor, path),
    ],
  })
  const tableFile = (content: string): LegacyBody => ({
    multipart: { table_name: 'svc_ecrf', action: 'APPEND', format: 'csv' },
    file: { name: 'table.csv', content },
  })
  const asPatient = { username: 'doc.patient@example.org', password: patientPassword }
  const withCode: Call = async () => {
    const otp = await fixture.codeFor(asPatient.username)
    return phone.post('/otplogin', { json: { username: asPatient.username, otp } })
  }
  /** Exports a file and waits for its outcome. */
  const exportOnce = async (): Promise<string> => {
    const { id } = await completeExport(owner, await query('RUN', { id: filterId, format: 'csv', as_role: 'DataManager' })())
    return id
  }
  const clients: readonly (readonly [Principal, Client])[] = [
    ['DataManager', manager],
    ['GlobalAdmin', admin],
    ['CenterAdmin', centreAdmin],
    ['patient', patient],
    ['visitor', visitor],
  ]
  /**
   * Calls the example of the declaration as a permitted caller. Then calls it without a session, or from another site if visitors may call
   * it.
   */
  const callExample = ({ method, path, meta, example: { fields } }: LegacyRoute): OperationCalls => {
    const [, caller] = clients.find(([principal]) => mayUse([principal], meta.permission)) ?? ['visitor', visitor]
    const call =
      (client: Client): Call =>
      () =>
        method === 'GET' ? client.get(`${path}?${new URLSearchParams(fields)}`) : client.post(path, { json: fields })
    return { done: [call(caller)], rejected: [mayUse(['visitor'], meta.permission) ? elsewhere(path) : call(visitor)] }
  }
  const prepared: Calls = {
    ...(await buildEcrfCalls(server)),
    '/admin/ConfTable': {
      done: [post(globalAdmin, '/admin/ConfTable', tableFile('id,trans_it,trans_en\r\nNEW,Nuovo,New\r\n'))],
      rejected: [
        post(globalAdmin, '/admin/ConfTable', tableFile('id,colour\r\nNEW,red\r\n')),
        post(globalAdmin, '/admin/ConfTable', { multipart: { table_name: 'svc_ecrf', action: 'APPEND', format: 'csv' } }),
        post(manager, '/admin/ConfTable', tableFile('id\r\nNEW\r\n')),
      ],
    },
    '/importTemplate': {
      done: [() => centreAdmin.get('/importTemplate?command=putMedicalData&format=xlsx&lang=en')],
      rejected: [
        () => centreAdmin.get('/importTemplate?command=other&format=csv'),
        () => manager.get('/importTemplate?command=putMedicalData&format=csv'),
      ],
    },
    '/userlogout': { done: [() => fixture.browser('staff').get('/userlogout')], rejected: [elsewhere('/userlogout')] },
    '/login': {
      done: [
        json(fixture.browser('staff'), '/login', { username: 'doc@example.org', password: staffPassword, lang: 'it', locale: 'it_IT' }),
      ],
      rejected: [json(visitor, '/login', { username: 'nobody@example.org', password: 'x' }), json(visitor, '/login')],
    },
    '/otp': { done: [json(phone, '/otp', asPatient)], rejected: [json(phone, '/otp', { username: 'a@b', password: '' })] },
    '/otplogin': { done: [withCode], rejected: [json(phone, '/otplogin', { username: asPatient.username, otp: '000000' })] },
    '/forgottenpassword': {
      done: [json(visitor, '/forgottenpassword', { username: 'doc@example.org' })],
      rejected: [json(visitor, '/forgottenpassword')],
    },
    '/forgottenpasswordpatient': {
      done: [json(phone, '/forgottenpasswordpatient', { username: asPatient.username })],
      rejected: [json(phone, '/forgottenpasswordpatient', { username: '' })],
    },
    '/newidentity': {
      done: [json(visitor, '/newidentity', { email: 'ada@example.org', cognome: 'Rossi', identita: 'username' })],
      rejected: [json(visitor, '/newidentity', { email: '' })],
    },
    '/checkexpiredpasswordpatient': {
      done: [json(phone, '/checkexpiredpasswordpatient', { username: asPatient.username })],
      rejected: [json(phone, '/checkexpiredpasswordpatient', { username: '' })],
    },
    '/userchangepassword': {
      done: [
        async () => {
          const client = fixture.browser('staff')
          await client.call('/login', { json: { username: 'doc@example.org', password: staffPassword } })
          return client.post('/userchangepassword', { json: { oldpassword: staffPassword, newpassword: 'Tre-lampade-verdi-88-mulino' } })
        },
      ],
      rejected: [json(manager, '/userchangepassword', { oldpassword: 'x', newpassword: 'y' }), json(visitor, '/userchangepassword')],
    },
    '/consent GET': {
      done: [json(patient, '/consent', { action: 'GET', id: 'pre_consent1' })],
      rejected: [json(patient, '/consent', { action: 'GET', id: 'other' }), json(manager, '/consent', { action: 'GET' })],
    },
    '/patient/NewSF36': {
      done: [json(consented, '/patient/NewSF36', { answers: firstSf36Options })],
      rejected: [
        json(consented, '/patient/NewSF36', { answers: [1, 2] }),
        json(consented, '/patient/NewSF36'),
        json(manager, '/patient/NewSF36'),
      ],
    },
    '/patient/UpdatePersonalData': {
      done: [json(patient, '/patient/UpdatePersonalData', { telephone: '06 1234567', lang: 'en' })],
      rejected: [json(patient, '/patient/UpdatePersonalData', { legal_id: 'X' }), json(visitor, '/patient/UpdatePersonalData')],
    },
    '/anonymous_records': {
      done: [() => manager.get('/anonymous_records?format=json')],
      rejected: [() => manager.get('/anonymous_records'), () => patient.get('/anonymous_records?format=csv')],
    },
    '/stampa_paziente': {
      done: [() => patient.get('/stampa_paziente?document=scheda_paziente&lang=en')],
      rejected: [
        () => patient.get('/stampa_paziente?document=other'),
        () => patient.get('/stampa_paziente?document=sf36example&id=1'),
        () => visitor.get('/stampa_paziente?document=scheda_paziente'),
      ],
    },
    '/verify_phone_number': {
      done: [post(patient, '/verify_phone_number', { multipart: { number: '333 1234567' } })],
      rejected: [json(patient, '/verify_phone_number', { number: '06 1234567' }), json(visitor, '/verify_phone_number')],
    },
    '/patient/UpdateConsents': {
      done: [
        json(patient, '/patient/UpdateConsents', {
          C_DB_P: true,
          C_DB_M: true,
          C_S: false,
          C_EXTRAEU: false,
          C_P_DB: false,
          C_F: false,
          C_INCIDENTAL: 1,
        }),
      ],
      rejected: [json(patient, '/patient/UpdateConsents', { C_DB_P: true }), json(visitor, '/patient/UpdateConsents')],
    },
    '/patient/ConsentReceipt': {
      done: ['pdf', 'json'].map(
        (format) => async () => patient.get(`/patient/ConsentReceipt?receipt=${await giveConsents(patient)}&format=${format}`),
      ),
      rejected: [
        () => patient.get('/patient/ConsentReceipt?receipt=999999&format=json'),
        () => patient.get('/patient/ConsentReceipt?format=json'),
        () => patient.get('/patient/ConsentReceipt?receipt=1'),
        () => visitor.get('/patient/ConsentReceipt?receipt=1&format=pdf'),
      ],
    },
    '/inthem_query ADD': { done: [query('ADD', filter)], rejected: [query('ADD', { ...filter, name: '' })] },
    '/inthem_query MODIFY': {
      done: [query('MODIFY', { id: filterId, ...filter })],
      rejected: [query('MODIFY', { id: 999_999, ...filter }), query('MODIFY', filter)],
    },
    '/inthem_query RUN': {
      done: ['video', 'json', 'csv', 'xlsx', 'xml', 'package'].map((format) =>
        query('RUN', { id: filterId, format, as_role: 'DataManager' }),
      ),
      rejected: [query('RUN', { id: filterId }), query('RUN', { id: filterId, format: 'pdf' })],
    },
    '/export_again': {
      done: [async () => json(manager, '/export_again', { id: await exportOnce() })()],
      rejected: [json(manager, '/export_again', { id: randomUUID() }), json(manager, '/export_again', { id: '1' })],
    },
    ...(await buildStudyCalls(fixture, { filterId: studyFilterId, centre, patient: consented })),
    ...(await buildUserCalls(server)),
    ...(await buildCentreCalls(server)),
    '/query_field_info': {
      done: ['GENOTYPE', 'HB', 'TT_START'].map((campo) => json(manager, '/query_field_info', { campo })),
      rejected: [json(manager, '/query_field_info', { campo: 'SURNAME' })],
    },
    '/admin/log_query': {
      done: [json(admin, '/admin/log_query', { command: 'login' }), json(admin, '/admin/log_query', { limit: 100, format: 'csv' })],
      rejected: [json(admin, '/admin/log_query', { limit: 11 }), json(manager, '/admin/log_query')],
    },
    '/admin/GetConfTable': {
      done: ['video', 'json', 'csv', 'xlsx', 'xml'].map((format) =>
        json(manager, '/admin/GetConfTable', { table_name: 'svc_region', format }),
      ),
      rejected: [
        json(manager, '/admin/GetConfTable', { table_name: 'pg_class' }),
        json(visitor, '/admin/GetConfTable', { table_name: 'icd9' }),
      ],
    },
    '/createPatients': importFile(
      '/createPatients',
      'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL\r\nN1,ROSSI,ADA,Email,ada@example.org\r\n,X,Y,Email,z\r\n',
    ),
    '/putPersonalData': importFile('/putPersonalData', 'CENTER_ID,DOB,SEX\r\nD1,1980-01-01,F\r\n'),
    '/putMedicalData': importFile('/putMedicalData', 'CENTER_ID,HB\r\nD1,9\r\nNOBODY,99\r\n'),
    '/putObservations': importFile(
      '/putObservations',
      'CENTER_ID,ANALYTE,VALUE,UNIT,TAKEN_ON\r\nD1,HB,9,g/dL,2025-01-01\r\nNOBODY,HB,9,g/dL,2025-01-01\r\n',
    ),
    '/getObservations': {
      done: ['json', 'csv', 'xlsx', 'xml'].map((format) => json(visitor, '/getObservations', { ...centre, format })),
      rejected: [json(visitor, '/getObservations', { ...centre, format: 'json', since: 'x' })],
    },
    '/getConsents': {
      done: ['json', 'csv', 'xlsx', 'xml'].map((format) => json(visitor, '/getConsents', { ...centre, format })),
      rejected: [
        json(visitor, '/getConsents', { ...centre, centerPwd: 'wrong' }),
        json(visitor, '/getConsents', { ...centre, format: 'pdf' }),
      ],
    },
  }
  const unknown = Object.keys(prepared).filter((key) => !legacyRoutes.some((route) => formatKey(route) === key))
  if (unknown.length > 0) throw new Error(`no legacy path: ${unknown.join(', ')}`)
  const examples = Object.fromEntries(legacyRoutes.map((route) => [formatKey(route), callExample(route)]))
  return { fixture, calls: { ...examples, ...prepared } }
}
