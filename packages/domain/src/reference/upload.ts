import type { ErrorDetail } from '../error.ts'
import { parseNumberText } from '../fields/number-text.ts'
import { cleanText } from '../text.ts'
import type { ReferenceTable } from './tables.ts'

/** Effect of a file on a table: adds rows, changes rows, or becomes the whole table. */
export const tableActions = ['APPEND', 'CHANGE', 'REPLACE'] as const
export type TableAction = (typeof tableActions)[number]

/** Tables that no file changes: studies have their own pages (REQ-ADM-05). */
const readOnlyTables: ReadonlySet<ReferenceTable> = new Set(['svc_clinical_study'])

/** Tables whose ids the registry itself uses. A file changes their texts only. */
const fixedTables: ReadonlySet<ReferenceTable> = new Set([
  'consent_withdrawal',
  'login_mode',
  'svc_clinical_study_patient_status',
  'svc_clinical_study_status',
  'svc_msg_type',
  'svc_sex',
])

export const listTableActions = (table: ReferenceTable): readonly TableAction[] => {
  if (readOnlyTables.has(table)) return []
  // The rights of users depend on the areas, so a file removes none.
  if (table === 'geotree') return ['APPEND', 'CHANGE']
  return fixedTables.has(table) ? ['CHANGE'] : tableActions
}

/** The columns of every table. `id` finds the row. */
export const textColumns = ['trans_it', 'trans_en', 'trans_fr', 'trans_pt'] as const
type TextColumn = (typeof textColumns)[number]
const requiredTexts: readonly TextColumn[] = ['trans_it', 'trans_en']

/** A value of a column that only some tables have. */
type ExtraValue = string | number | boolean | readonly unknown[] | Readonly<Record<string, unknown>>
export type TableRow = { readonly id: string } & Readonly<Record<TextColumn, string | null>> & {
    readonly extra: Readonly<Record<string, unknown>>
  }
/** A row of a file by column. `null` is an empty cell, `true` clears the value. The comma can be the decimal sign of its texts. */
export type FileRow = {
  readonly row: number
  readonly cells: Readonly<Record<string, string | number | true | null>>
  readonly decimalComma?: boolean
  /** A value that could not be read. */
  readonly problem?: ErrorDetail
}

export type TableEntry = { readonly row: number; readonly key: string; readonly field?: string } & ErrorDetail
export type TableDifference = { readonly id: string; readonly before?: TableRow; readonly after?: TableRow }
export type TableChange = {
  /** Rows that the table has afterwards or that are added or changed, in the order of the file. */
  readonly added: readonly TableRow[]
  readonly changed: readonly TableDifference[]
  readonly unchanged: number
  readonly removed: readonly TableRow[]
  readonly entries: readonly TableEntry[]
  /** Rows of the file that are not used. */
  readonly rejected: number
}

const maxTextLength = 255
const hasControl = (text: string): boolean => /\p{Cc}/u.test(text)

/** The columns that only this table has, and an example of their type. */
const listExtraColumns = (rows: readonly TableRow[]): ReadonlyMap<string, unknown> =>
  new Map(rows.flatMap(({ extra }) => Object.entries(extra)))

const readNumber = (cell: string | number, decimalComma: boolean): number | undefined => {
  if (typeof cell === 'number') return cell
  const { number, error } = { number: undefined, ...parseNumberText(cleanText(cell), { decimalComma, exponents: true }) }
  return error ? undefined : number
}

const readExtra = (cell: string | number, example: unknown, decimalComma: boolean): ExtraValue | undefined => {
  const typed = cleanText(String(cell))
  if (typeof example === 'boolean') return { true: true, false: false }[typed.toLowerCase()]
  if (typeof example === 'number') return readNumber(cell, decimalComma)
  if (typeof example !== 'object') return typed
  try {
    const parsed: unknown = JSON.parse(typed)
    if (Array.isArray(example)) return Array.isArray(parsed) ? parsed : undefined
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : undefined
  } catch {
    return undefined
  }
}

/** Checks a row that was read against the rules of one table, and completes it. */
export type RowCheck = (
  row: TableRow,
  before: TableRow | undefined,
) => { readonly row: TableRow } | { readonly error: { readonly field: string } & ErrorDetail }

type Reading = { readonly row?: TableRow; readonly errors: readonly TableEntry[] }

/** Reads one row of a file over the stored one. A whole table has no stored row to keep values of. */
const readRow = (
  { row, cells, decimalComma = false }: FileRow,
  id: string,
  stored: TableRow | undefined,
  examples: ReadonlyMap<string, unknown>,
): Reading => {
  const errors: TableEntry[] = []
  const reject = (field: string, code: ErrorDetail['code'], params?: ErrorDetail['params']): void =>
    void errors.push({ row, key: id, field, code, ...(params && { params }) })
  const readText = (column: TextColumn): string | null => {
    const cell = cells[column]
    const text = cell === true ? null : ((cleanText(String(cell ?? '')) || stored?.[column]) ?? null)
    if (text === null && requiredTexts.includes(column)) reject(column, 'value_required')
    else if (text !== null && hasControl(text)) reject(column, 'value_characters')
    else if (text !== null && text.length > maxTextLength) reject(column, 'value_too_long', { max: maxTextLength })
    return text
  }
  const texts = {
    trans_it: readText('trans_it'),
    trans_en: readText('trans_en'),
    trans_fr: readText('trans_fr'),
    trans_pt: readText('trans_pt'),
  }
  const extra: Record<string, unknown> = { ...stored?.extra }
  for (const [name, example] of examples) {
    const cell = cells[name]
    if (cell === true) delete extra[name]
    if (typeof cell === 'boolean' || cell === null || cell === undefined || cleanText(String(cell)) === '') continue
    const value = readExtra(cell, example, decimalComma)
    if (value === undefined) reject(name, 'field_wrong')
    else extra[name] = value
  }
  return errors.length > 0 ? { errors } : { row: { id, ...texts, extra }, errors }
}

const isSame = (one: TableRow, other: TableRow): boolean =>
  textColumns.every((column) => one[column] === other[column]) && sortedJson(one.extra) === sortedJson(other.extra)
const sortedJson = (extra: TableRow['extra']): string =>
  JSON.stringify(Object.entries(extra).toSorted(([one], [other]) => (one < other ? -1 : 1)))

const findIdError = (id: string): ErrorDetail | undefined => {
  if (id === '') return { code: 'value_required' }
  if (id.length > 80) return { code: 'value_too_long', params: { max: 80 } }
  return hasControl(id) ? { code: 'value_characters' } : undefined
}

/**
 * Finds out what a file would do to a table, with every rejected row and its reason (REQ-ADM-04). A whole table is taken only if all of its
 * rows are right. With a row missing, the file would remove an id.
 */
export const planTableChange = (
  action: TableAction,
  stored: readonly TableRow[],
  file: readonly FileRow[],
  checkRow: RowCheck = (row) => ({ row }),
): TableChange => {
  const byId = new Map(stored.map((row) => [row.id, row]))
  const examples = listExtraColumns(stored)
  const seen = new Map<string, number>()
  const rows: TableRow[] = []
  const entries: TableEntry[] = []
  let rejected = 0
  for (const line of file) {
    const cell = line.cells['id']
    const id = cell === null || cell === undefined || cell === true ? '' : cleanText(String(cell))
    const found = byId.get(id)
    const first = seen.get(id)
    const reject = (detail: ErrorDetail): readonly TableEntry[] => [{ row: line.row, key: id, field: 'id', ...detail }]
    const idError = findIdError(id)
    const check = (): Reading => {
      if (line.problem) return { errors: [{ row: line.row, key: id, ...line.problem }] }
      if (idError) return { errors: reject(idError) }
      if (first !== undefined) return { errors: reject({ code: 'table_id_repeated', params: { first } }) }
      if (action === 'APPEND' && found) return { errors: reject({ code: 'table_id_known' }) }
      if (action === 'CHANGE' && !found) return { errors: reject({ code: 'table_id_unknown' }) }
      const read = readRow(line, id, action === 'REPLACE' ? undefined : found, examples)
      if (!read.row) return read
      const checked = checkRow(read.row, found)
      return 'row' in checked ? { row: checked.row, errors: [] } : { errors: reject(checked.error) }
    }
    const reading = check()
    if (!idError && first === undefined) seen.set(id, line.row)
    entries.push(...reading.errors)
    if (reading.row) rows.push(reading.row)
    else rejected += 1
  }
  if (action === 'REPLACE' && file.length === 0) entries.push({ row: 0, key: '', code: 'table_file_empty' })
  if (action === 'REPLACE' && entries.length > 0)
    return { added: [], changed: [], unchanged: 0, removed: [], entries, rejected: file.length }
  const kept = new Set(rows.map(({ id }) => id))
  const known = rows.flatMap((after) => {
    const before = byId.get(after.id)
    return before ? [{ id: after.id, before, after }] : []
  })
  const changed = known.filter(({ before, after }) => !isSame(before, after))
  return {
    added: rows.filter(({ id }) => !byId.has(id)),
    changed,
    unchanged: known.length - changed.length,
    removed: action === 'REPLACE' ? stored.filter(({ id }) => !kept.has(id)) : [],
    entries,
    rejected,
  }
}
