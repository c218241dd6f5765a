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
export const currentUser = async (deps: Deps, by: Caller): Promise<UserInfo | null> => {
  const { actor } = by
  switch (actor.kind) {
    case 'restricted': {
      if (actor.because === 'age') {
        sayOwnRead(by, actor.person)
        return withOldPassword(await readUserInfo(deps, { person: actor.person, passwordExpired: true }))
      }
      sayOwnRead(by, actor.person, { restricted: true })
      const user = await readUserInfo(deps, { person: actor.person, passwordExpired: true })
      const invitedBy = await findInvitingCentre(deps, by)
      return user && { ...withoutPerson(user), ...(invitedBy !== undefined && { invitedBy }) }
    }
    case 'staff':
    case 'patient':
      sayOwnRead(by, actor)
      return readUserInfo(deps, { person: actor, passwordExpired: false })
    case 'enrolling':
      return readUserInfo(deps, { person: actor.person, passwordExpired: false, secondFactorMissing: true })
    case 'centre':
    case 'visitor':
      return null
  }
}
