import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildFormattedToTheEnd,
  buildRepeatedText,
  buildWithHiddenSheet,
  buildWorkbook,
  percentStyles,
} from '@registry/tabular/testing/office-files'
import { createImportFixture, csv, type ImportFixture } from './testing/import-fixture.ts'

let fixture: ImportFixture
beforeAll(async () => {
  fixture = await createImportFixture()
  for (const code of ['P1', 'P2', 'P3', '7', '100000', '007'])
    await fixture.patient(code, { medical: { hb: 9, ict_type: 'DFX_FCT', ict_dfx_dosage: 20 } })
})
afterAll(() => fixture[Symbol.asyncDispose]())

type Sheet = Parameters<typeof buildWorkbook>[0]
const medical = (content: string | Buffer, format = 'csv', more: Readonly<Record<string, string>> = {}) =>
  fixture.send('/putMedicalData', content, { format, more })
const sheet = (rows: Sheet, more: Parameters<typeof buildWorkbook>[1] = {}) => medical(buildWorkbook(rows, more), 'xlsx')
const findHb = async (code: string) => (await fixture.stored('patient_medical', code))['hb']
const error = { xml: '<c t="e"><v>#N/A</v></c>' }
const emptyFormula = { xml: '<c t="str"><f>CONCATENATE("P",1)</f></c>' }

describe('REQ-IMP-02: the rows and sheets of a file', () => {
  test('a line sep=; is skipped', async () => {
    expect(await medical('sep=;\r\nCENTER_ID;HB\r\nP1;9,4\r\n')).toMatchObject({ ok: 1, ko: 0, detail: [] })
    expect(await findHb('P1')).toBe(9.4)
  })

  test('tabs are named', async () => {
    expect(await medical('CENTER_ID\tHB\r\nP1\t9,4\r\n')).toMatchObject({
      success: false,
      code: 'csv_delimiter',
      error: 'Le colonne sono separate da tabulazioni: usa la virgola o il punto e virgola',
    })
  })

  test('a Ctrl-Z at the end is ignored', async () => {
    expect(await medical('CENTER_ID,HB\r\nP1,9.5\r\n\u001A')).toMatchObject({ ok: 1, ko: 0 })
  })

  test('rows with a style and no value do not count', async () => {
    const file = buildFormattedToTheEnd(
      [
        ['CENTER_ID', 'HB'],
        ['P1', 9.6],
      ],
      250_000,
    )
    expect(await medical(file, 'xlsx')).toMatchObject({ ok: 1, ko: 0, detail: [] })
    expect(await findHb('P1')).toBe(9.6)
  })

  test('rows are numbered from the header, below blank rows', async () => {
    expect(await sheet([[], ['CENTER_ID', 'HB'], ['P1', 9.4], [], ['NOBODY', 9]])).toMatchObject({
      ok: 1,
      ko: 1,
      detail: [{ row: 3, key: 'NOBODY' }],
    })
  })

  test('the first visible sheet is read', async () => {
    expect(
      await medical(
        buildWithHiddenSheet([
          ['CENTER_ID', 'HB'],
          ['P1', 9.7],
        ]),
        'xlsx',
      ),
    ).toMatchObject({ ok: 1, ko: 0 })
    expect(await findHb('P1')).toBe(9.7)
  })

  test('a title above the header makes the file invalid and is quoted', async () => {
    expect(await sheet([['Dati del centro RM01 - marzo 2026'], [], ['CENTER_ID', 'HB'], ['P1', 9.4]])).toMatchObject({
      success: false,
      code: 'file_header_unknown',
      error: expect.stringContaining('«Dati del centro RM01 - marzo 2026»'),
    })
  })

  test('a remark at the right of the table is named as the cell E2 and rejects only its row', async () => {
    const rows = [
      ['CENTER_ID', 'HB', 'TT_START'],
      ['P1', 8.1, null, null, 'da ricontrollare'],
      ['P2', 8.2],
    ]
    expect(await sheet(rows)).toMatchObject({
      ok: 1,
      ko: 1,
      detail: [{ row: 1, key: 'P1', code: 'file_column_unnamed', message: expect.stringContaining('E2') }],
    })
    expect(await Promise.all(['P1', 'P2'].map(findHb))).toEqual([9.7, 8.2])
    expect(await medical(csv('CENTER_ID,HB,', 'P1,8.1,check', 'P2,8.3,'))).toMatchObject({
      ok: 1,
      detail: [{ row: 1, code: 'file_column_unnamed', message: expect.stringContaining('C2') }],
    })
  })
})

describe('REQ-IMP-05: the cells of a workbook', () => {
  test('an error rejects only its row; a percentage in a field in per cent is read', async () => {
    const rows: Sheet = [
      ['CENTER_ID', 'HB', 'TT_ONGOING', 'ICT_DFX_COMPLIANCE'],
      ['P1', error, { xml: '<c t="b"><v>1</v></c>' }, { xml: '<c s="1"><v>0.8</v></c>' }],
      ['P2', 8.8, { xml: '<c t="b"><v>0</v></c>' }, { xml: '<c s="1"><v>0.95</v></c>' }],
    ]
    expect(await sheet(rows, { styles: percentStyles })).toMatchObject({
      ok: 1,
      ko: 1,
      detail: [
        { row: 1, key: 'P1', field: 'HB', code: 'xlsx_error_cell', message: 'La cella B2 contiene l’errore #N/A: correggila o cancellala' },
      ],
    })
    expect(await fixture.stored('patient_medical', 'P2')).toMatchObject({ hb: 8.8, tt_ongoing: false, ict_dfx_compliance: 95 })
  })

  test('a formula without a result rejects its row, in a key column too', async () => {
    const rows: Sheet = [['CENTER_ID', 'HB'], [emptyFormula, 8], ['P2', { xml: '<c><f>4+4</f><v/></c>' }], [emptyFormula]]
    const message = expect.stringContaining('apri e salva in Excel')
    expect(await sheet(rows)).toMatchObject({
      ok: 0,
      ko: 3,
      detail: [
        { row: 1, key: '', field: 'CENTER_ID', code: 'xlsx_formula_empty', message },
        { row: 2, key: 'P2', field: 'HB', code: 'xlsx_formula_empty', message },
        { row: 3, key: '', field: 'CENTER_ID', code: 'xlsx_formula_empty', message },
      ],
    })
  })

  test('new patients: results of formulas, rich text and links are read, and a formula without a result is rejected', async () => {
    const rows: Sheet = [
      ['CENTER_ID', 'SURNAME', 'NAME', 'LOGIN_MODE', 'EMAIL'],
      [
        { xml: '<c t="str"><f>CONCATENATE("CASE-","L1")</f><v>CASE-L1</v></c>' },
        { xml: '<c t="inlineStr"><is><r><t>BIAN</t></r><r><rPr><b/></rPr><t>CHI</t></r></is></c>' },
        'LUCA',
        'Email',
        'case.l1@demo.example',
      ],
      [emptyFormula, 'VERDI', 'ADA', 'Email', 'case.l2@demo.example'],
    ]
    expect(await fixture.send('/createPatients', buildWorkbook(rows), { format: 'xlsx' })).toMatchObject({
      ok: 1,
      ko: 1,
      detail: [{ row: 2, field: 'CENTER_ID', code: 'xlsx_formula_empty', message: expect.stringContaining('A3') }],
    })
    expect(await fixture.server.database.owner`SELECT surname FROM patient_identity WHERE centre_patient_code = 'CASE-L1'`).toEqual([
      { surname: 'BIANCHI' },
    ])
  })

  test('codes in numbers are read up to 15 digits', async () => {
    const rows: Sheet = [
      ['CENTER_ID', 'HB'],
      [7, { xml: '<c><v>9.4000000000000004</v></c>' }],
      [1.23456789012346e17, 9.4],
      [100_000, 9.5],
      ['007', 9.6],
    ]
    expect(await sheet(rows)).toMatchObject({
      ok: 3,
      ko: 1,
      detail: [{ row: 2, field: 'CENTER_ID', code: 'xlsx_number_too_long', message: expect.stringContaining('scrivilo come testo') }],
    })
    expect(await Promise.all(['7', '100000', '007'].map(findHb))).toEqual([9.4, 9.5, 9.6])
  })

  test('REQ-IMP-13: the file of rejected rows repeats the error of a cell', async () => {
    const response = await fixture.server.visitor('staff').post('/putMedicalData', {
      multipart: { lang: 'it', format: 'xlsx', centerCode: 'RM01', centerPwd: 'the password of RM01', refused_rows: 'true' },
      file: {
        name: 'a.xlsx',
        content: buildWorkbook([
          ['CENTER_ID', 'HB'],
          ['P1', error],
        ]),
      },
    })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringContaining('spreadsheet')])
  })
})

describe('REQ-IMP-04: the columns of a file', () => {
  test('an unknown column and one of the other section are ignored and reported once, with the path that reads it', async () => {
    const lines = ['CENTER_ID,HB,Colour,sex,REFUSAL_REASON', 'P1,9.1,red,F,x', 'P2,9.2,blue,F,']
    const { ok, ko, detail } = await medical(csv(...lines))
    expect({ ok, ko, detail }).toEqual({
      ok: 2,
      ko: 0,
      detail: [
        { row: 0, key: '', field: 'Colour', code: 'warning_import_column_ignored', message: expect.stringContaining('sconosciuta') },
        { row: 0, key: '', field: 'SEX', code: 'warning_import_column_elsewhere', message: expect.stringContaining('/putPersonalData') },
      ],
    })
    const rows = JSON.stringify([
      { CENTER_ID: 'P1', HB: 9.3 },
      { CENTER_ID: 'P2', meta: 'x', HB: 9.4 },
    ])
    expect(await medical(rows, 'json')).toMatchObject({ ok: 2, detail: [{ row: 0, field: 'meta' }] })
    const people = csv('CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,DOB,Ward', 'CASE-W1,ROSSI,ADA,Email,case.w1@demo.example,1980-01-01,7')
    expect(await fixture.send('/createPatients', people)).toMatchObject({
      ok: 1,
      detail: [
        { field: 'DOB', code: 'warning_import_column_elsewhere', message: expect.stringContaining('/putPersonalData') },
        { field: 'Ward', code: 'warning_import_column_ignored' },
      ],
    })
  })

  test.each([
    ['CENTER_ID,H_B', 'H_B', 'HB'],
    ['CENTRE_ID,HB', 'CENTRE_ID', 'CENTER_ID'],
    ['CENTER_ID,HB,FERITIN', 'FERITIN', 'FERRITIN'],
    ['CENTER_ID,HB,FERRITIN,FERRITNI', 'FERRITNI', 'FERRITIN'],
  ])('the near name in %s rejects the file and names both', async (header, sent, known) => {
    const values = header.split(',').map((name) => (name.startsWith('CEN') ? 'P1' : '5'))
    expect(await medical(csv(header, values.join(',')))).toMatchObject({
      success: false,
      code: 'file_column_near',
      error: expect.stringContaining(`«${sent}» non esiste: scrivi «${known}»`),
    })
  })

  test('a file in which only the key is known is rejected', async () => {
    expect(await medical(csv('CENTER_ID,COLOUR', 'P1,red'))).toMatchObject({ success: false, code: 'file_column_none' })
    expect(await medical('[{"CENTER_ID":"P1","COLOUR":"red"}]', 'json')).toMatchObject({ success: false, code: 'file_column_none' })
  })

  test('an empty cell keeps the value; with empty=clear it clears it, and a required field rejects its row', async () => {
    await fixture.patient('CLEAR', { medical: { hb: 9, ferritin: 900, weight: 60 } })
    const header = 'CENTER_ID,HB,FERRITIN,COMPLICATIONS_NUM'
    expect(await medical(csv(header, 'CLEAR,,800,'))).toMatchObject({ ok: 1 })
    expect(await fixture.stored('patient_medical', 'CLEAR')).toMatchObject({ hb: 9, ferritin: 800, weight: 60 })
    expect(await medical(csv(header, 'CLEAR,,700, '), 'csv', { empty: 'keep' })).toMatchObject({ ok: 1 })
    expect(await fixture.stored('patient_medical', 'CLEAR')).toMatchObject({ hb: 9 })
    expect(await medical(csv(header, 'CLEAR,  ,600,'), 'csv', { empty: 'clear' })).toMatchObject({ ok: 1, ko: 0, detail: [] })
    expect(await fixture.stored('patient_medical', 'CLEAR')).toMatchObject({ hb: null, ferritin: 600, weight: 60 })
    const personal = csv('CENTER_ID,DOB,address_town', 'CLEAR,,')
    expect(await fixture.send('/putPersonalData', personal, { more: { empty: 'clear' } })).toMatchObject({
      ok: 0,
      ko: 1,
      detail: [{ row: 1, key: 'CLEAR', field: 'DOB', code: 'value_required' }],
    })
    expect(await medical(csv(header, 'CLEAR,,,'), 'csv', { empty: 'erase' })).toMatchObject({
      success: false,
      fields: { empty: expect.stringContaining('clear') },
    })
  })

  test.each(['json', 'xml'])(
    'with empty=clear a %s row clears what it names, and keeps the fields that it does not name',
    async (format) => {
      await fixture.patient(`NAMED-${format}`, { medical: { hb: 9, ferritin: 900 } })
      await fixture.patient(`OTHER-${format}`, { medical: { hb: 9, ferritin: 900 } })
      const rows =
        format === 'json'
          ? `[{"CENTER_ID":"NAMED-json","HB":"","FERRITIN":800},{"CENTER_ID":"OTHER-json","FERRITIN":700}]`
          : '<rows><row><CENTER_ID>NAMED-xml</CENTER_ID><HB/><FERRITIN>800</FERRITIN></row><row><CENTER_ID>OTHER-xml</CENTER_ID><FERRITIN>700</FERRITIN></row></rows>'
      expect(await medical(rows, format, { empty: 'clear' })).toMatchObject({ ok: 2, ko: 0 })
      expect(await fixture.stored('patient_medical', `NAMED-${format}`)).toMatchObject({ hb: null, ferritin: 800 })
      expect(await fixture.stored('patient_medical', `OTHER-${format}`)).toMatchObject({ hb: 9, ferritin: 700 })
    },
  )
})

describe('THREAT-24: a small file that costs much', () => {
  test('a workbook of 0.4 MB whose 120,000 cells repeat one long text is rejected before it is read', async () => {
    const file = buildRepeatedText(['CENTER_ID', 'BMT_NOTE', 'OTHER_THERAPIES'], 40_000, 32_767)
    expect(file.length).toBeGreaterThan(200_000)
    expect(file.length).toBeLessThan(1_000_000)
    expect(await medical(file, 'xlsx')).toMatchObject({ success: false, code: 'xlsx_unpacks_too_large' })
  })

  test('a report repeats at most 80 characters of a key', async () => {
    const key = 'K'.repeat(81)
    const { detail = [] } = await medical(csv('CENTER_ID,HB', `${key},9`, `P1,${'x'.repeat(200)}`))
    expect(detail.map((entry) => entry.key)).toEqual(['K'.repeat(80), 'P1'])
    for (const { message } of detail) expect(message).not.toMatch(/(.)\1{80}/)
  })

  test('a compressed file is named', async () => {
    expect(await medical(gzipSync('CENTER_ID,HB\r\nP1,9\r\n'))).toMatchObject({ success: false, code: 'file_compressed' })
  })
})

test('REQ-IMP-06: the response of a dry run is marked', async () => {
  const file = csv('CENTER_ID,HB', 'P1,7.7')
  expect(await medical(file, 'csv', { dry_run: 'true' })).toMatchObject({ success: true, dry_run: true, ok: 1 })
  expect(await medical(file, 'csv', { dry_run: 'false' })).not.toHaveProperty('dry_run')
  expect(await findHb('P1')).toBe(7.7)
})
