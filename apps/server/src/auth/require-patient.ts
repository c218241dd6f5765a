import type { Caller, Patient } from '@registry/api-contract/caller'
import { AppError } from '@registry/domain/error'

/** Returns the signed-in patient. The permissions of a procedure deny other callers first; this check also narrows the type (REQ-UI-06). */
export const requirePatient = ({ actor }: Caller): Patient => {
  if (actor.kind !== 'patient') throw new AppError('permission_denied')
  return actor
}
