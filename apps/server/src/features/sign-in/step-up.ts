import type { Caller } from '@registry/api-contract/caller'
import { proofLastsMs } from '@registry/domain/access/sign-in-policy'
import { Refusal } from '@registry/domain/fault'
import type { Deps, StepUp } from '../../deps.ts'
import { findById, type Account, type SignInName } from './accounts.ts'
import { withSignInRights } from './rights.ts'
import { hashOfToken } from './tokens.ts'
import { countTry, forgiveTries } from './tries.ts'

type Needs = Pick<Deps, 'database' | 'clock' | 'hashing'>
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

export const stepUp =
  (deps: Needs): StepUp =>
  async (by, password, when) => {
    const { account, provenAt } = await standing(deps, by)
    if (when !== 'always' && deps.clock().getTime() - Date.parse(provenAt) <= proofLastsMs) return
    if (!password) throw refused('proof_required')
    const name: SignInName = { mode: account.person.kind === 'staff' ? 'user' : 'patient', contact: account.sendTo.to }
    await countTry(deps, by, name)
    if (!(await deps.hashing.verifySecret(account.passwordHash ?? undefined, password))) throw refused('password_wrong')
    await withSignInRights(deps.database, async (tx) => {
      await forgiveTries(tx, name)
      await tx.sql`UPDATE session SET proven_at = ${deps.clock().toISOString()} WHERE token_hash = ${hashOfToken(by.jar.read('sid') ?? '')}`
    })
  }
