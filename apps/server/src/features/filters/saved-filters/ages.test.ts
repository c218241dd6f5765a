import type { SummaryRequest } from '@registry/api-contract/saved-filters'
import { allConsents } from '@registry/db/testing/fixtures'
import { withTransaction } from '@registry/db/transaction'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createExportFixture, exportFile, type ExportFixture } from '../exports/testing/export-fixture.ts'
import { runFilter } from './testing/fixture.ts'

let fixture: ExportFixture
let filterId: number

/** The day on which a person has just become so old. */
const bornYearsAgo = (years: number): string => `${Number(fixture.today.slice(0, 4)) - years}-01-01`

const fieldList = { PATIENT: ['SEX', 'AGE_BAND', 'AGE_AT_DEATH_BAND'], MEDICAL_DATA: { Diagnosis: ['YEARS_SINCE_DIAGNOSIS'] } }
const addFilter = async (content: Record<string, unknown>): Promise<number> => {
  const filter = { action: 'ADD', name: 'Età', description: 'Età', field_list: fieldList, ...content }
  const answer = await fixture.manager.call('/inthem_query', { json: filter })
  expect(answer).toMatchObject({ success: true })
  return Number(answer['id'])
}
const readRows = async (id: number) =>
  ((await (await runFilter(fixture.manager, id, 'video', 'DataManager')).json()) as { rows: Record<string, unknown>[] }).rows

beforeAll(async () => {
  fixture = await createExportFixture()
  const people = [
    { sex: 'F', dob: bornYearsAgo(44), consents: allConsents, medical: { dod: bornYearsAgo(40) } },
    { sex: 'M', dob: bornYearsAgo(90), consents: allConsents, medical: { dead_date: bornYearsAgo(2) } },
    {
      sex: 'M',
      dob: bornYearsAgo(7),
      consents: { ...allConsents, C_DB_M: false },
      medical: { dod: bornYearsAgo(5), dead_date: bornYearsAgo(1) },
    },
    {
      sex: 'F',
      dob: bornYearsAgo(30),
      consents: { ...allConsents, C_DB_P: false },
      medical: { dod: bornYearsAgo(20), dead_date: bornYearsAgo(3) },
    },
  ] as const
  for (const [index, { sex, dob, consents, medical }] of people.entries())
    await fixture.server.patient({ centre: 'RM01', centrePatientCode: `E${index}`, consents, personal: { sex, dob }, medical })
  // The two patients of the fixture have no date of birth here.
  filterId = await addFilter({ filter_list: { PATIENT: [], MEDICAL_DATA: [['FERRITIN_LAST', 'is null']] } })
})
afterAll(() => fixture.server[Symbol.asyncDispose]())

describe('REQ-FIL-25: ages of filters', () => {
  test('are bands and whole years at the day of the run, each with its consents', async () => {
    expect(await readRows(await addFilter({ filter_list: { PATIENT: [['AGE_BAND', 'is not null']], MEDICAL_DATA: [] } }))).toEqual([
      { SEX: 'F', AGE_BAND: '40-44', AGE_AT_DEATH_BAND: null, YEARS_SINCE_DIAGNOSIS: 40 },
      { SEX: 'M', AGE_BAND: '85+', AGE_AT_DEATH_BAND: '85+', YEARS_SINCE_DIAGNOSIS: null },
      { SEX: 'M', AGE_BAND: '5-9', AGE_AT_DEATH_BAND: null, YEARS_SINCE_DIAGNOSIS: null },
    ])
  })

  test('a missing band selects nobody whose consents hide it', async () => {
    const noDeath = await addFilter({ filter_list: { PATIENT: [['AGE_AT_DEATH_BAND', 'is null']], MEDICAL_DATA: [] } })
    const rows = await readRows(noDeath)
    expect(rows.filter(({ AGE_BAND }) => AGE_BAND === '40-44')).toHaveLength(1)
    expect(rows.filter(({ AGE_BAND }) => AGE_BAND === '5-9')).toEqual([])
  })

  test.each([
    ['a list of conditions', { filter_list: { PATIENT: [['age_band', 'in', ['40-44', '45-49']]], MEDICAL_DATA: [] } }],
    ['years', { filter_list: { PATIENT: [], MEDICAL_DATA: [['YEARS_SINCE_DIAGNOSIS', '>=', 40]] } }],
    ['free SQL', { sql_condition: "AGE_BAND = '40-44' AND YEARS_SINCE_DIAGNOSIS BETWEEN 39 AND 41" }],
  ])('are conditions: %s', async (_, content) => {
    expect(await readRows(await addFilter(content))).toEqual([expect.objectContaining({ AGE_BAND: '40-44', SEX: 'F' })])
  })

  test.each([[{ filter_list: { PATIENT: [['AGE_BAND', '=', '41-45']], MEDICAL_DATA: [] } }], [{ sql_condition: "AGE_BAND = '41-45'" }]])(
    'refuse a band that does not exist: %j',
    async (content) => {
      const filter = { action: 'ADD', name: 'Età', description: 'Età', field_list: fieldList, ...content }
      expect(await fixture.manager.call('/inthem_query', { json: filter })).toMatchObject({ success: false })
    },
  )

  test('are in the lists of fields of old programs, and ALL includes them', async () => {
    const info = await fixture.manager.api.savedFilters.fieldInfo.query('AGE_BAND')
    expect(info).toMatchObject({ type: 'list', operators: ['=', '<>', 'in', 'not in', 'is null', 'is not null'] })
    expect(info.options.slice(0, 2)).toEqual([
      { id: '0-4', label: '0-4' },
      { id: '5-9', label: '5-9' },
    ])
    const [row] = await readRows(
      await addFilter({ field_list: { PATIENT: 'ALL', MEDICAL_DATA: { Diagnosis: 'ALL' } }, sql_condition: "AGE_BAND = '40-44'" }),
    )
    expect(row).toMatchObject({ AGE_BAND: '40-44', YEARS_SINCE_DIAGNOSIS: 40 })
    expect(row).not.toHaveProperty('DOB')
  })

  test('are in a summary, with those whose consents hide them', async () => {
    const where: SummaryRequest['where'] = { kind: 'predicates', predicates: [{ field: 'FERRITIN_LAST', operator: 'is null' }] }
    const { fields } = await fixture.manager.api.savedFilters.summary.query({ asRole: 'DataManager', where, fields: ['AGE_AT_DEATH_BAND'] })
    expect(fields).toEqual([{ field: 'AGE_AT_DEATH_BAND', values: [{ value: '85+', patients: 1 }], others: 0, missing: 1, withheld: 1 }])
  })

  test.each(['csv', 'json', 'xml', 'xlsx', 'package'])(
    'are in a file: %s, with the same bytes after a change of the birth date',
    async (format) => {
      const { id, body } = await exportFile(fixture, fixture.manager, { id: filterId, format, role: 'DataManager' })
      const [{ id: patient } = { id: 0 }] = await fixture.server.database.owner<{ id: number }[]>`
      SELECT patient_id AS id FROM patient_personal WHERE dob = ${bornYearsAgo(44)}`
      const change = (dob: string) =>
        withTransaction(
          fixture.server.database.server,
          { actor: 'ca@example.org', source: 'form', scope: { kind: 'centre', centre: 'RM01' } },
          ({ sql }) => sql`UPDATE patient_personal SET dob = ${dob} WHERE patient_id = ${patient}`,
        )
      await change(bornYearsAgo(60))
      const again = await fixture.manager.post('/export_again', { json: { id, lang: 'it' } })
      expect(Buffer.from(await again.arrayBuffer()).equals(body)).toBe(true)
      await change(bornYearsAgo(44))
      if (format === 'csv') expect(body.toString()).toContain('F,40-44,,40\r\n')
    },
  )

  test('are ten years wide in coarser values', async () => {
    const answer = await fixture.manager.post('/inthem_query', {
      json: { action: 'RUN', id: filterId, format: 'csv', as_role: 'DataManager', generalise: true },
    })
    const text = await answer.text()
    expect(text).toContain('F,40-49,,40\r\n')
    expect(text).toContain('M,80+,80+,\r\n')
    expect(text).not.toContain('40-44')
  })

  test('count in the risk of an export', async () => {
    const ages = await addFilter({ field_list: { PATIENT: ['AGE_BAND'], MEDICAL_DATA: {} }, filter_list: {} })
    expect((await fixture.manager.api.savedFilters.exportRisk.query({ id: ages, asRole: 'DataManager' })).alone).toBeGreaterThan(2)
  })
})
