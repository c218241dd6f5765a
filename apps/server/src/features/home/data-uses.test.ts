import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PatientHome } from '@registry/api-contract/home'
import { allConsents, makeCentre, makePatients } from '@registry/db/testing/fixtures'
import { procedures } from '../../http/trpc/procedures.ts'
import { formatPathName } from '../../http/testing/format-path-name.ts'
import { programPaths } from '../../app/legacy-routes.ts'
import { recordPaperConsent } from '../consents/paper/testing/record-paper-consent.ts'
import { withWithdrawalRequest } from '../guardians/testing/with-withdrawal-request.ts'
import { openDiscrepancy } from '../discrepancies/testing/discrepancy-readings.ts'
import { enrolInStudy } from '../studies/testing/study-readings.ts'
import { completeExport } from '../../testing/complete-export.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const secret = 'password of RM01'
let server: TestServer
let manager: Awaited<ReturnType<TestServer['staff']>>
let rome: Awaited<ReturnType<TestServer['staff']>>
let patient: Awaited<ReturnType<TestServer['patient']>>
let other: Awaited<ReturnType<TestServer['patient']>>
let filterId: number
let shownRecord: Awaited<ReturnType<typeof rome.api.ecrf.read.query>>
let exportId: string
let studyExportId: string
let scanId: string
let correctedImport: string

beforeAll(async () => {
  server = await startTestServer()
  const { owner } = server.database
  await makeCentre(owner, 'RM01', 'ITI4')
  await makeCentre(owner, 'MI01', 'ITC4')
  await owner`UPDATE centre SET password_hash = ${await server.deps.hashing.hashSecret(secret)} WHERE code = 'RM01'`
  patient = await server.patient({ centre: 'RM01', centrePatientCode: 'R1', consents: allConsents, medical: { hb: 9 } })
  other = await server.patient({ centre: 'MI01', centrePatientCode: 'M1', consents: allConsents, medical: { hb: 12 } })
  await openDiscrepancy(owner, patient.fixture.id)
  manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
  rome = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'ca@example.org')
  const filter = {
    name: 'Emoglobina bassa',
    description: 'x',
    field_list: { PATIENT: [], MEDICAL_DATA: { Laboratory: ['HB'] } },
    filter_list: { PATIENT: [], MEDICAL_DATA: [['HB', '<', 10]] },
  }
  filterId = Number((await manager.call('/inthem_query', { json: { action: 'ADD', ...filter } }))['id'])
  await owner`
    INSERT INTO clinical_study (id, title, description, main_centre, type, filter_id, sf36_version)
    SELECT 'IRON', 'Ferro', 'x', 'RM01', 'EA', ${filterId}, max(version) FROM sf36_version`
  await owner`INSERT INTO clinical_study_centre (study_id, centre_code, approved, entered_by) VALUES ('IRON', 'RM01', true, 'test')`
  await owner`INSERT INTO study_patient (study_id, patient_id, centre_code) VALUES ('IRON', ${patient.fixture.id}, 'RM01')`
  await enrolInStudy({ server, filterId, centreAdmin: rome, manager, patient }, 'OPEN')
  const result = { analyte: 'FERRITIN', value: '812', unit: 'ng/mL', comparator: '', takenOn: '2025-01-01', sample: '' }
  await rome.api.observations.add.mutate({ code: 'R1', results: [result] })
  shownRecord = await rome.api.ecrf.read.query({ code: 'R1' })
  exportId = (await completeExport(owner, await run(manager, 'csv', 'DataManager'))).id
  scanId = await recordPaperConsent(rome, 'R1')
  correctedImport = await importThenCorrect()
  studyExportId = (await completeExport(owner, await runStudy('csv'))).id
})
afterAll(() => server[Symbol.asyncDispose]())

/** Reads a response to its end, so that its outcome is stored. */
const readFile = async (response: Promise<Response>): Promise<void> => {
  await (await response).arrayBuffer()
}
const run = (caller: typeof manager, format: string, as_role: string): Promise<Response> =>
  caller.post('/inthem_query', { json: { action: 'RUN', id: filterId, format, as_role } })

const exportAgain = async (path: '/export_again' | '/study_export_again', id: string): Promise<void> => {
  await (await manager.post(path, { json: { id, lang: 'it' } })).arrayBuffer()
}
const sendWrongBundle = async (): Promise<void> => {
  const resource = {
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '718-7' }] },
    subject: { identifier: { value: 'R1' } },
    effectiveDateTime: '2025-01-01',
    valueQuantity: { value: 9, code: 'mg/dL' },
  }
  const sent = { resourceType: 'Bundle', type: 'transaction', entry: [{ request: { method: 'POST', url: 'Observation' }, resource }] }
  const headers = { authorization: `Basic ${Buffer.from(`RM01:${secret}`).toString('base64')}`, 'content-type': 'application/fhir+json' }
  await readFile(server.visitor('staff').send({ method: 'POST', path: '/api/fhir', headers, body: JSON.stringify(sent) }))
}
/** Imports two results and corrects one, so that an undo of the file lists it. Returns the id of the import. */
const importThenCorrect = async (): Promise<string> => {
  const content = 'CENTER_ID,ANALYTE,VALUE,UNIT,TAKEN_ON\r\nR1,HB,9,g/dL,2024-03-01\r\nR1,HB,8,g/dL,2024-03-02\r\n'
  await readFile(rome.post('/putObservations', { multipart: { centerCode: 'RM01', format: 'csv' }, file: { name: 'file.csv', content } }))
  const { observations } = await rome.api.observations.list.query({ code: 'R1' })
  const { id } = observations.find(({ takenOn }) => takenOn === '2024-03-01')!
  const typed = { value: '10', unit: 'g/dL', comparator: '', takenOn: '2024-03-01', sample: '' }
  await rome.api.observations.correct.mutate({ code: 'R1', id, ...typed, reason: 'x' })
  return (await rome.api.imports.list.query({})).files[0]!.id
}
const readConsents = async (format: string): Promise<void> => {
  await (await rome.post('/getConsents', { json: { centerCode: 'RM01', format } })).arrayBuffer()
}
const readAsProgram = async (format: string): Promise<void> => {
  const form = { centerCode: 'RM01', centerPwd: secret, format }
  await (await server.visitor('staff').post('/getConsents', { multipart: form })).arrayBuffer()
}

const readCandidates = async (caller: { post: typeof rome.post }, form: Readonly<Record<string, string>>): Promise<void> => {
  await (await caller.post('/getStudyPatients', { multipart: { centerCode: 'RM01', StudyCode: 'IRON', ...form } })).arrayBuffer()
}

const importFile = async (path: string, content: string, dryRun = 'false'): Promise<void> => {
  const answer = await rome.call(path, {
    multipart: { centerCode: 'RM01', format: 'csv', dry_run: dryRun },
    file: { name: 'rows.csv', content },
  })
  expect(answer).toMatchObject({ report: { ok: 1, ko: 0 } })
}

/** A file whose only row is rejected, so that the report names the patient. */
const importRejected = async (path: string, columns: string, values: string, dryRun: string): Promise<void> => {
  const answer = await rome.call(path, {
    multipart: { centerCode: 'RM01', format: 'csv', dry_run: dryRun },
    file: { name: 'rows.csv', content: `CENTER_ID,${columns}\r\nR1,${values}\r\n` },
  })
  expect(answer).toMatchObject({ report: { ok: 0, ko: 1 } })
}

const runStudy = (format: string): Promise<Response> =>
  manager.post('/clinical_study', { json: { action: 'RUN', id: 'OPEN', format, as_role: 'DataManager' } })

const studyPurpose = { purpose: 'Ferro e cuore', kinds: ['medical', 'studies'] }
const filterPurpose = { purpose: 'Emoglobina bassa', kinds: ['medical'] }
const byManager = { actor: 'DataManager', centre: null, ...filterPurpose }
const consentList = (format: string) => ({ source: format === 'json' ? 'consents' : 'export', kinds: ['registration', 'consents'] })
const candidateKinds = ['registration', 'identity', 'medical', 'studies']
const byCentre = { actor: 'CenterAdmin', centre: 'Centro RM01' }

const listKinds = ['registration', 'identity', 'consents']
const recordKinds = ['registration', 'identity', 'personal', 'medical', 'consents']

/** The address of the patient's record. */
const findRecord = async (): Promise<string> => {
  const [found] = await server.database.owner<
    { id: string }[]
  >`SELECT record_id AS id FROM patient_identity WHERE centre_patient_code = 'R1'`
  return found!.id
}

/** Each command that returns patient data, in each of its forms, with the entry that the patient then sees. */
const reads: Readonly<Record<string, readonly (readonly [read: () => Promise<unknown>, shown: object])[]>> = {
  'savedFilters.run': [
    [() => manager.api.savedFilters.run.query({ id: filterId, asRole: 'DataManager' }), { ...byManager, source: 'screen' }],
    [() => rome.api.savedFilters.run.query({ id: filterId, asRole: 'CenterAdmin' }), { ...byCentre, ...filterPurpose, source: 'screen' }],
  ],
  'savedFilters.preview': [
    [
      () =>
        manager.api.savedFilters.preview.query({
          asRole: 'DataManager',
          where: { kind: 'predicates', predicates: [{ field: 'HB', operator: '<', value: 10 }] },
          fields: { PATIENT: ['SEX'], MEDICAL_DATA: {} },
        }),
      { ...byManager, purpose: null, source: 'reading', kinds: ['personal', 'medical'] },
    ],
  ],
  'POST /inthem_query RUN': [
    [() => run(manager, 'video', 'DataManager'), { ...byManager, source: 'screen' }],
    ...['csv', 'json', 'xlsx', 'xml'].map(
      (format) => [() => readFile(run(manager, format, 'DataManager')), { ...byManager, source: 'export' }] as const,
    ),
    [() => readFile(run(rome, 'csv', 'CenterAdmin')), { ...byCentre, ...filterPurpose, source: 'export' }],
  ],
  'corrections.open': [
    [
      async () => {
        await patient.api.corrections.ask.mutate({ field: 'HB', text: 'x' })
        await rome.api.corrections.open.query({})
      },
      { ...byCentre, source: 'record', kinds: recordKinds },
    ],
  ],
  'POST /export_again': [[() => exportAgain('/export_again', exportId), { ...byManager, source: 'export' }]],
  'POST /study_export_again': [
    [() => exportAgain('/study_export_again', studyExportId), { ...byManager, ...studyPurpose, source: 'export' }],
  ],
  'POST /getObservations': [
    [
      async () => (await rome.post('/getObservations', { json: { centerCode: 'RM01', format: 'csv' } })).arrayBuffer(),
      { ...byCentre, kinds: expect.arrayContaining(['medical']) },
    ],
  ],
  'POST /getConsents': ['json', 'csv', 'xlsx', 'xml'].flatMap((format) => [
    [() => readConsents(format), { ...byCentre, purpose: null, ...consentList(format) }] as const,
    [() => readAsProgram(format), { actor: 'program', centre: 'Centro RM01', purpose: null, ...consentList(format) }] as const,
  ]),
  'ecrf.patients': [[() => rome.api.ecrf.patients.query({ search: 'R1' }), { ...byCentre, source: 'list', kinds: recordKinds }]],
  'ecrf.read': [[() => rome.api.ecrf.read.query({ code: 'R1' }), { ...byCentre, source: 'record', kinds: recordKinds }]],
  'ecrf.save': [
    [() => rome.api.ecrf.save.mutate({ code: 'R1', changes: { HB: 9 } }), { ...byCentre, source: 'record', kinds: recordKinds }],
  ],
  'ecrf.correct': [
    [
      () => {
        const { version, values } = shownRecord
        const text = (name: string): string => String(values[name] ?? '')
        const registration = {
          surname: text('SURNAME'),
          name: 'CORRETTO',
          loginMode: 'Email',
          email: text('email'),
          mobile: text('mobile'),
        } as const
        return rome.api.ecrf.correct.mutate({ code: 'R1', version, ...registration, reason: 'x' })
      },
      { ...byCentre, source: 'record', kinds: recordKinds },
    ],
  ],
  'ecrf.history': [
    [() => rome.api.ecrf.history.query({ code: 'R1' }), { ...byCentre, source: 'record', kinds: expect.arrayContaining(['medical']) }],
  ],
  'ecrf.saves': [
    [() => rome.api.ecrf.saves.query({ code: 'R1' }), { ...byCentre, source: 'reading', kinds: expect.arrayContaining(['medical']) }],
  ],
  'ecrf.past': [
    [
      () => rome.api.ecrf.past.query({ code: 'R1', at: '2999-01-01T00:00:00Z' }),
      { ...byCentre, source: 'record', kinds: expect.arrayContaining(['medical']) },
    ],
  ],
  'ecrf.signatures': [
    [
      () => rome.api.ecrf.signatures.query({ code: 'R1' }),
      { ...byCentre, source: 'record', kinds: expect.arrayContaining(['registration']) },
    ],
  ],
  'guardians.list': [
    [
      () => rome.api.guardians.list.query({ code: 'R1' }),
      { ...byCentre, source: 'record', kinds: expect.arrayContaining(['registration', 'personal']) },
    ],
  ],
  'guardians.requests': [
    [
      () => withWithdrawalRequest(server.database.owner, patient.fixture.id, () => rome.api.guardians.requests.query()),
      { ...byCentre, source: 'list', kinds: expect.arrayContaining(['registration']) },
    ],
  ],
  'observations.list': [
    [() => rome.api.observations.list.query({ code: 'R1' }), { ...byCentre, source: 'record', kinds: expect.arrayContaining(['medical']) }],
  ],
  'myRecord.print': [
    [
      () => rome.api.myRecord.print.query({ code: 'R1', language: 'it' }),
      { ...byCentre, source: 'record', kinds: expect.arrayContaining(['medical']) },
    ],
  ],
  'ecrf.printVisit': [
    [() => rome.api.ecrf.printVisit.query({ code: 'R1' }), { ...byCentre, source: 'record', kinds: expect.arrayContaining(['medical']) }],
  ],
  'paperConsents.form': [
    [
      () => rome.api.paperConsents.form.mutate({ code: 'R1', language: 'it' }),
      { ...byCentre, source: 'consents', kinds: ['registration', 'identity'] },
    ],
  ],
  'paperConsents.ofPatient': [
    [
      () => rome.api.paperConsents.ofPatient.query({ code: 'R1' }),
      { ...byCentre, source: 'consents', kinds: ['registration', 'identity', 'consents'] },
    ],
  ],
  'paperConsents.pending': [
    [() => rome.api.paperConsents.pending.query(), { ...byCentre, source: 'consents', kinds: ['registration', 'identity', 'consents'] }],
  ],
  'paperConsents.scan': [
    [
      () => rome.api.paperConsents.scan.query({ id: scanId }),
      { ...byCentre, source: 'consents', kinds: ['registration', 'identity', 'consents'] },
    ],
  ],
  'ecrf.open': [
    [async () => rome.api.ecrf.open.query({ record: await findRecord() }), { ...byCentre, source: 'record', kinds: recordKinds }],
  ],
  'discrepancies.ofRecord': [
    [
      async () => rome.api.discrepancies.ofRecord.query({ record: await findRecord() }),
      { ...byCentre, source: 'record', kinds: expect.arrayContaining(['registration', 'medical']) },
    ],
  ],
  'discrepancies.list': [
    [() => rome.api.discrepancies.list.query({}), { ...byCentre, source: 'discrepancies', kinds: ['registration', 'medical'] }],
  ],
  'discrepancies.queries': [
    [
      async () => {
        await rome.api.discrepancies.askManagers.mutate({ record: await findRecord(), field: 'HB', question: 'Prima o dopo?' })
        return rome.api.discrepancies.queries.query({ of: 'centre' })
      },
      { ...byCentre, source: 'discrepancies', kinds: ['registration', 'medical'] },
    ],
  ],
  'POST /createPatients': [
    [
      () => importRejected('/createPatients', 'SURNAME,NAME,LOGIN_MODE,EMAIL', 'ALTRI,NOMI,Email,altri@example.org', 'true'),
      { ...byCentre, source: 'reading', kinds: expect.arrayContaining(['registration', 'consents']) },
    ],
  ],
  'POST /putPersonalData': ['true', 'false'].map((dryRun) => [
    () => importRejected('/putPersonalData', 'DOB', '31/02/2001', dryRun),
    { ...byCentre, source: 'reading', kinds: ['registration', 'personal', 'consents'] },
  ]),
  'POST /putMedicalData': ['true', 'false'].map((dryRun) => [
    () => importRejected('/putMedicalData', 'HB', 'molto', dryRun),
    { ...byCentre, source: 'reading', kinds: ['registration', 'medical', 'consents'] },
  ]),
  'POST /putObservations': ['true', 'false'].map((dryRun) => [
    () => importRejected('/putObservations', 'ANALYTE,VALUE,UNIT,TAKEN_ON', 'HB,9,mg/dL,2025-01-01', dryRun),
    { ...byCentre, source: 'reading', kinds: ['registration', 'medical', 'consents'] },
  ]),
  'POST /fhir': [
    [
      sendWrongBundle,
      { actor: 'program', centre: 'Centro RM01', purpose: null, source: 'reading', kinds: ['registration', 'medical', 'consents'] },
    ],
  ],
  'imports.undo': [
    [
      async () => rome.api.imports.undo.mutate({ id: correctedImport, reason: 'x' }),
      { ...byCentre, source: 'reading', kinds: expect.arrayContaining(['registration', 'medical']) },
    ],
  ],
  'imports.report': [
    [
      async () => {
        const { files } = await rome.api.imports.list.query({})
        await rome.api.imports.report.query({ id: files[0]!.id })
      },
      { ...byCentre, source: 'reading', kinds: ['registration', 'medical', 'consents'] },
    ],
  ],
  'POST /e_crf LIST_PATIENTS': [
    [
      () => rome.call('/e_crf', { json: { action: 'LIST_PATIENTS' } }),
      { ...byCentre, source: 'list', kinds: expect.arrayContaining(listKinds) },
    ],
  ],
  'POST /e_crf GET_PATIENT_DATA': [
    [
      () => rome.call('/e_crf', { json: { action: 'GET_PATIENT_DATA', CENTER_ID: 'R1' } }),
      { ...byCentre, source: 'record', kinds: recordKinds },
    ],
  ],
  'POST /e_crf PUT_PATIENT_DATA': [
    [
      () => rome.call('/e_crf', { json: { action: 'PUT_PATIENT_DATA', CENTER_ID: 'R1', MEDICAL_DATA: { HB: 9 } } }),
      { ...byCentre, source: 'record', kinds: recordKinds },
    ],
  ],
  'studies.participants': [
    [() => rome.api.studies.participants.query({ id: 'OPEN', asRole: 'CenterAdmin' }), { ...byCentre, ...studyPurpose, source: 'screen' }],
  ],
  'POST /clinical_study RUN': [
    [() => readFile(runStudy('video')), { ...byManager, ...studyPurpose, source: 'screen' }],
    ...['csv', 'json', 'xlsx', 'xml'].map(
      (format) => [() => readFile(runStudy(format)), { ...byManager, ...studyPurpose, source: 'export' }] as const,
    ),
  ],
  'studies.candidates': [
    [() => rome.api.studies.candidates.query({ id: 'IRON' }), { ...byCentre, source: 'candidates', kinds: candidateKinds }],
  ],
  'POST /getStudyPatients': ['json', 'csv'].flatMap((format) => [
    [
      () => readCandidates(rome, { format }),
      { ...byCentre, source: format === 'json' ? 'candidates' : 'export', kinds: candidateKinds },
    ] as const,
    [
      () => readCandidates(server.visitor('staff'), { format, centerPwd: secret }),
      { actor: 'program', centre: 'Centro RM01', source: format === 'json' ? 'candidates' : 'export', kinds: candidateKinds },
    ] as const,
  ]),
}

test('this test calls every command that reads patients’ data', () => {
  const commands = [
    ...[...procedures].map(([name, { meta }]) => ({ name, reads: meta.reads })),
    ...programPaths.map((path) => ({ name: formatPathName(path), reads: path.reads })),
  ]
  const reading = commands.filter(({ reads }) => reads === 'patients').map(({ name }) => name)
  expect(Object.keys(reads).toSorted()).toEqual(reading.toSorted())
})

const countAll = ({ usesThisYear, listReadsThisYear }: PatientHome): number => usesThisYear + listReadsThisYear

test.each(Object.entries(reads))('the patient sees each %s immediately, with role, centre, source and purpose', async (name, calls) => {
  for (const [read, shown] of calls) {
    const before = await patient.api.home.patient.query()
    await read()
    const after = await patient.api.home.patient.query()
    // A correction is also a change by the form.
    expect(countAll(after)).toBe(countAll(before) + (name === 'ecrf.correct' ? 2 : 1))
    expect(after.uses.slice(0, 2)).toContainEqual(expect.objectContaining(shown))
  }
})

test('REQ-PAT-14: the openings of a record are one entry, apart from those of the list of patients', async () => {
  const who = await server.patient({ centre: 'RM01', centrePatientCode: 'R9', consents: allConsents, medical: { hb: 9 } })
  await rome.api.ecrf.patients.query({ search: 'R9' })
  await rome.api.ecrf.patients.query({ search: 'R9' })
  await rome.api.ecrf.read.query({ code: 'R9' })
  await rome.api.ecrf.signatures.query({ code: 'R9' })
  const { uses, usesThisYear, listReadsThisYear } = await who.api.home.patient.query()
  expect(uses.map(({ source, times, kinds }) => ({ source, times, kinds }))).toEqual([
    { source: 'record', times: 2, kinds: recordKinds },
    { source: 'list', times: 2, kinds: recordKinds },
  ])
  expect({ usesThisYear, listReadsThisYear }).toEqual({ usesThisYear: 2, listReadsThisYear: 2 })
})

test('REQ-PAT-18: the patient sees a dry run that shows a stored value and a file that changes the row, but no row without a change', async () => {
  const newest = async () => (await patient.api.home.dataUses.query({})).uses[0]
  const file = 'CENTER_ID,HB\r\nR1,9.5\r\n'
  const before = (await patient.api.home.patient.query()).usesThisYear
  await importFile('/putMedicalData', file, 'true')
  expect((await patient.api.home.patient.query()).usesThisYear).toBe(before + 1)
  await importFile('/putMedicalData', file)
  expect(await newest()).toMatchObject({ ...byCentre, source: 'file', kinds: ['medical'], purpose: null, times: 1 })
  await importFile('/putMedicalData', file)
  await importFile('/putMedicalData', file, 'true')
  expect((await patient.api.home.patient.query()).usesThisYear).toBe(before + 2)
  await importFile('/putPersonalData', 'CENTER_ID,ADDRESS_TOWN\r\nR1,Roma\r\n')
  expect(await newest()).toMatchObject({ ...byCentre, source: 'file', kinds: ['personal'] })
})

test('REQ-PAT-18: a change by the patient is no use by others', async () => {
  const before = (await patient.api.home.patient.query()).usesThisYear
  const own = await patient.api.personalData.read.query()
  expect(own).toBeDefined()
  await patient.call('/patient/UpdatePersonalData', { json: { telephone: '0612345' } })
  expect((await patient.api.home.patient.query()).usesThisYear).toBe(before)
})

test('a patient whose data nobody read sees no use, and the patient’s own reads do not count', async () => {
  await patient.api.home.patient.query()
  expect(await other.api.home.patient.query()).toEqual({ uses: [], usesThisYear: 0, listReadsThisYear: 0 })
})

test('each of more than a thousand patients sees the same use', async () => {
  await makePatients(server.database.owner, { centre: 'RM01', count: 1200, consents: allConsents })
  const before = (await patient.api.home.patient.query()).usesThisYear
  await readConsents('csv')
  await readAsProgram('json')
  expect((await patient.api.home.patient.query()).usesThisYear).toBe(before + 2)
})
