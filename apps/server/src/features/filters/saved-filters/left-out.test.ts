import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listExported } from '@registry/db/testing/exports'
import { allConsents, makeCentre } from '@registry/db/testing/fixtures'
import type { Expression } from '@registry/domain/expression/expression'
import { formatExpressionAsSql } from '@registry/domain/expression/sql-text'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { addFilter, type Staff } from './testing/fixture.ts'

let server: TestServer
let manager: Staff

/** One patient for each consent state. All but the first have every tested value. */
const consents = {
  empty: allConsents,
  full: allConsents,
  noMedical: { ...allConsents, C_DB_M: false },
  noPersonal: { ...allConsents, C_DB_P: false },
  medicalUnanswered: { C_DB_P: true },
  personalUnanswered: { C_DB_M: true },
  unregistered: undefined,
} as const

beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01', 'ITI4')
  manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
  for (const [centrePatientCode, answers] of Object.entries(consents)) {
    const missing = { missing_reasons: { weight: 'refused' } }
    const values =
      centrePatientCode === 'empty'
        ? { medical: missing }
        : { personal: { sex: 'F', lob_nation: 'IT' }, medical: { hb: 9, bmt: true, tt: 'REGULAR', ...missing } }
    await server.patient({ centre: 'RM01', centrePatientCode, ...values, ...(answers && { consents: answers }) })
  }
})
afterAll(() => server[Symbol.asyncDispose]())

const listNames = async (ids: readonly number[]): Promise<string[]> => {
  const rows = await server.database.owner<{ centre_patient_code: string }[]>`
    SELECT centre_patient_code FROM patient_identity WHERE patient_id = ANY (${[...ids]}) ORDER BY patient_id`
  return rows.map(({ centre_patient_code }) => centre_patient_code)
}

/** Returns the codes of the patients in the export's manifest, and checks the same number on screen. */
const findPatients = async (id: number) => {
  const shown = await manager.api.savedFilters.run.query({ id, asRole: 'DataManager' })
  const answer = await manager.post('/inthem_query', { json: { action: 'RUN', id, format: 'csv', as_role: 'DataManager' } })
  const file = await answer.text()
  const exportId = answer.headers.get('x-export-id') ?? ''
  const [excluded] = await server.database.owner<{ noConsent: number; noAnswer: number; noValue: number }[]>`
    SELECT excluded_no_consent AS "noConsent", excluded_no_answer AS "noAnswer", excluded_no_value AS "noValue"
    FROM export_manifest WHERE id = ${exportId}`
  const ids = await listExported(server.database.owner, exportId)
  expect(shown.total).toBe(ids.length)
  expect(shown.excluded).toEqual(excluded)
  return { names: await listNames(ids), excluded, file }
}

const createFilter = (predicate: readonly unknown[]) => {
  const personal = ['SEX', 'lob_nation'].includes(String(predicate[0]))
  return {
    field_list: { PATIENT: ['SEX'], MEDICAL_DATA: { Laboratory: ['HB'] } },
    filter_list: { [personal ? 'PATIENT' : 'MEDICAL_DATA']: [predicate] },
  }
}

test('REQ-FIL-09: the screen knows which cells lack the consent, and the legacy answer stays as it was', async () => {
  const id = await addFilter(manager, { field_list: { PATIENT: ['SEX'], MEDICAL_DATA: { Laboratory: ['HB'] } }, filter_list: {} })
  const { columns, rows, withheld } = await manager.api.savedFilters.run.query({ id, asRole: 'DataManager' })
  const [sex, hb] = [columns.indexOf('SEX'), columns.indexOf('HB')]
  const cells = rows.map((row, index) => {
    const describeCell = (column: number) =>
      withheld.some((one) => one.columns.includes(column) && one.rows.includes(index)) ? 'withheld' : row[column]
    return [describeCell(sex), describeCell(hb)]
  })
  expect(cells).toEqual([
    [null, null],
    ['F', 9],
    ['F', 'withheld'],
    ['withheld', 9],
    ['F', 'withheld'],
    ['withheld', 9],
  ])
  const legacy = await manager.post('/inthem_query', { json: { action: 'RUN', id, format: 'video', as_role: 'DataManager' } })
  expect(Object.keys((await legacy.json()) as object)).toEqual(['success', 'rows', 'total'])
})

describe('THREAT-32: a condition reveals nothing about values without consent', () => {
  const readable = ['full', 'noPersonal', 'personalUnanswered']
  test.each<[readonly unknown[], string[], object]>([
    [['HB', 'is null'], ['empty'], { noConsent: 1, noAnswer: 2, noValue: 0 }],
    [['HB', 'is not null'], readable, { noConsent: 1, noAnswer: 2, noValue: 0 }],
    [['WEIGHT', 'missing because', 'refused'], ['empty', ...readable], { noConsent: 1, noAnswer: 2, noValue: 0 }],
    [['WEIGHT', 'missing because', 'unknown'], [], { noConsent: 1, noAnswer: 2, noValue: 0 }],
    [['HB', 'missing because', 'refused'], [], { noConsent: 1, noAnswer: 2, noValue: 0 }],
    [['HB', '=', 9], readable, { noConsent: 1, noAnswer: 2, noValue: 1 }],
    [['HB', '<>', 7], readable, { noConsent: 1, noAnswer: 2, noValue: 1 }],
    [['HB', '<>', 7, 'or is null'], ['empty', ...readable], { noConsent: 1, noAnswer: 2, noValue: 0 }],
    [['TT', 'not in', ['NEVER']], readable, { noConsent: 1, noAnswer: 2, noValue: 1 }],
    [['SEX', 'is null'], ['empty'], { noConsent: 1, noAnswer: 2, noValue: 0 }],
    [['SEX', '=', 'F'], ['full', 'noMedical', 'medicalUnanswered'], { noConsent: 1, noAnswer: 2, noValue: 1 }],
    [['lob_nation', '<>', 'FR'], ['full', 'noMedical', 'medicalUnanswered'], { noConsent: 1, noAnswer: 2, noValue: 1 }],
  ])('%j', async (condition, names, excluded) => {
    expect(await findPatients(await addFilter(manager, createFilter(condition)))).toMatchObject({ names, excluded })
  })

  const hb = { field: 'HB' } as const
  test.each<[string, Expression, string[]]>([
    ['negation of a present value', { op: 'not', of: { op: 'is not null', of: hb } }, ['empty']],
    ['coalesce', { op: '=', left: { call: 'coalesce', args: [hb, { value: 0 }] }, right: { value: 0 } }, ['empty']],
    ['count of true values', { op: '=', left: { call: 'count_true', args: [{ field: 'BMT' }] }, right: { value: 0 } }, ['empty']],
    ['greatest', { op: '<', left: { call: 'greatest', args: [hb, { value: 1 }] }, right: { value: 5 } }, ['empty']],
    ['a consent, which is always visible', { op: 'is null', of: { field: 'C_DB_M' } }, ['medicalUnanswered']],
  ])('as a tree: %s', async (_what, tree, names) => {
    const fields = { PATIENT: ['SEX' as const], MEDICAL_DATA: {} }
    const { id } = await manager.api.savedFilters.save.mutate({
      name: 'n',
      description: 'd',
      fields,
      where: { kind: 'sql', text: formatExpressionAsSql(tree) },
    })
    expect((await findPatients(id)).names).toEqual(names)
  })

  test('without a condition all registered patients are exported, and columns without consent are empty', async () => {
    const { names, excluded, file } = await findPatients(await addFilter(manager, { ...createFilter([]), filter_list: {} }))
    expect(names).toEqual(Object.keys(consents).slice(0, -1))
    expect(excluded).toEqual({ noConsent: 0, noAnswer: 1, noValue: 0 })
    expect(file.trimEnd().split('\r\n').slice(1)).toEqual([',', 'F,9', 'F,', ',9', 'F,', ',9'])
  })
})
