import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstSf36Options, makeCentre } from '@registry/db/testing/fixtures'
import { removeExpiredData } from '../../jobs/housekeeping.ts'
import { findReachableRows, readAllRows, type StolenRow } from '../../testing/re-identification-attack.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
type Client = Awaited<ReturnType<TestServer['signIn']>>
type Staff = Awaited<ReturnType<TestServer['staff']>>
let [centre, manager]: Staff[] = []
let filterId: number

const password = 'the password of RM01'
const yes = { C_DB_P: true, C_DB_M: true, C_S: true, C_EXTRAEU: false, C_P_DB: false, C_F: true, C_INCIDENTAL: 2 }
const preliminaryYes = { P_READ: true, P_OF_AGE: true, P_QUESTIONS: true, P_CARE: true, P_WITHDRAW: true, P_FREE: true }

const send = async (path: string, rows: readonly string[]): Promise<void> => {
  const answer = await server.visitor('staff').call(path, {
    multipart: { centerCode: 'RM01', centerPwd: password, format: 'csv' },
    file: { name: 'file.csv', content: `${rows.join('\r\n')}\r\n` },
  })
  expect(answer).toMatchObject({ success: true, ko: 0 })
}

const createPerson = (mark: string) => ({
  mark,
  centrePatientCode: `${mark}-7781`,
  surname: `CANARINO${mark}`,
  email: `canarino.${mark.toLowerCase()}@example.org`,
  born: '1984-02-29',
  diagnosed: '1987-11-13',
  transfused: '1988-05-17',
})
type Person = ReturnType<typeof createPerson>

const otherPatients = ['A', 'B', 'C', 'D'].map((mark) => createPerson(`OTHER${mark}`))

const signIn = async ({ centrePatientCode }: Person): Promise<Client & { readonly id: number; readonly subject: string }> => {
  const [known] = await server.database.owner<{ account: number; id: number; subject: string }[]>`
    SELECT a.id AS account, p.id, p.consent_subject AS subject
    FROM patient_identity i JOIN patient p ON p.id = i.patient_id JOIN account a ON a.patient_id = p.id WHERE i.centre_patient_code = ${centrePatientCode}`
  return { ...(await server.signIn(known!.account, 'myconsent')), id: known!.id, subject: known!.subject }
}

const readTexts = async ({ api: { consents } }: Client) => ({
  information: await consents.information.query(),
  preliminary: await consents.preliminary.query(),
  questions: await consents.questions.query(),
})

/** Registers patients and does every operation with their data: consents, imports, filters and exports. */
const usePatients = async (patients: readonly Person[]) => {
  await send('/createPatients', [
    'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,C_DB',
    ...patients.map(({ centrePatientCode, surname, email }) => `${centrePatientCode},${surname},LUCE,Email,${email},true`),
  ])
  const clients = []
  for (const person of patients) {
    const client = await signIn(person)
    const { information: shown, preliminary, questions: consents } = await readTexts(client)
    await client.api.consents.give.mutate({
      information: { version: shown.version, hash: shown.hash },
      preliminary: { version: preliminary.version, hash: preliminary.hash, answers: preliminaryYes },
      consents: { version: consents.version, hash: consents.hash, answers: yes },
    })
    await client.api.consents.history.query()
    await client.api.home.patient.query()
    const { version, hash } = await client.api.sf36.questionnaire.query()
    await client.api.sf36.fill.mutate({ key: randomUUID(), version, hash, answers: firstSf36Options })
    await client.call('/patient/GetSF36', { json: {} })
    clients.push(client)
  }
  await send('/putPersonalData', [
    'CENTER_ID,DOB,SEX,ADDRESS_TOWN',
    ...patients.map(({ centrePatientCode, born, mark }) => `${centrePatientCode},${born},F,TOWN${mark}`),
  ])
  await send('/putMedicalData', [
    'CENTER_ID,DIAGNOSIS,GENOTYPE,FENOTYPE,DOD,TT,TT_START,TT_QTY,HB,FERRITIN_LAST,OTHER_THERAPIES',
    ...patients.map(
      ({ centrePatientCode, diagnosed, transfused, mark }) =>
        `${centrePatientCode},BTM,B0_B0,TDT,${diagnosed},REGULAR,${transfused},31,9.37,1243,THERAPY${mark}`,
    ),
  ])
  for (const { centrePatientCode: code, transfused } of patients)
    await server.database.owner`
      INSERT INTO observation (patient_id, centre_code, analyte, taken_on, value, unit, standard_value, source, recorded_by)
      SELECT patient_id, centre_code, 'LIC', ${transfused}, 7.31, 'mg/g', 7.31, 'form', 'ca@example.org' FROM patient_identity WHERE centre_patient_code = ${code}`
  await centre!.api.savedFilters.run.query({ id: filterId, asRole: 'CenterAdmin' })
  await centre!.call('/getConsents', { json: { centerCode: 'RM01', format: 'json' } })
  await (await manager!.post('/inthem_query', { json: { action: 'RUN', id: filterId, format: 'csv', as_role: 'DataManager' } })).text()
  await server.visitor('staff').call('/newidentity', { json: { nome: 'LUCE', cognome: patients[0]!.surname, email: patients[0]!.email } })
  return clients
}

/** The facts that the attacker knows: the person, dates, the registry's id and the centre's code. */
const listFacts = ({ centrePatientCode, surname, email, born, diagnosed, transfused, mark }: Person, id: number): string[] => [
  centrePatientCode,
  surname,
  email,
  born,
  diagnosed,
  transfused,
  `patient ${id}`,
  `TOWN${mark}`,
  `THERAPY${mark}`,
]

const leave = async (mark: string, choice: 'v2' | 'v3') => {
  const person = createPerson(mark)
  const [client] = await usePatients([person])
  const facts = listFacts(person, client!.id)
  const isLedger = ({ table, row }: StolenRow) => table === 'consent_event' && row['subject'] === client!.subject
  const before = findReachableRows(await readAllRows(server.database.owner), facts)
  await server.withdraw(client!, choice)
  await removeExpiredData(server.database.server)
  const stolen = await readAllRows(server.database.owner)
  return { person, id: client!.id, isLedger, before, stolen, after: findReachableRows(stolen, facts) }
}

beforeAll(async () => {
  server = await startTestServer()
  const { owner } = server.database
  await makeCentre(owner, 'RM01')
  await owner`UPDATE centre SET password_hash = ${await server.deps.hashing.hashSecret(password)} WHERE code = 'RM01'`
  centre = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'ca@example.org')
  manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
  const filter = {
    name: 'n',
    description: 'd',
    field_list: {
      PATIENT: ['center_code', 'SEX', 'C_DB_NO_NOTIFICATION'],
      MEDICAL_DATA: { Diagnosis: ['GENOTYPE', 'DOD'], Laboratory: ['HB'] },
    },
  }
  filterId = Number((await manager.call('/inthem_query', { json: { action: 'ADD', ...filter, filter_list: {} } }))['id'])
  await usePatients(otherPatients)
})
afterAll(() => server[Symbol.asyncDispose]())

const listTables = (rows: readonly StolenRow[]): string[] => [...new Set(rows.map(({ table }) => table))].toSorted()
const formatRows = (rows: readonly StolenRow[]): string => JSON.stringify(rows.map(({ table, row }) => ({ table, row })))

describe('REQ-CON-10: an attacker with a copy of the database and facts of one person', () => {
  test('finds all data of a patient, and neither record nor ledger after v2', async () => {
    const { person, id, isLedger, before, stolen, after } = await leave('ANON', 'v2')
    expect(listTables(before)).toEqual(
      expect.arrayContaining([
        'patient',
        'patient_medical',
        'patient_medical_version',
        'consent_event',
        'audit_log',
        'audit_read',
        'export_manifest',
        'import_run',
        'observation',
        'enrolment_request',
        'sf36_response',
        'sf36_text_sent',
      ]),
    )
    expect(before.some(isLedger)).toBe(true)
    expect(stolen.filter(({ table, row }) => table.startsWith('sf36_') && row['patient_id'] === id)).toEqual([])

    const records = stolen.filter(({ table }) => table === 'waiting_anonymous_record')
    expect(records.map(({ row }) => row)).toMatchObject([
      { area: 'CENTRE', sex: 'F', disease: 'BETA', transfusion_dependent: 'YES', ferritin: 'UNDER_2500' },
    ])
    expect(stolen.filter(isLedger).length).toBeGreaterThan(10)
    expect(after.filter((row) => isLedger(row) || row.table === 'waiting_anonymous_record')).toEqual([])
    // The attack still finds the audit log, and other patients through it.
    expect(listTables(after)).toEqual(expect.arrayContaining(['audit_log', 'patient_medical']))

    // Only the unsent receipt still has the contact.
    const otherRows = stolen.filter(({ table }) => table !== 'notification')
    for (const fact of [person.centrePatientCode, person.surname, person.email, 'TOWNANON', 'THERAPYANON'])
      expect(formatRows(otherRows), fact).not.toContain(fact)
    const namingRows = stolen.filter(({ tokens }) => tokens.has(`patient ${id}`))
    expect(listTables(namingRows)).toEqual(['audit_log'])
    expect(namingRows.every(({ row }) => row['username'] === `patient ${id}`)).toBe(true)
  })

  test('finds no value of an anonymised record or its ledger in another row', async () => {
    const { stolen, isLedger } = await leave('BACK', 'v2')
    const ledger = stolen.filter(isLedger)
    const records = stolen.filter(({ table }) => table === 'waiting_anonymous_record')
    for (const [own, rest] of [
      [ledger, stolen.filter((row) => !(row.table === 'consent_event' && row.row['at'] === null))],
      [records, stolen.filter(({ table }) => table !== 'waiting_anonymous_record')],
    ] as const) {
      const elsewhere = new Set(rest.flatMap(({ tokens }) => [...tokens]))
      const shared = own.flatMap(({ tokens }) => [...tokens]).filter((token) => elsewhere.has(token) && !token.startsWith('text '))
      // The hashes of public documents link nobody.
      const texts = new Set(stolen.filter(({ table }) => table === 'consent_document').flatMap(({ tokens }) => [...tokens]))
      expect(shared.filter((token) => !texts.has(token))).toEqual([])
    }
  })

  test('finds no medical data after v3, in any table', async () => {
    const { person, id, isLedger, before, stolen, after } = await leave('ERASED', 'v3')
    expect(formatRows(before)).toContain('THERAPYERASED')
    expect(after.filter(isLedger)).toEqual([])
    const otherRows = stolen.filter(({ table }) => table !== 'notification')
    for (const fact of [person.centrePatientCode, person.surname, person.email, 'TOWNERASED', 'THERAPYERASED'])
      expect(formatRows(otherRows), fact).not.toContain(fact)
    expect(formatRows(stolen.filter(({ table }) => table === 'notification'))).not.toContain('THERAPY')
    const namingRows = stolen.filter(({ tokens }) => tokens.has(`patient ${id}`))
    expect(listTables(namingRows)).toEqual(['audit_log'])
    // The audit log names the patient's commands, without answers or results.
    expect([...new Set(namingRows.map(({ row }) => String(row['detail'])))].toSorted()).toEqual([
      '',
      'SF-36 version 1',
      'consents version 3, 7 answers',
      'withdrawal',
    ])
  })
})
