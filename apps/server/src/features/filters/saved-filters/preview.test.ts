import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allConsents } from '@registry/db/testing/fixtures'
import { previewRowsMax } from '@registry/domain/filter/limits'
import { createFilterFixture, runFilter, type FilterFixture } from './testing/fixture.ts'

let fixture: FilterFixture
beforeAll(async () => {
  fixture = await createFilterFixture()
})
afterAll(() => fixture.server[Symbol.asyncDispose]())

const all = { kind: 'predicates' as const, predicates: [] }
const ferritin = { kind: 'sql' as const, text: 'FERRITIN_LAST > 1800' }
const fields = {
  PATIENT: ['SEX' as const],
  MEDICAL_DATA: { Laboratory: ['FERRITIN_LAST' as const] },
  ORDER: ['FERRITIN_LAST' as const, 'SEX' as const],
}

describe('REQ-FIL-29: the preview of a filter that is being edited', () => {
  test('has the columns in their order, and withholds values as a run does', async () => {
    const { manager } = fixture
    const found = await manager.api.savedFilters.preview.query({ asRole: 'DataManager', where: all, fields })
    expect(found.columns).toEqual(['FERRITIN_LAST', 'SEX'])
    expect(found.rows).toEqual([
      [1500, 'F'],
      [2000, 'M'],
      [null, 'M'],
    ])
    expect(found.withheld).toEqual([{ columns: [0], rows: [2] }])
    const { id } = await manager.api.savedFilters.save.mutate({ name: 'Salvato', description: 'Lo stesso filtro', fields, where: all })
    expect(await manager.api.savedFilters.run.query({ id, asRole: 'DataManager' })).toEqual(found)
  })

  test('shows a centre its own patients, and a global administrator nobody', async () => {
    const { rome, milan, global } = fixture
    const input = { asRole: 'CenterAdmin' as const, where: ferritin, fields }
    expect((await milan.api.savedFilters.preview.query(input)).rows).toEqual([[2000, 'M']])
    expect((await rome.api.savedFilters.preview.query(input)).rows).toEqual([])
    await expect(global.api.savedFilters.preview.query(input)).rejects.toMatchObject({ message: expect.stringContaining('permess') })
    await expect(rome.api.savedFilters.preview.query({ ...input, asRole: 'DataManager' })).rejects.toThrow()
  })

  test('reads 20 patients and names only these in the log, also for a stored filter', async () => {
    const { server, manager } = fixture
    for (let number = 0; number < previewRowsMax; number += 1)
      await server.patient({ centre: 'RM01', centrePatientCode: `P${number}`, consents: allConsents, medical: { ferritin_last: 5000 } })
    const where = { kind: 'predicates' as const, predicates: [{ field: 'FERRITIN_LAST' as const, operator: '>=' as const, value: 1500 }] }
    const preview = await manager.api.savedFilters.preview.query({ asRole: 'DataManager', where, fields })
    const { id } = await manager.api.savedFilters.save.mutate({ name: 'Molti', description: 'Più di venti pazienti', fields, where })
    const stored = await manager.api.savedFilters.run.query({ id, asRole: 'DataManager', isPreview: true })
    for (const found of [preview, stored]) {
      expect(found.rows).toHaveLength(previewRowsMax)
      expect(found.total).toBe(previewRowsMax + 2)
    }
    const reads = await server.database.owner<{ count: number; named: number }[]>`
      SELECT (reads ->> 'count')::integer AS count, cardinality(patient_ids) AS named FROM audit_log JOIN audit_read ON entry_id = id
      ORDER BY id DESC LIMIT 2`
    expect(reads).toEqual([
      { count: previewRowsMax, named: previewRowsMax },
      { count: previewRowsMax, named: previewRowsMax },
    ])
  })
})

describe('REQ-FIL-11: one number of patients', () => {
  test('in the count of the form, the preview, the run, the summary, the question before an export and the file', async () => {
    const { manager } = fixture
    const asRole = 'DataManager' as const
    for (const where of [all, ferritin]) {
      const { savedFilters } = manager.api
      const { id } = await savedFilters.save.mutate({ name: 'Un numero', description: 'Lo stesso ovunque', fields, where })
      const { steps } = await savedFilters.count.query({ asRole, where })
      const counted = steps.at(-1)?.remaining
      expect((await savedFilters.preview.query({ asRole, where, fields })).total).toBe(counted)
      const run = await savedFilters.run.query({ id, asRole })
      expect([run.total, run.rows.length]).toEqual([counted, counted])
      expect((await savedFilters.summary.query({ asRole, where, fields: ['SEX'] })).patients).toBe(counted)
      expect((await savedFilters.exportRisk.query({ id, asRole })).patients).toBe(counted)
      const lines = (await (await runFilter(manager, id, 'csv', asRole)).text()).trimEnd().split('\r\n')
      expect(lines.length - 1).toBe(counted)
    }
  })
})
