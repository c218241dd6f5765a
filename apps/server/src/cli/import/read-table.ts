import type { z } from 'zod'
import { appErrorFromZod } from '@registry/api-contract/zod-errors'
import { cleanText } from '@registry/domain/text'
import type { KnownColumn } from '@registry/tabular/table'
import type { ReaderPool } from '@registry/tabular/worker/reader-pool'
import { formatKey, readCellText } from '../../features/imports/reading/row-keys.ts'
import { appErrorFromTable } from '../../shared/errors/app-error-from-table.ts'
import { CommandProblem } from '../command.ts'
import type { FileReport } from './report.ts'

export type TableRow<Value> = { readonly row: number; readonly key: string; readonly value: Value }

/** @throws CommandProblem for columns that nothing reads, whose values would be lost */
export const requireKnownColumns = (file: string, ignored: readonly string[], columns: readonly KnownColumn[]): void => {
  const [unknown] = ignored
  if (unknown === undefined) return
  const names = columns.flatMap(({ name, ignored: isIgnored }) => (isIgnored ? [] : [name]))
  const list = names.length > 12 ? `${names.slice(0, 12).join(', ')} and ${names.length - 12} more` : names.join(', ')
  throw new CommandProblem(`${file}: unknown column ${unknown}. Known are ${list}`)
}

export type TableShape<Value> = {
  readonly columns: readonly KnownColumn[]
  /** Builds the input of the schema from the cells of a row. */
  readonly build: (cell: (column: string) => string) => unknown
  readonly schema: z.ZodType<Value>
  /** The column of each field of the schema, by the first part of its path. */
  readonly columnOf: Readonly<Record<string, string>>
  /** The column whose text names the row in the report. */
  readonly key: string
}

/**
 * Reads a short table of the directory. Rows that the schema refuses are reported.
 * @throws AppError if the file cannot be read; CommandProblem for an unknown column
 */
export const readTable = async <Value>(
  readers: ReaderPool,
  path: string,
  report: FileReport,
  { columns: known, build, schema, columnOf, key: keyColumn }: TableShape<Value>,
): Promise<readonly TableRow<Value>[]> => {
  const read: TableRow<Value>[] = []
  try {
    for await (const { columns, rows, ignored } of readers.read(path, { format: 'csv', columns: known })) {
      requireKnownColumns(report.file, ignored, known)
      for (const { number: row, cells } of rows) {
        const cell = (column: string): string => cleanText(readCellText(cells[columns.indexOf(column)]))
        const key = formatKey(cell(keyColumn))
        const parsed = schema.safeParse(build(cell))
        if (parsed.success) read.push({ row, key, value: parsed.data })
        else {
          const [[field, detail] = ['', { code: 'field_wrong' as const }]] = Object.entries(appErrorFromZod(parsed.error).fields)
          report.reject(row, key, columnOf[field.split('.', 1).join('')], detail)
        }
      }
    }
  } catch (error) {
    throw appErrorFromTable(error)
  }
  return read
}
