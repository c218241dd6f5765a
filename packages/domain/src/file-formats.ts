/** The formats of tables, both written and read. */
export const fileFormats = ['csv', 'json', 'xlsx', 'xml'] as const
export type FileFormat = (typeof fileFormats)[number]

/** The format that the ending of a name says. */
export const findFormatOfName = (name: string): FileFormat | undefined =>
  fileFormats.find((format) => name.toLowerCase().endsWith(`.${format}`))

/** The format that the first characters of a file show. */
export const guessFormat = (start: string): FileFormat => {
  const text = start.replace(/^\uFEFF/, '').trimStart()
  if (text.startsWith('PK')) return 'xlsx'
  if (text.startsWith('<')) return 'xml'
  return /^[[{]/.test(text) ? 'json' : 'csv'
}
/** A file of a filter: also a ZIP of the data with dictionary, scripts and manifest. */
export const exportFormats = [...fileFormats, 'package'] as const
export type ExportFormat = (typeof exportFormats)[number]
