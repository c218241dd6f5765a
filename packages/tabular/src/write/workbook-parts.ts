const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const relations = (targets: readonly (readonly [type: string, target: string])[]): string => {
  const lines = targets.map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`)
  return `${declaration}<Relationships xmlns="${packaged}/relationships">${lines.join('')}</Relationships>`
}

const plain = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'

/** Cell styles: 0 plain, 1 header (bold), 2 date as dd/mm/yyyy. Some readers warn if `cellStyles` is missing. */
const styles = [
  `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts>`,
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  `<cellStyleXfs count="1">${plain}</cellStyleXfs><cellXfs count="3">`,
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>',
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join('')

/** The date of every part: the earliest of a ZIP, without time zone. The same data always give the same bytes. */
export const fixedDate = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true } as const

export const sheetPart = 'xl/worksheets/sheet1.xml'

/** All parts of a workbook except its sheet (ECMA-376). */
export const workbookParts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': [
    `${declaration}<Types xmlns="${packaged}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    `<Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/>`,
    `<Override PartName="/${sheetPart}" ContentType="${contentType}.worksheet+xml"/>`,
    `<Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/></Types>`,
  ].join(''),
  '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
  'xl/workbook.xml':
    `${declaration}<workbook xmlns="${main}" xmlns:r="${office}">` +
    '<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': relations([
    ['worksheet', 'worksheets/sheet1.xml'],
    ['styles', 'styles.xml'],
  ]),
  'xl/styles.xml': styles,
}
