import type { Actor, Caller } from '@registry/api-contract/caller'
import { AppError, validationError } from '@registry/domain/error'

/**
 * Returns the centre of a call: the centre of a program, or the centre that a CenterAdmin names. Without a name it is the one that the
 * caller chose in the session, or the only one. Patient codes belong to one centre, so no other centre is ever assumed (REQ-IMP-09).
 */
export const findCallerCentre = ({ actor }: Caller, named: string | undefined): string => {
  if (actor.kind === 'centre') return actor.centre
  const own = actor.kind === 'staff' ? actor.roles.flatMap(({ center }) => center ?? []) : []
  const [only, another] = [...new Set(own)]
  if (named !== undefined && own.includes(named)) return named
  if (named !== undefined || only === undefined) throw new AppError('permission_denied')
  if (actor.kind === 'staff' && actor.centre !== undefined) return actor.centre
  if (another !== undefined) throw validationError({ centerCode: { code: 'centre_choice_required' } })
  return only
}

/** The centres of a CenterAdmin. */
export const listOwnCentres = ({ actor }: Caller): readonly string[] => [
  ...new Set(actor.kind === 'staff' ? actor.roles.flatMap(({ center }) => center ?? []) : []),
]

/** Returns the actor with the centre that the page or the call names. Undefined if the person does not administer it. */
export const chooseCentre = (actor: Actor, centre: string): Actor | undefined =>
  actor.kind === 'staff' && actor.roles.some(({ center }) => center === centre) ? { ...actor, centre } : undefined
