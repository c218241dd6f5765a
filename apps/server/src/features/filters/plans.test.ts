import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Plan, PlanNode } from '@registry/db/testing/database'
import type { Predicate } from '@registry/domain/filter/predicate'
import { checkCentres } from '../../jobs/record-checks.ts'
import { refreshCohorts } from '../../jobs/cohorts.ts'
import { formatItalianDay } from '../../shared/day.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const centres = 10_300
const patientsOfCentre = 1
const patientTables = ['patient', 'patient_identity', 'patient_personal', 'patient_medical', 'record_discrepancy', 'study_patient']

let server: TestServer
let plans: Plan[] = []
let rome: Awaited<ReturnType<TestServer['staff']>>
let manager: Awaited<ReturnType<TestServer['staff']>>
let worldManager: Awaited<ReturnType<TestServer['staff']>>
let filterId: number

beforeAll(async () => {
  server = await startTestServer({ onPlan: (plan) => plans.push(plan) })
  const { owner } = server.database
  await owner.begin(async (sql) => {
    await sql`SELECT set_config('app.actor', 'fixture', true), set_config('app.source', 'system', true)`
    await sql`INSERT INTO centre (code, name, geotreeid, city) SELECT 'C' || n, 'Centro ' || n, 'ITI4', 'Roma' FROM generate_series(1, ${centres}) AS n`
    await sql`
      INSERT INTO patient (centre_code, login_mode)
      SELECT 'C' || c, 'Email' FROM generate_series(1, ${centres}) AS c, generate_series(1, ${patientsOfCentre})`
    await sql`
      INSERT INTO patient_identity (patient_id, centre_code, centre_patient_code, surname, name, email)
      SELECT id, centre_code, 'P' || id, 'BIANCHI', 'LUCA', 'p' || id || '@example.org' FROM patient`
    await sql`
      INSERT INTO record_discrepancy (patient_id, centre_code, check_key, fingerprint, personal, medical)
      SELECT id, centre_code, 'RULE-01', 'x', false, true FROM patient`
  })
  // The answers of 10,300 patients would take a minute; plans need the flags only.
  await owner.begin(async (sql) => {
    const tables = ['patient', 'patient_personal', 'patient_medical']
    for (const table of tables) await sql`ALTER TABLE ${sql(table)} DISABLE TRIGGER USER`
    await sql`UPDATE patient SET c_db = true, c_db_p = true, c_db_m = true, c_s = true`
    await sql`UPDATE patient_personal SET consented = true`
    await sql`UPDATE patient_medical SET consented = true, hb = 9`
    for (const table of tables) await sql`ALTER TABLE ${sql(table)} ENABLE TRIGGER USER`
  })
  await owner`
    INSERT INTO observation (patient_id, centre_code, analyte, taken_on, value, unit, standard_value, source, recorded_by)
    SELECT patient.id, patient.centre_code, analyte, DATE '2020-01-01' + 90 * n, 500 + 100 * n, 'x', 500 + 100 * n, 'file', 'fixture'
    FROM patient, unnest(ARRAY['FERRITIN', 'ALT', 'HB']) AS analyte, generate_series(1, 4) AS n`
  await owner`VACUUM ANALYZE`
  rome = await server.staff([{ role: 'CenterAdmin', center: 'C1' }])
  manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }])
  worldManager = await server.staff([{ role: 'DataManager', areaid: 'W' }])
  const global = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }])
  const saved = await global.api.savedFilters.save.mutate({
    name: 'Emoglobina bassa',
    description: 'HB sotto 10',
    fields: { PATIENT: ['SEX'], MEDICAL_DATA: { Laboratory: ['HB'] } },
    where: { kind: 'predicates', predicates: [{ field: 'HB', operator: '<', value: 10 }] },
  })
  filterId = saved.id
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(() => {
  plans = []
})

const listNodes = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)]

const listScans = () =>
  plans.flatMap((plan) =>
    listNodes(plan.Plan).flatMap((node) => {
      const table = node['Relation Name']
      if (table === undefined || !patientTables.includes(table)) return []
      const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      return [{ table, rows, filter: node.Filter ?? '', statement: plan['Query Text'] }]
    }),
  )

/** Counts the lists of centres that statements read: their policies have sub-plans with `unnest`. */
const countReadLists = () =>
  plans
    .flatMap((plan) => listNodes(plan.Plan))
    .filter((node) => node['Node Type'] === 'ProjectSet' && node['Parent Relationship'] === 'SubPlan' && node['Actual Loops'] > 0).length

type Call = (asRole: 'CenterAdmin' | 'DataManager') => Promise<unknown>
const getCaller = (asRole: 'CenterAdmin' | 'DataManager') => (asRole === 'CenterAdmin' ? rome : manager)
const exportAs = async (asRole: 'CenterAdmin' | 'DataManager'): Promise<void> => {
  const response = await getCaller(asRole).post('/inthem_query', { json: { action: 'RUN', id: filterId, format: 'csv', as_role: asRole } })
  expect(response.headers.get('content-type')).toContain('text/csv')
  await response.text()
}

const everybodysCalls: Readonly<Record<string, Call>> = {
  'savedFilters.run': (asRole) => getCaller(asRole).api.savedFilters.run.query({ id: filterId, asRole }),
  'a file of a filter': exportAs,
  'home.staff': (asRole) => getCaller(asRole).api.home.staff.query(),
  'cohort.read': (asRole) => getCaller(asRole).api.cohort.read.query({ asRole }),
}

const centresCalls: Readonly<Record<string, Call>> = {
  ...everybodysCalls,
  'ecrf.patients': () => rome.api.ecrf.patients.query({}),
  'discrepancies.list': () => rome.api.discrepancies.list.query({ state: 'open' }),
  'discrepancies.queries': () => rome.api.discrepancies.queries.query({ of: 'centre' }),
  'a file of consents': () => rome.post('/getConsents', { json: { format: 'csv', centerCode: 'C1' } }).then((response) => response.text()),
}

test.each(Object.entries(centresCalls))('REQ-GEO-02: %s of one centre reads its own rows only', async (_, call) => {
  await call('CenterAdmin')
  // A few statements read each patient of the centre again.
  expect(listScans().filter(({ rows }) => rows > 10 * patientsOfCentre)).toEqual([])
})

test.each(Object.entries(everybodysCalls))('REQ-GEO-02: %s of an area compares no row with a list of centres', async (_, call) => {
  await call('DataManager')
  expect(listScans().filter(({ filter }) => filter.includes('centre_code = ANY'))).toEqual([])
  expect(plans.length).toBeGreaterThan(0)
})

test('REQ-GEO-02: the rows of an area are found by a hashed list', async () => {
  await manager.api.savedFilters.run.query({ id: filterId, asRole: 'DataManager' })
  const patients = listScans().filter(({ table, rows }) => table === 'patient' && rows === centres * patientsOfCentre)
  expect(patients).not.toEqual([])
  expect(patients.filter(({ filter }) => !filter.includes('hashed SubPlan'))).toEqual([])
  expect(countReadLists()).toBeGreaterThan(0)
})

/** Each scan of results has the patient and the analyte in its index condition. */
const expectIndexed = (analyte: string): void => {
  const scans = plans.flatMap(({ Plan }) => listNodes(Plan).filter((node) => node['Relation Name'] === 'observation'))
  expect(scans).not.toEqual([])
  const isIndexed = (node: PlanNode): boolean => ['patient_id', analyte].every((part) => node['Index Cond']?.includes(part))
  expect(scans.filter((node) => !isIndexed(node))).toEqual([])
}

test('REQ-COH-09: the patients of a centre who were not seen are found by the index of their series', async () => {
  const { patients } = await rome.api.ecrf.patients.query({ tasks: ['not-seen'] })
  expect(patients).toHaveLength(patientsOfCentre)
  expectIndexed('analyte')
  expect(listScans().filter(({ rows }) => rows > 10 * patientsOfCentre)).toEqual([])
})

test('REQ-FIL-25: the months since a patient was last seen are found by the index of their series', async () => {
  const where = { kind: 'predicates' as const, predicates: [{ field: 'MONTHS_SINCE_LAST_SEEN', operator: '>=', value: 15 } as const] }
  const { steps } = await rome.api.savedFilters.count.query({ asRole: 'CenterAdmin', where })
  expect(steps.at(-1)?.remaining).toBe(patientsOfCentre)
  expectIndexed('analyte')
  expect(listScans().filter(({ rows }) => rows > 10 * patientsOfCentre)).toEqual([])
})

const resultConditions: readonly Predicate[] = [
  { field: 'FERRITIN', results: 'any', operator: '>', value: 850 },
  { field: 'FERRITIN', results: 'count', operator: '>=', value: 3 },
  { field: 'FERRITIN', results: 'months', operator: '>', value: 12 },
  { field: 'FERRITIN', results: 'value', day: '2024-12-31', operator: '>', value: 850 },
]

test.each(resultConditions)('REQ-FIL-32: a condition on $results results reads those of a patient by the index', async (predicate) => {
  const where = { kind: 'predicates' as const, predicates: [predicate] }
  const { steps } = await manager.api.savedFilters.count.query({ asRole: 'DataManager', where })
  expect(steps.at(-1)?.remaining).toBe(centres * patientsOfCentre)
  expectIndexed('FERRITIN')
  // No list of centres is compared with each result.
  expect(listScans().filter(({ filter }) => filter.includes('centre_code = ANY'))).toEqual([])
})

test('REQ-GEO-02: a user of the whole registry looks up no centre', async () => {
  await worldManager.api.savedFilters.run.query({ id: filterId, asRole: 'DataManager' })
  expect(listScans().some(({ table, rows }) => table === 'patient' && rows === centres * patientsOfCentre)).toBe(true)
  expect(countReadLists()).toBe(0)
})

test('REQ-CRF-10, REQ-COH-03: a run of the jobs reads no patient of a centre without a change', async () => {
  const today = formatItalianDay(server.deps.clock())
  await server.database.owner`INSERT INTO centre_check (centre_code, checked_on, imports) SELECT code, ${today}, 0 FROM centre`
  await server.database.owner`
    INSERT INTO cohort_summary (centre_code, computed_at, computed_on, imports, withdrawals) SELECT code, now(), ${today}, 0, 0 FROM centre`
  await checkCentres(server.deps)
  await refreshCohorts(server.deps)
  expect(listScans()).toEqual([])
  expect(plans.length).toBeGreaterThan(0)
  expect(plans.length).toBeLessThan(30)
})
