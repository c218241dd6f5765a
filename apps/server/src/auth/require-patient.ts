import type { Caller } from '@registry/api-contract/caller'
import { AppError } from '@registry/domain/error'

/**
 * Returns the signed-in patient, or the one for whom a guardian acts (REQ-GRD-02). The permissions of a procedure deny other callers first
 * (REQ-UI-06).
 */
export const requirePatient = ({ actor }: Caller): { readonly patientId: number; readonly guardianId?: number } => {
  if (actor.kind === 'patient') return { patientId: actor.patientId }
  if (actor.kind === 'guardian' && actor.child) return { patientId: actor.child.patientId, guardianId: actor.guardianId }
  throw new AppError('permission_denied')
}
