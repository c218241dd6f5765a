import type { Caller } from '@registry/api-contract/caller'
import type { SignIn } from '@registry/api-contract/sign-in'
import { Refusal } from '@registry/domain/fault'
import { identify, transact } from '../../edge/operation.ts'
import { findById, patientName, type Account } from './accounts.ts'
import { evenly } from './even-time.ts'
import { enterFailure } from './failures.ts'
import { countCall } from './origin.ts'
import { signInRights, withSignInRights } from './rights.ts'
import type { SignInDeps } from './sign-in-deps.ts'
import { openSession } from './sessions.ts'
import { hashOfToken } from './tokens.ts'

const stepMs = 100

/**
 * Opens an invitation's or a reset's link (D5): the browser gets a session that can only choose a password. The link stays
 * live until the password is chosen, so that mail scanners and second thoughts use nothing up (T11). Without a secret it
 * only says whether this browser has opened a live link of the contact (D6).
 */
export const openLink =
  (deps: SignInDeps): SignIn['openLink'] =>
  async (by, { username, password: secret }) => {
    if (by.site !== 'myconsent') return { expired: false }
    return evenly(deps, stepMs, async () => {
      if (secret === undefined) return { expired: await hasOpenedLink(deps, by, username) }
      const account = await accountOfLink(deps, username, secret)
      if (!account) {
        // A live link passes whatever its address did before (D6); 256 random bits need no further limit.
        await countCall(deps, by)
        await enterFailure(deps, by, patientName(username), 'link_unknown')
        return { expired: false }
      }
      if (isSomebodyElse(by, account)) throw new Refusal('link_of_another')
      identify(by, { kind: 'restricted', person: account.person })
      const token = await transact(deps, by, (tx) =>
        signInRights(tx, (own) => openSession(own, by, { account, restricted: true, now: deps.clock() })),
      )
      by.jar.set('sid', token)
      return { expired: true }
    })
  }

/** Who is signed in stays so, and the link stays as it is: a link in a mail signs nobody out and nobody over to another person. */
const isSomebodyElse = ({ actor }: Caller, { person }: Account): boolean => {
  const signedIn = actor.kind === 'restricted' && actor.because === 'age' ? actor.person : actor
  return signedIn.kind === 'patient' && (person.kind !== 'patient' || person.patientId !== signedIn.patientId)
}

/** A link is of one account: other centres may have invited the same contact (D5). */
const accountOfLink = (deps: SignInDeps, username: string, secret: string): Promise<Account | undefined> =>
  withSignInRights(deps.database, async (tx) => {
    const [live] = await tx.sql<{ account_id: number }[]>`
      SELECT l.account_id FROM sign_in_link l JOIN sign_in_contact c ON c.account_id = l.account_id
      WHERE l.secret_hash = ${hashOfToken(secret)} AND c.contact = ${patientName(username).contact} AND l.used_at IS NULL AND l.expires_at > ${deps.clock().toISOString()}`
    return live && findById(tx, { kind: 'patient' }, live.account_id)
  })

const hasOpenedLink = async (deps: SignInDeps, { actor }: Caller, username: string): Promise<boolean> => {
  if (actor.kind !== 'restricted' || actor.person.kind !== 'patient') return false
  const { patientId } = actor.person
  const own = await withSignInRights(
    deps.database,
    ({ sql }) => sql`
      SELECT FROM sign_in_contact c JOIN account a ON a.id = c.account_id WHERE a.patient_id = ${patientId} AND c.contact = ${patientName(username).contact}`,
  )
  return own.length > 0
}
