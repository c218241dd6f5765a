import type { Caller } from '@registry/api-contract/caller'
import type { RecordChanges, RecordSave, RecordSaved } from '@registry/api-contract/ecrf'
import { findLaterChanges, type ValueChange } from '@registry/domain/ecrf/history'
import type { Transaction } from '@registry/db/transaction'
import { AppError, recordError, type ErrorDetail } from '@registry/domain/error'
import { findField } from '@registry/domain/fields/dictionary'
import { CLEAR, type Cell } from '@registry/tabular/table'
import { clearToken } from '@registry/domain/fields/values'
import { formatItalianDay } from '../../day.ts'
import type { Deps } from '../../deps.ts'
import { checkRecords } from '../../record-checks/check-records.ts'
import type { RecordFinding, RecordFindings, RecordWriter } from '../../record-writer.ts'
import { toFormCode } from './form-code.ts'
import { findRecord, listVersions, lockRecord } from './queries.ts'

/** An empty value clears the stored one: a save names only fields that its person changed. */
const toCell = (value: RecordChanges[string]): Cell => {
  if (value === null || value === '' || value === clearToken) return CLEAR
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Turns the changes into the cells of a row. @throws AppError validation_failed for names that no field has */
const buildCells = (code: string, changes: RecordChanges): ReadonlyMap<string, Cell> => {
  const named = Object.entries(changes).map(([name, value]) => ({ name, field: findField(name), value }))
  const unknown = named.filter(({ field }) => field === undefined)
  if (unknown.length > 0)
    throw recordError(Object.fromEntries(unknown.map(({ name }) => [name, { code: 'record_field_unknown' as const }])))
  const others = named.flatMap(({ field, value }) => (field && field.name !== 'CENTER_ID' ? [[field.name, toCell(value)] as const] : []))
  return new Map<string, Cell>([['CENTER_ID', code], ...others])
}

/** The first error of each field, in the order of the record. An error of the whole record, such as a missing consent, is thrown alone. */
export const throwRefusals = ({ refusals }: RecordFindings): void => {
  const [first] = refusals
  if (!first) return
  const whole = refusals.find(({ field }) => field === undefined || field === 'CENTER_ID')
  if (whole) throw new AppError(whole.code, whole.params)
  const errors = new Map<string, ErrorDetail>()
  for (const { field = '', code: found, params } of refusals) {
    const code = toFormCode(found)
    if (!errors.has(field)) errors.set(field, params ? { code, params } : { code })
  }
  throw recordError(Object.fromEntries(errors))
}

const parseVersion = (version: string) => {
  const [identity = 0, personal = 0, medical = 0] = version.split('.').map(Number)
  return { identity, personal, medical }
}

/** Saves the changed fields of a record, or says who changed the same fields since this person read it (REQ-CRF-04, FAULT-13). */
export const saveRecord = async (
  { messages, clock, writer }: Pick<Deps, 'messages' | 'clock'> & { readonly writer: RecordWriter },
  tx: Transaction,
  caller: Caller,
  { centre, code, version, changes }: Omit<RecordSave, 'centre' | 'reason'> & { readonly centre: string },
): Promise<RecordSaved & { readonly id: number }> => {
  if (Object.keys(changes).length === 0) throw new AppError('record_nothing_changed')
  const { id } = await findRecord(tx, centre, code)
  await lockRecord(tx, id)
  const cells = buildCells(code, changes)
  const later = version === undefined ? [] : [...findLaterChanges(await listVersions(tx, id), parseVersion(version)).values()]
  const isOwn = ({ field }: ValueChange): boolean => cells.has(field)
  const conflicts = later.filter(isOwn)
  if (conflicts.length > 0) {
    caller.note(`patient ${id}, not saved: ${conflicts.length} fields changed by others`)
    return { id, record: await findRecord(tx, centre, code), conflicts, others: later.filter((one) => !isOwn(one)), warnings: [] }
  }
  const findings = await writer.save(tx, caller, centre, cells)
  throwRefusals(findings)
  const changed = [...cells.keys()].flatMap((name) => findField(name)?.name ?? [])
  await checkRecords(tx, { centre, patients: [id], changed, today: formatItalianDay(clock()) })
  caller.note(`patient ${id}, changed ${[...cells.keys()].filter((name) => name !== 'CENTER_ID').join(', ')}`)
  const explain = ({ field = '', code: found, params }: RecordFinding) => ({
    field,
    code: found,
    message: messages.formatError({ code: toFormCode(found), ...(params && { params }) }, caller.language),
  })
  return { id, record: await findRecord(tx, centre, code), conflicts: [], others: later, warnings: findings.warnings.map(explain) }
}
