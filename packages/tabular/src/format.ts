export const tableFormats = ['csv', 'json', 'xlsx', 'xml'] as const

/** The file formats of every upload and download. */
export type TableFormat = (typeof tableFormats)[number]

/** The formats of uploads. A transaction Bundle of FHIR is a row for each entry, whose only cell is the JSON of the entry. */
export type ReadFormat = TableFormat | 'fhir'

export const mediaTypes: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml; charset=utf-8',
}
