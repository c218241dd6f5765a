import type { Caller } from '@registry/api-contract/caller'
import type { Transaction } from '@registry/db/transaction'
import type { ErrorDetail } from '@registry/domain/error'
import type { RegistrationColumn } from '@registry/domain/imports/columns'
import type { Cell } from '@registry/tabular/table'

/** A rejected or unusual value in a save of a record by a person or a program. Without a field it concerns the whole record. */
export type RecordDiscrepancy = { readonly field?: string; readonly code: ErrorDetail['code']; readonly params?: ErrorDetail['params'] }
export type RecordDiscrepancies = { readonly rejections: readonly RecordDiscrepancy[]; readonly warnings: readonly RecordDiscrepancy[] }

/**
 * Writes one record with the checks of files, so that form, web service and file have the same discrepancies. An error
 * prevents all writes.
 */
export type RecordWriter = {
  /** Saves the given cells of both sections; CENTER_ID names the patient. */
  save(tx: Transaction, caller: Caller, centre: string, cells: ReadonlyMap<string, Cell>): Promise<RecordDiscrepancies>
  /** Registers and invites a patient, and returns the number of patients that the centre registered in 24 hours. */
  register(
    tx: Transaction,
    caller: Caller,
    centre: string,
    cells: ReadonlyMap<RegistrationColumn, Cell>,
  ): Promise<{ readonly found: RecordDiscrepancies; readonly newInADay?: number }>
  /** Runs a transaction again after a conflict with another one. */
  retry<T>(work: () => Promise<T>): Promise<T>
}
