import type { Caller } from '@registry/api-contract/caller'
import type { ReferenceRow } from '@registry/api-contract/reference-tables'
import { AppError, type ErrorDetail } from '@registry/domain/error'
import { createAreaCheck } from '@registry/domain/reference/areas'
import type { ReferenceTable } from '@registry/domain/reference/tables'
import {
  listTableActions,
  planTableChange,
  textColumns,
  type FileRow,
  type TableAction,
  type TableChange,
  type TableEntry,
  type TableRow,
} from '@registry/domain/reference/upload'
import type { TableFormat } from '@registry/tabular/format'
import { isProblem, type Cell } from '@registry/tabular/table'
import { appErrorFromTable } from '../../shared/errors/app-error-from-table.ts'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import type { Deps } from '../../app/deps.ts'
import { throwIfStopped, type UploadCall } from '../../http/legacy/upload-call.ts'
import { flattenRow, readRows } from './queries.ts'
import { findAreasWithCentres, findUses, lockTable, storeChange } from './table-changes.ts'

type TableUpload = Pick<UploadCall, 'file' | 'progress' | 'stopped'> & {
  readonly table: ReferenceTable
  readonly action: TableAction
  readonly format: TableFormat
  readonly dryRun: boolean
  /** The caller's password, if its last check is too old. */
  readonly password: string | undefined
}

/** Far more rows than the largest table needs. */
const maxRows = 20_000
const maxListed = 1000

const toReadable = (cell: Cell): FileRow['cells'][string] => (isProblem(cell) ? null : cell)

const readFile = async (
  { readers }: Deps,
  { file, format, progress, stopped }: TableUpload,
  columns: readonly string[],
): Promise<{ readonly rows: readonly FileRow[]; readonly ignored: readonly string[] }> => {
  const known = [{ name: 'id', required: true, key: true }, ...columns.map((name) => ({ name }))]
  const rows: FileRow[] = []
  let ignored: readonly string[] = []
  try {
    for await (const batch of readers.read(file.path, { format, columns: known })) {
      throwIfStopped(stopped)
      ignored = batch.ignored
      for (const { number, cells, problem } of batch.rows) {
        const unread = problem ?? cells.find(isProblem)
        if (rows.length === maxRows) throw new AppError('table_too_long', { limit: maxRows })
        rows.push({
          row: number,
          decimalComma: batch.decimalComma,
          ...(unread && { problem: { code: unread.problem, params: unread.params } }),
          cells: Object.fromEntries(batch.columns.map((name, at) => [name, toReadable(cells[at] ?? null)])),
        })
      }
      progress.update({ rows: rows.length })
    }
  } catch (error) {
    throw appErrorFromTable(error)
  }
  return { rows, ignored }
}

const requireAction = ({ table, action }: TableUpload): void => {
  const actions = listTableActions(table)
  if (actions.length === 0) throw new AppError('table_read_only')
  if (!actions.includes(action)) throw new AppError('table_action_refused')
}

type Difference = {
  readonly kind: 'added' | 'changed' | 'removed'
  readonly id: string
  readonly before: ReferenceRow | null
  readonly after: ReferenceRow | null
}

const listDifferences = ({ added, changed, removed }: TableChange): readonly Difference[] => {
  const flatten = (row: TableRow | undefined): ReferenceRow | null => (row ? flattenRow(row) : null)
  return [
    ...added.map((row) => ({ kind: 'added', id: row.id, before: null, after: flatten(row) }) as const),
    ...changed.map(({ id, before, after }) => ({ kind: 'changed', id, before: flatten(before), after: flatten(after) }) as const),
    ...removed.map((row) => ({ kind: 'removed', id: row.id, before: flatten(row), after: null }) as const),
  ].slice(0, maxListed)
}

const formatEntry = ({ messages }: Deps, { language }: Caller, { row, key, field, code, params }: TableEntry) => {
  const detail: ErrorDetail = params ? { code, params } : { code }
  return { row, key: key.slice(0, 80), ...(field !== undefined && { field }), code, message: messages.formatError(detail, language) }
}

const formatIgnored = ({ messages }: Deps, { language }: Caller, field: string) => ({
  row: 0,
  key: '',
  field,
  code: 'warning_import_column_ignored',
  message: messages.formatError({ code: 'import_column_ignored' }, language),
})

const rejectAll = (entries: readonly TableEntry[], rows: number): TableChange => ({
  added: [],
  changed: [],
  unchanged: 0,
  removed: [],
  entries,
  rejected: rows,
})

/**
 * Changes a reference table by a file (REQ-ADM-04). A dry run gives the same report and the differences, and stores nothing. A lock on the
 * table serialises the files of two people. A REPLACE requires the password again (REQ-ACC-21, THREAT-30).
 */
export const changeTable = async (deps: Deps, caller: Caller, upload: TableUpload) => {
  requireAction(upload)
  const { table, action, dryRun, password } = upload
  if (action === 'REPLACE' && !dryRun) await deps.reauthenticate(caller, password)
  const current = await readTransaction(deps, caller, (tx) => readRows(tx, table))
  const columns = [...new Set([...textColumns, ...Object.keys(current[0] ?? {}).filter((name) => name !== 'id')])]
  const { rows: file, ignored } = await readFile(deps, upload, columns)
  const transaction = dryRun ? readTransaction : writeTransaction
  return transaction(deps, caller, async (tx) => {
    const stored = await lockTable(tx, table)
    const planned = planTableChange(
      action,
      stored,
      file,
      table === 'geotree' ? createAreaCheck(stored, await findAreasWithCentres(tx)) : undefined,
    )
    const uses =
      planned.removed.length > 0
        ? await findUses(
            tx,
            table,
            planned.removed.map(({ id }) => id),
          )
        : new Map<string, string>()
    const used = [...uses].map(([id, places]) => ({ row: 0, key: id, code: 'table_id_used', params: { places } }) as const)
    const change = used.length > 0 ? rejectAll(used, file.length) : planned
    const order = action === 'REPLACE' && change.rejected === 0 ? file.map(({ cells }) => String(cells['id']).trim()) : []
    if (!dryRun) await storeChange(tx, table, change, order)
    throwIfStopped(upload.stopped)
    const report = {
      ok: file.length - change.rejected,
      ko: change.rejected,
      detail: [
        ...ignored.map((field) => formatIgnored(deps, caller, field)),
        ...change.entries.slice(0, maxListed).map((entry) => formatEntry(deps, caller, entry)),
      ],
    }
    const counts = `${change.added.length} added, ${change.changed.length} changed, ${change.removed.length} removed`
    caller.note(`${dryRun ? 'dry run of ' : ''}${table} ${action}: ${counts}, ${report.ko} refused`)
    return { ...(dryRun && { dry_run: true as const }), report, ...report, difference: [...listDifferences(change)] }
  })
}
