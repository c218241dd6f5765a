import type { Caller } from '@registry/api-contract/caller'
import { proofLastsMs } from '@registry/domain/access/sign-in-policy'
import { Refusal } from '@registry/domain/fault'
import type { Deps, StepUp } from '../../deps.ts'
import { findById, type Account } from './accounts.ts'
import { provePassword } from './proof.ts'
import { withSignInRights } from './rights.ts'
import { hashOfToken } from './tokens.ts'
import { attempt, type Answer } from './tries.ts'

type Needs = Pick<Deps, 'database' | 'clock' | 'hashing' | 'sealing'>
type Standing = { readonly account: Account; readonly provenAt: string }

const standing = (deps: Needs, by: Caller): Promise<Standing> =>
  withSignInRights(deps.database, async (tx) => {
    const actor = by.actor.kind === 'enrolling' ? by.actor.person : by.actor
    if (actor.kind !== 'staff' && actor.kind !== 'patient') throw new Refusal('session_required')
    const [session] = await tx.sql<{ account_id: number; proven_at: string }[]>`
      SELECT account_id, proven_at FROM session WHERE token_hash = ${hashOfToken(by.jar.read('sid') ?? '')}`
    const account = session && (await findById(tx, actor, session.account_id))
    if (!account) throw new Refusal('session_required')
    return { account, provenAt: session.proven_at }
  })

const refused = (code: 'proof_required' | 'password_wrong'): Refusal => new Refusal(code, undefined, { password: { code } })

/**
 * Looks at the own password of whoever is signed in. Its misses are counted by the session: neither do strangers' misses hold the
 * person back here, nor do those of somebody at an open session keep the person from signing in elsewhere (D6).
 * @throws Refusal too_many_tries, password_stopped
 */
export const attemptInSession = async <T>(
  needs: Pick<Needs, 'database' | 'clock' | 'sealing'>,
  by: Caller,
  look: () => Promise<T | undefined>,
): Promise<Answer<T>> => {
  const session = hashOfToken(by.jar.read('sid') ?? '').toString('hex')
  return attempt(needs, { mark: await needs.sealing.mark(`session ${session}`) }, look)
}

export const stepUp =
  (deps: Needs): StepUp =>
  async (by, password, when) => {
    const { account, provenAt } = await standing(deps, by)
    if (when !== 'always' && deps.clock().getTime() - Date.parse(provenAt) <= proofLastsMs) return
    if (!password) throw refused('proof_required')
    const { found } = await attemptInSession(deps, by, () => provePassword(deps, account, password))
    if (!found) throw refused('password_wrong')
    await withSignInRights(
      deps.database,
      ({ sql }) =>
        sql`UPDATE session SET proven_at = ${deps.clock().toISOString()} WHERE token_hash = ${hashOfToken(by.jar.read('sid') ?? '')}`,
    )
  }
