import { type ExportFormat, exportFormats } from '@registry/domain/file-formats'

const formatKey = 'registry.export-format'

/** The format that the user chose last in this browser. */
export const readLastFormat = (): ExportFormat | undefined => exportFormats.find((format) => format === localStorage.getItem(formatKey))

export const storeLastFormat = (format: ExportFormat): void => localStorage.setItem(formatKey, format)
