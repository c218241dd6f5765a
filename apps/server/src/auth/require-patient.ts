import type { Caller } from '@registry/api-contract/caller'
import type { Transaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'

type ShownPatient = { readonly patientId: number; readonly guardianId?: number }

/**
 * Returns the signed-in patient, or the one for whom a guardian acts (REQ-GRD-02). The permissions of a procedure deny other callers first
 * (REQ-UI-06).
 */
export const requirePatient = ({ actor }: Caller): ShownPatient => {
  if (actor.kind === 'patient') return { patientId: actor.patientId }
  if (actor.kind === 'guardian' && actor.child) return { patientId: actor.child.patientId, guardianId: actor.guardianId }
  throw new AppError('permission_denied')
}

/**
 * Returns the same patient, unless the registry hides the record from the guardian (REQ-GRD-07). Row security hides it too; this gives the reason.
 * @throws AppError record_of_patient_only
 */
export const requireVisibleRecord = async ({ sql }: Transaction, caller: Caller): Promise<ShownPatient> => {
  const shown = requirePatient(caller)
  if (shown.guardianId === undefined) return shown
  const [visible] = await sql<{ patient: number | null }[]>`SELECT find_child_with_record() AS patient`
  if (visible?.patient !== shown.patientId) throw new AppError('record_of_patient_only')
  return shown
}
