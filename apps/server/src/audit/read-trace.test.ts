import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { PatientHome } from '@registry/api-contract/home'
import { toChange } from '../testing/own-data.ts'
import { listExported } from '@registry/db/testing/exports'
import { allConsents, firstSf36Options, makeCentre, makeGuardianship } from '@registry/db/testing/fixtures'
import { fields } from '@registry/domain/fields/dictionary'
import { buildCommunicationReadings } from '../features/communications/testing/communication-readings.ts'
import { giveConsents } from '../features/receipts/testing/receipts-fixture.ts'
import { buildFilterReadings } from '../features/filters/saved-filters/testing/filter-readings.ts'
import { patientPassword, createSignInFixture, type SignInFixture } from '../features/sign-in/testing/sign-in-fixture.ts'
import { buildEcrfReadings } from '../features/ecrf/testing/ecrf-readings.ts'
import { buildDiscrepancyReadings } from '../features/discrepancies/testing/discrepancy-readings.ts'
import { buildPaperReadings } from '../features/consents/paper/testing/paper-readings.ts'
import { buildStudyReadings } from '../features/studies/testing/study-readings.ts'
import { legacyRoutes, programPaths } from '../app/legacy-routes.ts'
import type { Client } from '../testing/client.ts'
import { listLegacyPaths } from '../http/legacy/route.ts'
import { formatPathName } from '../http/testing/format-path-name.ts'
import { procedures } from '../http/trpc/procedures.ts'
import { hashPatientSet } from './read-trace.ts'
import { inRecord, type Reading, type Readings } from './testing/reading.ts'

type Entry = { readonly username: string; readonly command: string; readonly outcome: string; readonly reads: unknown }
type Staff = Awaited<ReturnType<SignInFixture['server']['staff']>>
type Patient = Awaited<ReturnType<SignInFixture['server']['patient']>>

/** A word that occurs only in patient records. A response with it contains patient data. */
const canary = 'CANARINO'
const centrePasswords = { RM01: 'password of RM01' } as const

let fixture: SignInFixture
let [rome, manager]: Staff[] = []
let patient: Patient
let otherId: number
let filterId: number

beforeAll(async () => {
  fixture = await createSignInFixture()
  const { owner } = fixture.server.database
  await makeCentre(owner, 'MI01', 'ITC4')
  await owner`UPDATE centre SET password_hash = ${await fixture.server.deps.hashing.hashSecret(centrePasswords.RM01)} WHERE code = 'RM01'`
  // Ids with 7 and 8 digits: their order as text differs from their numeric order.
  await owner`ALTER TABLE patient ALTER COLUMN id RESTART WITH 9999999`
  const record = { surname: canary, consents: allConsents, personal: { address_town: canary }, medical: { gt_note: canary, hb: 9 } }
  patient = await fixture.server.patient({ centre: 'RM01', centrePatientCode: `${canary}1`, ...record })
  otherId = (await fixture.server.patient({ centre: 'RM01', centrePatientCode: `${canary}2`, surname: canary })).fixture.id
  await fixture.server.patient({ centre: 'MI01', centrePatientCode: `${canary}3`, ...record })
  rome = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'ca@example.org')
  manager = await fixture.server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
  const filter = { name: 'n', description: 'd', field_list: { PATIENT: [], MEDICAL_DATA: { Gene: ['GT_NOTE'], Laboratory: ['HB'] } } }
  filterId = Number((await manager.call('/inthem_query', { json: { action: 'ADD', ...filter, filter_list: {} } }))['id'])
})
afterAll(() => fixture[Symbol.asyncDispose]())

/** Reads the audit log, each entry with its list of patients. */
const entries = (): Promise<Entry[]> => fixture.server.database.owner<Entry[]>`
  SELECT username, command, outcome, CASE WHEN r.patient_ids IS NULL THEN reads ELSE reads || jsonb_build_object('patients', r.patient_ids) END AS reads
  FROM audit_log AS l LEFT JOIN audit_read AS r ON r.entry_id = l.id ORDER BY l.id`
const own = () => ({ whose: `patient ${patient.fixture.id}`, count: 1 })
const mine = () => `patient ${patient.fixture.id}`
const program = (format: string) =>
  fixture.browser('staff').post('/getConsents', { multipart: { centerCode: 'RM01', centerPwd: centrePasswords.RM01, format } })
const runAs = (caller: Client, format: string, as_role: string) =>
  caller.post('/inthem_query', { json: { action: 'RUN', id: filterId, format, as_role } })
const give = (): Promise<number> => giveConsents(patient)
const savePersonalData = async () => patient.api.personalData.save.mutate(toChange(await patient.api.personalData.read.query()))
/** Calls with a code of the last ten minutes. */
const withRecordCode = async (call: () => Promise<unknown>) => {
  await fixture.server.database.owner`UPDATE session SET code_checked_at = now()`
  return call()
}
const ownRecord = () => ({ ...own(), columns: expect.arrayContaining(['LIC_LAST', 'DOB', 'SURNAME']) })
const askCorrection = async (): Promise<number> => (await patient.api.corrections.ask.mutate({ field: 'HB', text: 'x' })).id
const fillSf36 = async (): Promise<string> => {
  const { version, hash } = await patient.api.sf36.questionnaire.query()
  const { key } = await patient.api.sf36.fill.mutate({ key: randomUUID(), version, hash, answers: firstSf36Options })
  return key
}
const print = (document: string) => patient.get(`/stampa_paziente?document=${document}&lang=it`)
const downloadReceipt = async (format: string) => {
  const receipt = await give()
  return patient.get(`/patient/ConsentReceipt?receipt=${receipt}&format=${format}`)
}
const withCode = async (name: string, finish: (browser: Client, otp: string) => Promise<unknown>): Promise<string> => {
  const { id } = await fixture.patient({ centre: 'MI01', centrePatientCode: name, email: `${name}@example.org` })
  const browser = fixture.browser('myconsent')
  await browser.call('/otp', { json: { username: `${name}@example.org`, password: patientPassword, lang: 'it' } })
  await finish(browser, await fixture.codeFor(`${name}@example.org`))
  return `patient ${id}`
}

const romes = () => [patient.fixture.id, otherId]
const consentColumns = ['CENTER_ID', 'C_DB_M', 'C_DB_P']
const ofCentre = () => ({
  whose: 'centre RM01',
  columns: consentColumns,
  count: 2,
  patients: romes(),
  setHash: expect.stringMatching(/^[0-9a-f]{64}$/),
})
const isFile = (format: string): boolean => ['csv', 'xml', 'xlsx'].includes(format)
const expectList = (format: string) => ({ ...ofCentre(), ...(isFile(format) && { file: true }) })
const shownList = (format: string) => ({ source: isFile(format) ? 'export' : 'consents', kinds: ['registration', 'consents'] }) as const
const personColumns = expect.arrayContaining(['surname', 'dob', 'legal_id', 'c_db_m'])
const ownConsents = () => ({ ...own(), columns: expect.arrayContaining(['C_DB_M']) })
const ownData = () => ({ ...own(), columns: expect.arrayContaining(['legal_id', 'telephone']) })
const corrections = () => ({ ...own(), columns: ['CORRECTIONS'] })
const inReport = { source: 'reading', kinds: ['registration', 'medical', 'consents'] } as const
const questionnaires = () => ({ ...own(), columns: ['SF36'] })
const counts = (whose: string, count: unknown) => ({ whose, columns: expect.arrayContaining(['C_DB_M']), count })

const readings: Readings = {
  ...buildEcrfReadings(() => ({ centreAdmin: rome!, code: `${canary}1`, patientId: patient.fixture.id })),
  ...buildDiscrepancyReadings(() => ({
    owner: fixture.server.database.owner,
    centreAdmin: rome!,
    manager: manager!,
    patientId: patient.fixture.id,
  })),
  ...buildStudyReadings(() => ({
    server: fixture.server,
    filterId,
    centreAdmin: rome!,
    manager: manager!,
    patient,
    centrePassword: centrePasswords.RM01,
  })),
  ...buildFilterReadings(() => ({
    server: fixture.server,
    filterId,
    centreAdmin: rome!,
    manager: manager!,
    patientId: patient.fixture.id,
  })),
  'guardians.requests': [
    [
      () => 'ca@example.org',
      () => withWithdrawalRequest(() => rome!.api.guardians.requests.query()),
      () => ({ whose: 'centre RM01', columns: ['CENTER_ID'], count: 1, patients: [patient.fixture.id] }),
      { ...inRecord('registration'), source: 'list' },
    ],
  ],
  ...buildPaperReadings(() => ({
    centreAdmin: rome!,
    tablet: fixture.browser('myconsent'),
    code: `${canary}1`,
    patientId: patient.fixture.id,
  })),
  ...buildCommunicationReadings(() => ({ server: fixture.server })),
  'consents.current': [[mine, () => patient.api.consents.current.query(), ownConsents]],
  'consents.history': [[mine, () => patient.api.consents.history.query(), ownConsents]],
  'consents.give': [[mine, give, ownConsents]],
  'home.dataUses': [[mine, () => patient.api.home.dataUses.query({}), own]],
  'home.patient': [[mine, () => patient.api.home.patient.query(), own]],
  'home.staff': [
    [() => 'ca@example.org', () => rome!.api.home.staff.query(), () => counts('centre RM01', 2)],
    [() => 'dm@example.org', () => manager!.api.home.staff.query(), () => counts('areas IT', expect.any(Number))],
  ],
  'corrections.ask': [[mine, askCorrection, corrections]],
  'corrections.list': [[mine, () => patient.api.corrections.list.query(), corrections]],
  'corrections.withdraw': [[mine, async () => patient.api.corrections.withdraw.mutate({ id: await askCorrection() }), corrections]],
  'corrections.open': [
    [
      () => 'ca@example.org',
      async () => {
        await askCorrection()
        await rome!.api.corrections.open.query({})
      },
      () => ({ ...ofCentre(), count: 1, patients: [patient.fixture.id], columns: ['CENTER_ID', 'SURNAME', 'NAME', 'HB'] }),
      inRecord('registration', 'identity', 'medical'),
    ],
  ],
  'myRecord.read': [[mine, () => withRecordCode(() => patient.api.myRecord.read.mutate({})), ownRecord]],
  'myRecord.download': (['pdf', 'csv', 'fhir'] as const).map((format): Reading => [
    mine,
    () => withRecordCode(() => patient.api.myRecord.download.mutate({ format, language: 'it' })),
    ownRecord,
  ]),
  'myRecord.print': [
    [
      () => 'ca@example.org',
      () => rome!.api.myRecord.print.query({ code: `${canary}1`, language: 'it' }),
      () => ({ ...ofCentre(), count: 1, patients: [patient.fixture.id], columns: expect.arrayContaining(['CENTER_ID', 'SURNAME']) }),
      inRecord('medical'),
    ],
  ],
  'myRecord.series': [
    [
      mine,
      () => withRecordCode(() => patient.api.myRecord.series.mutate({ analyte: 'FERRITIN' })),
      () => ({ ...own(), columns: ['FERRITIN'] }),
    ],
  ],
  'myRecord.sheet': [[mine, () => withRecordCode(() => patient.api.myRecord.sheet.mutate({ language: 'it', allergies: '' })), ownRecord]],
  'personalData.read': [[mine, () => patient.api.personalData.read.query(), ownData]],
  'personalData.save': [[mine, savePersonalData, ownData]],
  'session.current': [[mine, () => patient.api.session.current.query(), () => ({ ...own(), columns: personColumns })]],
  'sf36.fill': [[mine, fillSf36, questionnaires]],
  'sf36.responses': [[mine, () => patient.api.sf36.responses.query(), questionnaires]],
  'sf36.response': [[mine, async () => patient.api.sf36.response.query({ key: await fillSf36() }), questionnaires]],
  'signIn.withCode': [
    [
      () => '',
      () => withCode('procedure', (browser, otp) => browser.api.signIn.withCode.mutate({ username: 'procedure@example.org', otp })),
      () => ({ columns: personColumns, count: 1 }),
    ],
  ],
  'GET /get_userinfo': [[mine, () => patient.get('/get_userinfo'), () => ({ ...own(), columns: personColumns })]],
  'GET /patient/ConsentReceipt': ['pdf', 'json'].map((format): Reading => [mine, () => downloadReceipt(format), ownConsents]),
  'GET /stampa_paziente': [
    [mine, () => print('scheda_paziente'), ownData],
    [mine, () => print('consensi'), ownConsents],
    [mine, () => print('sf36example'), questionnaires],
  ],
  'POST /getConsents': ['json', 'video', 'csv', 'xml', 'xlsx'].flatMap((format): Reading[] => [
    [
      () => 'ca@example.org',
      () => rome!.post('/getConsents', { json: { centerCode: 'RM01', format } }),
      () => expectList(format),
      shownList(format),
    ],
    [() => 'center RM01', () => program(format), () => expectList(format), shownList(format)],
  ]),
  'imports.report': [
    [
      () => 'ca@example.org',
      async () => {
        await importRejected('/putMedicalData', 'HB', 'molto', 'false')
        const { files } = await rome!.api.imports.list.query({})
        return rome!.api.imports.report.query({ id: files[0]!.id })
      },
      () => reportOf(),
      { ...inReport, uses: 2 },
    ],
  ],
  'POST /createPatients': [
    [
      () => 'ca@example.org',
      () => importRejected('/createPatients', 'SURNAME,NAME,LOGIN_MODE,EMAIL', 'ALTRI,NOMI,Email,altri@example.org', 'true'),
      () => reportOf(),
      { ...inReport, kinds: ['registration', 'identity', 'consents'] },
    ],
  ],
  'POST /putPersonalData': ['true', 'false'].map((dryRun): Reading => [
    () => 'ca@example.org',
    () => importRejected('/putPersonalData', 'DOB', '31/02/2001', dryRun),
    () => reportOf(),
    { ...inReport, kinds: ['registration', 'personal', 'consents'] },
  ]),
  'POST /putMedicalData': ['true', 'false'].map((dryRun): Reading => [
    () => 'ca@example.org',
    () => importRejected('/putMedicalData', 'HB', 'molto', dryRun),
    () => reportOf(),
    inReport,
  ]),
  'POST /putObservations': ['true', 'false'].map((dryRun): Reading => [
    () => 'ca@example.org',
    () => importRejected('/putObservations', 'ANALYTE,VALUE,UNIT,TAKEN_ON', 'HB,9,mg/dL,2025-01-01', dryRun),
    () => reportOf(),
    inReport,
  ]),
  'POST /fhir': [[() => 'center RM01', () => sendRejectedBundle(), () => reportOf(), inReport]],
  'POST /getObservations': ['json', 'csv'].map((format): Reading => [
    () => 'ca@example.org',
    async () => {
      const result = { analyte: 'FERRITIN', value: '812', unit: 'ng/mL', comparator: '', takenOn: '2025-01-01', sample: '' }
      await rome!.api.observations.add.mutate({ code: `${canary}1`, results: [result] })
      return rome!.post('/getObservations', { json: { centerCode: 'RM01', format } })
    },
    () => ({
      whose: 'centre RM01',
      columns: ['CENTER_ID', 'FERRITIN'],
      count: 1,
      patients: [patient.fixture.id],
      ...(format === 'csv' && { file: true }),
    }),
    // The first call adds the result, and the second finds it.
    { source: format === 'csv' ? 'export' : 'reading', kinds: ['registration', 'medical'], uses: format === 'json' ? 2 : 1 },
  ]),
  'imports.undo': [
    [
      () => 'ca@example.org',
      async () => rome!.api.imports.undo.mutate({ id: await importThenCorrect(), reason: 'x' }),
      () => ({
        whose: 'undo of an import, centre RM01',
        columns: expect.arrayContaining(['CENTER_ID', 'HB']),
        count: 1,
        patients: [patient.fixture.id],
      }),
      // The file, its report, the correction, the undo and its list.
      { source: 'reading', kinds: ['registration', 'medical'], uses: 5 },
    ],
  ],
  'POST /otplogin': [
    [
      () => '',
      () => withCode('legacy', (browser, otp) => browser.call('/otplogin', { json: { username: 'legacy@example.org', otp } })),
      () => ({ columns: personColumns, count: 1 }),
    ],
  ],
  'POST /patient/GetConsents': [[mine, () => patient.call('/patient/GetConsents'), ownConsents]],
  'POST /patient/NewSF36': [[mine, () => patient.call('/patient/NewSF36', { json: { answers: firstSf36Options } }), questionnaires]],
  'POST /patient/UpdatePersonalData': [
    [mine, () => patient.call('/patient/UpdatePersonalData', { json: { telephone: '06 1234567' } }), ownData],
  ],
}

const reportOf = () => ({
  whose: 'report of an import, centre RM01',
  columns: expect.arrayContaining(consentColumns),
  count: 1,
  patients: [patient.fixture.id],
})
/** A file whose only row is rejected, so that the report names the patient. */
const importRejected = (path: string, columns: string, values: string, dryRun: string): Promise<Response> =>
  rome!.post(path, {
    multipart: { centerCode: 'RM01', format: 'csv', dry_run: dryRun },
    file: { name: 'file.csv', content: `CENTER_ID,${columns}\r\n${canary}1,${values}\r\n` },
  })

const sendRejectedBundle = (): Promise<Response> => {
  const resource = {
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '718-7' }] },
    subject: { identifier: { value: `${canary}1` } },
    effectiveDateTime: '2025-01-01',
    valueQuantity: { value: 9, code: 'mg/dL' },
  }
  const sent = { resourceType: 'Bundle', type: 'transaction', entry: [{ request: { method: 'POST', url: 'Observation' }, resource }] }
  const authorization = `Basic ${Buffer.from(`RM01:${centrePasswords.RM01}`).toString('base64')}`
  const headers = { authorization, 'content-type': 'application/fhir+json' }
  return fixture.browser('staff').send({ method: 'POST', path: '/api/fhir', headers, body: JSON.stringify(sent) })
}

/** Calls while a guardian asks to erase the patient. A guardian who must sign would change what the patient may do later. */
const withWithdrawalRequest = async (call: () => Promise<unknown>): Promise<void> => {
  const { owner } = fixture.server.database
  const asking = { patientId: patient.fixture.id, centre: 'RM01', contact: 'asking.guardian@example.org', accepted: true }
  const { id, guardianId } = await owner.begin((sql) => makeGuardianship(sql, asking))
  await owner`INSERT INTO withdrawal_request (patient_id, centre_code, guardian_id, choice) VALUES (${patient.fixture.id}, 'RM01', ${guardianId}, 'v3')`
  await call()
  await owner`DELETE FROM withdrawal_request WHERE guardian_id = ${guardianId}`
  await owner`DELETE FROM guardianship WHERE id = ${id}`
  await owner`SELECT remove_unused_guardians()`
}

/** Imports two results and corrects one, so that an undo of the file lists it. Returns the id of the import. */
const importThenCorrect = async (): Promise<string> => {
  const code = `${canary}1`
  await rome!.post('/putObservations', {
    multipart: { centerCode: 'RM01', format: 'csv' },
    file: {
      name: 'file.csv',
      content: `CENTER_ID,ANALYTE,VALUE,UNIT,TAKEN_ON\r\n${code},HB,9,g/dL,2024-03-01\r\n${code},HB,8,g/dL,2024-03-02\r\n`,
    },
  })
  const { observations } = await rome!.api.observations.list.query({ code })
  const { id } = observations.find(({ takenOn }) => takenOn === '2024-03-01')!
  const typed = { value: '10', unit: 'g/dL', comparator: '', takenOn: '2024-03-01', sample: '' }
  await rome!.api.observations.correct.mutate({ code, id, ...typed, reason: 'x' })
  return (await rome!.api.imports.list.query({})).files[0]!.id
}

const declared = [...procedures].map(([name, { meta, schemas }]) => ({ name, meta, output: schemas.output }))
const commands = [
  ...declared.map(({ name, meta }) => ({ name, ...meta })),
  ...programPaths.map((path) => ({ ...path, name: formatPathName(path) })),
]

test('every command that declares reads of patient data is tested here, and no other', () => {
  expect(commands.length).toBeGreaterThan(45)
  const declaredReads = commands.flatMap(({ name, reads }) => (reads === undefined ? [] : [[name, reads === 'patients'] as const]))
  const tested = Object.entries(readings).map(([name, ways]) => [name, ways.every(([, , , shown]) => shown !== undefined)] as const)
  expect(Object.fromEntries(tested)).toEqual(Object.fromEntries(declaredReads))
})

/** The reader as the patient sees it. */
const readers: Readonly<Record<string, object>> = {
  'ca@example.org': { actor: 'CenterAdmin', centre: 'Centro RM01' },
  'dm@example.org': { actor: 'DataManager', centre: null },
  'center RM01': { actor: 'program', centre: 'Centro RM01' },
}
const readHome = () => patient.api.home.patient.query()
const countUses = ({ usesThisYear, listReadsThisYear }: PatientHome): number => usesThisYear + listReadsThisYear

test.each(Object.entries(readings))(
  'REQ-ADM-01, REQ-PAT-14: the entry of %s names reader, patients, columns and count, and the patient sees the use immediately, with role, centre, source and purpose',
  async (name, ways) => {
    const command = commands.find((one) => one.name === name)?.command
    for (const [who, call, reads, shown] of ways) {
      const usesBefore = countUses(await readHome())
      const before = (await entries()).length
      const response = await call()
      // The outcome of a file is stored at its end.
      if (response instanceof Response && !response.bodyUsed) await response.arrayBuffer()
      const left = (await entries()).slice(before).filter((entry) => entry.command === command)
      const username = who() || String(response)
      expect(left.at(-1)).toMatchObject({ username, outcome: 'done', reads: reads() })
      expect(JSON.stringify(left)).not.toContain(canary)

      const home = await readHome()
      const { uses = 1, ...use } = shown ?? { uses: 0 }
      expect(countUses(home)).toBe(usesBefore + uses)
      const newest = home.uses.slice(0, 2).find(({ source }) => source === shown?.source)
      if (shown) expect(newest).toMatchObject({ purpose: null, ...readers[username], ...use })
    }
  },
)

test('THREAT-33: the audit entry has the same set hash as the manifest of the export', async () => {
  const answer = await runAs(manager!, 'csv', 'DataManager')
  await answer.text()
  const id = answer.headers.get('x-export-id') ?? ''
  const { server } = fixture
  const [manifest] = await server.database.owner<{ hash: string }[]>`SELECT set_hash AS hash FROM export_manifest WHERE id = ${id}`
  const exported = await listExported(server.database.owner, id)
  expect(manifest?.hash).toBe(await hashPatientSet(server.deps.keyedHash, exported.join(',')))
  const entry = (await entries()).find(({ reads }) => JSON.stringify(reads)?.includes(id))
  expect(entry?.reads).toMatchObject({ setHash: manifest?.hash, count: exported.length })
})

describe('commands without declared reads', () => {
  /** Field names that other data also use. */
  const ambiguous: ReadonlySet<string> = new Set(['name', 'surname', 'email', 'status'])
  const known = new Set(fields.flatMap(({ name, column }) => [name, column]).filter((name) => !ambiguous.has(name.toLowerCase())))
  const consents = ['c_db', 'c_db_p', 'c_db_m', 'c_s', 'C_DB', 'C_DB_P', 'C_DB_M', 'CENTER_ID', 'centre_patient_code']
  const patientFields = new Set([...known, ...consents])

  type Schema = { properties?: Record<string, unknown>; additionalProperties?: unknown; items?: unknown }
  const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null

  /** Finds patient fields anywhere in a schema, and parts that allow rows of any shape. */
  const findSuspicious = (value: unknown, path = ''): string[] => {
    if (Array.isArray(value)) return value.flatMap((one) => findSuspicious(one, path))
    if (!isSchema(value)) return []
    const named = Object.keys(value.properties ?? {}).filter((name) => patientFields.has(name))
    const open = isSchema(value.additionalProperties) ? [`${path}[any name]`] : []
    const matrix = isSchema(value.items) && isSchema(value.items.items) ? [`${path}[][]`] : []
    return [...named, ...open, ...matrix, ...Object.entries(value).flatMap(([name, child]) => findSuspicious(child, `${path}/${name}`))]
  }
  const inOutput = (output: z.ZodType): string[] => findSuspicious(z.toJSONSchema(output, { unrepresentable: 'any', reused: 'inline' }))

  const centreReason = 'the telephone of a centre'
  const communicationReason = 'texts, the staff who changed them, and rounded numbers of patients by state'
  /** Outputs that look like patient data but are not, each with the reason. */
  const exceptions: Readonly<Record<string, string>> = {
    'centres.change': centreReason,
    'centres.create': centreReason,
    'centres.detail': centreReason,
    'centres.list': centreReason,
    'centres.reactivate': centreReason,
    'centres.remove': centreReason,
    'centres.restore': centreReason,
    'centres.suspend': centreReason,
    'communications.cancel': communicationReason,
    'communications.change': communicationReason,
    'communications.create': communicationReason,
    'communications.get': communicationReason,
    'communications.schedule': communicationReason,
    'consents.reconsentRequest': 'the sentences of published texts, and the questions to answer again without their answers',
    'ecrf.choices': 'lists of values, which are of no patient',
    'help.page': 'the manual’s pages, the same for everybody',
    'referenceTables.history': 'changes of lists of values, which are of no patient',
    'referenceTables.rows': 'lists of values, which are of no patient',
    'secondFactor.signIn': 'the user info of staff: its patient part stays empty',
    'signIn.staff': 'the user info of staff: its patient part stays empty',
  }

  test('no procedure has undeclared patient fields or rows of any shape in its output', () => {
    const undeclared = declared.filter(({ meta }) => meta.reads === undefined).filter(({ output }) => inOutput(output).length > 0)
    expect(undeclared.map(({ name }) => name).toSorted()).toEqual(Object.keys(exceptions).toSorted())
  })

  test.each([
    ['a field of the record', z.object({ rows: z.array(z.object({ HB_LAST: z.number() })) })],
    ['a field in the database’s spelling', z.object({ legal_id: z.string() }).optional()],
    ['columns of any name', z.array(z.record(z.string(), z.string()))],
    ['rows of cells', z.object({ rows: z.array(z.array(z.string())) })],
    ['anything behind a union', z.union([z.null(), z.object({ deep: z.object({ c_db_m: z.boolean() }) })])],
  ])('an output with %s is found', (_what, planted) => {
    expect(inOutput(planted)).not.toEqual([])
  })

  const bodies: readonly Record<string, unknown>[] = [
    {},
    {
      table_name: 'svc_sex',
      format: 'json',
      campo: 'HB',
      id: 'pre_consent1',
      name: 'n',
      description: 'd',
      field_list: {},
      filter_list: {},
    },
  ]

  test('no legacy response contains undeclared patient data, for any caller', async () => {
    const undeclared = listLegacyPaths(legacyRoutes).filter(({ reads, path }) => reads === undefined && path !== '/userlogout')
    expect(undeclared.length).toBeGreaterThan(10)
    for (const { method, path, action } of undeclared) {
      for (const caller of [patient, rome!, manager!]) {
        for (const body of bodies) {
          const fieldsSent = { ...body, ...(action && { action }) }
          const multipart = Object.fromEntries(
            Object.entries(fieldsSent).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
          )
          const answer = method === 'GET' ? await caller.get(path) : await caller.post(path, { multipart })
          expect(await answer.text(), `${method} ${path} ${action}`).not.toContain(canary)
        }
      }
    }
  })
})
