import { afterAll, beforeAll, expect, test } from 'vitest'
import { allConsents, makeCentre, makePatients } from '@registry/db/testing/fixtures'
import { procedures } from '../../http/trpc/procedures.ts'
import { listLegacyPaths, formatPathName } from '../../http/legacy/route.ts'
import { legacyRoutes } from '../../legacy-routes.ts'
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

const filterPurpose = { purpose: 'Emoglobina bassa' }
const byManager = { actor: 'DataManager', centre: null, ...filterPurpose }
const byCentre = { actor: 'CenterAdmin', centre: 'Centro RM01' }

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
    [() => readConsents(format), { ...byCentre, purpose: null, means: 'consents' }] as const,
    [() => readAsProgram(format), { actor: 'program', centre: 'Centro RM01', purpose: null, means: 'consents' }] as const,
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
