/** The formats of tables, both written and read. */
export const fileFormats = ['csv', 'json', 'xlsx', 'xml'] as const
export type FileFormat = (typeof fileFormats)[number]
/** A file of a filter: also a ZIP of the data with dictionary, scripts and manifest. */
export const exportFormats = [...fileFormats, 'package'] as const
export type ExportFormat = (typeof exportFormats)[number]
