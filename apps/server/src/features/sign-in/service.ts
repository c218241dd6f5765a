import type { Sessions } from '@registry/api-contract/session'
import type { SignIn } from '@registry/api-contract/sign-in'
import { demoSignInBounds, signInBounds } from '@registry/domain/access/sign-in-policy'
import { languages } from '@registry/domain/language'
import type { Deps } from '../../deps.ts'
import { writeTransaction } from '../../audit/operation.ts'
import { answerInvitation } from './answer-invitation.ts'
import { confirmReturn } from './come-back.ts'
import { changePassword, passwordRules } from './change-password.ts'
import { requestCode, signInWithCode } from './codes.ts'
import { forgottenByPatient, forgottenByStaff } from './forgotten.ts'
import { openLink } from './links.ts'
import { currentUser } from './current-user.ts'
import { endSession } from './sessions.ts'
import { staffSignIn } from './staff.ts'

/** Sign-in of staff and patients (D6). Bounds are those of D6 but in a demonstration. */
export const signIn = (deps: Deps, bounds = deps.env.DEMO ? demoSignInBounds : signInBounds): SignIn => {
  const own = { ...deps, bounds }
  return {
    staff: staffSignIn(own),
    requestCode: requestCode(own),
    withCode: signInWithCode(own),
    forgottenByStaff: forgottenByStaff(own),
    forgottenByPatient: forgottenByPatient(own),
    openLink: openLink(own),
    confirmReturn: confirmReturn(own),
    answerInvitation: answerInvitation(own),
    passwordRules: passwordRules(own),
    changePassword: changePassword(own),
  }
}

/** Who is signed in, and the end of it. */
export const sessions = (deps: Deps): Sessions => ({
  current: (caller) => currentUser(deps, caller),
  end: async (caller) => {
    const token = caller.jar.read('sid')
    caller.jar.clear('sid')
    caller.jar.clear('pre')
    if (caller.actor.kind !== 'visitor' && token !== undefined) await writeTransaction(deps, caller, ({ sql }) => endSession(sql, token))
  },
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
