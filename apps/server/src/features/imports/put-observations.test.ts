import { writeRows } from '@registry/tabular/write/rows'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkCentres } from '../../jobs/record-checks.ts'
import { centrePassword, createImportFixture, csv, type ImportFixture } from './testing/import-fixture.ts'

type Staff = Awaited<ReturnType<ImportFixture['server']['staff']>>
let fixture: ImportFixture
let rome: Staff

beforeAll(async () => {
  fixture = await createImportFixture()
  rome = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'rome@example.org')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const header = 'CENTER_ID,ANALYTE,VALUE,UNIT,TAKEN_ON,COMPARATOR,SAMPLE_ID'
const send = (rows: readonly string[], more = {}) => fixture.send('/putObservations', csv(header, ...rows), { more })
const sendByPerson = async (...rows: readonly string[]) => {
  const answer = await fixture.sendBy(rome, '/putObservations', csv(header, ...rows))
  const { files } = await rome.api.imports.list.query({})
  return { answer, id: files[0]!.id }
}
const read = async (code: string) => {
  const row = await fixture.stored('patient_medical', code)
  return ['last', 'mean', 'median', 'max', 'min'].map((statistic) => row[`ferritin_${statistic}`])
}
const five = (code: string): readonly string[] => [
  `${code},FERRITIN,1000,ng/mL,2025-01-10,,A1`,
  `${code},ferritin,"800,5",ug/L,2025-02-10,,`.replace('"800,5"', '800.5'),
  `${code},FERRITIN,2247,pmol/L,10/03/2025,,A3`,
  `${code},FERRITIN,700,ng/ml,2025-04-10,,`,
  `${code},FERRITIN,600,µg/L,2025-05-10,,`,
]
const statistics = [600, 820.1, 800.5, 1000, 600]

describe('REQ-OBS-07: a file of results', () => {
  test('in three units gives the exact statistics; the same file again changes nothing, and its undo restores every value', async () => {
    await fixture.patient('FIVE', { medical: { ferritin_last: 850, weight: 60 } })
    const before = await fixture.stored('patient_medical', 'FIVE')
    const { owner } = fixture.server.database
    const { answer, id } = await sendByPerson(...five('FIVE').map((row) => row.replace('2025', '2024')), 'NOBODY,HB,9,g/dL,2025-01-01,,')
    expect(answer).toMatchObject({
      success: true,
      ok: 5,
      ko: 1,
      detail: [{ row: 6, key: 'NOBODY', field: 'CENTER_ID', code: 'import_patient_unknown' }],
    })
    // A report of today wins over older results.
    expect(await read('FIVE')).toEqual([850, ...statistics.slice(1)])
    const versions = async () =>
      (
        await owner`SELECT FROM patient_medical_version AS v JOIN patient_identity AS i USING (patient_id) WHERE i.centre_patient_code = 'FIVE'`
      ).length
    const count = await versions()
    expect((await sendByPerson(...five('FIVE').map((row) => row.replace('2025', '2024')))).answer).toMatchObject({ ok: 5, ko: 0 })
    expect(await versions()).toBe(count)
    await rome.api.imports.undo.mutate({ id, reason: 'file sbagliato' })
    const { version: _after, ...after } = await fixture.stored('patient_medical', 'FIVE')
    const { version: _before, ...expected } = before
    expect(after).toEqual(expected)
    expect((await sendByPerson(...five('FIVE'))).answer).toMatchObject({ ok: 5 })
    expect(await read('FIVE')).toEqual([850, ...statistics.slice(1)])
  })

  test.each(['csv', 'json', 'xlsx', 'xml'] as const)('is read as %s', async (format) => {
    const code = `AS-${format}`
    await fixture.patient(code)
    const names = header.split(',')
    const cells = [
      [code, 'FERRITIN', 700.5, 'ng/mL', '2025-01-10', null, 'S1'],
      [code, 'HB', 95, 'g/L', '2025-01-10', '<', null],
    ]
    const columns = names.map((name) => ({ name, type: name === 'VALUE' ? 'number' : name === 'TAKEN_ON' ? 'date' : 'text' }) as const)
    const content = Buffer.from(await writeRows(cells, columns, format))
    expect(await fixture.send('/putObservations', content, { format })).toMatchObject({ success: true, ok: 2, ko: 0 })
    expect(await fixture.stored('patient_medical', code)).toMatchObject({ ferritin_last: 700.5, hb_last: 9.5, hb_mean: null })
  })

  test('makes one version of each record, however many results it has', async () => {
    await fixture.patient('ONCE')
    await send(five('ONCE'))
    expect((await fixture.stored('patient_medical', 'ONCE'))['version']).toBe(2)
  })

  test('reports each wrong row with column and reason, and stores nothing of it', async () => {
    await fixture.patient('BAD', { personal: { dob: '1980-01-02', sex: 'F' }, medical: { status: 'DEAD', dead_date: '2025-06-30' } })
    await fixture.patient('NOCONSENT', { consents: { C_DB_P: true } })
    const answer = await send([
      'BAD,BILIRUBIN,1,U/L,2025-01-01,,',
      'BAD,GLUCOSE,1,mg/dL,2025-01-01,,',
      'BAD,HB,9,g/dL,2025-01-01,<=,',
      'BAD,HB,nine,g/dL,2025-01-01,,',
      'BAD,HB,99,g/dL,2025-01-01,,',
      'BAD,HB,9,g/dL,2999-01-01,,',
      'BAD,HB,9,g/dL,2025-01-01 07:30,,',
      'BAD,HB,9,g/dL,1980-01-01,,',
      'BAD,HB,9,g/dL,2025-07-01,,',
      'BAD,HB,9,g/dL,2025-01-01,,S1',
      'BAD,HB,8,g/dL,2025-01-01,,S1',
      'NOCONSENT,HB,9,g/dL,2025-01-01,,',
      'BAD,HB,−9,g/dL,2025-01-01,,',
    ])
    expect(answer).toMatchObject({ ok: 1, ko: 12 })
    expect(answer.detail?.map(({ row, field, code }) => [row, field, code])).toEqual([
      [1, 'UNIT', 'observation_unit_unknown'],
      [2, 'ANALYTE', 'observation_analyte_unknown'],
      [3, 'COMPARATOR', 'observation_comparator_wrong'],
      [4, 'VALUE', 'value_number_invalid'],
      [5, 'VALUE', 'value_too_high'],
      [6, 'TAKEN_ON', 'value_date_future'],
      [7, 'TAKEN_ON', 'value_date_invalid'],
      [8, 'TAKEN_ON', 'observation_before_birth'],
      [9, 'TAKEN_ON', 'observation_after_death'],
      [11, 'SAMPLE_ID', 'observation_sample_differs'],
      [12, 'CENTER_ID', 'consent_medical_missing'],
      [13, 'VALUE', 'value_too_low'],
    ])
    expect(await fixture.stored('patient_medical', 'BAD')).toMatchObject({ hb_last: 9, hb_max: 9, bilirubin_last: null })
  })

  test('has days as other files have them, also with a time of midnight', async () => {
    await fixture.patient('DAYS')
    expect(await send(['DAYS,HB,9,g/dL,2025-01-01 00:00:00,,', 'DAYS,HB,8,g/dL,02.01.2025,,'])).toMatchObject({ ok: 2, ko: 0 })
    expect(await fixture.stored('patient_medical', 'DAYS')).toMatchObject({ hb_last: 8, hb_max: 9 })
  })

  test('gives a filter the exact statistics', async () => {
    await fixture.patient('FILTERED')
    await send(five('FILTERED'))
    const filter = {
      name: 'Ferritina',
      description: 'x',
      field_list: {
        PATIENT: [],
        MEDICAL_DATA: { Laboratory: ['FERRITIN_LAST', 'FERRITIN_MEAN', 'FERRITIN_MEDIAN', 'FERRITIN_MAX', 'FERRITIN_MIN'] },
      },
      filter_list: { PATIENT: [], MEDICAL_DATA: [['FERRITIN_MEAN', '=', 820.1]] },
    }
    const { id } = await rome.call('/inthem_query', { json: { action: 'ADD', ...filter } })
    const { rows } = await rome.call('/inthem_query', { json: { action: 'RUN', id, format: 'video', as_role: 'CenterAdmin' } })
    const names = ['FERRITIN_LAST', 'FERRITIN_MEAN', 'FERRITIN_MEDIAN', 'FERRITIN_MAX', 'FERRITIN_MIN']
    const found = (rows as Record<string, unknown>[]).map((row) => names.map((name) => row[name]))
    expect(found).toContainEqual(statistics)
  })

  test('with ; as delimiter has a decimal comma, and rejects an ambiguous point', async () => {
    await fixture.patient('COMMA')
    const lines = [header.replaceAll(',', ';'), 'COMMA;FERRITIN;800,5;ng/mL;2025-01-01;;', 'COMMA;FERRITIN;1.200;ng/mL;2025-01-02;;']
    expect(await fixture.send('/putObservations', csv(...lines))).toMatchObject({
      ok: 1,
      ko: 1,
      detail: [{ code: 'value_number_ambiguous' }],
    })
    expect((await read('COMMA'))[0]).toBe(800.5)
  })

  test('has no more than 50,000 rows, and the columns of one result', async () => {
    await fixture.patient('MANY')
    const rows = Array.from({ length: 50_001 }, () => 'MANY,HB,9,g/dL,2025-01-01,,')
    expect(await send(rows)).toMatchObject({ success: false, code: 'file_rows_too_many' })
    expect(await fixture.send('/putObservations', csv('CENTER_ID,ANALYTE,VALUE,TAKEN_ON', 'MANY,HB,9,2025-01-01'))).toMatchObject({
      success: false,
      code: 'file_column_missing',
    })
    expect(await read('MANY')).toEqual([null, null, null, null, null])
  })

  test('is checked by a dry run that stores nothing, and gives its rejected rows', async () => {
    await fixture.patient('DRY')
    expect(await send(['DRY,HB,9,g/dL,2025-01-01,,', 'DRY,HB,9,mg/dL,2025-01-02,,'], { dry_run: 'true' })).toMatchObject({
      dry_run: true,
      ok: 1,
      ko: 1,
    })
    expect(await fixture.stored('patient_medical', 'DRY')).toMatchObject({ hb_last: null, version: 1 })
    const answer = await rome.post('/putObservations', {
      multipart: { format: 'csv', lang: 'it', refused_rows: 'true' },
      file: { name: 'file.csv', content: csv(header, 'DRY,HB,9,mg/dL,2025-01-02,,') },
    })
    expect(await answer.text()).toContain('DRY,HB,9,mg/dL,2025-01-02,,,"UNIT: Unità non accettata')
  })

  test('keeps results that were corrected since its undo, and its other results can be sent again', async () => {
    await fixture.patient('KEPT')
    const { id } = await sendByPerson('KEPT,HB,9,g/dL,2025-01-01,,', 'KEPT,HB,10,g/dL,2025-02-01,,')
    const { observations } = await rome.api.observations.list.query({ code: 'KEPT' })
    const typed = { value: '8', unit: 'g/dL', comparator: '', takenOn: '2025-01-01', sample: '' }
    await rome.api.observations.correct.mutate({ code: 'KEPT', id: observations[0]!.id, ...typed, reason: 'errore' })
    expect(await rome.api.imports.undo.mutate({ id, reason: 'file sbagliato' })).toEqual({
      patients: 1,
      kept: { count: 1, first: [{ key: 'KEPT', analyte: 'HB', takenOn: '2025-01-01' }] },
    })
    expect(await fixture.stored('patient_medical', 'KEPT')).toMatchObject({ hb_last: 8, hb_max: 8 })
    expect((await sendByPerson('KEPT,HB,9,g/dL,2025-01-01,,', 'KEPT,HB,10,g/dL,2025-02-01,,')).answer).toMatchObject({ ok: 2 })
    expect(await fixture.stored('patient_medical', 'KEPT')).toMatchObject({ hb_last: 10, hb_min: 8 })
  })
})

describe('RULE-40: a death before results of the record', () => {
  const hasDiscrepancy = async (wanted: string): Promise<boolean> => {
    await checkCentres(fixture.server.deps)
    const { discrepancies } = await rome.api.discrepancies.list.query({ state: 'open', checkKey: 'RULE-40' })
    return discrepancies.some(({ code }) => code === wanted)
  }

  test('is imported from a file with a warning; the nightly check opens the discrepancy, and the undo of the results ends it', async () => {
    await fixture.patient('DEATH')
    const { id } = await sendByPerson('DEATH,WEIGHT,60,kg,2025-07-01,,')
    const file = csv('CENTER_ID,STATUS,DEAD_DATE,DEAD_CAUSE', 'DEATH,DEAD,2025-06-30,OTHER')
    expect(await fixture.sendBy(rome, '/putMedicalData', file)).toMatchObject({
      ok: 1,
      ko: 0,
      detail: [{ row: 1, key: 'DEATH', field: 'DEAD_DATE', code: 'warning_rule_results_after_death' }],
    })
    expect(await hasDiscrepancy('DEATH')).toBe(true)
    await rome.api.imports.undo.mutate({ id, reason: 'di un altro paziente' })
    expect(await hasDiscrepancy('DEATH')).toBe(false)
  })

  test('is none on the day of the last result; a later result of a file is then rejected', async () => {
    await fixture.patient('SAME-DAY')
    await sendByPerson('SAME-DAY,WEIGHT,60,kg,2025-06-30,,')
    const file = csv('CENTER_ID,STATUS,DEAD_DATE,DEAD_CAUSE', 'SAME-DAY,DEAD,2025-06-30,OTHER')
    expect(await fixture.sendBy(rome, '/putMedicalData', file)).toMatchObject({ ok: 1, ko: 0, detail: [] })
    expect((await sendByPerson('SAME-DAY,WEIGHT,60,kg,2025-07-01,,')).answer).toMatchObject({
      ok: 0,
      ko: 1,
      detail: [{ field: 'TAKEN_ON', code: 'observation_after_death' }],
    })
    expect(await hasDiscrepancy('SAME-DAY')).toBe(false)
  })
})

describe('REQ-OBS-06: the undo of a file', () => {
  test('over earlier results restores every value and its source, if nothing came since', async () => {
    await fixture.patient('EARLIER')
    await sendByPerson('EARLIER,FERRITIN,900,ng/mL,2024-12-10,,')
    await sendByPerson('EARLIER,FERRITIN,800,ng/mL,2025-01-10,,')
    const { version: _before, ...before } = await fixture.stored('patient_medical', 'EARLIER')
    const { id } = await sendByPerson('EARLIER,FERRITIN,600,ng/mL,2025-02-10,,', 'EARLIER,FERRITIN,500,ng/mL,2025-03-10,<,')
    await rome.api.imports.undo.mutate({ id, reason: 'file sbagliato' })
    const { version: _after, ...after } = await fixture.stored('patient_medical', 'EARLIER')
    expect(after).toEqual(before)
    // A value that a program read before the undo is a reported value again.
    await fixture.sendBy(rome, '/putMedicalData', csv('CENTER_ID,FERRITIN_LAST,FERRITIN_MAX', 'EARLIER,500,900'))
    expect((await rome.api.ecrf.read.query({ code: 'EARLIER' })).sources).toMatchObject({
      FERRITIN_LAST: { by: 'differs', reported: 500 },
      FERRITIN_MAX: { by: 'computed' },
    })
  })

  test('keeps what came since', async () => {
    await fixture.patient('SINCE')
    await sendByPerson('SINCE,FERRITIN,800,ng/mL,2025-01-10,,')
    const { id } = await sendByPerson('SINCE,FERRITIN,600,ng/mL,2025-02-10,,')
    await sendByPerson('SINCE,FERRITIN,700,ng/mL,2025-03-10,,')
    await rome.api.imports.undo.mutate({ id, reason: 'file sbagliato' })
    expect(await read('SINCE')).toEqual([700, 750, 750, 800, 700])
  })
})

describe('REQ-OBS-08: the results of a centre', () => {
  test('come back as they were sent, from a day on, of patients with consent', async () => {
    await fixture.patient('SENT')
    await fixture.patient('HIDDEN')
    await send(['SENT,FERRITIN,2247,pmol/L,2025-01-10,>,A1', 'HIDDEN,HB,9,g/dL,2025-01-10,,'])
    const { owner } = fixture.server.database
    await owner`UPDATE patient_medical SET consented = false WHERE patient_id = (SELECT patient_id FROM patient_identity WHERE centre_patient_code = 'HIDDEN')`
    const get = async (more = {}) => {
      const answer = await fixture.server.visitor('staff').call('/getObservations', {
        json: { centerCode: 'RM01', centerPwd: centrePassword('RM01'), format: 'json', lang: 'it', ...more },
      })
      return answer as { code?: string; rows: { CENTER_ID: string }[] }
    }
    const ofTest = (rows: readonly { CENTER_ID: string }[]) => rows.filter(({ CENTER_ID: code }) => code === 'SENT' || code === 'HIDDEN')
    const sent = {
      CENTER_ID: 'SENT',
      ANALYTE: 'FERRITIN',
      VALUE: 2247,
      UNIT: 'pmol/L',
      TAKEN_ON: '2025-01-10',
      COMPARATOR: '>',
      SAMPLE_ID: 'A1',
    }
    expect(ofTest((await get()).rows)).toEqual([sent])
    expect(ofTest((await get({ since: '2020-01-01' })).rows)).toEqual([sent])
    expect((await get({ since: '2999-01-01' })).rows).toEqual([])
    expect((await get({ since: 'yesterday' })).code).toBe('validation_failed')
    const file = await rome.post('/getObservations', { json: { format: 'csv', lang: 'it' } })
    expect(await file.text()).toContain('SENT,FERRITIN,2247,pmol/L,2025-01-10,>,A1')
  })
})
