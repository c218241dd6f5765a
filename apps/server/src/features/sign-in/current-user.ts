import type { Caller } from '@registry/api-contract/caller'
import type { UserInfo } from '@registry/api-contract/session'
import type { Deps } from '../../deps.ts'
import { findInvitingCentre } from './answer-invitation.ts'
import { readUserInfo, sayOwnRead, withOldPassword } from './user-info.ts'

/**
 * What a session that may only choose a password learns: a link shows that somebody holds the contact, not who the patient is,
 * and a mistyped contact brings it to a stranger (D6, T11).
 */
const withoutPerson = ({ patient, ...user }: UserInfo): UserInfo => (patient ? { ...user, name: '', surname: '' } : user)

/** The person behind the session; `null` for a visitor and for a centre's program, which is nobody's. */
export const currentUser = async (deps: Deps, caller: Caller): Promise<UserInfo | null> => {
  const { actor } = caller
  switch (actor.kind) {
    case 'restricted': {
      if (actor.because === 'age') {
        sayOwnRead(caller, actor.person)
        return withOldPassword(await readUserInfo(deps, { person: actor.person, passwordExpired: true }))
      }
      sayOwnRead(caller, actor.person, { restricted: true })
      const user = await readUserInfo(deps, { person: actor.person, passwordExpired: true })
      const invitedBy = await findInvitingCentre(deps, caller)
      return user && { ...withoutPerson(user), ...(invitedBy !== undefined && { invitedBy }) }
    }
    case 'staff':
    case 'patient':
      sayOwnRead(caller, actor)
      return readUserInfo(deps, { person: actor, passwordExpired: false })
    case 'enrolling':
      return readUserInfo(deps, { person: actor.person, passwordExpired: false, secondFactorMissing: true })
    case 'centre':
    case 'visitor':
      return null
  }
}
