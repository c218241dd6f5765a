import type { Services } from '@registry/api-contract/services'
import { selectSignInLimits } from '@registry/domain/access/sign-in-policy'
import { AppError } from '@registry/domain/error'
import { languages } from '@registry/domain/language'
import type { Deps } from '../../app/deps.ts'
import { writeTransaction } from '../../audit/operation.ts'
import { answerInvitation } from './answer-invitation.ts'
import { confirmReregistration } from './confirm-reregistration.ts'
import { changePassword, getPasswordRules } from './change-password.ts'
import { requestCode, signInWithCode } from './patient-codes.ts'
import { forgottenByPatient, forgottenByStaff } from './forgotten-password.ts'
import { openLink } from './links.ts'
import { findCurrentUser } from './current-user.ts'
import { chooseSessionCentre, storeOwnLanguage } from './queries.ts'
import { endSession } from './sessions.ts'
import { staffSignIn } from './staff.ts'

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
export const session = (deps: Deps): Services['session'] => ({
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
})
