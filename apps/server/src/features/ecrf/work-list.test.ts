import { monthsBefore } from '@registry/domain/calendar'
import { buildApplicability } from '@registry/domain/rules/applies'
import { countCompleteness, editableFields } from '@registry/domain/ecrf/form'
import { listAlerts } from '@registry/domain/ecrf/summary'
import { workListColumns, workListTasks, type WorkListColumn } from '@registry/domain/ecrf/work-list'
import { makeResults } from '@registry/db/testing/fixtures'
import { systemContext, withTransaction } from '@registry/db/transaction'
import { followUps } from '@registry/domain/indicators/indicators'
import { findField } from '@registry/domain/fields/dictionary'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatItalianDay } from '../../shared/day.ts'
import { readReferenceValues } from '../../shared/reference-values.ts'
import { checkCentres } from '../../jobs/record-checks.ts'
import { createImportFixture, type ImportFixture } from '../imports/testing/import-fixture.ts'

type Staff = Awaited<ReturnType<ImportFixture['server']['staff']>>
let fixture: ImportFixture
let rome: Staff
let milan: Staff
let today: string

beforeAll(async () => {
  fixture = await createImportFixture()
  rome = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'rome@example.org')
  milan = await fixture.server.staff([{ role: 'CenterAdmin', center: 'MI01' }], 'milan@example.org')
  today = formatItalianDay(fixture.server.deps.clock())
})
afterAll(() => fixture[Symbol.asyncDispose]())

type Search = NonNullable<Parameters<Staff['api']['ecrf']['patients']['query']>[0]>
const list = (search: Search) => rome.api.ecrf.patients.query(search)
const listCodes = async (search: Search) => (await list(search)).patients.map(({ code }) => code)
const listAllCodes = async (search: Search): Promise<readonly string[]> => {
  const codes: string[] = []
  let cursor: Search['cursor']
  do {
    const page = await list({ ...search, ...(cursor && { cursor }) })
    codes.push(...page.patients.map(({ code }) => code))
    cursor = page.next ?? undefined
  } while (cursor)
  return codes
}
const sign = async (code: string) => {
  const { version } = await rome.api.ecrf.read.query({ code })
  await rome.api.ecrf.sign.mutate({ code, year: Number(today.slice(0, 4)), version })
}
let alertCodes = 0
/** Sets the day of all saves of a record, and so of its last MRI and of each value. */
const setSaveDay = (code: string, day: string) =>
  fixture.server.database.owner.begin(async (sql) => {
    await sql`ALTER TABLE patient_medical_version DISABLE TRIGGER USER`
    await sql`UPDATE patient_medical_version SET at = ${`${day} 12:00+01`}
      WHERE patient_id = (SELECT patient_id FROM patient_identity WHERE centre_patient_code = ${code})`
    await sql`ALTER TABLE patient_medical_version ENABLE TRIGGER USER`
  })

describe('REQ-CRF-21: a row of the work list', () => {
  test('has the values of the record, and the work that is open', async () => {
    await fixture.patient('ROW-1', { personal: { dob: '1980-01-01', sex: 'M' }, medical: { fenotype: 'TDT', ferritin_last: 900 } })
    await rome.api.ecrf.save.mutate({ code: 'ROW-1', changes: { LIC_LAST: 5, WEIGHT: 151 } })
    await sign('ROW-1')
    const [row] = (await list({ search: 'ROW-1' })).patients
    expect(row).toMatchObject({
      sex: 'M',
      phenotype: 'TDT',
      ferritin: 900,
      mri: today,
      signature: 'valid',
      age: Number(today.slice(0, 4)) - 1980,
    })
    const { discrepancies } = row!
    expect(discrepancies).toBe(
      (await rome.api.discrepancies.ofRecord.query({ record: row!.record })).filter(({ state }) => state === 'open').length,
    )
    await rome.api.ecrf.save.mutate({ code: 'ROW-1', changes: { WEIGHT: 60 }, reason: 'errore' })
    expect((await list({ search: 'ROW-1' })).patients).toMatchObject([{ signature: 'broken' }])
  })

  test('REQ-CON-11: has no value of a section without consent', async () => {
    await fixture.patient('HIDE-1', {
      consents: { C_DB_P: false, C_DB_M: false },
      medical: { fenotype: 'TDT', ferritin_last: 900, lic_last: 4 },
    })
    await fixture.patient('HIDE-2', { consents: { C_DB_P: true, C_DB_M: false }, medical: { fenotype: 'TDT', ferritin_last: 900 } })
    expect((await list({ search: 'HIDE' })).patients).toMatchObject([
      { age: null, sex: null, phenotype: null, ferritin: null, mri: null, signature: null, filled: 0, total: 0, discrepancies: 0 },
      { age: expect.any(Number), sex: expect.any(String), phenotype: null, ferritin: null, mri: null },
    ])
    expect(await listCodes({ search: 'HIDE', phenotype: 'TDT' })).toEqual([])
  })

  test('is found by its whole code, in the caller’s centre only', async () => {
    await fixture.patient('WHOLE-1')
    await fixture.patient('WHOLE-12')
    expect(await listCodes({ code: 'WHOLE-1' })).toEqual(['WHOLE-1'])
    expect(await listCodes({ code: 'WHOLE' })).toEqual([])
    expect((await milan.api.ecrf.patients.query({ code: 'WHOLE-1' })).patients).toEqual([])
  })

  const codes = ['TRACE-0', 'TRACE-1', 'TRACE-2', 'TRACE-3']
  test.each<[string, () => Promise<unknown>]>([
    ['the list', () => list({ search: 'TRACE' })],
    ['the list for old programs', () => rome.call('/e_crf', { json: { action: 'LIST_PATIENTS', all_fields: true, rows_only: true } })],
    [
      'the sheets for a visit',
      async () => {
        for (const code of codes) await rome.api.ecrf.printVisit.query({ code })
      },
    ],
  ])('REQ-ADM-01: no read trace of %s names a field of a section without consent', async (_name, read) => {
    const ids: number[] = []
    for (const [index, code] of codes.entries()) {
      const [found] = await fixture.server.database.owner<
        { id: number }[]
      >`SELECT patient_id AS id FROM patient_identity WHERE centre_patient_code = ${code}`
      ids.push(found?.id ?? (await fixture.patient(code, { consents: { C_DB_P: index < 2, C_DB_M: index % 2 === 0 } })).id)
    }
    const { owner } = fixture.server.database
    const [last] = await owner<{ id: string }[]>`SELECT coalesce(max(id), 0) AS id FROM audit_log`
    await read()
    const traces = await owner<{ patients: number[]; columns: string[] }[]>`
      SELECT r.patient_ids AS patients, ARRAY(SELECT jsonb_array_elements_text(l.reads -> 'columns')) AS columns
      FROM audit_log AS l JOIN audit_read AS r ON r.entry_id = l.id WHERE l.id > ${last!.id}`
    const hasTable = (id: number, table: string) =>
      traces.filter(({ patients }) => patients.includes(id)).map(({ columns }) => columns.some((name) => findField(name)?.table === table))
    expect(ids.map((id) => hasTable(id, 'patient_personal'))).toEqual([[true], [true], [false], [false]])
    expect(ids.map((id) => hasTable(id, 'patient_medical'))).toEqual([[true], [false], [true], [false]])
  })

  test.each([
    ['FULL-1', { medical: { bmt: true, splenectomy: true, fenotype: 'TDT' } }],
    ['FULL-2', { medical: { bmt: false, hb_last: 9 }, personal: { dob: '1980-01-01', sex: 'F' } }],
    ['FULL-3', { consents: { C_DB_P: true, C_DB_M: false } }],
    ['FULL-4', { consents: { C_DB_P: false, C_DB_M: true } }],
  ])('REQ-CRF-18: %s is as complete as its form says', async (code, options) => {
    await fixture.patient(code, options)
    const { consents } = options as { consents?: { C_DB_P: boolean; C_DB_M: boolean } }
    if (consents?.C_DB_M !== false)
      await rome.api.ecrf.save.mutate({ code, changes: { ALT_LAST: '\\N:unknown', BMT_DATE: null, WEIGHT: 50 } })
    const [row] = (await list({ search: code })).patients
    const { values, missing } = await rome.api.ecrf.read.query({ code })
    const references = await withTransaction(fixture.server.database.server, systemContext, readReferenceValues)
    const visible = editableFields.filter(({ table }) => (table === 'patient_personal' ? row!.personal : row!.medical))
    expect({ filled: row!.filled, total: row!.total }).toEqual(
      countCompleteness(visible, { ...values, ...missing }, buildApplicability(references)),
    )
  })
})

describe('REQ-CRF-21: order and pages', () => {
  beforeAll(async () => {
    for (let number = 0; number < 60; number += 1) {
      const few = {
        fenotype: number % 3 === 0 ? null : ['TDT', 'NTDT'][number % 2]!,
        ferritin_last: number % 5 === 0 ? null : 100 * (number % 7) + 1,
      }
      const consents = { C_DB_P: number % 4 !== 0, C_DB_M: number % 6 !== 0 }
      await fixture.patient(`PAGE-${String(number).padStart(2, '0')}`, { consents, surname: `S${number % 8}`, medical: few })
    }
  })

  test.each(workListColumns.flatMap((column) => [false, true].map((descending) => ({ column, descending }))))(
    'by $column, descending $descending: the pages have each patient once, and those without a value last',
    async (order) => {
      const codes = await listAllCodes({ search: 'PAGE', order })
      expect(new Set(codes).size).toBe(60)
      expect(codes).toHaveLength(60)
      const rows = new Map((await listAllRows()).map((row) => [row.code, row]))
      const read: Partial<Record<WorkListColumn, (code: string) => string | number | null>> = {
        code: (code) => code,
        phenotype: (code) => rows.get(code)!.phenotype,
        ferritin: (code) => rows.get(code)!.ferritin,
        age: (code) => rows.get(code)!.age,
      }
      const value = read[order.column]
      if (!value) return
      const values = codes.map(value)
      const compare = (one: string | number, other: string | number) =>
        (one < other ? -1 : one > other ? 1 : 0) * (order.descending ? -1 : 1)
      const known = values.filter((one) => one !== null).toSorted(compare)
      expect(values).toEqual([...known, ...values.filter((one) => one === null)])
    },
  )

  const listAllRows = async () => {
    const first = await list({ search: 'PAGE' })
    return [...first.patients, ...(await list({ search: 'PAGE', cursor: first.next! })).patients]
  }

  test('counts the patients of all pages, and shows none of another centre', async () => {
    expect((await list({ search: 'PAGE' })).count).toBe(60)
    expect(await milan.api.ecrf.patients.query({ search: 'PAGE' })).toEqual({ patients: [], next: null, count: 0 })
    await expect(rome.api.ecrf.patients.query({ centre: 'MI01' })).rejects.toMatchObject({
      data: { detail: { code: 'permission_denied' } },
    })
  })

  test('a cursor of another order is no failure', async () => {
    const order = { column: 'ferritin', descending: false } as const
    expect(await listCodes({ search: 'PAGE', order, cursor: { key: 'a text', code: '' } })).not.toContain('PAGE-01')
  })
})

describe('REQ-CRF-21: the tasks', () => {
  test('are patients with open discrepancies, without an MRI for 24 months, and to sign for the year', async () => {
    await fixture.patient('TASK-1')
    await rome.api.ecrf.save.mutate({ code: 'TASK-1', changes: { WEIGHT: 60, LIC_LAST: 4 } })
    await sign('TASK-1')
    await fixture.patient('TASK-2')
    await rome.api.ecrf.save.mutate({ code: 'TASK-2', changes: { HB: 2.5, FENOTYPE: 'TDT' } })
    await fixture.patient('TASK-3', { consents: { C_DB_P: false, C_DB_M: false } })
    await fixture.patient('TASK-4', { medical: { dead_date: '2020-01-01' } })
    expect(await listCodes({ search: 'TASK', tasks: ['discrepancies'] })).toEqual(['TASK-2'])
    expect(await listCodes({ search: 'TASK', tasks: ['mri'] })).toEqual(['TASK-2'])
    expect(await listCodes({ search: 'TASK', tasks: ['signature'] })).toEqual(['TASK-2', 'TASK-4'])
    expect(await listCodes({ search: 'TASK', tasks: ['signature', 'mri'], phenotype: 'TDT' })).toEqual(['TASK-2'])
  })

  test('are counted for the whole centre', async () => {
    const { patients, tasks } = await rome.api.ecrf.workCounts.query({})
    expect(patients).toBe((await list({})).count)
    for (const task of workListTasks) expect([task, tasks[task]]).toEqual([task, (await list({ tasks: [task] })).count])
    expect((await milan.api.ecrf.workCounts.query({})).patients).toBe(0)
  })

  const old = '2020-01-01'
  test('REQ-CRF-12: a value to measure again has the patients that the indicator counts', async () => {
    const values = { ferritin_last: 900, t2_heart_last: 30, lic_last: 5 }
    await fixture.patient('OVERDUE-1', { medical: values })
    await fixture.patient('OVERDUE-2', { medical: values })
    await setSaveDay('OVERDUE-2', old)
    await fixture.patient('OVERDUE-3', { medical: { ...values, lic_last: null } })
    await fixture.patient('OVERDUE-4', { medical: { dead_date: old } })
    await fixture.patient('OVERDUE-5', { consents: { C_DB_P: true, C_DB_M: false } })
    expect(await listCodes({ search: 'OVERDUE', tasks: ['overdue-ferritin'] })).toEqual(['OVERDUE-2'])
    expect(await listCodes({ search: 'OVERDUE', tasks: ['overdue-t2-heart'] })).toEqual(['OVERDUE-2'])
    expect(await listCodes({ search: 'OVERDUE', tasks: ['overdue-lic'] })).toEqual(['OVERDUE-2', 'OVERDUE-3'])
    await checkCentres(fixture.server.deps)
    const { overdue } = await rome.api.indicators.read.query({})
    for (const { field, share } of overdue)
      expect([field, share.counted]).toEqual([field, (await list({ tasks: [followUps[field].task] })).count])
    const { owner } = fixture.server.database
    await owner`UPDATE setting SET value = '120' WHERE key = 'overdue_months_ferritin'`
    expect(await listCodes({ search: 'OVERDUE', tasks: ['overdue-ferritin'] })).toEqual([])
    expect((await rome.api.ecrf.workCounts.query({})).months).toEqual({
      FERRITIN_LAST: 120,
      T2_HEART_LAST: 24,
      LIC_LAST: 24,
      LAST_SEEN: 15,
    })
  })

  test('REQ-COH-09: a patient of whom nothing is known for 15 months is found, and stays in a saved view', async () => {
    const { owner } = fixture.server.database
    await fixture.patient('SEEN-1', { medical: { weight: 50 } })
    const recent = await fixture.patient('SEEN-2', { medical: { weight: 50 } })
    await makeResults(owner, recent.id, [{ takenOn: monthsBefore(today, 14), value: 900 }])
    const lost = await fixture.patient('SEEN-3', { medical: { weight: 50 } })
    await makeResults(owner, lost.id, [{ takenOn: monthsBefore(today, 16), value: 900 }])
    await fixture.patient('SEEN-4', { medical: { weight: 50 } })
    await setSaveDay('SEEN-4', old)
    await fixture.patient('SEEN-5', { medical: { dead_date: old } })
    const order = { column: 'code', descending: false } as const
    await rome.api.workListViews.save.mutate({ name: 'Non visti', shared: true, order, phenotype: null, tasks: ['not-seen'] })
    const [{ tasks } = { tasks: [] }] = await rome.api.workListViews.list.query({})
    expect(await listCodes({ search: 'SEEN', tasks })).toEqual(['SEEN-3', 'SEEN-4'])
  })

  test.each<[Parameters<ImportFixture['patient']>[1], { withdrawn?: true; mri?: string }]>([
    [{ medical: { t2_heart_last: 9.9, lic_last: 15.1, ferritin_last: 2501 } }, {}],
    [{ medical: { t2_heart_last: 10, lic_last: 15, ferritin_last: 2500 } }, {}],
    [{ medical: { egfr_last: 59, ict_dfx_dosage: 20, ict_dfp_compliance: 79 } }, {}],
    [{ medical: { egfr_last: 60, ict_dfx_dosage: 20, ict_dfp_compliance: 80 } }, {}],
    [{ medical: { immunization: 'NONE', splenectomy: true, t2_liver_last: 20 } }, {}],
    [{ medical: { lic_last: 4 } }, { mri: old }],
    [{ medical: { lic_last: 4, dead_date: old } }, { mri: old }],
    [{ medical: { dead_date: old } }, {}],
    [{}, { withdrawn: true }],
    [{ consents: { C_DB_P: true, C_DB_M: false }, medical: { ferritin_last: 2501 } }, {}],
  ])('REQ-CRF-09: the alerts of %j with %j are those of the record', async (options, { withdrawn, mri }) => {
    const code = `ALERT-${(alertCodes += 1)}`
    const { id } = await fixture.patient(code, options)
    if (mri !== undefined) await setSaveDay(code, mri)
    if (withdrawn)
      await fixture.server.database.owner.begin(async (sql) => {
        await sql`SELECT set_config('app.patient', ${String(id)}, true), set_config('app.actor', 'patient', true)`
        await sql`SELECT withdraw_patient(${id}, 'v1')`
      })
    const record = await rome.api.ecrf.read.query({ code })
    const alerts = listAlerts(record, today)
    const [row] = (await list({ search: code })).patients.filter((patient) => patient.code === code)
    expect(row!.alerts).toEqual(alerts)
    expect((await listCodes({ search: code, tasks: ['alerts'] })).includes(code)).toBe(alerts.length > 0)
    expect((await listCodes({ search: code, tasks: ['mri'] })).includes(code)).toBe(alerts.includes('no-mri'))
  })

  test('REQ-OBS-05: a value of dated results is as old as its newest result, not as its recording', async () => {
    await fixture.patient('DATED')
    const [ferritin, heart] = [monthsBefore(today, 130), monthsBefore(today, 30)]
    const typed = { comparator: '', sample: '' }
    await rome.api.observations.add.mutate({
      code: 'DATED',
      results: [
        { ...typed, analyte: 'FERRITIN', value: '2600', unit: 'ng/mL', takenOn: ferritin },
        { ...typed, analyte: 'T2_HEART', value: '21', unit: 'ms', takenOn: heart },
      ],
    })
    for (const task of ['mri', 'overdue-ferritin', 'overdue-t2-heart'] as const)
      expect(await listCodes({ search: 'DATED', tasks: [task] }), task).toEqual(['DATED'])
    const record = await rome.api.ecrf.read.query({ code: 'DATED' })
    expect(record).toMatchObject({ lastMri: heart, results: { FERRITIN: { first: ferritin, last: ferritin, count: 1 } } })
    expect((await list({ search: 'DATED' })).patients).toMatchObject([{ mri: heart, alerts: listAlerts(record, today) }])
    const again = { ...typed, analyte: 'FERRITIN', value: '900', unit: 'ng/mL', takenOn: monthsBefore(today, 1) }
    await rome.api.observations.add.mutate({ code: 'DATED', results: [again] })
    expect(await listCodes({ search: 'DATED', tasks: ['overdue-ferritin'] })).toEqual([])
  })

  test('REQ-CRF-09: an MRI is due when the alert of the record says so', async () => {
    await fixture.patient('MRI-1', { medical: { lic_last: 4 } })
    const [year, rest] = [Number(today.slice(0, 4)), today.slice(4)]
    await setSaveDay('MRI-1', `${year - 2}${rest}`)
    expect(await listCodes({ search: 'MRI-1', tasks: ['mri'] })).toEqual(['MRI-1'])
    await setSaveDay('MRI-1', `${year - 1}${rest}`)
    expect(await listCodes({ search: 'MRI-1', tasks: ['mri'] })).toEqual([])
  })
})
