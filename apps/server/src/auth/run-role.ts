import type { Caller } from '@registry/api-contract/caller'
import { RunRole, type FilterRun } from '@registry/api-contract/saved-filters'
import type { Role } from '@registry/domain/access/roles'
import { AppError } from '@registry/domain/error'

const holdsRole = ({ actor }: Caller, role: Role): boolean => actor.kind === 'staff' && actor.roles.some((grant) => grant.role === role)

/**
 * Requires a role that the caller holds (REQ-FIL-04, THREAT-05).
 * @throws AppError permission_denied
 */
export const requireHeldRole = (caller: Caller, role: Role): void => {
  if (!holdsRole(caller, role)) throw new AppError('permission_denied')
}

/** Returns the role that an old program names, or the only possible one. @throws AppError permission_denied */
export const resolveRunRole = (caller: Caller, named: string | undefined): FilterRun['asRole'] => {
  const parsed = RunRole.safeParse(named)
  if (parsed.success) return parsed.data
  const [role, otherRole] = RunRole.options.filter((option) => holdsRole(caller, option))
  if (named !== undefined || role === undefined || otherRole !== undefined) throw new AppError('permission_denied')
  return role
}
