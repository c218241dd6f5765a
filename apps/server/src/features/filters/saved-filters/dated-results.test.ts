import { giveConsents, makeResults, type ResultFixture } from '@registry/db/testing/fixtures'
import type { Predicate } from '@registry/domain/filter/predicate'
import { monthsBefore } from '@registry/domain/calendar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkFreeSql } from '../free-sql/free-sql.ts'
import { createExportFixture, exportFile, type ExportFixture } from '../exports/testing/export-fixture.ts'

let fixture: ExportFixture
let added = 0
type Patient = Awaited<ReturnType<ExportFixture['server']['patient']>>['fixture']
const patients: Patient[] = []

/** A patient whom a run names by the weight. */
const addPatient = async (centre: string, weight: number, results: readonly ResultFixture[]): Promise<void> => {
  const consents = { C_DB_P: true, C_DB_M: true }
  const { fixture: patient } = await fixture.server.patient({ centre, centrePatientCode: `D${weight}`, consents, medical: { weight } })
  await makeResults(fixture.server.database.owner, patient.id, results)
  patients.push(patient)
}

beforeAll(async () => {
  fixture = await createExportFixture()
  await addPatient('RM01', 51, [
    { takenOn: '2020-01-01', value: 3000 },
    { takenOn: '2021-06-01', value: 900 },
    { takenOn: '2021-06-01', value: 950 },
  ])
  await addPatient('MI01', 52, [{ takenOn: monthsBefore(fixture.today, 3), value: 1500 }])
  await addPatient('RM01', 53, [{ analyte: 'LIC', takenOn: '2021-06-01', value: 8, unit: 'mg/g' }])
})
afterAll(() => fixture.server[Symbol.asyncDispose]())

const medical = { PATIENT: [], MEDICAL_DATA: { Misc: ['WEIGHT'] } }
const save = (where: unknown) => {
  added += 1
  const content = { name: `Risultati ${added}`, description: 'Risultati', fields: medical, where }
  return fixture.manager.api.savedFilters.save.mutate(content as Parameters<typeof fixture.manager.api.savedFilters.save.mutate>[0])
}
const runAs = async (caller: ExportFixture['manager'], asRole: 'DataManager' | 'CenterAdmin', id: number) => {
  const { rows, total, excluded } = await caller.api.savedFilters.run.query({ id, asRole })
  return { weights: rows.map(([weight]) => weight).filter((weight) => weight !== null), total, excluded }
}
const run = async (...predicates: Predicate[]) => runAs(fixture.manager, 'DataManager', (await save({ kind: 'predicates', predicates })).id)

const ferritin = { field: 'FERRITIN', operator: '>=' } as const

describe('REQ-FIL-32: a filter with a condition on dated results', () => {
  test('selects by any result, their number, the months since the newest, and the value on a day', async () => {
    const select = async (predicate: Predicate) => (await run(predicate)).weights
    expect(await select({ ...ferritin, results: 'any', value: 1000 })).toEqual([51, 52])
    expect(await select({ ...ferritin, results: 'any', operator: 'between', value: [960, 2900] })).toEqual([52])
    expect(await select({ ...ferritin, results: 'count', value: 2 })).toEqual([51])
    expect(await select({ ...ferritin, results: 'count', operator: '=', value: 0 })).toEqual([53])
    expect(await select({ ...ferritin, results: 'months', operator: '=', value: 3 })).toEqual([52])
    expect(await select({ ...ferritin, results: 'months', operator: '>', value: 12, orMissing: true })).toEqual([51, 53])
    expect(await select({ ...ferritin, results: 'value', day: '2021-05-31', value: 1000 })).toEqual([51])
    expect(await select({ ...ferritin, results: 'value', day: '2021-06-01', operator: '=', value: 950 })).toEqual([51])
    expect(await select({ ...ferritin, field: 'LIC_LAST', results: 'any', operator: '>', value: 7 })).toEqual([53])
  })

  test('says that a patient without results has no value', async () => {
    // Three patients have no ferritin: the two of the fixture and one of these.
    const { total, excluded } = await run({ ...ferritin, results: 'months', value: 0 })
    expect({ total, ...excluded }).toMatchObject({ total: 2, noValue: 3, noConsent: 0 })
  })

  test('is the same as a text, which old programs read and send back', async () => {
    const where = { kind: 'predicates', predicates: [{ ...ferritin, results: 'value', day: '2021-06-01', value: 900 }] }
    const { id } = await save(where)
    const { rows } = (await fixture.manager.call('/inthem_query', { json: { action: 'LIST' } })) as { rows: Record<string, unknown>[] }
    const listed = rows.find((row) => row['id'] === id)
    expect(listed).toMatchObject({
      filter_list: { PATIENT: [], MEDICAL_DATA: [] },
      sql_condition: "result_at(FERRITIN, '2021-06-01') >= 900",
    })
    expect(await fixture.manager.call('/inthem_query', { json: { action: 'MODIFY', ...listed } })).toMatchObject({ success: true })
    expect((await runAs(fixture.manager, 'DataManager', id)).weights).toEqual([51])
  })

  test.each([
    ['any_result(FERRITIN) BETWEEN 960 AND 2900', [52]],
    ['NOT any_result(FERRITIN) > 1000', [53]],
    ['result_count(FERRITIN) > 0 AND months_since_result(FERRITIN) > 12', [51]],
    ["result_at(FERRITIN, '2020-12-31') > 2 * result_at(FERRITIN, '2021-12-31')", [51]],
  ])('can be written: %s', async (text, weights) => {
    const found = (await runAs(fixture.manager, 'DataManager', (await save({ kind: 'sql', text })).id)).weights
    expect(found).toEqual(weights)
  })

  test.each([
    ['any_result(FERRITIN)', 'sql_result_comparison'],
    ['1000 < any_result(FERRITIN)', 'sql_result_comparison'],
    ['any_result(FERRITIN) + 1 > 1000', 'sql_result_comparison'],
    ['any_result(FERRITIN) IN (1, 2)', 'sql_result_comparison'],
    ["any_result(FERRITIN) > 'alta'", 'sql_number'],
    ['any_result(SEX) > 1', 'sql_arguments'],
    ['result_count(FERRITIN, ALT) > 1', 'sql_arguments'],
    ["result_at(FERRITIN, '2024-02-30') > 1", 'sql_arguments'],
    ['result_at(FERRITIN) > 1', 'sql_arguments'],
  ])('is rejected: %s', async (text, code) => {
    expect(await checkFreeSql(text)).toMatchObject({ problem: { code } })
  })

  test('reads the results of the caller’s centres and of consented patients only', async () => {
    const { id } = await save({ kind: 'predicates', predicates: [{ ...ferritin, results: 'any', value: 0 }] })
    expect((await runAs(fixture.centre, 'CenterAdmin', id)).weights).toEqual([51])
    const [, milan] = patients
    await giveConsents(fixture.server.database.owner, milan!.subject, { C_DB_M: false })
    const { weights, excluded } = await runAs(fixture.manager, 'DataManager', id)
    expect(weights).toEqual([51])
    expect(excluded).toMatchObject({ noConsent: 1 })
    await giveConsents(fixture.server.database.owner, milan!.subject, { C_DB_M: true })
  })

  test('REQ-EXP-11: an export made again has the results of its moment, whatever was recorded and corrected since', async () => {
    const { owner } = fixture.server.database
    const { id } = await save({ kind: 'predicates', predicates: [{ ...ferritin, results: 'count', operator: '=', value: 1 }] })
    const first = await exportFile(fixture, fixture.manager, { id, format: 'csv', role: 'DataManager' })
    await makeResults(owner, patients[1]!.id, [{ takenOn: '2020-02-02', value: 700 }])
    await makeResults(owner, patients[2]!.id, [{ takenOn: '2020-02-02', value: 700 }])
    expect((await runAs(fixture.manager, 'DataManager', id)).weights).toEqual([53])
    const again = await fixture.manager.post('/export_again', { json: { id: first.id } })
    expect(Buffer.from(await again.arrayBuffer()).equals(first.body)).toBe(true)
  })
})

describe('REQ-FIL-25: the months since a patient was last seen', () => {
  const months = { field: 'MONTHS_SINCE_LAST_SEEN' } as const
  const fieldList = { PATIENT: [], MEDICAL_DATA: { Misc: ['WEIGHT', 'MONTHS_SINCE_LAST_SEEN'] } }
  let filterId: number

  beforeAll(async () => {
    const filter = { action: 'ADD', name: 'Mesi', description: 'Mesi', field_list: fieldList, sql_condition: 'MONTHS_SINCE_LAST_SEEN = 3' }
    filterId = Number((await fixture.manager.call('/inthem_query', { json: filter }))['id'])
  })

  test('are a condition, for each with the consent to clinical data', async () => {
    expect(await run({ ...months, operator: '>=', value: 15 })).toMatchObject({ weights: [51, 53] })
    expect(await run({ ...months, operator: '=', value: 3 })).toMatchObject({ weights: [52], total: 1 })
    // Without dated results the day of the last save counts.
    expect((await run({ ...months, operator: '=', value: 0 })).total).toBe(2)
    const [, milan] = patients
    await giveConsents(fixture.server.database.owner, milan!.subject, { C_DB_M: false })
    expect(await run({ ...months, operator: '=', value: 3 })).toMatchObject({ weights: [], excluded: { noConsent: 1 } })
    await giveConsents(fixture.server.database.owner, milan!.subject, { C_DB_M: true })
  })

  test('are a column of a file, which stays the same when it is made again after a later result', async () => {
    const first = await exportFile(fixture, fixture.manager, { id: filterId, format: 'csv', role: 'DataManager' })
    expect(first.body.toString()).toContain('52,3\r\n')
    await makeResults(fixture.server.database.owner, patients[1]!.id, [{ takenOn: fixture.today, value: 700 }])
    const again = await fixture.manager.post('/export_again', { json: { id: first.id } })
    expect(Buffer.from(await again.arrayBuffer()).equals(first.body)).toBe(true)
    expect(await run({ ...months, operator: '=', value: 3 })).toMatchObject({ weights: [] })
  })

  test('are whole years in coarser values, and count in the risk of an export', async () => {
    await makeResults(fixture.server.database.owner, patients[0]!.id, [{ takenOn: monthsBefore(fixture.today, 16), value: 700 }])
    const { id } = await fixture.manager.api.savedFilters.save.mutate({
      name: 'Mesi interi',
      description: 'Mesi',
      fields: { PATIENT: [], MEDICAL_DATA: { Misc: ['MONTHS_SINCE_LAST_SEEN'] } },
      where: { kind: 'predicates', predicates: [{ ...months, operator: 'between', value: [14, 20] }] },
    })
    const answer = await fixture.manager.post('/inthem_query', {
      json: { action: 'RUN', id, format: 'csv', as_role: 'DataManager', generalise: true },
    })
    expect(await answer.text()).toContain('\r\n12\r\n')
    expect(await fixture.manager.api.savedFilters.exportRisk.query({ id, asRole: 'DataManager' })).toMatchObject({ alone: 1 })
  })
})
