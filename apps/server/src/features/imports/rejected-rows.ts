import type { Caller } from '@registry/api-contract/caller'
import { findField } from '@registry/domain/fields/dictionary'
import { parseNumberText } from '@registry/domain/fields/number-text'
import { clearToken } from '@registry/domain/fields/values'
import { rejectionReasonColumn } from '@registry/domain/imports/columns'
import { cleanText } from '@registry/domain/text'
import { mediaTypes, type TableFormat } from '@registry/tabular/format'
import { CLEAR, isProblem, type Cell } from '@registry/tabular/table'
import { formatRowsInThread } from '@registry/tabular/worker/format-in-thread'
import { appErrorFromTable } from '../../shared/errors/app-error-from-table.ts'
import type { Deps } from '../../app/deps.ts'
import { createFileResponse, type FileResponse } from '../../http/downloads.ts'
import type { ImportContext } from './import-plan.ts'
import { removeReadableValue } from './report-entries.ts'
import { formatReport, type Report } from './report.ts'
import type { ImportRequest } from './run-import.ts'

/**
 * The text of a cell in the new file. Its delimiter is `,`, so numbers need a decimal point (REQ-IMP-03). A point that was rejected as
 * ambiguous gets a question mark. So the new file does not change its meaning.
 */
const formatCell = (cell: Cell, name: string, decimalComma: boolean): string | null => {
  if (cell === CLEAR) return clearToken
  if (isProblem(cell)) return cell.params['error'] === undefined ? null : String(cell.params['error'])
  if (cell === null || cell === '') return null
  if (typeof cell === 'number') return String(cell)
  const type = name === 'VALUE' ? 'float' : findField(name)?.type
  if (!decimalComma || (type !== 'float' && type !== 'integer')) return cell
  const { error, ...reading } = parseNumberText(cleanText(cell), { decimalComma, exponents: true })
  if (error === 'value_number_ambiguous') return `${cell} ?`
  return 'number' in reading ? String(reading.number) : cell
}

type LabelledReport = Report & Pick<ImportContext, 'referenceValues'>

/** The reasons of each rejected row, with their fields. */
const listReasons = (deps: Deps, caller: Caller, report: LabelledReport): ReadonlyMap<number, string> => {
  const reasons = new Map<number, string>()
  // The value is in the same row.
  const withoutValues = { ...report, entries: report.entries.map(removeReadableValue) }
  for (const { row, field, code, message } of formatReport({ ...deps, ...report }, caller, withoutValues).detail) {
    if (row === 0 || code.startsWith('warning_')) continue
    const reason = field === undefined ? message : `${field}: ${message}`
    reasons.set(row, reasons.has(row) ? `${reasons.get(row)} · ${reason}` : reason)
  }
  return reasons
}

/**
 * The rejected rows of a file, as a file of the same format with the reasons in one more column (REQ-IMP-13). It has the rows that the
 * report lists. A file with more than a thousand reasons is corrected at its source.
 */
export const buildRejectedRows = async (
  deps: Deps,
  caller: Caller,
  { plan, file, format }: Pick<ImportRequest, 'plan' | 'file'> & { readonly format: TableFormat },
  report: LabelledReport,
): Promise<FileResponse> => {
  const reasons = listReasons(deps, caller, report)
  const rejected: { readonly cells: ReadonlyMap<string, string | null>; readonly reason: string }[] = []
  const names = new Set<string>()
  try {
    for await (const { columns, decimalComma, rows } of deps.readers.read(file.path, { format, columns: plan.columns })) {
      for (const name of columns) if (name !== rejectionReasonColumn) names.add(name)
      for (const { number, cells } of rows) {
        const reason = reasons.get(number)
        if (reason === undefined) continue
        const named = columns.map((name, at) => [name, formatCell(cells[at] ?? null, name, decimalComma && format === 'csv')] as const)
        rejected.push({ cells: new Map(named), reason })
      }
    }
  } catch (error) {
    throw appErrorFromTable(error)
  }
  caller.note(`${rejected.length} refused rows of ${plan.command} ${format}`)
  const columns = [...names, rejectionReasonColumn].map((name) => ({ name, type: 'text' }) as const)
  const rows = rejected.map(({ cells, reason }) => [...[...names].map((name) => cells.get(name) ?? null), reason])
  return createFileResponse(`${plan.command}_refused.${format}`, mediaTypes[format], formatRowsInThread(rows, { format, columns }), {
    rows: rows.length,
  })
}
