import type { Caller } from '@registry/api-contract/caller'
import { RunRole, type FilterRun } from '@registry/api-contract/saved-filters'
import { AppError } from '@registry/domain/error'

const holdsRole = ({ actor }: Caller, role: FilterRun['asRole']): boolean =>
  actor.kind === 'staff' && actor.roles.some((grant) => grant.role === role)

/** A filter runs as a role that the caller holds, never as another (spec 1, section 6; THREAT-05). @throws Refusal permission_denied */
export const requireRunRole = (caller: Caller, role: FilterRun['asRole']): void => {
  if (!holdsRole(caller, role)) throw new AppError('permission_denied')
}

/** The role that an old program means: the one it names, or the only one that the caller could run with. */
export const resolveRunRole = (caller: Caller, named: string | undefined): FilterRun['asRole'] => {
  const asked = RunRole.safeParse(named)
  if (asked.success) return asked.data
  const [own, another] = RunRole.options.filter((role) => holdsRole(caller, role))
  if (named !== undefined || own === undefined || another !== undefined) throw new AppError('permission_denied')
  return own
}
