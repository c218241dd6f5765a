import { getPrincipals, type Caller } from '@registry/api-contract/caller'
import type { Meta } from '@registry/api-contract/trpc'
import { mayUse } from '@registry/domain/access/permissions'
import { AppError } from '@registry/domain/error'

/** Checks the permission of a caller. @throws AppError session_required without a session, otherwise permission_denied (REQ-API-04) */
export const requirePermission = (caller: Pick<Caller, 'actor'>, { permission }: Pick<Meta, 'permission'>): void => {
  if (mayUse(getPrincipals(caller.actor), permission)) return
  throw new AppError(caller.actor.kind === 'visitor' ? 'session_required' : 'permission_denied')
}
