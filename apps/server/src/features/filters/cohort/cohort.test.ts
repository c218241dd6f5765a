import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CohortPage } from '@registry/api-contract/cohort'
import { allConsents, giveConsents, makeCentre, makePatient, makeResults } from '@registry/db/testing/fixtures'
import { refreshCohorts } from '../../../jobs/cohorts.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

type Staff = Awaited<ReturnType<TestServer['staff']>>
let server: TestServer
let [rome, milan, manager]: Staff[] = []

/** Adults of 46 years, in multiples of five, which rounding does not change. */
const groups = [
  {
    size: 20,
    consents: allConsents,
    personal: { dob: '1980-01-01', sex: 'F', address_nation: 'IT', address_area: 'R12' },
    medical: {
      fenotype: 'TDT',
      ferritin_last: 900,
      ict_type: 'DFX_FCT',
      diabetes: true,
      hospedalizations: 2,
      hospedal_causes: ['038.2', '008.8'],
      status: 'FOLLOWUP',
    },
  },
  {
    size: 10,
    consents: allConsents,
    personal: { dob: '1980-01-01', sex: 'M' },
    medical: { fenotype: 'NTDT', ferritin_last: 2500, diabetes: false, hospedalizations: 0, status: 'FOLLOWUP' },
  },
  {
    size: 10,
    consents: allConsents,
    personal: { dob: '1980-01-01', sex: 'F' },
    medical: { fenotype: 'TDT', status: 'DEAD', dead_date: '2010-01-01', dead_cause: 'x' },
  },
  { size: 10, consents: { ...allConsents, C_DB_M: false }, personal: { sex: 'F' }, medical: { fenotype: 'TDT' } },
  { size: 3, consents: allConsents, personal: { dob: '1980-01-01', sex: 'M' }, medical: { fenotype: 'SCD_CT', ict_type: 'DFO' } },
  { size: 4, consents: undefined, personal: { dob: '1980-01-01', sex: 'M' }, medical: { fenotype: 'TDT' } },
] as const

const readAs = (staff: Staff | undefined, asRole: 'DataManager' | 'CenterAdmin'): Promise<CohortPage> =>
  staff!.api.cohort.read.query({ asRole })
const refresh = (day = '2026-06-01') => refreshCohorts({ ...server.deps, clock: () => new Date(`${day}T10:00:00Z`) })
const find = (cells: CohortPage['own']['pyramid']['cells'], key: string) => cells.find((cell) => cell.key === key)?.patients

beforeAll(async () => {
  server = await startTestServer()
  const { owner } = server.database
  for (const centre of ['RM01', 'MI01', 'TO01', 'CA01', 'PA01']) await makeCentre(owner, centre, centre === 'RM01' ? 'ITI4' : 'ITC4')
  for (const [group, { size, consents, ...dataDomains }] of groups.entries())
    for (let index = 0; index < size; index += 1)
      await makePatient(owner, { centre: 'RM01', centrePatientCode: `${group}-${index}`, ...(consents && { consents }), ...dataDomains })
  for (const centre of ['MI01', 'TO01', 'CA01', 'PA01'])
    for (let index = 0; index < 5; index += 1)
      await makePatient(owner, { centre, centrePatientCode: `${centre}-${index}`, consents: allConsents, medical: { ferritin_last: 300 } })
  rome = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'rome@example.org')
  milan = await server.staff([{ role: 'CenterAdmin', center: 'MI01' }], 'milan@example.org')
  manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
})
afterAll(() => server[Symbol.asyncDispose]())

describe('REQ-COH-01, REQ-COH-03: the cohort of a centre', () => {
  test('is empty before the first computation', async () => {
    expect(await readAs(rome, 'CenterAdmin')).toMatchObject({ computedAt: null, own: { patients: 0 }, network: null, centres: [] })
  })

  test('counts living patients with the consents by age, sex and phenotype', async () => {
    await refresh()
    const { own, computedAt } = await readAs(rome, 'CenterAdmin')
    expect(new Date(computedAt!).toISOString()).toBe('2026-06-01T10:00:00.000Z')
    expect(own.patients).toBe(53)
    expect(find(own.pyramid.cells, '40|F|TDT')).toBe(20)
    expect(own.pyramid).toMatchObject({ missing: 0, withheld: 10 })
    expect(find(own.regions.cells, 'R12')).toBe(20)
  })

  test('counts iron, chelation, admissions, complications and missing values', async () => {
    const { own } = await readAs(rome, 'CenterAdmin')
    expect(own.ferritin).toMatchObject({ cells: [{ patients: 0 }, { patients: 20 }, { patients: 0 }, { patients: 10 }], withheld: 10 })
    expect(own.chelation.cells).toEqual([
      { key: 'DFX_FCT', patients: 20 },
      { key: 'DFO', patients: 3 },
    ])
    expect(own.admissions).toMatchObject({
      cells: [{ key: 'infection', patients: 20 }, { key: 'none' }],
      others: 0,
      missing: 3,
      withheld: 10,
    })
    expect(own.complications.find(({ key }) => key === 'DIABETES|40')).toEqual({ key: 'DIABETES|40', part: 20, total: 30 })
    // Of 43 patients with the consent, 20 have a ferritin and 10 another one. Nobody has the two other laboratory values.
    expect(own.missing.find(({ key }) => key === 'Laboratory')).toEqual({ key: 'Laboratory', part: 99, total: 129 })
  })

  test('estimates the survival of a decade of birth', async () => {
    const { own } = await readAs(rome, 'CenterAdmin')
    const curve = own.survival.find(({ decade }) => decade === '1980')
    // Ten of 43 patients died at 30.
    expect(curve?.patients).toBe(43)
    expect(curve?.dataPoints).toContainEqual({ age: 30, percent: 100 })
    expect(curve?.dataPoints).toContainEqual({ age: 35, percent: 77 })
    expect(own.survival.find(({ decade }) => decade === '1990')).toEqual({ decade: '1990', patients: null, dataPoints: [] })
  })
})

describe('REQ-COH-02, REQ-COH-04: small groups and other centres', () => {
  test('a small group of the network is hidden, every other number is a multiple of five, and no number is of another centre', async () => {
    const { own, network, centres } = await readAs(milan, 'CenterAdmin')
    expect(own.patients).toBe(5)
    expect(centres.map(({ code }) => code)).toEqual(['MI01'])
    expect(find(network!.pyramid.cells, '40|F|TDT')).toBe(20)
    expect(find(network!.pyramid.cells, '40|M|SCD')).toBeNull()
    expect(find(network!.pyramid.cells, '40|M|NTDT')).toBe(10)
    expect(find(network!.pyramid.cells, '70|M|NTDT')).toBe(0)
    expect(find(network!.ferritin.cells, '0')).toBe(20)
    // 20 patients of Milan, Turin, Cagliari and Palermo, and 53 of Rome.
    expect(network!.patients).toBe(75)
  })

  test('a data manager, who reads the rows of the area, sees exact numbers of the area and its centres', async () => {
    const { own, centres } = await readAs(manager, 'DataManager')
    expect(own.patients).toBe(73)
    expect(find(own.pyramid.cells, '40|M|SCD')).toBe(3)
    expect(centres.map(({ code, patients }) => [code, patients])).toEqual([
      ['CA01', 5],
      ['MI01', 5],
      ['PA01', 5],
      ['RM01', 53],
      ['TO01', 5],
    ])
  })

  test('there is no network of fewer than five centres', async () => {
    const { owner } = server.database
    await owner`UPDATE centre SET disabled_at = now() WHERE code = 'PA01'`
    expect((await readAs(milan, 'CenterAdmin')).network).toBeNull()
    await owner`UPDATE centre SET disabled_at = NULL WHERE code = 'PA01'`
  })

  test('nobody reads with another person’s role', async () => {
    await expect(readAs(rome, 'DataManager')).rejects.toMatchObject({ data: { detail: { code: 'permission_denied' } } })
  })
})

describe('REQ-COH-07: the cohort of a saved filter', () => {
  test('has the patients of the filter', async () => {
    const filter = await rome!.api.savedFilters.save.mutate({
      name: 'TDT',
      description: 'x',
      fields: { PATIENT: [], MEDICAL_DATA: { Laboratory: ['HB'] } },
      where: { kind: 'predicates', predicates: [{ field: 'FENOTYPE', operator: '=', value: 'TDT' }] },
    })
    const run = { id: filter.id, asRole: 'CenterAdmin' } as const
    const { own, centres } = await rome!.api.savedFilters.cohort.query(run)
    expect(own.patients).toBe(30)
    expect(find(own.ferritin.cells, '1')).toBe(20)
    expect(find(own.chelation.cells, 'DFX_FCT')).toBe(20)
    expect(centres.map(({ code }) => code)).toEqual(['RM01'])
    expect((await milan!.api.savedFilters.cohort.query(run)).own.patients).toBe(0)
  })
})

describe('REQ-COH-03: prepared numbers', () => {
  test('lose a withdrawn consent with the next reading', async () => {
    const { owner } = server.database
    const [{ subject } = { subject: '' }] = await owner<{ subject: string }[]>`
      SELECT p.consent_subject AS subject FROM patient AS p JOIN patient_medical AS m ON m.patient_id = p.id
      WHERE m.ict_type = 'DFX_FCT' ORDER BY p.id LIMIT 1`
    await giveConsents(owner, subject, { C_DB_M: false })
    const { own } = await readAs(rome, 'CenterAdmin')
    expect(own.chelation.cells[0]).toEqual({ key: 'DFX_FCT', patients: 19 })
    expect(own.ferritin.withheld).toBe(11)
  })

  test('include an import and a new day with the next run of the job', async () => {
    const { owner } = server.database
    await refresh()
    await makePatient(owner, { centre: 'MI01', centrePatientCode: 'new', consents: allConsents })
    await refresh()
    expect((await readAs(milan, 'CenterAdmin')).own.patients).toBe(5)
    await owner`
      INSERT INTO import_run (actor, centre_code, command, format, file_hash, ok, ko, detail)
      VALUES ('center MI01', 'MI01', 'putMedicalData', 'csv', 'x', 0, 0, '[]')`
    await refresh()
    expect((await readAs(milan, 'CenterAdmin')).own.patients).toBe(6)
    await makePatient(owner, { centre: 'MI01', centrePatientCode: 'newer', consents: allConsents })
    await refresh('2026-06-02')
    expect((await readAs(milan, 'CenterAdmin')).own.patients).toBe(7)
  })

  test('are written again only where they differ', async () => {
    const { owner } = server.database
    const listCells = () => owner<{ key: string; xmin: string }[]>`
      SELECT concat_ws(' ', indicator, nullif(key, ''), counted) AS key, xmin::text FROM cohort_cell WHERE centre_code = 'TO01' ORDER BY 1`
    await refresh('2026-06-03')
    const before = await listCells()
    expect(before).toContainEqual({ key: 'patients 5', xmin: expect.any(String) })
    await refresh('2026-06-04')
    expect(await listCells()).toEqual(before)
    await makePatient(owner, { centre: 'TO01', centrePatientCode: 'new', consents: allConsents })
    await refresh('2026-06-05')
    const after = await listCells()
    expect(after).toContainEqual({ key: 'patients 6', xmin: expect.any(String) })
    expect(after.filter((cell) => before.some(({ xmin }) => xmin === cell.xmin)).map(({ key }) => key)).toContain('ferritin 0 5')
  })

  test('an entry of the log names the fields and no patient', async () => {
    const [entry] = await server.database.owner`
      SELECT command, action, reads FROM audit_log WHERE command = 'cohort' ORDER BY at DESC LIMIT 1`
    expect(entry).toMatchObject({ command: 'cohort', action: 'READ', reads: { whose: 'centre MI01, a cohort' } })
  })
})

test('REQ-COH-09: survival follows a patient until the newest dated result, also one who was lost', async () => {
  const { owner } = server.database
  const find70 = async () => (await readAs(rome, 'CenterAdmin')).own.survival.find(({ decade }) => decade === '1970')
  for (let index = 0; index < 25; index += 1) {
    const state = index < 5 ? { status: 'DEAD', dead_date: '2005-06-01', dead_cause: 'x' } : { status: index < 15 ? 'FOLLOWUP' : 'LOST' }
    const patient = { centre: 'RM01', centrePatientCode: `seen-${index}`, consents: allConsents, personal: { dob: '1970-01-01' } }
    const { id } = await makePatient(owner, { ...patient, medical: state })
    // The last ten were seen at 30 and then never again: they are not among those of whom five die at 35.
    if (index >= 15) await makeResults(owner, id, [{ takenOn: '2000-06-01', value: 900 }])
  }
  await refresh('2026-06-08')
  expect(await find70()).toMatchObject({ patients: 25 })
  expect((await find70())?.dataPoints).toContainEqual({ age: 35, percent: 100 })
  // Five of the fifteen who were still followed.
  expect((await find70())?.dataPoints).toContainEqual({ age: 40, percent: 67 })
})
