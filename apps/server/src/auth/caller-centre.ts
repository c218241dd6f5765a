import type { Caller } from '@registry/api-contract/caller'
import { AppError, validationError } from '@registry/domain/error'

/**
 * Returns the centre of a call: the centre of a program, or the centre that a CenterAdmin names. Without a name, the caller must have
 * exactly one centre (REQ-IMP-09).
 */
export const findCallerCentre = ({ actor }: Caller, named: string | undefined): string => {
  if (actor.kind === 'centre') return actor.centre
  const own = actor.kind === 'staff' ? actor.roles.flatMap(({ center }) => center ?? []) : []
  const [only, another] = [...new Set(own)]
  if (named !== undefined && own.includes(named)) return named
  if (named !== undefined || only === undefined) throw new AppError('permission_denied')
  if (another !== undefined) throw validationError({ centerCode: { code: 'field_required' } })
  return only
}
