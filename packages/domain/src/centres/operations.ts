import { nextStates, userOperations, type UserOperation, type UserState } from '../access/user-roles.ts'
import type { ErrorCode } from '../error-messages.ts'

/** Centres have the states and operations of users. */
export type CentreState = UserState
export type CentreOperation = UserOperation

type Target = { readonly state: CentreState; readonly patients: number }

/** Returns why the operation is not possible, or undefined. A centre with patients stays, because somebody must answer for their data. */
export const findCentreOperationError = ({ state, patients }: Target, operation: CentreOperation): ErrorCode | undefined => {
  if (nextStates[operation][state] === undefined) return 'centre_state_wrong'
  return operation === 'remove' && patients > 0 ? 'centre_has_patients' : undefined
}

/** The operations that are possible now. */
export const listCentreOperations = (centre: Target): CentreOperation[] =>
  userOperations.filter((operation) => findCentreOperationError(centre, operation) === undefined)
