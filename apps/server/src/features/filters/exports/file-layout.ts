import type { Transaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import type { Field } from '@registry/domain/fields/dictionary'
import type { ExportFormat } from '@registry/domain/file-formats'
import type { Language } from '@registry/domain/language'
import type { Delimiter, OutputColumn } from '@registry/tabular/write/column'
import { readValuesAndAreas } from './labelled-values.ts'
import { listLabels } from './package/variables.ts'

/** The layout of a file: labels instead of codes, and the separator of CSV cells. */
export type FileLayout = { readonly labels: boolean; readonly delimiter: Delimiter }

/** @throws AppError export_labels_format, export_delimiter_format */
export const requireLayout = (
  format: ExportFormat | 'video',
  { labels = false, delimiter = 'comma' }: { readonly labels?: boolean | undefined; readonly delimiter?: Delimiter | undefined },
): FileLayout => {
  if (labels && format !== 'csv' && format !== 'xlsx') throw new AppError('export_labels_format')
  if (delimiter !== 'comma' && format !== 'csv') throw new AppError('export_delimiter_format')
  return { labels, delimiter }
}

/** COPY writes a boolean by its first letter. */
const findCode = ({ type }: Field, code: string): string => (type === 'boolean' ? code.slice(0, 1) : code)

type LabelOptions = {
  readonly layout: FileLayout
  readonly language: Language
  readonly precision: { readonly generalise: boolean }
}

/** Adds labels to the columns of choices and booleans, if the file shows labels. */
export const labelColumns = async (
  tx: Transaction,
  columns: readonly OutputColumn[],
  fields: readonly Field[],
  { layout, language, precision }: LabelOptions,
): Promise<readonly OutputColumn[]> => {
  if (!layout.labels) return columns
  const options = { language, referenceValues: await readValuesAndAreas(tx), generalised: precision.generalise }
  const byName = new Map<string, Field>(fields.map((field) => [field.name, field]))
  return columns.map((column) => {
    const field = byName.get(column.name)
    const values = field ? listLabels(field, options) : []
    if (!field || values.length === 0) return column
    return { name: column.name, type: 'text', labels: new Map(values.map(({ code, label }) => [findCode(field, code), label])) }
  })
}
