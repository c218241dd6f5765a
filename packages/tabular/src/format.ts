export const tableFormats = ['csv', 'json', 'xlsx', 'xml'] as const

/** The file formats of every upload and download (D4). */
export type TableFormat = (typeof tableFormats)[number]

/** The format of that name, letter case ignored; undefined for a name that is none (`video` is for the screen, not a file). */
export const tableFormat = (name: string): TableFormat | undefined => tableFormats.find((format) => format === name.trim().toLowerCase())

/** The media type to send a file of the format with. */
export const mediaTypes: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml; charset=utf-8',
}
