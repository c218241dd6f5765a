import type { Services } from '@registry/api-contract/services'
import type { Caller, Guardian, Patient, Person } from '@registry/api-contract/caller'
import { systemContext, withTransaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import { setCallerIdentity, writeTransaction } from '../../audit/operation.ts'
import { parsePatientName, type Account } from '../../auth/accounts.ts'
import { runInConstantTime } from '../../auth/constant-time.ts'
import { recordHiddenFailure } from './failure-audit.ts'
import { consumeAddressAttempt } from '../../auth/attempt-origin.ts'
import { findReregistrationRequest } from '../../jobs/reregistration-requests.ts'
import { findCentreName, findLinkAccount, sessionHasContact } from './queries.ts'
import type { SignInDeps } from './sign-in-deps.ts'
import { openSession } from './sessions.ts'

const stepMs = 100

/**
 * Opens the link of an invitation or a reset (REQ-PAT-08, REQ-ACC-13). The browser gets a session that may only choose a password. The link
 * stays live until then, so mail scanners do not consume it (THREAT-11). Without a secret, the result reports whether this browser opened a
 * live link of the contact (REQ-ACC-15).
 */
export const openLink =
  (deps: SignInDeps): Services['signIn']['openLink'] =>
  async (caller, { username, password: secret }) => {
    if (caller.site !== 'myconsent') return { expired: false }
    return runInConstantTime(deps, stepMs, async () => {
      if (secret === undefined) return { expired: await hasOpenedLink(deps, caller, username) }
      // A link belongs to one account. Several centres may invite the same contact (REQ-PAT-04).
      const { contact } = parsePatientName(username)
      const account = await findLinkAccount(deps.database, contact, secret, deps.clock())
      if (!account) {
        const returnsTo = await findReturningCentre(deps, username, secret)
        if (returnsTo !== undefined) return { expired: false, returnsTo }
        // A live link needs no rate limit, because it has 256 random bits (REQ-ACC-10).
        await consumeAddressAttempt(deps, caller)
        await recordHiddenFailure(deps, caller, parsePatientName(username), 'link_unknown')
        return { expired: false }
      }
      if (isOtherPerson(caller, account))
        throw new AppError((await sessionHasContact(deps.database, caller, contact)) ? 'link_of_other_centre' : 'link_of_another')
      setCallerIdentity(caller, { kind: 'restricted', person: account.person })
      const token = await writeTransaction(deps, caller, ({ sql }) =>
        openSession(sql, caller, { account, restricted: true, now: deps.clock() }),
      )
      caller.cookies.set('sid', token)
      return { expired: true }
    })
  }

const isSamePerson = (signedIn: Patient | Guardian, person: Person): boolean => {
  if (person.kind === 'staff') return false
  if (signedIn.guardianId !== undefined || person.guardianId !== undefined) return signedIn.guardianId === person.guardianId
  return signedIn.kind === 'patient' && person.kind === 'patient' && signedIn.patientId === person.patientId
}

/** A link in a mail never signs a person out and never replaces a session with another person's. */
const isOtherPerson = ({ actor }: Caller, { person }: Account): boolean => {
  const signedIn = actor.kind === 'restricted' && actor.because === 'age' ? actor.person : actor
  return (signedIn.kind === 'patient' || signedIn.kind === 'guardian') && !isSamePerson(signedIn, person)
}

const hasOpenedLink = async (deps: SignInDeps, caller: Caller, username: string): Promise<boolean> =>
  caller.actor.kind === 'restricted' &&
  caller.actor.person.kind !== 'staff' &&
  sessionHasContact(deps.database, caller, parsePatientName(username).contact)

/** Finds the name of the centre that requested the re-registration of a link's holder (REQ-PAT-06). */
const findReturningCentre = (deps: SignInDeps, username: string, secret: string): Promise<string | undefined> =>
  withTransaction(deps.database, systemContext, async (tx) => {
    const request = await findReregistrationRequest(deps, tx, parsePatientName(username).contact, secret)
    return request && findCentreName(tx, request.centre)
  })
