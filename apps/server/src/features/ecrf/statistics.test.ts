import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkCentres } from '../../jobs/record-checks.ts'
import { formatItalianDay } from '../../shared/day.ts'
import { createImportFixture, csv, type ImportFixture } from '../imports/testing/import-fixture.ts'

type Staff = Awaited<ReturnType<ImportFixture['server']['staff']>>
let fixture: ImportFixture
let rome: Staff
let today: string

beforeAll(async () => {
  fixture = await createImportFixture()
  rome = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'rome@example.org')
  today = formatItalianDay(fixture.server.deps.clock())
})
afterAll(() => fixture[Symbol.asyncDispose]())

const add = (code: string, ...results: (readonly [day: string, value: number])[]) =>
  rome.api.observations.add.mutate({
    code,
    results: results.map(([takenOn, value]) => ({
      analyte: 'FERRITIN',
      value: String(value),
      unit: 'ng/mL',
      comparator: '',
      takenOn,
      sample: '',
    })),
  })
const statistics = ['LAST', 'MEAN', 'MEDIAN', 'MAX', 'MIN'] as const
const readRecord = (code: string) => rome.api.ecrf.read.query({ code })
const read = async (code: string) => {
  const { values } = await readRecord(code)
  return statistics.map((name) => values[`FERRITIN_${name}`])
}
const sendFile = async (header: string, ...rows: readonly string[]) => {
  const answer = await fixture.sendBy(rome, '/putMedicalData', csv(header, ...rows))
  const { files } = await rome.api.imports.list.query({})
  return { answer, id: files[0]!.id }
}
const undo = (id: string) => rome.api.imports.undo.mutate({ id, reason: 'file sbagliato' })
/** Sets the day of a report of the last ferritin, as if it had been made then. */
const backdateReport = (code: string, day: string) =>
  fixture.server.database.owner.begin(async (sql) => {
    await sql`SELECT set_config('app.actor', 'fixture', true), set_config('app.computing', 'true', true)`
    await sql`
      UPDATE patient_medical SET value_sources = jsonb_set(value_sources, '{ferritin_last,on}', to_jsonb(${day}::text))
      WHERE patient_id = (SELECT patient_id FROM patient_identity WHERE centre_patient_code = ${code})`
  })
const listChecks = async (code: string) => {
  const { discrepancies } = await rome.api.discrepancies.list.query({ state: 'open' })
  return discrepancies.filter((one) => one.code === code).map(({ checkKey }) => checkKey)
}

describe('REQ-OBS-05: a program that knows no results', () => {
  test('reads the computed statistics, and its own value wherever it reports one', async () => {
    await fixture.patient('OLD')
    await add('OLD', ['2025-01-10', 800], ['2025-02-10', 700], ['2025-03-10', 600])
    const get = async (): Promise<unknown> =>
      (await rome.call('/e_crf', { json: { action: 'GET_PATIENT_DATA', CENTER_ID: 'OLD' } }))['medical_data']
    expect(await get()).toMatchObject({
      FERRITIN_LAST: 600,
      FERRITIN_MEAN: 700,
      FERRITIN_MEDIAN: 700,
      FERRITIN_MAX: 800,
      FERRITIN_MIN: 600,
    })
    const { answer } = await sendFile('CENTER_ID,FERRITIN_LAST', 'OLD,812')
    expect(answer).toMatchObject({ success: true, ok: 1, ko: 0 })
    expect(await get()).toMatchObject({ FERRITIN_LAST: 812, FERRITIN_MAX: 800 })
    expect((await readRecord('OLD')).sources).toMatchObject({
      FERRITIN_LAST: { by: 'differs', day: '2025-03-10', results: 3, computed: 600, reported: 812, on: today },
      FERRITIN_MAX: { by: 'computed', day: '2025-03-10', results: 3, computed: 800 },
    })
  })

  test('reports nothing by sending back what it read, and clears nothing', async () => {
    await fixture.patient('BACK')
    await add('BACK', ['2025-01-10', 800], ['2025-02-10', 700], ['2025-03-10', 601])
    const { version } = await readRecord('BACK')
    await sendFile('CENTER_ID,FERRITIN_LAST,FERRITIN_MEAN,FERRITIN_MAX', 'BACK,601,700.33,\\N')
    expect((await readRecord('BACK')).version).toBe(version)
    expect(await read('BACK')).toEqual([601, 700.333_333_333_333_4, 700, 800, 601])
  })
})

test('REQ-OBS-05, RULE-39: a report far from the results opens a discrepancy, which clearing the field corrects', async () => {
  await fixture.patient('FAR')
  await add('FAR', ['2025-01-10', 800])
  await rome.api.ecrf.save.mutate({ code: 'FAR', changes: { FERRITIN_LAST: 990 } })
  expect(await listChecks('FAR')).toEqual(['RULE-39.FERRITIN_LAST'])
  const { discrepancies } = await rome.api.discrepancies.list.query({ checkKey: 'RULE-39.FERRITIN_LAST' })
  expect(discrepancies).toMatchObject([{ code: 'FAR', values: [{ field: 'FERRITIN_LAST', text: '990 ng/mL', computed: '800 ng/mL' }] }])
  await rome.api.ecrf.save.mutate({ code: 'FAR', changes: { FERRITIN_LAST: null } })
  expect(await listChecks('FAR')).toEqual([])
  expect((await read('FAR'))[0]).toBe(800)
  await rome.api.ecrf.save.mutate({ code: 'FAR', changes: { FERRITIN_LAST: 950 } })
  expect(await listChecks('FAR')).toEqual([])
})

test('RULE-39: the nightly check opens the discrepancy of a report in a file, until a later result replaces the report', async () => {
  await fixture.patient('NIGHT')
  await add('NIGHT', ['2025-01-10', 800], ['2025-02-10', 700])
  await sendFile('CENTER_ID,FERRITIN_LAST,FERRITIN_MEAN', 'NIGHT,1200,760')
  await checkCentres(fixture.server.deps)
  expect(await listChecks('NIGHT')).toEqual(['RULE-39.FERRITIN_LAST'])
  await backdateReport('NIGHT', '2025-03-01')
  await add('NIGHT', ['2025-03-02', 650])
  await checkCentres(fixture.server.deps)
  expect(await listChecks('NIGHT')).toEqual([])
})

describe('REQ-OBS-04: a computed statistic', () => {
  test('breaks no signature and gives no conflict to a form that saves other fields', async () => {
    await fixture.patient('QUIET')
    const { version } = await readRecord('QUIET')
    await rome.api.ecrf.sign.mutate({ code: 'QUIET', year: Number(today.slice(0, 4)), version })
    await add('QUIET', ['2025-01-10', 800])
    expect(await rome.api.ecrf.signatures.query({ code: 'QUIET' })).toMatchObject({ signatures: [{ broken: false }] })
    expect((await rome.api.ecrf.patients.query({ search: 'QUIET' })).patients).toMatchObject([{ signature: 'valid' }])
    const save = (changes: object) => rome.api.ecrf.save.mutate({ code: 'QUIET', version, changes: { ...changes }, reason: 'prova' })
    expect(await save({ FERRITIN_LAST: 700 })).toMatchObject({ conflicts: [{ field: 'FERRITIN_LAST', source: 'computed' }] })
    expect(await save({ WEIGHT: 60 })).toMatchObject({ conflicts: [] })
    expect(await rome.api.ecrf.signatures.query({ code: 'QUIET' })).toMatchObject({ signatures: [{ broken: true }] })
  })

  test('prevents no undo of a file, which then computes the present statistics', async () => {
    await fixture.patient('UNDO')
    await add('UNDO', ['2025-01-10', 800], ['2025-02-10', 700])
    const { id } = await sendFile('CENTER_ID,WEIGHT,FERRITIN_LAST,FERRITIN_MAX', 'UNDO,61,812,5000')
    await add('UNDO', ['2025-03-10', 600])
    await add('UNDO', ['2025-03-11', 500])
    expect(await read('UNDO')).toEqual([812, 650, 650, 5000, 500])
    expect(await undo(id)).toEqual({ patients: 1 })
    expect(await read('UNDO')).toEqual([500, 650, 650, 800, 500])
    expect((await readRecord('UNDO')).values['WEIGHT']).toBeNull()
    expect((await readRecord('UNDO')).sources).toMatchObject({ FERRITIN_LAST: { by: 'computed' }, FERRITIN_MAX: { by: 'computed' } })
  })

  test('does not come back by the undo of a file over an earlier report, whose day stays', async () => {
    await fixture.patient('DAY', { medical: { ferritin_last: 850 } })
    await add('DAY', ['2025-01-10', 800])
    await backdateReport('DAY', '2025-02-01')
    const { id } = await sendFile('CENTER_ID,FERRITIN_LAST', 'DAY,812')
    await undo(id)
    expect((await readRecord('DAY')).sources['FERRITIN_LAST']).toMatchObject({ by: 'reported', reported: 850, on: '2025-02-01' })
    await add('DAY', ['2025-02-10', 700])
    expect((await read('DAY'))[0]).toBe(700)
  })

  test('follows a correction and a removal of its result', async () => {
    await fixture.patient('FOLLOWS')
    await add('FOLLOWS', ['2025-01-10', 800], ['2025-02-10', 7000])
    const { observations } = await rome.api.observations.list.query({ code: 'FOLLOWS' })
    const wrong = observations[1]!
    const typed = { value: '700', unit: 'ng/mL', comparator: '', takenOn: '2025-02-10', sample: '' }
    await rome.api.observations.correct.mutate({ code: 'FOLLOWS', id: wrong.id, ...typed, reason: 'errore' })
    expect(await read('FOLLOWS')).toEqual([700, 750, 750, 800, 700])
    const left = (await rome.api.observations.list.query({ code: 'FOLLOWS' })).observations.filter(({ ended }) => ended === null)
    for (const { id } of left) await rome.api.observations.remove.mutate({ code: 'FOLLOWS', id, reason: 'errore' })
    expect(await read('FOLLOWS')).toEqual([null, null, null, null, null])
    expect((await readRecord('FOLLOWS')).sources).toEqual({})
  })
})
