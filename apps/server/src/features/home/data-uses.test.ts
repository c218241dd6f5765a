import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allConsents, makeCentre, makePatients } from '@registry/db/testing/fixtures'
import { procedures } from '../../http/trpc/procedures.ts'
import { listLegacyPaths, formatPathName } from '../../http/legacy/route.ts'
import { legacyRoutes } from '../../legacy-routes.ts'
import { enrolInStudy } from '../studies/testing/study-readings.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const secret = 'password of RM01'
let server: TestServer
let manager: Awaited<ReturnType<TestServer['staff']>>
let rome: Awaited<ReturnType<TestServer['staff']>>
let patient: Awaited<ReturnType<TestServer['patient']>>
let other: Awaited<ReturnType<TestServer['patient']>>
let filterId: number

beforeAll(async () => {
  server = await startTestServer()
  const { owner } = server.database
  await makeCentre(owner, 'RM01', 'ITI4')
  await makeCentre(owner, 'MI01', 'ITC4')
  await owner`UPDATE centre SET password_hash = ${await server.deps.hashing.hashSecret(secret)} WHERE code = 'RM01'`
  patient = await server.patient({ centre: 'RM01', centrePatientCode: 'R1', consents: allConsents, medical: { hb: 9 } })
  other = await server.patient({ centre: 'MI01', centrePatientCode: 'M1', consents: allConsents, medical: { hb: 12 } })
  manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
  rome = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'ca@example.org')
  const filter = {
    name: 'Emoglobina bassa',
    description: 'x',
    field_list: { PATIENT: [], MEDICAL_DATA: { Laboratory: ['HB'] } },
    filter_list: { PATIENT: [], MEDICAL_DATA: [['HB', '<', 10]] },
  }
  filterId = Number((await manager.ask('/inthem_query', { json: { action: 'ADD', ...filter } }))['id'])
  await owner`
    INSERT INTO clinical_study (id, title, description, main_centre, type, filter_id, sf36_version)
    SELECT 'IRON', 'Ferro', 'x', 'RM01', 'EA', ${filterId}, max(version) FROM sf36_version`
  await owner`INSERT INTO clinical_study_centre (study_id, centre_code, approved, entered_by) VALUES ('IRON', 'RM01', true, 'test')`
  await owner`INSERT INTO study_patient (study_id, patient_id, centre_code) VALUES ('IRON', ${patient.fixture.id}, 'RM01')`
  await enrolInStudy({ server, filterId, centreAdmin: rome, manager, patient }, 'OPEN')
})
afterAll(() => server[Symbol.asyncDispose]())

const run = async (caller: typeof manager, format: string, as_role: string): Promise<void> => {
  const answer = await caller.post('/inthem_query', { json: { action: 'RUN', id: filterId, format, as_role } })
  await answer.arrayBuffer()
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
  const answer = await rome.ask(path, {
    multipart: { centerCode: 'RM01', format: 'csv', dry_run: dryRun },
    file: { name: 'rows.csv', content },
  })
  expect(answer).toMatchObject({ report: { ok: 1, ko: 0 } })
}

const runStudy = async (format: string): Promise<void> => {
  const answer = await manager.post('/clinical_study', { json: { action: 'RUN', id: 'OPEN', format, as_role: 'DataManager' } })
  await answer.arrayBuffer()
}

const studyPurpose = { purpose: 'Ferro e cuore', kinds: ['medical', 'studies'] }
const filterPurpose = { purpose: 'Emoglobina bassa', kinds: ['medical'] }
const byManager = { actor: 'DataManager', centre: null, ...filterPurpose }
const consentList = (format: string) => ({ means: format === 'json' ? 'reading' : 'export', kinds: ['registration', 'consents'] })
const candidateKinds = ['registration', 'identity', 'studies']
const byCentre = { actor: 'CenterAdmin', centre: 'Centro RM01' }

const listKinds = ['registration', 'identity', 'consents']
const recordKinds = ['registration', 'identity', 'personal', 'medical', 'consents']

/** Each command that returns data of patients, in each of its forms, with the entry that the patient then sees. */
const reads: Readonly<Record<string, readonly (readonly [read: () => Promise<unknown>, shown: object])[]>> = {
  'savedFilters.run': [
    [() => manager.api.savedFilters.run.query({ id: filterId, asRole: 'DataManager' }), { ...byManager, means: 'screen' }],
    [() => rome.api.savedFilters.run.query({ id: filterId, asRole: 'CenterAdmin' }), { ...byCentre, ...filterPurpose, means: 'screen' }],
  ],
  'POST /inthem_query RUN': [
    [() => run(manager, 'video', 'DataManager'), { ...byManager, means: 'screen' }],
    ...['csv', 'json', 'xlsx', 'xml'].map(
      (format) => [() => run(manager, format, 'DataManager'), { ...byManager, means: 'export' }] as const,
    ),
    [() => run(rome, 'csv', 'CenterAdmin'), { ...byCentre, ...filterPurpose, means: 'export' }],
  ],
  'POST /getConsents': ['json', 'csv', 'xlsx', 'xml'].flatMap((format) => [
    [() => readConsents(format), { ...byCentre, purpose: null, ...consentList(format) }] as const,
    [() => readAsProgram(format), { actor: 'program', centre: 'Centro RM01', purpose: null, ...consentList(format) }] as const,
  ]),
  'ecrf.patients': [[() => rome.api.ecrf.patients.query({ search: 'R1' }), { ...byCentre, means: 'reading', kinds: listKinds }]],
  'ecrf.read': [[() => rome.api.ecrf.read.query({ code: 'R1' }), { ...byCentre, means: 'reading', kinds: recordKinds }]],
  'ecrf.save': [
    [() => rome.api.ecrf.save.mutate({ code: 'R1', changes: { HB: 9 } }), { ...byCentre, means: 'reading', kinds: recordKinds }],
  ],
  'ecrf.history': [
    [() => rome.api.ecrf.history.query({ code: 'R1' }), { ...byCentre, means: 'reading', kinds: expect.arrayContaining(['medical']) }],
  ],
  'ecrf.past': [
    [
      () => rome.api.ecrf.past.query({ code: 'R1', at: '2999-01-01T00:00:00Z' }),
      { ...byCentre, means: 'reading', kinds: expect.arrayContaining(['medical']) },
    ],
  ],
  'POST /e_crf LIST_PATIENTS': [
    [() => rome.ask('/e_crf', { json: { action: 'LIST_PATIENTS' } }), { ...byCentre, means: 'reading', kinds: listKinds }],
  ],
  'POST /e_crf GET_PATIENT_DATA': [
    [
      () => rome.ask('/e_crf', { json: { action: 'GET_PATIENT_DATA', CENTER_ID: 'R1' } }),
      { ...byCentre, means: 'reading', kinds: recordKinds },
    ],
  ],
  'POST /e_crf PUT_PATIENT_DATA': [
    [
      () => rome.ask('/e_crf', { json: { action: 'PUT_PATIENT_DATA', CENTER_ID: 'R1', MEDICAL_DATA: { HB: 9 } } }),
      { ...byCentre, means: 'reading', kinds: recordKinds },
    ],
  ],
  'studies.participants': [
    [() => rome.api.studies.participants.query({ id: 'OPEN', asRole: 'CenterAdmin' }), { ...byCentre, ...studyPurpose, means: 'screen' }],
  ],
  'POST /clinical_study RUN': [
    [() => runStudy('video'), { ...byManager, ...studyPurpose, means: 'screen' }],
    ...['csv', 'json', 'xlsx', 'xml'].map(
      (format) => [() => runStudy(format), { ...byManager, ...studyPurpose, means: 'export' }] as const,
    ),
  ],
  'studies.candidates': [
    [() => rome.api.studies.candidates.query({ id: 'IRON' }), { ...byCentre, means: 'reading', kinds: candidateKinds }],
  ],
  'POST /getStudyPatients': ['json', 'csv'].flatMap((format) => [
    [() => readCandidates(rome, { format }), { ...byCentre, means: format === 'json' ? 'reading' : 'export' }] as const,
    [
      () => readCandidates(server.visitor('staff'), { format, centerPwd: secret }),
      { actor: 'program', centre: 'Centro RM01', means: format === 'json' ? 'reading' : 'export' },
    ] as const,
  ]),
}

test('this test calls every command that reads patients’ data', () => {
  const commands = [
    ...[...procedures].map(([name, { meta }]) => ({ name, reads: meta.reads })),
    ...listLegacyPaths(legacyRoutes).map((path) => ({ name: formatPathName(path), reads: path.reads })),
  ]
  const reading = commands.filter(({ reads }) => reads === 'patients').map(({ name }) => name)
  expect(Object.keys(reads).toSorted()).toEqual(reading.toSorted())
})

test.each(Object.entries(reads))('the patient sees each %s at once, with role, centre, means and purpose', async (_name, calls) => {
  for (const [read, shown] of calls) {
    const before = await patient.api.home.patient.query()
    await read()
    const after = await patient.api.home.patient.query()
    expect(after.usesThisYear).toBe(before.usesThisYear + 1)
    expect(after.uses[0]).toMatchObject(shown)
  }
})

test('REQ-PAT-18: the patient sees a file that changes the own row, and neither a dry run nor a row without a change', async () => {
  const newest = async () => (await patient.api.home.dataUses.query({})).uses[0]
  const file = 'CENTER_ID,HB\r\nR1,9.5\r\n'
  const before = (await patient.api.home.patient.query()).usesThisYear
  await importFile('/putMedicalData', file, 'true')
  expect((await patient.api.home.patient.query()).usesThisYear).toBe(before)
  await importFile('/putMedicalData', file)
  expect(await newest()).toMatchObject({ ...byCentre, means: 'file', kinds: ['medical'], purpose: null, times: 1 })
  await importFile('/putMedicalData', file)
  expect((await patient.api.home.patient.query()).usesThisYear).toBe(before + 1)
  await importFile('/putPersonalData', 'CENTER_ID,ADDRESS_TOWN\r\nR1,Roma\r\n')
  expect(await newest()).toMatchObject({ ...byCentre, means: 'file', kinds: ['personal'] })
})

test('REQ-PAT-18: a change by the patient is no use by others', async () => {
  const before = (await patient.api.home.patient.query()).usesThisYear
  const own = await patient.api.personalData.read.query()
  expect(own).toBeDefined()
  await patient.ask('/patient/UpdatePersonalData', { json: { telephone: '0612345' } })
  expect((await patient.api.home.patient.query()).usesThisYear).toBe(before)
})

/** Adds answers of an earlier day, which the triggers refuse: at that time the document was not published. */
const answerAt = (who: typeof patient, day: string, answer: boolean) =>
  server.database.owner.begin(async (sql) => {
    await sql`ALTER TABLE consent_event DISABLE TRIGGER USER`
    await sql`
      INSERT INTO consent_event
      SELECT (jsonb_populate_record(e, jsonb_build_object('at', ${day}::text, 'answer', ${String(answer)}::text::jsonb,
        'seq', e.seq + (SELECT max(seq) FROM consent_event WHERE subject = e.subject)))).*
      FROM consent_event AS e JOIN patient AS p ON p.consent_subject = e.subject
      WHERE p.id = ${who.fixture.id} AND e.field IN ('C_DB_P', 'C_DB_M') AND e.at > '2019-01-01'`
    await sql`ALTER TABLE consent_event ENABLE TRIGGER USER`
  })

const addExport = (who: typeof patient, day: string, columns: readonly string[], filter = filterId) => server.database.owner`
  INSERT INTO export_manifest (at, actor, as_role, filter_id, filter_version, format, columns, patient_ids, excluded_no_consent, set_hash)
  VALUES (${day}::timestamptz, 'dm@example.org', 'DataManager', ${filter}, 1, 'csv', ${columns}, ARRAY[${who.fixture.id}::integer], 0, 'x')`

describe('REQ-PAT-18: the kinds of data are those that the reader received', () => {
  const addFilter = async (condition: object) => {
    const filter = {
      name: 'Donne',
      description: 'x',
      field_list: { PATIENT: ['SEX'], MEDICAL_DATA: { Laboratory: ['HB'] } },
      filter_list: condition,
    }
    return Number((await manager.ask('/inthem_query', { json: { action: 'ADD', ...filter } }))['id'])
  }
  const everyone = { PATIENT: [['center_code', '=', 'RM01']], MEDICAL_DATA: [] }

  test.each([
    ['both consents', { C_DB_P: true, C_DB_M: true }, ['registration', 'personal', 'medical']],
    ['no consent to clinical data', { C_DB_P: true, C_DB_M: false }, ['registration', 'personal']],
    ['no consent to personal data', { C_DB_P: false, C_DB_M: true }, ['registration', 'medical']],
    ['neither', { C_DB_P: false, C_DB_M: false }, ['registration']],
  ])('on screen and in a file, with %s', async (_name, answers, kinds) => {
    const who = await server.patient({ centre: 'RM01', centrePatientCode: `K1${kinds.join('')}`, consents: { ...allConsents, ...answers } })
    const id = await addFilter(everyone)
    await manager.api.savedFilters.run.query({ id, asRole: 'DataManager' })
    const file = await manager.post('/inthem_query', { json: { action: 'RUN', id, format: 'csv', as_role: 'DataManager' } })
    await file.arrayBuffer()
    const { uses } = await who.api.home.dataUses.query({})
    expect(uses.map((use) => [use.means, use.kinds])).toEqual([
      ['export', kinds],
      ['screen', kinds],
    ])
  })

  test('follow the consents of that time, not of today', async () => {
    const who = await server.patient({ centre: 'RM01', centrePatientCode: 'K2', consents: { ...allConsents, C_DB_M: false } })
    await answerAt(who, '2018-02-01', true)
    await answerAt(who, '2018-03-01', false)
    for (const day of ['2018-01-15', '2018-02-15', '2018-03-15']) await addExport(who, day, ['HB'])
    const { uses } = await who.api.home.dataUses.query({})
    expect(uses.map(({ day, kinds }) => [day, kinds])).toEqual([
      ['2018-03-15', []],
      ['2018-02-15', ['medical']],
      ['2018-01-15', []],
    ])
  })

  test('contain the data of the condition, also without their column', async () => {
    const who = await server.patient({ centre: 'RM01', centrePatientCode: 'K3', consents: allConsents })
    await answerAt(who, '2018-01-01', true)
    await addExport(who, '2018-02-01', ['SEX'])
    expect((await who.api.home.dataUses.query({})).uses[0]).toMatchObject({ kinds: ['personal', 'medical'] })
  })

  test('a row without any value is listed, and does not count as a use', async () => {
    const who = await server.patient({ centre: 'RM01', centrePatientCode: 'K4', consents: { ...allConsents, C_DB_M: false } })
    await server.database.owner`
      INSERT INTO export_manifest (actor, as_role, filter_id, filter_version, format, columns, patient_ids, excluded_no_consent, set_hash)
      VALUES ('dm@example.org', 'DataManager', ${filterId}, 1, 'csv', ARRAY['HB'], ARRAY[${who.fixture.id}::integer], 0, 'x')`
    const home = await who.api.home.patient.query()
    expect(home.usesThisYear).toBe(0)
    expect(home.uses).toMatchObject([{ means: 'export', kinds: [] }])
  })
})

describe('REQ-PAT-18: all uses', () => {
  let reader: typeof patient
  beforeAll(async () => {
    reader = await server.patient({ centre: 'RM01', centrePatientCode: 'R9', consents: allConsents })
    await server.database.owner`
      INSERT INTO export_manifest (at, actor, as_role, filter_id, filter_version, format, columns, patient_ids, excluded_no_consent, set_hash)
      SELECT timestamptz '2019-01-01 12:00Z' - make_interval(days => day), 'dm@example.org', 'DataManager', ${filterId}, 1, 'csv',
        CASE WHEN day % 2 = 0 THEN ARRAY['HB'] ELSE ARRAY['SEX', 'HB'] END, ARRAY[${reader.fixture.id}::integer], 0, 'x'
      FROM generate_series(1, 120) AS day, generate_series(1, 2)`
    await answerAt(reader, '2018-01-01', true)
  })

  test('come in pages of whole days, each day once, with the number of equal uses', async () => {
    const days: string[] = []
    let cursor: string | undefined
    do {
      const page = await reader.api.home.dataUses.query({ cursor })
      expect(page.uses.map(({ times }) => times)).toEqual(page.uses.map(() => 2))
      days.push(...page.uses.map(({ day }) => day))
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    expect(days).toHaveLength(120)
    expect(days).toEqual([...new Set(days)].toSorted().toReversed())
    expect(days[0]).toBe('2018-12-31')
  })

  test('are selected by kind of data and by period', async () => {
    const personal = await reader.api.home.dataUses.query({ kind: 'personal', cursor: '2018-10-01' })
    expect(personal.uses.length).toBeGreaterThan(10)
    expect(personal.uses.every(({ kinds }) => kinds.join() === 'personal,medical')).toBe(true)
    expect(await reader.api.home.dataUses.query({ kind: 'consents' })).toEqual({ uses: [], next: null })
    expect(await reader.api.home.dataUses.query({ days: 30 })).toEqual({ uses: [], next: null })
  })

  test('of earlier years are on the home page if there are none of this year', async () => {
    const home = await reader.api.home.patient.query()
    expect(home.usesThisYear).toBe(0)
    expect(home.uses.map(({ day }) => day)).toEqual(['2018-12-31', '2018-12-30', '2018-12-29', '2018-12-28', '2018-12-27'])
  })

  test.each([{ kind: 'everything' }, { days: 0 }, { cursor: '2018-13-01' }, { cursor: '0000-01-01' }, { patient: 1 }])(
    'refuse %j',
    async (selection) => {
      await expect(reader.api.home.dataUses.query(selection as object)).rejects.toThrow()
    },
  )

  test('never name a person', async () => {
    expect(JSON.stringify(await reader.api.home.dataUses.query({}))).not.toContain('example.org')
  })
})

test('a patient whose data nobody read sees no use, and own reads do not count', async () => {
  await patient.api.home.patient.query()
  expect(await other.api.home.patient.query()).toEqual({ uses: [], usesThisYear: 0 })
})

test('each of more than a thousand patients sees the same use', async () => {
  await makePatients(server.database.owner, { centre: 'RM01', count: 1200, consents: allConsents })
  const before = (await patient.api.home.patient.query()).usesThisYear
  await readConsents('csv')
  await readAsProgram('json')
  expect((await patient.api.home.patient.query()).usesThisYear).toBe(before + 2)
})
