import type { Caller } from '@registry/api-contract/caller'
import type { RecordChanges, RecordSave, RecordSaved } from '@registry/api-contract/ecrf'
import { findLaterChanges, type ValueChange } from '@registry/domain/ecrf/history'
import type { Transaction } from '@registry/db/transaction'
import { AppError, recordError, type ErrorDetail } from '@registry/domain/error'
import { findField } from '@registry/domain/fields/dictionary'
import { CLEAR, type Cell } from '@registry/tabular/table'
import { clearToken } from '@registry/domain/fields/values'
import { formatItalianDay } from '../../shared/day.ts'
import type { Deps } from '../../app/deps.ts'
import { checkRecords } from '../../shared/record-checks/check-records.ts'
import type { RecordDiscrepancy, RecordDiscrepancies, RecordWriter } from '../../shared/record-writer.ts'
import { correctRegistration, prepareCorrection } from './correct-registration.ts'
import { explainDiscrepancy, toFormCode } from './form-code.ts'
import { findRecord, listVersions, lockRecord } from './queries.ts'
import type { RegistrationField } from './registration-values.ts'

/** An empty value clears the stored one: a save contains only fields that its person changed. */
const toCell = (value: RecordChanges[string]): Cell => {
  if (value === null || value === '' || value === clearToken) return CLEAR
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The registration fields that a save corrects. Only the dialog changes the sign-in mode, because it shows the consequences. */
const correctable: ReadonlySet<string> = new Set<RegistrationField>(['SURNAME', 'NAME', 'email', 'mobile_prefix', 'mobile'])
const isCorrectable = (name: string): name is RegistrationField => correctable.has(name)

type Cells = {
  readonly code: string
  readonly values: ReadonlyMap<string, Cell>
  readonly registration: ReadonlyMap<RegistrationField, Cell>
}

/**
 * Turns the changes into the cells of a row and of a registration.
 * @throws AppError validation_failed for unknown field names
 */
const buildCells = (code: string, changes: RecordChanges): Cells => {
  const named = Object.entries(changes).map(([name, value]) => ({ name, field: findField(name), value }))
  const unknown = named.filter(({ field }) => field === undefined)
  if (unknown.length > 0)
    throw recordError(Object.fromEntries(unknown.map(({ name }) => [name, { code: 'record_field_unknown' as const }])))
  const cells = named.flatMap(({ field, value }) => (field && field.name !== 'CENTER_ID' ? [[field.name, toCell(value)] as const] : []))
  return {
    code,
    values: new Map(cells.filter(([name]) => !isCorrectable(name))),
    registration: new Map(cells.flatMap(([name, cell]) => (isCorrectable(name) ? [[name, cell] as const] : []))),
  }
}

/**
 * Throws the first error of each field, in the order of the record. An error of the whole record, such as a missing consent, is thrown
 * alone.
 */
export const throwRejections = ({ rejections }: RecordDiscrepancies): void => {
  const [first] = rejections
  if (!first) return
  const whole = rejections.find(({ field }) => field === undefined || field === 'CENTER_ID')
  if (whole) throw new AppError(whole.code, whole.params)
  const errors = new Map<string, ErrorDetail>()
  for (const { field = '', code: found, params } of rejections) {
    const code = toFormCode(found)
    if (!errors.has(field)) errors.set(field, params ? { code, params } : { code })
  }
  throw recordError(Object.fromEntries(errors))
}

const parseVersion = (version: string) => {
  const [identity = 0, personal = 0, medical = 0] = version.split('.').map(Number)
  return { identity, personal, medical }
}

/**
 * Saves the changed fields of a record. Reports the person who changed the same fields since this person read it (REQ-CRF-04, FAULT-13).
 */
export const saveRecord = async (
  deps: Deps & { readonly writer: RecordWriter },
  tx: Transaction,
  caller: Caller,
  { centre, code, version, changes }: Omit<RecordSave, 'centre' | 'reason'> & { readonly centre: string },
): Promise<RecordSaved & { readonly id: number }> => {
  if (Object.keys(changes).length === 0) throw new AppError('record_nothing_changed')
  const { messages, clock, writer } = deps
  const { id } = await findRecord(tx, centre, code)
  await lockRecord(tx, id)
  const { values, registration } = buildCells(code, changes)
  const cells = new Set<string>([...values.keys(), ...registration.keys()])
  const later = version === undefined ? [] : [...findLaterChanges(await listVersions(tx, id), parseVersion(version)).values()]
  const isOwn = ({ field }: ValueChange): boolean => cells.has(field)
  const conflicts = later.filter(isOwn)
  if (conflicts.length > 0) {
    caller.note(`patient ${id}, not saved: ${conflicts.length} fields changed by others`)
    return { id, record: await findRecord(tx, centre, code), conflicts, others: later.filter((one) => !isOwn(one)), warnings: [] }
  }
  const correction = registration.size > 0 ? await prepareCorrection(deps, tx, await findRecord(tx, centre, code), registration) : undefined
  const discrepancies =
    values.size > 0 ? await writer.save(tx, caller, centre, new Map([['CENTER_ID', code], ...values])) : { rejections: [], warnings: [] }
  throwRejections(discrepancies)
  const contact = correction && (await correctRegistration(deps, tx, caller, id, correction))
  if (values.size > 0) {
    const changed = [...values.keys()].flatMap((name) => findField(name)?.name ?? [])
    await checkRecords(tx, { centre, patients: [id], changed, today: formatItalianDay(clock()) })
    caller.note(`patient ${id}, changed ${[...values.keys()].join(', ')}`)
  }
  const pending: readonly RecordDiscrepancy[] =
    contact === 'pending' ? [{ field: correction?.after.login_mode === 'Email' ? 'email' : 'mobile', code: 'record_contact_pending' }] : []
  const warnings = [...discrepancies.warnings, ...pending].map((discrepancy) => explainDiscrepancy(messages, caller.language, discrepancy))
  return { id, record: await findRecord(tx, centre, code), conflicts: [], others: later, warnings }
}
