import { Readable } from 'node:stream'
import { fileFormats } from '@registry/domain/file-formats'
import { readTable } from '@registry/tabular/read/read-table'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addFilter, createFilterFixture, runFilter, type FilterFixture, type Staff } from './testing/fixture.ts'

let fixture: FilterFixture
let manager: Staff
let rome: Staff
let milan: Staff
let global: Staff

beforeAll(async () => {
  fixture = await createFilterFixture()
  ;({ manager, rome, milan, global } = fixture)
})
afterAll(() => fixture.server[Symbol.asyncDispose]())

describe('running filters', () => {
  test('REQ-FIL-04: a centre sees its own patients, a data manager the patients of the area, both only consented values', async () => {
    const id = await addFilter(manager, { filter_list: { PATIENT: [], MEDICAL_DATA: [] } })
    const rows = async (caller: Staff, role: string) =>
      (await (await runFilter(caller, id, 'video', role)).json()) as { rows: Record<string, unknown>[]; total: number }
    expect(await rows(rome, 'CenterAdmin')).toMatchObject({
      total: 1,
      rows: [{ center_code: 'RM01', FERRITIN_LAST: 1500, BMT: true, HOSPEDAL_CAUSES: '["038.2","008.8"]' }],
    })
    expect(await rows(milan, 'CenterAdmin')).toMatchObject({ total: 2 })
    const all = await rows(manager, 'DataManager')
    expect(all.total).toBe(3)
    expect(all.rows.map((row) => row['FERRITIN_LAST'])).toEqual([1500, 2000, null])
  })

  test('THREAT-05: a filter runs only as a role that the caller holds', async () => {
    const id = await addFilter(manager)
    for (const format of ['video', 'csv']) {
      expect(await (await runFilter(rome, id, format, 'DataManager')).json()).toMatchObject({ success: false, code: 'permission_denied' })
      expect(await (await runFilter(global, id, format, 'DataManager')).json()).toMatchObject({ success: false, code: 'permission_denied' })
    }
    expect(await fixture.server.visitor('staff').call('/inthem_query', { json: { action: 'LIST' } })).toMatchObject({
      success: false,
      code: 'APIsession_required',
      error: 'session required',
    })
  })

  test('REQ-FIL-08: a stored filter that no longer parses is shown as broken and never selects everybody', async () => {
    const id = await addFilter(manager)
    await fixture.server.database.owner.begin(async (sql) => {
      await sql`SELECT set_config('app.actor', 'migration', true)`
      await sql`UPDATE saved_filter SET condition = '{"kind":"predicates","predicates":[{"field":"GONE","operator":"="}]}' WHERE id = ${id}`
    })
    expect(await manager.api.savedFilters.get.query(id)).toMatchObject({ where: null })
    for (const format of ['video', 'csv'])
      expect(await (await runFilter(manager, id, format, 'DataManager')).json()).toMatchObject({ success: false, code: 'filter_broken' })
  })
})

const readFileText = async (answer: Response, format: string): Promise<string> => {
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (format !== 'xlsx') return bytes.toString()
  const batches: unknown[] = []
  for await (const batch of readTable(Readable.from([bytes], { objectMode: false }), { format })) batches.push(batch)
  return JSON.stringify(batches)
}

describe('exporting filters', () => {
  test('THREAT-27: CSV has a BOM, CRLF, and no cell that a spreadsheet runs', async () => {
    const id = await addFilter(rome)
    const answer = await runFilter(rome, id, 'CSV', 'CenterAdmin')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toContain(`filename="filtro_${id}.csv"`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.toString('utf8')).toBe(
      '\ufeffcenter_code,SEX,DEAD_CAUSE,BMT,HOSPEDALIZATIONS,HOSPEDAL_DAYS,HOSPEDAL_CAUSES,FERRITIN_LAST\r\n' +
        `RM01,F,"'=HYPERLINK(""x"")",true,1,3,"[""038.2"",""008.8""]",1500\r\n`,
    )
  })

  test('JSON omits empty values, and XML and XLSX contain the same row', async () => {
    const id = await addFilter(rome)
    expect(await (await runFilter(rome, id, 'json', 'CenterAdmin')).json()).toEqual({
      success: true,
      rows: [
        {
          center_code: 'RM01',
          SEX: 'F',
          DEAD_CAUSE: '=HYPERLINK("x")',
          BMT: true,
          HOSPEDALIZATIONS: 1,
          HOSPEDAL_DAYS: 3,
          HOSPEDAL_CAUSES: '["038.2","008.8"]',
          FERRITIN_LAST: 1500,
        },
      ],
    })
    expect(await (await runFilter(rome, id, 'xml', 'CenterAdmin')).text()).toContain('<row><center_code>RM01</center_code><SEX>F</SEX>')
    const xlsx = Buffer.from(await (await runFilter(rome, id, 'xlsx', 'CenterAdmin')).arrayBuffer())
    expect(xlsx.subarray(0, 2).toString()).toBe('PK')
  })

  test('every export stores its caller, filter, patients and outcome', async () => {
    const id = await addFilter(manager)
    const bytes = Buffer.from(await (await runFilter(manager, id, 'csv', 'DataManager')).arrayBuffer())
    await expect
      .poll(
        () => fixture.server.database
          .owner`SELECT m.actor, m.as_role, m.filter_version, m.format, m.patients, m.excluded_no_consent AS refused, m.excluded_no_answer AS unanswered,
            m.excluded_no_value AS missing, o.outcome, o.rows, o.bytes
        FROM export_manifest m JOIN export_outcome o ON o.manifest_id = m.id WHERE m.filter_id = ${id}`,
      )
      .toEqual([
        {
          actor: 'dm@example.org',
          as_role: 'DataManager',
          filter_version: 1,
          format: 'csv',
          patients: 2,
          refused: 1,
          unanswered: 1,
          missing: 0,
          outcome: 'complete',
          rows: 2,
          bytes: bytes.length,
        },
      ])
    const entries = (await fixture.server.readAuditLog()).filter(
      (entry) => entry['command'] === 'inthem_query' && entry['action'] === 'RUN',
    )
    expect(entries.at(-1)).toMatchObject({
      username: 'dm@example.org',
      outcome: 'done',
      detail: expect.stringContaining(`filter ${id} version 1, csv, 8 columns, 2 patients`),
    })
  })

  test.each([...fileFormats, 'video'])(
    'THREAT-33: %s has three digits of the postcode, and free text only where it is named',
    async (format) => {
      const all = await addFilter(rome, {
        field_list: { PATIENT: 'ALL', MEDICAL_DATA: { Misc: 'ALL', Gene: 'ALL', Surgery: 'ALL' } },
        filter_list: {},
      })
      const readText = async (id: number) => readFileText(await runFilter(rome, id, format, 'CenterAdmin'), format)
      const shown = await readText(all)
      expect(shown).toContain('001')
      expect(shown).not.toContain('00185')
      expect(shown).not.toContain('HYPERLINK')
      expect(shown).not.toContain('DEAD_CAUSE')
      const named = await addFilter(rome, { field_list: { PATIENT: [], MEDICAL_DATA: { Misc: ['DEAD_CAUSE'] } }, filter_list: {} })
      expect(await readText(named)).toContain('HYPERLINK')
    },
  )

  test('THREAT-04: no response contains data of another centre', async () => {
    const id = await addFilter(rome, {
      field_list: { PATIENT: 'ALL', MEDICAL_DATA: { Laboratory: 'ALL' } },
      filter_list: { PATIENT: [['center_code', '=', 'MI01']], MEDICAL_DATA: [] },
    })
    for (const format of ['video', 'csv', 'json', 'xml'])
      expect(await (await runFilter(rome, id, format, 'CenterAdmin')).text()).not.toMatch(/MI01|CANARIO/)
  })

  test.each([
    ['', 'format_required'],
    ['pdf', 'format_unknown'],
  ])('format "%s" is rejected with %s', async (format, _code) => {
    const id = await addFilter(manager)
    expect(await (await runFilter(manager, id, format, 'DataManager')).json()).toMatchObject({
      success: false,
      fields: { format: expect.stringMatching(/^Format/) },
    })
  })
})
