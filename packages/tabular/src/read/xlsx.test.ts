import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readTable } from './read-table.ts'
import { type Batch, CLEAR } from '../table.ts'
import { collectRows, createStream, read, catchTableError } from '../testing/tables.ts'
import { type WorkbookContent, writeWorkbook, workbookParts, type ZipPart, writeZip } from '../testing/zip.ts'

const workbook = (content: WorkbookContent) => read(writeWorkbook(content), { format: 'xlsx' })
const bytes = (content: Uint8Array) => read(content, { format: 'xlsx' })

const text = (words: string): string => `<c t="inlineStr"><is><t>${words}</t></is></c>`
const header = (...names: string[]): string => `<row r="1">${names.map(text).join('')}</row>`

describe('a workbook', () => {
  test('is read from its first sheet, with cells by type', async () => {
    const { columns, rows } = await workbook({
      strings: '<si><t>shared è</t></si><si><r><t>rich </t></r><r><t>text</t></r><rPh><t>aid</t></rPh></si>',
      rows: [
        header('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'),
        '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="C2"><v>0.10000000000000001</v></c><c r="D2" t="b"><v>1</v></c>',
        '<c r="E2" t="str"><f>1+1</f><v>2 &amp; more</v></c><c r="F2"><f>HYPERLINK("http://x")</f><v>-5</v></c>',
        '<c r="G2" t="inlineStr"><is><t>a_x000D_b</t></is></c><c r="H2" t="d"><v>2024-02-29T00:00:00</v></c></row>',
      ].join(''),
    })
    expect(columns).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'])
    const cells = { A: 'shared è', B: 'rich text', C: '0.1', D: 'true', E: '2 & more', F: '-5', G: 'a\rb', H: '2024-02-29' }
    expect(rows).toEqual([{ row: 1, cells }])
  })

  test('REQ-IMP-03: keeps a number apart from its text, which has a decimal comma', async () => {
    const rows = `${header('A', 'B')}<row r="2"><c r="A2"><v>1.2</v></c>${text('1,2')}</row>`
    const batches: Batch[] = []
    for await (const batch of readTable(createStream(writeWorkbook({ rows })), { format: 'xlsx' })) batches.push(batch)
    expect(batches).toEqual([
      { columns: ['A', 'B'], decimalComma: true, sparse: false, ignored: [], rows: [{ number: 1, cells: [1.2, '1,2'] }] },
    ])
  })

  test('can omit cells, rows and references; blank rows count', async () => {
    const rows = `<row/>${header('A', 'B', 'C').replace('r="1"', 'r="3"')}<row r="5"><c r="C5"><v>1</v></c></row><row>${text('\\N')}</row>`
    expect((await workbook({ rows })).rows).toEqual([
      { row: 2, cells: { C: '1' } },
      { row: 3, cells: { A: CLEAR } },
    ])
  })

  const rowAt = (number: string, content = '<c><v>1</v></c>'): string => `${header('A')}<row r="${number}">${content}</row>`

  const invalidRows = ['1048577', '99999999999', '1e6', '0', '-3', '1.5', '', 'NaN', 'Infinity', '9'.repeat(400)]
  test.each(invalidRows)('THREAT-24: a row numbered "%s" is in no sheet', async (number) => {
    expect(await catchTableError(workbook({ rows: rowAt(number) }))).toEqual({ code: 'xlsx_damaged' })
  })

  test('REQ-IMP-08: only rows with a value count for the limit', async () => {
    const styled = Array.from({ length: 20 }, (_, index) => `<row r="${index + 3}"><c r="A${index + 3}" s="1"/></row>`).join('')
    const values = `<row r="2"><c><v>1</v></c></row>${styled}<row r="23"><c><v>2</v></c></row>`
    const limited = (rows: number) => read(writeWorkbook({ rows: header('A') + values }), { format: 'xlsx', limits: { rows } })
    expect((await limited(2)).rows.map(({ row }) => row)).toEqual([1, 22])
    expect(await catchTableError(limited(1))).toEqual({ code: 'file_rows_too_many', limit: 1 })
  })

  test('the last row of a sheet is read, and an empty one is ignored', async () => {
    expect((await workbook({ rows: rowAt('1048576') })).rows).toEqual([{ row: 1_048_575, cells: { A: '1' } }])
    expect((await workbook({ rows: rowAt('1048576', '<c s="1"/>') })).rows).toEqual([])
  })

  const styles = [
    '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="&quot;day &quot;0.0"/>',
    '<numFmt numFmtId="166" formatCode="[Red]0.00"/><numFmt numFmtId="167" formatCode="mmm yyyy;@"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>',
    `<cellXfs>${[0, 14, 164, 165, 166, 167, 22, 20].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`,
  ].join('')

  test.each([
    ['a plain number', 0, 45_351, '45351'],
    ['a built-in day', 1, 45_351, '2024-02-29'],
    ['a day by its code', 2, 45_351, '2024-02-29'],
    ['a number whose code has a word', 3, 45_351, '45351'],
    ['a number whose code has a colour', 4, 45_351, '45351'],
    ['a month', 5, 45_351, '2024-02-29'],
    ['a day with a time', 6, 45_351.5, '2024-02-29T12:00:00'],
    ['a time', 7, 0.75, '18:00:00'],
    ['the first day', 1, 1, '1900-01-01'],
    ['the day before the one that never was', 1, 59, '1900-02-28'],
    ['the day that never was', 1, 60, '1900-02-29'],
    ['the day after it', 1, 61, '1900-03-01'],
    ['a day before all', 1, -1, '-1'],
    ['a day after all', 1, 3_000_000, '3000000'],
  ])('reads %s', async (_, style, value, expected) => {
    const rows = `${header('A')}<row><c s="${style}"><v>${value}</v></c></row>`
    expect((await workbook({ rows, styles })).rows).toEqual([{ row: 1, cells: { A: expected } }])
  })

  test('can count days from 1904', async () => {
    const rows = `${header('A')}<row><c s="1"><v>43889</v></c></row><row><c s="1"><v>0</v></c></row>`
    const { rows: read } = await workbook({ rows, styles, from1904: true })
    expect(read.map(({ cells }) => cells['A'])).toEqual(['2024-02-29', '1904-01-01'])
  })

  test.each([
    ['an error in the header', '<row><c t="e"><v>#N/A</v></c></row>', { code: 'xlsx_error_cell', cell: 'A1', error: '#N/A' }],
    ['a formula without a result in the header', '<row><c><f>A2</f></c></row>', { code: 'xlsx_formula_empty', cell: 'A1' }],
    ['a text that is not there', `${header('A')}<row><c t="s"><v>7</v></c></row>`, { code: 'xlsx_damaged', row: 1 }],
    ['an unknown type of cell', `${header('A')}<row><c t="x"><v>7</v></c></row>`, { code: 'xlsx_damaged', row: 1 }],
    ['a number that is none', `${header('A')}<row><c><v>1,5</v></c></row>`, { code: 'xlsx_damaged', row: 1 }],
    ['a cell twice', `${header('A', 'B')}<row><c r="A2"/><c r="A2"/></row>`, { code: 'xlsx_damaged' }],
    ['a row twice', `${header('A')}<row r="2"/><row r="2"/>`, { code: 'xlsx_damaged' }],
    ['a column beyond all', `${header('A')}<row><c r="ZZZZZZZZ2"><v>1</v></c></row>`, { code: 'xlsx_damaged' }],
    ['nothing', '', { code: 'file_empty' }],
    ['a document type', '<!DOCTYPE x>', { code: 'xml_doctype', line: 1 }],
    ['tags that do not match', '<row></c>', { code: 'xlsx_damaged' }],
    ['NUL', `${header('A')}<row>${text('a_x0000_')}</row>`, { code: 'file_nul', row: 1 }],
  ])('is rejected with %s', async (_, rows, detail) => {
    expect(await catchTableError(workbook({ rows }))).toEqual(detail)
  })
})

describe('the cells of a workbook', () => {
  const asRows = async (cells: string, names: readonly string[] = ['A'], more: Partial<WorkbookContent> = {}) =>
    (await workbook({ rows: `${header(...names)}<row>${cells}</row>`, ...more })).rows

  test.each([
    ['<c t="b"><v>1</v></c>', 'true'],
    ['<c t="b"><v> 1 </v></c>', 'true'],
    ['<c t="b"><v> true </v></c>', 'true'],
    ['<c t="b"><v>0</v></c>', 'false'],
    ['<c t="b"><v>yes</v></c>', 'false'],
    ['<c t="d"><v>2024-02-29T00:00Z</v></c>', '2024-02-29'],
    ['<c t="d"><v>2024-02-29T00:00:00.000Z</v></c>', '2024-02-29'],
    ['<c t="d"><v>2024-02-29T10:00:00</v></c>', '2024-02-29T10:00:00'],
    ['<c t="d"><v>2024-02-29T00:00:00+01:00</v></c>', '2024-02-29T00:00:00+01:00'],
    ['<c t="str"><v>_x0041_</v></c>', 'A'],
    ['<c t="str"><v>_x004_ _y0041_</v></c>', '_x004_ _y0041_'],
    ['<c><v>1e2</v></c>', '100'],
    ['<c s="99"><v>45351</v></c>', '45351'],
    ['<c r="a2"><v>7</v></c>', '7'],
    ['<c t="inlineStr"><is><r><t>ri</t></r><t>ch</t><rPh><t>no</t></rPh><t>!</t></is></c>', 'rich!'],
    ['<c t="inlineStr"><is>no<t>yes</t>no</is></c>', 'yes'],
    ['<c><f>1+1</f>no<v>2</v>no</c>', '2'],
  ])('%s is read as %s', async (cell, expected) => {
    expect(await asRows(cell)).toEqual([{ row: 1, cells: { A: expected } }])
  })

  test('start with the header after blank rows', async () => {
    const rows = [' ', 'A', 'x'].map((words) => `<row>${text(words)}</row>`).join('')
    expect(await workbook({ rows })).toEqual({ columns: ['A'], rows: [{ row: 1, cells: { A: 'x' } }] })
  })

  test('without a value are empty', async () => {
    expect(await asRows('<c/><c t="inlineStr"><v>x</v></c><c t="inlineStr"><is/></c><c t="str"><v/></c>', ['A', 'B', 'C', 'D'])).toEqual([])
  })

  test('have the column of their reference, with one to three letters', async () => {
    const names = Array.from({ length: 29 }, (_, index) => `C${index}`)
    expect(await asRows('<c r="C2"><v>1</v></c><c><v>2</v></c><c r="AB2"><v>3</v></c><c r="AC2"><v>4</v></c>', names)).toEqual([
      { row: 1, cells: { C2: '1', C3: '2', C27: '3', C28: '4' } },
    ])
  })

  test.each([
    ['before the one before it', '<c r="B2"/><c r="A2"/>', { code: 'xlsx_damaged' }],
    ['without letters', '<c r="2"/>', { code: 'xlsx_damaged' }],
    ['beyond a sheet’s columns', '<c r="XFE2"/>', { code: 'xlsx_damaged' }],
    ['with a text that is no number', '<c t="s"><v>x</v></c>', { code: 'xlsx_damaged', row: 1 }],
    ['with a number that is infinite', '<c><v>1e999</v></c>', { code: 'xlsx_damaged', row: 1 }],
  ])('are rejected %s', async (_, cells, detail) => {
    const header = '<row><c t="str"><v>A</v></c><c t="str"><v> </v></c><c t="str"><v>C</v></c></row>'
    expect(await catchTableError(workbook({ rows: `${header}<row>${cells}</row>` }))).toEqual(detail)
  })

  const unnamed = (cell: string) => ({ problem: { problem: 'file_column_unnamed', params: { cell } } })
  const problem = (code: string, params: object) => ({ cells: [{ problem: code, params: { cell: 'A2', ...params } }, null] })
  test.each([
    ['a value under no name', '<c r="D2"><v>1</v></c>', unnamed('D2')],
    ['a value in the column AB', '<c r="AB2"><v>1</v></c>', unnamed('AB2')],
    ['a value under a blank name', '<c r="B2"><v>1</v></c>', unnamed('B2')],
    ['an error under no name', '<c r="E2" t="e"><v>#N/A</v></c>', unnamed('E2')],
    ['an error', '<c t="e"><v>#N/A</v></c>', problem('xlsx_error_cell', { error: '#N/A' })],
    ['a formula without a result', '<c><f>1+1</f></c>', problem('xlsx_formula_empty', {})],
    ['a formula of text without a result', '<c t="str"><f>A1</f></c>', problem('xlsx_formula_empty', {})],
    ['a formula with an empty number', '<c><f>1+1</f><v/></c>', problem('xlsx_formula_empty', {})],
    ['a number of 16 digits', '<c><v>1000000000000000</v></c>', problem('xlsx_number_too_long', {})],
    ['a long code as a number', '<c><v>1.23456789012346E+17</v></c>', problem('xlsx_number_too_long', {})],
  ])('REQ-IMP-05: %s rejects its row only', async (_case, cells, expected) => {
    const names = '<row><c t="str"><v>A</v></c><c t="str"><v> </v></c><c t="str"><v>C</v></c></row>'
    const file = writeWorkbook({ rows: `${names}<row>${cells}</row><row><c><v>999999999999999</v></c></row>` })
    const rows: unknown[] = []
    for await (const batch of readTable(createStream(file), { format: 'xlsx' })) rows.push(...batch.rows)
    expect(rows).toEqual([
      { number: 1, cells: [null, null], ...expected },
      { number: 2, cells: [999_999_999_999_999, null] },
    ])
  })

  test('an empty text is the result of a formula', async () => {
    expect(await asRows('<c t="str"><f>IF(1,"","")</f><v></v></c><c t="str"><f>B1</f><v>x</v></c>', ['A', 'B'])).toEqual([
      { row: 1, cells: { B: 'x' } },
    ])
  })

  test('a percentage is read as one, without errors of its multiplication', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="0.0%"/></numFmts><cellXfs><xf numFmtId="9"/><xf numFmtId="164"/><xf numFmtId="10"/></cellXfs>'
    const cells = '<c s="0"><v>0.95</v></c><c s="1"><v>0.57</v></c><c s="2"><v>0.12345</v></c>'
    expect(await asRows(cells, ['A', 'B', 'C'], { styles })).toEqual([{ row: 1, cells: { A: '95%', B: '57%', C: '12,345%' } }])
  })

  test('REQ-IMP-04: errors in a column that is not read do not count', async () => {
    const rows = `${header('A', 'COLOUR')}<row><c><v>1</v></c><c t="e"><v>#REF!</v></c></row><row><c r="B3" t="s"><v>9</v></c></row>`
    expect(await read(writeWorkbook({ rows }), { format: 'xlsx', columns: [{ name: 'A' }] })).toEqual({
      columns: ['A'],
      rows: [{ row: 1, cells: { A: '1' } }],
    })
  })

  test('can be in the last column of a sheet if they are empty', async () => {
    expect(await asRows('<c r="XFD2"/>')).toEqual([])
  })

  test('of the header are limited like columns', async () => {
    const names = (count: number) => ({ rows: header(...Array.from({ length: count }, (_, index) => `C${index}`)) })
    expect((await workbook(names(500))).columns).toHaveLength(500)
    expect(await catchTableError(workbook(names(501)))).toEqual({ code: 'file_columns_too_many', limit: 500 })
  })

  test('have a length limit, which is checked before they end', async () => {
    const unclosed = (value: string) => writeWorkbook({ rows: `${header('A')}<row><c t="str"><v>${value}` })
    const limited = (value: string) => catchTableError(read(unclosed(value), { format: 'xlsx', limits: { cellCharacters: 3 } }))
    expect(await limited('x'.repeat(22))).toEqual({ code: 'file_cell_too_long', row: 1, column: 'A', limit: 3 })
    expect(await limited('x'.repeat(21))).toEqual({ code: 'xlsx_damaged' })
  })

  test('refer to shared strings by index, each with a length limit', async () => {
    const strings = '<si><t>zero</t></si><si><t>o</t><rPh><t>x</t></rPh><t>ne</t></si>'
    expect(await asRows('<c t="s"><v>1</v></c>', ['A'], { strings })).toEqual([{ row: 1, cells: { A: 'one' } }])
    const limits = { cellCharacters: 3 }
    const shared = (length: number) => writeWorkbook({ rows: header('A'), strings: `<si><t>${'x'.repeat(length)}</t></si>` })
    expect((await read(shared(3), { format: 'xlsx', limits })).columns).toEqual(['A'])
    for (const length of [4, 22])
      expect(await catchTableError(read(shared(length), { format: 'xlsx', limits }))).toEqual({ code: 'xlsx_text_too_long', limit: 3 })
  })

  test('THREAT-24: a small workbook whose cells repeat one long text is rejected immediately', async () => {
    const rows = `${header('A')}${'<row><c t="s"><v>0</v></c></row>'.repeat(120_000)}`
    const file = writeWorkbook({ rows, strings: `<si><t>${'x'.repeat(32_767)}</t></si>` })
    const megabytes = Math.floor((100 * file.length) / 1024 / 1024)
    expect(await catchTableError(read(file, { format: 'xlsx' }))).toEqual({ code: 'xlsx_unpacks_too_large', megabytes })
  })
})

test.each(['hidden', 'veryHidden'])('REQ-IMP-02: the first visible sheet is read, not one that is %s', async (state) => {
  const parts = workbookParts({ rows: `${header('A')}<row><c><v>1</v></c></row>` })
  const changed = parts.map((part) =>
    part.name === 'xl/workbook.xml'
      ? { ...part, content: String(part.content).replace('<sheets>', `<sheets><sheet name="C" state="${state}" r:id="rId0"/>`) }
      : part,
  )
  expect((await read(writeZip(changed), { format: 'xlsx' })).columns).toEqual(['A'])
})

const plain = { rows: `${header('A')}<row><c><v>1</v></c></row>` }
const withPart = (part: ZipPart, content: WorkbookContent = plain): Buffer => writeZip([...workbookParts(content), part])
const replacePart = (name: string, change: Partial<ZipPart>): Buffer =>
  writeZip(workbookParts(plain).map((part) => (part.name === name ? { ...part, ...change } : part)))
const replaceRelations = (content: string): Buffer => replacePart('xl/_rels/workbook.xml.rels', { content })

describe('THREAT-24: a workbook that attacks its reader is rejected', () => {
  test.each([
    ['a part smaller than it declares', () => replacePart('xl/workbook.xml', { declaredBytes: 2000 }), 'xlsx_damaged'],
    [
      '201 parts',
      () => writeZip(Array.from({ length: 201 }, (_, index) => ({ name: `x${index}`, content: '', stored: true }))),
      'xlsx_entries_too_many',
    ],
    [
      'parts that overlap',
      () =>
        writeZip(
          Array.from({ length: 100 }, (_, index) => ({ name: `x${index}`, content: 'abcdefgh'.repeat(1000), stored: true })),
          { overlap: true },
        ),
      'xlsx_damaged',
    ],
    ['a part twice', () => withPart({ name: 'XL/workbook.xml', content: '<x/>' }), 'xlsx_damaged'],
    ['a name that leads out', () => withPart({ name: '../../evil', content: 'x' }), 'xlsx_damaged'],
    ['a name from the root', () => withPart({ name: '/etc/evil', content: 'x' }), 'xlsx_damaged'],
    ['a name of another system', () => withPart({ name: 'C:\\evil', content: 'x' }), 'xlsx_damaged'],
    ['an encrypted part', () => withPart({ name: 'x', content: 'x', encrypted: true }), 'xlsx_encrypted'],
    ['an encrypted workbook', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'xlsx_encrypted'],
    ['no end', () => writeWorkbook(plain).subarray(0, 600), 'xlsx_damaged'],
    ['no workbook in it', () => writeZip([{ name: 'a.txt', content: 'x' }]), 'xlsx_damaged'],
    ['a sheet that is elsewhere', () => replacePart('xl/_rels/workbook.xml.rels', { content: '<Relationships/>' }), 'xlsx_no_sheet'],
    ['an archive within as its sheet', () => replacePart('xl/worksheets/second.xml', { content: writeWorkbook(plain) }), 'file_encoding'],
  ])('%s', async (_, build, code) => {
    expect(await catchTableError(bytes(build()))).toMatchObject({ code })
  })

  test('too many shared strings are rejected', async () => {
    const content = writeWorkbook({ ...plain, strings: '<si><t>abc</t></si>'.repeat(2_000) })
    const limits = { sharedStrings: 1_999, unpackRatio: 1000 }
    expect(await catchTableError(read(content, { format: 'xlsx', limits }))).toEqual({ code: 'file_too_complex' })
  })

  test('relations to the outside of the archive or to the network are never followed', async () => {
    const outside =
      '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="http://localhost:9/sheet.xml" TargetMode="External"/></Relationships>'
    expect(await catchTableError(bytes(replaceRelations(outside)))).toMatchObject({ code: 'xlsx_no_sheet' })
    const up = '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="../../../etc/passwd"/></Relationships>'
    expect(await catchTableError(bytes(replaceRelations(up)))).toMatchObject({ code: 'xlsx_damaged' })
  })
})

describe('THREAT-24: the limits of a workbook', () => {
  const many = (count: number) =>
    writeZip([...workbookParts(plain), ...Array.from({ length: count }, (_, index) => ({ name: `x${index}`, content: '' }))])
  const parts = workbookParts(plain).length

  test('are exact for parts', async () => {
    const limits = { zipEntries: parts + 2 }
    expect((await read(many(2), { format: 'xlsx', limits })).rows).toHaveLength(1)
    expect(await catchTableError(read(many(3), { format: 'xlsx', limits }))).toEqual({ code: 'xlsx_entries_too_many', limit: parts + 2 })
  })

  test('are exact for unpacked bytes', async () => {
    const unpacked = workbookParts(plain).reduce((sum, { content }) => sum + content.length, 0)
    const limited = (unpackedBytes: number) => read(writeWorkbook(plain), { format: 'xlsx', limits: { unpackedBytes } })
    expect((await limited(unpacked)).rows).toHaveLength(1)
    expect(await catchTableError(limited(unpacked - 1))).toEqual({ code: 'xlsx_unpacks_too_large', megabytes: 1 })
  })

  test('are exact for shared strings', async () => {
    const content = writeWorkbook({ ...plain, strings: '<si><t>abc</t></si>'.repeat(3) })
    expect((await read(content, { format: 'xlsx', limits: { sharedStrings: 3 } })).rows).toHaveLength(1)
    expect(await catchTableError(read(content, { format: 'xlsx', limits: { sharedStrings: 2 } }))).toEqual({ code: 'file_too_complex' })
  })

  test('depend on the size of the sent file', async () => {
    const content = withPart({ name: 'x', content: Buffer.alloc(3 * 1024 * 1024, ' ') })
    const ratio = (unpackRatio: number) => read(content, { format: 'xlsx', limits: { unpackRatio } })
    expect((await ratio(3_300_000 / content.length)).rows).toHaveLength(1)
    expect(await catchTableError(ratio((2.5 * 1024 * 1024) / content.length))).toEqual({ code: 'xlsx_unpacks_too_large', megabytes: 2 })
  })
})

test('the first sheet is found by a complete relation of the right type', async () => {
  const others = [
    '<Other Id="rId1" Type="x/worksheet" Target="worksheets/first.xml"/>',
    '<Relationship Id="rId1" Type="x/chart" Target="worksheets/first.xml"/>',
    '<Relationship Id="rId1" Type="x/worksheet"/>',
    '<Relationship Type="x/worksheet" Target="worksheets/first.xml"/>',
  ].join('')
  const content = `<Relationships>${others}<Relationship Id="rId1" Type="x/worksheet" Target="worksheets/second.xml"/></Relationships>`
  const { rows } = await read(replaceRelations(content), { format: 'xlsx' })
  expect(rows).toEqual([{ row: 1, cells: { A: '1' } }])
})

describe('a workbook on disk', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tabular-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('is read by its path, and no file is written next to it (THREAT-24)', async () => {
    const path = join(folder, 'a.xlsx')
    await writeFile(path, writeWorkbook({ ...plain, more: [{ name: 'evil.txt', content: 'x' }] }))
    expect((await collectRows(readTable(path, { format: 'xlsx' }))).rows).toEqual([{ row: 1, cells: { A: '1' } }])
    expect(existsSync(join(folder, 'evil.txt'))).toBe(false)
  })
})
