import { Readable } from 'node:stream'
import { allConsents } from '@registry/db/testing/fixtures'
import { readTable } from '@registry/tabular/read/read-table'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createExportFixture, exportFile, type ExportFixture } from '../exports/testing/export-fixture.ts'

let fixture: ExportFixture
let filterId: number
/** The labels of the two causes in the reference table. */
let causes: readonly string[]

beforeAll(async () => {
  fixture = await createExportFixture()
  const icd9 = await fixture.server.database.owner<{ id: string; trans_it: string }[]>`
    SELECT id, trans_it FROM reference_value WHERE table_name = 'icd9' ORDER BY position LIMIT 2`
  causes = icd9.map(({ trans_it: label }) => label)
  await fixture.server.patient({
    centre: 'RM01',
    centrePatientCode: 'L1',
    consents: allConsents,
    personal: { sex: 'M', address_area: 'R12' },
    medical: { hb: 9.5, hcv: true, hospedal_causes: icd9.map(({ id }) => id), gt_note: '=1+1, -2; fine' },
  })
  const field_list = {
    PATIENT: ['SEX', 'address_area', 'c_s'],
    MEDICAL_DATA: { Complications: ['HCV'], Gene: ['GT_NOTE'], Laboratory: ['HB'], Hospitalization: ['HOSPEDAL_CAUSES'] },
  }
  const filter = { name: 'Disposizione', description: 'Disposizione', field_list, filter_list: { MEDICAL_DATA: [['HB', '>', 0]] } }
  const added = await fixture.manager.call('/inthem_query', { json: { action: 'ADD', ...filter } })
  expect(added).toMatchObject({ success: true })
  filterId = Number(added['id'])
})
afterAll(() => fixture.server[Symbol.asyncDispose]())

const run = (format: string, layout: object, lang = 'it') =>
  fixture.centre.post('/inthem_query', { json: { action: 'RUN', id: filterId, format, as_role: 'CenterAdmin', lang, ...layout } })
const readRow = async (response: Response, format: 'csv' | 'xlsx') => {
  const rows: Record<string, unknown>[] = []
  const source = Readable.from([Buffer.from(await response.arrayBuffer())], { objectMode: false })
  for await (const { columns, rows: found } of readTable(source, { format }))
    rows.push(...found.map(({ cells }) => Object.fromEntries(columns.map((name, index) => [name, cells[index]]))))
  return rows[0]
}

describe('REQ-EXP-14: labels and semicolons in a file', () => {
  test.each(['csv', 'xlsx'] as const)('a %s has labels of choices, of several choices, and of yes and no', async (format) => {
    expect(await readRow(await run(format, { labels: 'true' }), format)).toMatchObject({
      SEX: 'Maschio',
      address_area: 'Lazio',
      HCV: 'Sì',
      HOSPEDAL_CAUSES: causes.join('; '),
      GT_NOTE: '=1+1, -2; fine',
    })
  })

  test('has labels in the language of the request, also of areas', async () => {
    expect(await readRow(await run('csv', { labels: true, generalise: true }, 'en'), 'csv')).toMatchObject({
      SEX: 'Male',
      address_area: 'Centre',
      HCV: 'Yes',
    })
  })

  test('THREAT-27: a CSV with semicolons has a decimal comma, and protection where another spreadsheet splits', async () => {
    const response = await run('csv', { delimiter: 'semicolon', labels: true })
    const text = await response.clone().text()
    const [header = '', row = ''] = text.split('\r\n')
    expect(header.split(';')).toHaveLength(7)
    expect(header).toMatch(/SEX;address_area;/)
    expect(row).toContain(`Maschio;Lazio;`)
    expect(row).toContain(`"'=1+1,' -2; fine"`)
    expect(row).toMatch(/;9,5(;|$)/)
    expect(await readRow(response, 'csv')).toMatchObject({ GT_NOTE: '=1+1, -2; fine', HCV: 'Sì' })
  })

  test('a CSV without the two choices keeps codes, commas and points', async () => {
    expect(await (await run('csv', { labels: false, delimiter: 'comma' })).text()).toMatch(/,9\.5(,|\r)/)
    expect(await (await run('csv', {})).text()).toMatch(/\r\nM,R12,true,/)
  })

  test.each([
    ['json', { labels: true }, 'export_labels_format'],
    ['xml', { labels: true }, 'export_labels_format'],
    ['package', { labels: true }, 'export_labels_format'],
    ['video', { labels: true }, 'export_labels_format'],
    ['xlsx', { delimiter: 'semicolon' }, 'export_delimiter_format'],
    ['package', { delimiter: 'semicolon' }, 'export_delimiter_format'],
    ['csv', { delimiter: 'tab' }, 'field_wrong'],
  ])('%s with %j is rejected', async (format, layout, code) => {
    const answer: unknown = await (await run(format, layout)).json()
    expect(answer).toMatchObject({ success: false })
    expect(JSON.stringify(answer)).toContain(code === 'field_wrong' ? 'delimiter' : code)
  })

  test.each([
    { format: 'csv', labels: true, delimiter: 'semicolon', lang: 'it' },
    { format: 'xlsx', labels: true, lang: 'en' },
  ] as const)('a repeated export has the same bytes (%j)', async (layout) => {
    const exported = await exportFile(fixture, fixture.centre, { id: filterId, role: 'CenterAdmin', ...layout })
    const again = await fixture.centre.post('/export_again', { json: { id: exported.id, lang: 'it' } })
    expect(Buffer.from(await again.arrayBuffer()).equals(exported.body)).toBe(true)
  })
})
