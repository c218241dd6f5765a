import type { Caller } from '@registry/api-contract/caller'
import type { UserInfo } from '@registry/api-contract/session'
import type { Deps } from '../../app/deps.ts'
import { hashSessionToken } from '../../auth/accounts.ts'
import { findInvitingCentre, findRegisteringCentre } from './queries.ts'
import { readUserInfo, recordOwnRead, requireOldPassword } from './user-info.ts'

/**
 * The session of a link proves only the contact, and a mistyped contact belongs to another person. It receives neither the patient's name
 * nor the centre (REQ-PAT-09, THREAT-11).
 */
const removePersonalData = ({ patient, patientCentre: _centre, ...user }: UserInfo): UserInfo =>
  patient ? { ...user, name: '', surname: '' } : user

/** Returns the person of the session, or `null` for visitors and programs. */
export const findCurrentUser = async (deps: Deps, caller: Caller): Promise<UserInfo | null> => {
  const { actor } = caller
  switch (actor.kind) {
    case 'restricted': {
      if (actor.because === 'age') {
        recordOwnRead(caller, actor.person)
        return requireOldPassword(await readUserInfo(deps, { person: actor.person, passwordExpired: true }))
      }
      recordOwnRead(caller, actor.person, { restricted: true })
      const user = await readUserInfo(deps, { person: actor.person, passwordExpired: true })
      const invitedBy = await findInvitingCentre(deps.database, caller)
      const registeredBy = await findRegisteringCentre(deps.database, caller)
      return (
        user && {
          ...removePersonalData(user),
          ...(invitedBy !== undefined && { invitedBy }),
          ...(registeredBy !== undefined && { registeredBy }),
        }
      )
    }
    case 'staff':
    case 'patient':
    case 'guardian':
      recordOwnRead(caller, actor)
      return readUserInfo(deps, { person: actor, passwordExpired: false, session: hashSessionToken(caller) })
    case 'enrolling':
      return readUserInfo(deps, { person: actor.person, passwordExpired: false, secondFactorMissing: true })
    case 'centre':
    case 'visitor':
      return null
  }
}
