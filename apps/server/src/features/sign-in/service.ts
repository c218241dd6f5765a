import type { Services } from '@registry/api-contract/services'
import { selectSignInLimits } from '@registry/domain/access/sign-in-policy'
import { AppError } from '@registry/domain/error'
import { languages } from '@registry/domain/language'
import type { Caller } from '@registry/api-contract/caller'
import type { Deps } from '../../app/deps.ts'
import { writeTransaction, setCallerIdentity } from '../../audit/operation.ts'
import { answerInvitation } from './answer-invitation.ts'
import { changePassword, getPasswordRules } from './change-password.ts'
import { requestCode, signInWithCode } from './patient-codes.ts'
import { forgottenByPatient, forgottenByStaff } from './forgotten-password.ts'
import { openLink } from './links.ts'
import { createCountParticipants } from './participants.ts'
import { findCurrentUser } from './current-user.ts'
import { chooseSessionCentre, storeOwnLanguage } from './queries.ts'
import { endSession } from './sessions.ts'
import { staffSignIn } from './staff.ts'
import { findReregistrationRequest } from '../../jobs/reregistration-requests.ts'
import { parsePatientName } from '../../auth/accounts.ts'
import type { SignInDeps } from './sign-in-deps.ts'
import { hashToken } from '../../auth/tokens.ts'

type Needs = Pick<Deps, 'clock' | 'database' | 'env' | 'outbox' | 'encryption' | 'messages'>

const registerAgain = (needs: Needs, caller: Caller, username: string, secret: string): Promise<void> =>
  writeTransaction(needs, caller, async (tx) => {
    const request = await findReregistrationRequest(needs, tx, parsePatientName(username).contact, secret)
    if (!request) return
    const [registered] = await tx.sql<{ patient_id: number }[]>`
      SELECT patient_id FROM complete_reregistration_request(${hashToken(secret)}, ${needs.clock().toISOString()}, ${request.centre}, ${tx.sql.json(request)})`
    if (!registered) return
    setCallerIdentity(caller, { kind: 'restricted', person: { kind: 'patient', patientId: registered.patient_id } })
    caller.note(`comes back to center ${request.centre}`)
  })

/** Registers the person again, deletes their fingerprints, and opens the link like an invitation (REQ-PAT-06). */
const confirmReregistration =
  (deps: SignInDeps): Services['signIn']['confirmReregistration'] =>
  async (caller, link) => {
    if (caller.site === 'myconsent') await registerAgain(deps, caller, link.username, link.password)
    return openLink(deps)(caller, link)
  }

/** The sign-in of staff and patients (REQ-ACC-01, REQ-ACC-03). A demonstration has wider limits. */
export const signIn = (deps: Deps, limits = selectSignInLimits(deps.env.DEMO)): Services['signIn'] => {
  const signInDeps = { ...deps, limits }
  return {
    staff: staffSignIn(signInDeps),
    requestCode: requestCode(signInDeps),
    withCode: signInWithCode(signInDeps),
    forgottenByStaff: forgottenByStaff(signInDeps),
    forgottenByPatient: forgottenByPatient(signInDeps),
    openLink: openLink(signInDeps),
    confirmReregistration: confirmReregistration(signInDeps),
    answerInvitation: answerInvitation(signInDeps),
    passwordRules: getPasswordRules(signInDeps),
    changePassword: changePassword(signInDeps),
  }
}

/** The session of the caller, and the site. */
export const session = (deps: Deps): Services['session'] => {
  const countParticipants = createCountParticipants(deps)
  return {
    current: (caller) => findCurrentUser(deps, caller),
    end: async (caller) => {
      const token = caller.cookies.read('sid')
      caller.cookies.clear('sid')
      caller.cookies.clear('pre')
      if (caller.actor.kind !== 'visitor' && token !== undefined) await writeTransaction(deps, caller, ({ sql }) => endSession(sql, token))
    },
    chooseCentre: (caller, { centre }) =>
      writeTransaction(deps, caller, async ({ sql }) => {
        if (!(await chooseSessionCentre(sql, caller, centre))) throw new AppError('permission_denied')
        caller.note(`centre ${centre}`)
      }),
    chooseLanguage: (caller, { language }) => writeTransaction(deps, caller, ({ sql }) => storeOwnLanguage(sql, caller, language)),
    site: async () => ({
      participants: await countParticipants(),
      staffOrigin: deps.env.STAFF_ORIGIN,
      myconsentOrigin: deps.env.MYCONSENT_ORIGIN,
      languages: [...languages],
      fe_version: deps.version,
      be_version: deps.version,
      demo: deps.env.DEMO,
      contacts: {
        controller: deps.env.DATA_CONTROLLER ?? null,
        dataProtectionOfficer: deps.env.DATA_PROTECTION_OFFICER ?? null,
        support: deps.env.SUPPORT_CONTACT ?? null,
      },
    }),
  }
}
