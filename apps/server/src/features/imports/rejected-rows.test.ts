import { tableFormats, type TableFormat } from '@registry/tabular/format'
import { read } from '@registry/tabular/testing/tables'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatKey } from './reading/row-keys.ts'
import { csv, createImportFixture, writeFileAs, centrePassword, type ImportFixture } from './testing/import-fixture.ts'

let fixture: ImportFixture
beforeAll(async () => {
  fixture = await createImportFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

/** Requests the rejected rows of a file, like the centre's program. */
const askRejectedRows = (path: string, content: string | Buffer, format: TableFormat = 'csv'): Promise<Response> =>
  fixture.server.visitor('staff').post(path, {
    multipart: { format, lang: 'en', refused_rows: 'true', centerCode: 'RM01', centerPwd: centrePassword('RM01') },
    file: { name: `file.${format}`, content },
  })
const readBytes = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer())

test.each(tableFormats)(
  'REQ-IMP-13: the rejected rows are returned as %s with their reasons; the corrected file is imported unchanged',
  async (format) => {
    const [good, bad, worse] = [`${format}-1`, `${format}-2`, `${format}-3`]
    for (const code of [good, bad, worse]) await fixture.patient(code)
    const names = ['CENTER_ID', 'HB', 'WEIGHT']
    const file = await writeFileAs(format, names, [
      [good, 9, '60'],
      [bad, 9.5, '900'],
      [worse, 99, '-1'],
    ])
    const before = await fixture.hashTables()
    const response = await askRejectedRows('/putMedicalData', file, format)
    expect(await fixture.hashTables()).toBe(before)
    expect(response.headers.get('content-disposition')).toContain(`putMedicalData_refused.${format}`)
    const rejected = await read(await readBytes(response), { format })
    expect(rejected.columns).toEqual([...names, 'REFUSAL_REASON'])
    expect(rejected.rows).toEqual([
      { row: 1, cells: { CENTER_ID: bad, HB: '9.5', WEIGHT: '900', REFUSAL_REASON: 'WEIGHT: Value too high: the maximum is 250' } },
      {
        row: 2,
        cells: {
          CENTER_ID: worse,
          HB: '99',
          WEIGHT: '-1',
          REFUSAL_REASON: expect.stringMatching(/^HB: .* · WEIGHT: .*$/),
        },
      },
    ])
    const corrected = await writeFileAs(
      format,
      rejected.columns,
      rejected.rows.map(({ cells: { CENTER_ID, REFUSAL_REASON } }) => [formatKey(CENTER_ID), 9.5, '61', formatKey(REFUSAL_REASON)]),
    )
    expect(await fixture.send('/putMedicalData', corrected, { format })).toMatchObject({ ok: 2, ko: 0, detail: [] })
    expect(await fixture.stored('patient_medical', worse)).toMatchObject({ weight: 61 })
  },
)

test('REQ-IMP-13: a cleared value stays a cleared value, and a number with a comma stays the same number', async () => {
  await fixture.patient('COMMA', { medical: { hb: 9 } })
  const response = await askRejectedRows(
    '/putMedicalData',
    csv('CENTER_ID;HB;WEIGHT;FERRITIN;FERRITIN_MAX;FERRITIN_LAST', 'COMMA;\\N;61,5;1.200;2.350,5;-5'),
  )
  const { rows } = await read(await readBytes(response), { format: 'csv' })
  const cells = { CENTER_ID: 'COMMA', HB: true, WEIGHT: '61.5', FERRITIN: '1.200 ?', FERRITIN_MAX: '2350.5', FERRITIN_LAST: '-5' }
  expect(rows).toEqual([{ row: 1, cells: expect.objectContaining(cells) }])
})

test('REQ-IMP-13: rejected new patients are returned too, and nobody is invited', async () => {
  const lines = ['CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL', 'N1,ROSSI,ADA,Email,n1@example.org', 'N2,ROSSI,,Email,n2@example.org']
  const before = await fixture.hashTables()
  const { rows } = await read(await readBytes(await askRejectedRows('/createPatients', csv(...lines))), { format: 'csv' })
  expect(rows).toEqual([{ row: 1, cells: expect.objectContaining({ CENTER_ID: 'N2', REFUSAL_REASON: expect.stringMatching(/^NAME: /) }) }])
  expect(await fixture.hashTables()).toBe(before)
})

test('REQ-IMP-13: a file without rejected rows gives a file without rows, and a file rejected as a whole gives its error', async () => {
  await fixture.patient('FINE')
  const fine = await askRejectedRows('/putMedicalData', csv('CENTER_ID,HB', 'FINE,9'))
  expect((await readBytes(fine)).toString()).toMatch(/^\uFEFF?CENTER_ID,HB,REFUSAL_REASON\r?\n$/)
  const whole = await askRejectedRows('/putMedicalData', csv('CENTER_ID,HB,H_B', 'FINE,9,1'))
  expect(await whole.json()).toMatchObject({ success: false, code: 'file_column_near' })
})
