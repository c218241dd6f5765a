import type { Caller } from '@registry/api-contract/caller'
import type { UserInfo } from '@registry/api-contract/session'
import type { Deps } from '../../deps.ts'
import { withSignInRights } from './rights.ts'
import { isTooOld, readSettings } from './settings.ts'
import { hashOfToken } from './tokens.ts'
import { readUserInfo, sayOwnRead } from './user-info.ts'

/**
 * What a session that may only choose a password learns: a link shows that somebody holds the contact, not who the patient is,
 * and a mistyped contact brings it to a stranger (D6, T11).
 */
const withoutPerson = ({ patient, ...user }: UserInfo): UserInfo => (patient ? { ...user, name: '', surname: '' } : user)

/** The person behind the session; `null` for a visitor and for a centre's program, which is nobody's. */
export const currentUser = async (deps: Deps, by: Caller): Promise<UserInfo | null> => {
  const { actor, jar } = by
  switch (actor.kind) {
    case 'restricted': {
      sayOwnRead(by, actor.person, { restricted: true })
      const user = await readUserInfo(deps, { person: actor.person, passwordExpired: true })
      return user && withoutPerson(user)
    }
    case 'staff':
    case 'patient':
      sayOwnRead(by, actor)
      return readUserInfo(deps, { person: actor, passwordExpired: await hasOldPassword(deps, jar.read('sid') ?? '') })
    case 'centre':
    case 'visitor':
      return null
  }
}

const hasOldPassword = async (deps: Deps, token: string): Promise<boolean> => {
  const settings = await readSettings(deps.database)
  if (settings.password_day_duration === 0) return false
  const [row] = await withSignInRights(
    deps.database,
    ({ sql }) => sql<{ password_changed_at: string | null }[]>`
      SELECT a.password_changed_at FROM session s JOIN account a ON a.id = s.account_id WHERE s.token_hash = ${hashOfToken(token)}`,
  )
  return isTooOld(row?.password_changed_at ?? null, settings, deps.clock())
}
