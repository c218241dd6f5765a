import { Cell } from '@registry/api-contract/fields'
import { type FilterRows, RunRole } from '@registry/api-contract/saved-filters'
import { exportFormats } from '@registry/domain/file-formats'
import { fieldTexts } from '@registry/domain/legacy/messages'
import { mediaTypes } from '@registry/tabular/format'
import { z } from 'zod'
import { anyColumnRows, format, optionalChoice, optionalFlag, optionalText } from '../../../http/legacy/fields.ts'

/** The fields of RUN, for filters and studies. The format `video` requests rows instead of a file. */
export const legacyRunFields = {
  format: format(['video', ...exportFormats]),
  as_role: optionalText(z.string()).meta({ enum: [...RunRole.options] }),
  labels: optionalFlag().optional(),
  delimiter: optionalChoice(['comma', 'semicolon'], 'field_wrong'),
}
export const legacyRunDescriptions = { labels: fieldTexts.exportLabels, delimiter: fieldTexts.exportDelimiter }
export const layoutErrors = ['export_labels_format', 'export_delimiter_format'] as const

/** The response of RUN: rows, or a file. */
export const legacyRunAnswer = {
  response: z.object({ rows: anyColumnRows(Cell), total: z.number().int().optional() }),
  files: [mediaTypes.csv, mediaTypes.xlsx, mediaTypes.xml, 'application/zip'],
}

/** Gives each cell the name of its column. */
export const formatLegacyRows = ({ columns, rows, total }: Pick<FilterRows, 'columns' | 'rows' | 'total'>) => ({
  rows: rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null]))),
  total,
})
