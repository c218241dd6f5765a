import { describe, expect, test } from 'vitest'
import { CLEAR } from '../table.ts'
import { read, catchTableError } from '../testing/tables.ts'

const xml = (text: string | Uint8Array, pieceBytes?: number) => read(text, { format: 'xml', ...(pieceBytes && { pieceBytes }) })

describe('an XML file', () => {
  test.each([
    ['rows', '<rows><row><A>1</A><B>x</B></row></rows>'],
    ['records', '<records><record><A>1</A><B>x</B></record></records>'],
    [
      'a declaration, comments and blanks',
      '<?xml version="1.0" encoding="utf-8"?>\n<!-- c -->\n<rows>\n <row id="1">\n  <A>1</A>\n<B>x</B></row> </rows>\n',
    ],
    ['CDATA and references', '<rows><row><A><![CDATA[1]]></A><B>&#120;</B></row></rows>'],
    ['a namespace', '<t:rows xmlns:t="urn:x"><t:row><t:A>1</t:A><t:B>x</t:B></t:row></t:rows>'],
  ])('is read as %s', async (_, text) => {
    const table = { columns: ['A', 'B'], rows: [{ row: 1, cells: { A: '1', B: 'x' } }] }
    expect(await xml(text)).toEqual(table)
    expect(await xml(text, 1)).toEqual(table)
  })

  test('decodes character references and distinguishes empty from clearing cells', async () => {
    const { rows } = await xml('<rows><row><A>&lt;a &amp; b&gt; &quot;&apos;&#13;\r\n</A><B/><C></C><D>\\N</D></row></rows>')
    expect(rows).toEqual([{ row: 1, cells: { A: '<a & b> "\'\r\n', D: CLEAR } }])
  })

  test('adds columns when rows name them', async () => {
    const { columns, rows } = await xml('<rows><row><A>1</A></row><row><B>2</B></row></rows>')
    expect(columns).toEqual(['A', 'B'])
    expect(rows.map(({ cells }) => cells)).toEqual([{ A: '1' }, { B: '2' }])
  })
})

const row = (content: string): string => `<rows><row>${content}</row></rows>`
const laughs = Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`).join('')

describe('THREAT-25: XML that attacks its reader is rejected', () => {
  test.each([
    ['a billion laughs', `<!DOCTYPE rows [<!ENTITY l0 "lol">${laughs}]>${row('<A>&l9;</A>')}`, 'xml_doctype'],
    ['a quadratic blow-up', `<!DOCTYPE rows [<!ENTITY a "${'a'.repeat(100_000)}">]>${row('<A>&a;&a;&a;</A>')}`, 'xml_doctype'],
    ['an entity from a file', `<!DOCTYPE rows [<!ENTITY f SYSTEM "file:///etc/passwd">]>${row('<A>&f;</A>')}`, 'xml_doctype'],
    ['an entity from the network', `<!DOCTYPE rows [<!ENTITY f SYSTEM "http://localhost:9/x">]>${row('<A>&f;</A>')}`, 'xml_doctype'],
    ['an outside DTD', `<!DOCTYPE rows SYSTEM "http://localhost:9/x.dtd">${row('<A>1</A>')}`, 'xml_doctype'],
    ['a parameter entity', `<!DOCTYPE rows [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]>${row('<A>1</A>')}`, 'xml_doctype'],
    ['an empty document type', `<!DOCTYPE rows>${row('<A>1</A>')}`, 'xml_doctype'],
    ['an entity nobody declared', row('<A>&nbsp;</A>'), 'xml_entity'],
    ['an entity with the name of a method', row('<A>&toString;</A>'), 'xml_entity'],
    ['an entity in an attribute', `<rows><row a="&x;"><A>1</A></row></rows>`, 'xml_entity'],
    ['a style sheet', `<?xml-stylesheet href="x.xsl"?>${row('<A>1</A>')}`, 'xml_instruction'],
    ['an instruction within', row('<A><?php evil ?></A>'), 'xml_instruction'],
    ['a second declaration', `<rows><?xml version="1.0"?></rows>`, 'xml_instruction'],
    ['NUL by a reference', row('<A>&#0;</A>'), 'xml_syntax'],
    ['a control character by a reference', row('<A>&#x1b;</A>'), 'xml_syntax'],
    ['half a character by a reference', row('<A>&#xD800;</A>'), 'xml_syntax'],
    ['a character beyond Unicode', row('<A>&#x110000;</A>'), 'xml_syntax'],
    ['NUL', row('<A>\0</A>'), 'xml_syntax'],
    ['a bare ampersand', row('<A>a & b</A>'), 'xml_syntax'],
    ['100,000 elements within each other', '<a>'.repeat(100_000), 'xml_shape'],
    ['elements within a field', row('<A><B><C><D><E><F><G>1</G></F></E></D></C></B></A>'), 'xml_shape'],
    ['51 attributes', `<rows ${Array.from({ length: 51 }, (_, index) => `a${index}="1"`).join(' ')}/>`, 'xml_attributes_too_many'],
    ['a text of many short pieces', row(`<A>${'<![CDATA[xxxxxxxxxx]]>'.repeat(4_000)}</A>`), 'file_cell_too_long'],
    ['UTF-7 by its declaration', `<?xml version="1.0" encoding="UTF-7"?>${row('<A>+ADw-</A>')}`, 'file_encoding'],
    ['another encoding by its declaration', `<?xml version="1.0" encoding="ISO-8859-1"?>${row('<A>1</A>')}`, 'file_encoding'],
    ['UTF-7 throughout', '+ADw-rows+AD4-+ADw-/rows+AD4-', 'file_format_mismatch'],
    ['tags that do not match', '<rows><row></rows></row>', 'xml_syntax'],
    ['an attribute twice', '<rows a="1" a="2"/>', 'xml_syntax'],
    ['an attribute without quotes', '<rows a=1/>', 'xml_syntax'],
    ['two roots', '<rows/><rows/>', 'xml_syntax'],
    ['text after the root', '<rows/>x', 'xml_syntax'],
    ['no end', '<rows><row><A>1', 'xml_syntax'],
    ['a CDATA end in text', row('<A>]]></A>'), 'xml_syntax'],
    ['two hyphens in a comment', '<!-- a -- b --><rows/>', 'xml_syntax'],
    ['another root', '<html><body/></html>', 'xml_shape'],
    ['another name for a row', '<rows><line/></rows>', 'xml_shape'],
    ['text outside of fields', '<rows><row>x<A>1</A></row></rows>', 'xml_shape'],
    ['a field twice in a row', row('<A>1</A><a>2</a>'), 'file_column_duplicate'],
  ])('%s', async (_, text, code) => {
    expect(await catchTableError(xml(text, 65_536))).toMatchObject({ code })
  })

  test.each([
    ['UTF-16, little end first', Buffer.from(`\ufeff${row('<A>1</A>')}`, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(`\ufeff${row('<A>1</A>')}`, 'utf16le').swap16()],
    ['a byte that is no UTF-8', Buffer.from(row('<A>\xe8</A>'), 'latin1')],
    ['a byte sequence that is longer than it needs', Buffer.from([...Buffer.from('<rows>'), 0xc0, 0xbc])],
  ])('%s', async (_, bytes) => {
    expect(await catchTableError(xml(bytes))).toMatchObject({ code: 'file_encoding' })
  })

  test('an error names its line', async () => {
    expect(await catchTableError(xml('<rows>\n<row>\n<A>1</A>\n</rows>'))).toEqual({ code: 'xml_syntax', line: 4 })
    expect(await catchTableError(xml('<rows>\n<row>\n<A>1</A>\n</rows>', 3))).toEqual({ code: 'xml_syntax', line: 4 })
  })
})

describe('a table in XML', () => {
  test('numbers rows including blank ones; each has a cell per column', async () => {
    const { rows } = await xml('<rows><row><A>1</A></row><row/><row><B>2</B></row></rows>')
    expect(rows).toEqual([
      { row: 1, cells: { A: '1' } },
      { row: 3, cells: { B: '2' } },
    ])
  })

  test('without rows needs no column', async () => {
    const columns = [{ name: 'CENTER_ID', required: true }]
    expect((await read('<rows/>', { format: 'xml', columns })).rows).toEqual([])
    expect(await catchTableError(read('<rows><row/></rows>', { format: 'xml', columns }))).toEqual({
      code: 'file_column_missing',
      column: 'CENTER_ID',
    })
  })

  test.each([
    ['a record among rows', '<rows>\n<record/></rows>', { code: 'xml_shape', line: 2 }],
    ['a row among records', '<records><row/></records>', { code: 'xml_shape', line: 1 }],
    ['text between rows', '<rows>\n\nx<row/></rows>', { code: 'xml_shape', line: 3 }],
    ['an element in a field', '<rows><row><A>1<B/></A></row></rows>', { code: 'xml_shape', line: 1 }],
    [
      'a long field twice',
      `<rows><row/><row><${'x'.repeat(101)}/><${'x'.repeat(101)}/></row></rows>`,
      { code: 'file_column_duplicate', column: 'x'.repeat(80), row: 2 },
    ],
  ])('is rejected with %s, at its line', async (_, text, detail) => {
    expect(await catchTableError(xml(text))).toEqual(detail)
  })

  test('accepts row names in any letter case', async () => {
    expect((await xml('<ROWS><Row><A>1</A></Row></ROWS>')).rows).toHaveLength(1)
  })

  test('rejects a long cell before the cell ends', async () => {
    const cell = (text: string) => read(row(`<A>${text}`), { format: 'xml', limits: { cellCharacters: 3 } })
    expect((await cell('xxx</A>')).rows).toHaveLength(1)
    expect(await catchTableError(cell('xxxx'))).toEqual({ code: 'file_cell_too_long', row: 1, column: 'A', limit: 3 })
    expect(await catchTableError(cell('xx<![CDATA[xx]]>'))).toMatchObject({ code: 'file_cell_too_long' })
  })
})
