import { Readable } from 'node:stream'
import { fileFormats, type FileFormat } from '@registry/domain/file-formats'
import { allConsents, giveConsents } from '@registry/db/testing/fixtures'
import { readTable } from '@registry/tabular/read/read-table'
import { unzip } from '@registry/tabular/testing/unzip'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createExportFixture, exportFile, type ExportFixture } from '../exports/testing/export-fixture.ts'

let fixture: ExportFixture
let filterId: number
let codes = 0

/** Adds a patient of Rome whose record has reasons in both sections. One field is not in the filter. */
const addPatient = () =>
  fixture.server.patient({
    centre: 'RM01',
    centrePatientCode: `E${(codes += 1)}`,
    consents: allConsents,
    personal: { sex: 'M', missing_reasons: { lob_nation: 'unknown' } },
    medical: { ferritin_last: 700, missing_reasons: { hb: 'refused', weight: 'not_done', ast: 'unknown' } },
  })

beforeAll(async () => {
  fixture = await createExportFixture()
  const field_list = { PATIENT: ['SEX', 'lob_nation'], MEDICAL_DATA: { Laboratory: ['HB', 'FERRITIN_LAST'], Misc: ['WEIGHT'] } }
  const filter = { name: 'Ferritina', description: 'Ferritina', field_list, filter_list: {} }
  filterId = Number((await fixture.manager.call('/inthem_query', { json: { action: 'ADD', ...filter } }))['id'])
  await addPatient()
})
afterAll(() => fixture.server[Symbol.asyncDispose]())

const body = (format: string) => ({ action: 'RUN', id: filterId, format, as_role: 'CenterAdmin', lang: 'it' })
const run = (format: string, more: object = { missing_reasons: true }) =>
  fixture.centre.post('/inthem_query', { json: { ...body(format), ...more } })
const allReasons = 'lob_nation=unknown; WEIGHT=not_done; HB=refused'

const readRows = async (response: Response, format: FileFormat) => {
  const rows: (readonly unknown[])[] = []
  const source = Readable.from([Buffer.from(await response.arrayBuffer())], { objectMode: false })
  for await (const batch of readTable(source, { format })) {
    const at = batch.columns.findIndex((column) => column === 'MISSING_REASONS')
    rows.push(...batch.rows.map((row) => [row.cells[batch.columns.indexOf('SEX')], at === -1 ? 'no column' : (row.cells[at] ?? null)]))
  }
  return rows
}

describe('REQ-EXP-12: the reasons of missing values in an export', () => {
  test.each(fileFormats)('are the last column of a %s, for the fields of the filter, and empty without a reason', async (format) => {
    expect(await readRows(await run(format), format)).toEqual([
      ['F', null],
      ['M', allReasons],
    ])
  })

  test('are rows on screen', async () => {
    expect(await (await run('video')).json()).toMatchObject({
      rows: [{ MISSING_REASONS: null }, { SEX: 'M', HB: null, MISSING_REASONS: allReasons }],
    })
  })

  test.each(['csv', 'xml', 'video'])('are absent in %s unless they are asked for', async (format) => {
    expect(await (await run(format, {})).text()).not.toContain('MISSING_REASONS')
    expect(await (await run(format, { missing_reasons: 'false' })).text()).not.toContain('MISSING_REASONS')
  })

  test('stay with coarser values', async () => {
    expect(await (await run('csv', { missing_reasons: true, generalise: true })).text()).toContain(`,${allReasons}\r\n`)
  })

  test('are in the manifest, and described in the package', async () => {
    const response = await run('package')
    const files = await unzip(Buffer.from(await response.arrayBuffer()))
    const read = (name: string): string => files[name]?.toString() ?? ''
    expect(read('data.csv')).toContain(`,${allReasons}\r\n`)
    expect(read('dictionary.csv')).toMatch(
      /\r\nMISSING_REASONS,,,string,,,Motivi dei valori mancanti,Reasons of missing values,MISSING_REASONS\r\n$/,
    )
    for (const [script, line] of [
      ['read.R', 'registry[["MISSING_REASONS"]] <- described(registry[["MISSING_REASONS"]]'],
      ['read.do', 'rename v6 MISSING_REASONS'],
      ['read.sps', 'MISSING_REASONS A32008'],
      ['read.sas', 'informat MISSING_REASONS $32008.'],
    ] as const)
      expect(read(script)).toContain(line)
    expect(JSON.parse(read('manifest.json'))).toMatchObject({ missingReasons: true })
    const { columns } = await fixture.centre.api.exports.get.query({ id: response.headers.get('x-export-id') ?? '' })
    expect(columns).toEqual(['SEX', 'lob_nation', 'WEIGHT', 'HB', 'FERRITIN_LAST', 'MISSING_REASONS'])
  })

  test('are the same in a repeated export, although a value was stored since', async () => {
    await addPatient()
    const exported = await exportFile(fixture, fixture.centre, { id: filterId, format: 'csv', role: 'CenterAdmin', missing_reasons: true })
    await fixture.centre.api.ecrf.save.mutate({ code: `E${codes}`, changes: { HB: 9.5 } })
    const again = await fixture.centre.post('/export_again', { json: { id: exported.id, lang: 'it' } })
    expect(Buffer.from(await again.arrayBuffer()).equals(exported.body)).toBe(true)
    expect(exported.body.toString().split(allReasons)).toHaveLength(3)
    expect((await (await run('csv')).text()).split(allReasons)).toHaveLength(2)
  })

  test('THREAT-32: need the consent of their section', async () => {
    const { fixture: patient } = await addPatient()
    const { owner } = fixture.server.database
    const shown = async () => (await (await run('csv')).text()).trimEnd().split('\r\n').at(-1)
    expect(await shown()).toBe(`M,,,,700,${allReasons}`)
    await giveConsents(owner, patient.subject, { C_DB_M: false })
    expect(await shown()).toBe('M,,,,,lob_nation=unknown')
    await giveConsents(owner, patient.subject, { C_DB_P: false })
    expect(await shown()).toBe(',,,,,')
  })
})
