import type { UserInfo } from '@registry/api-contract/session'
import { alias, noInput, single, type LegacyRoute } from '../../http/legacy/route.ts'
import type { LegacyFields } from '../../http/legacy/fields.ts'

/** The language is taken from the body at the edge (D2); what else old clients send is left unread. */
const credentials = (fields: LegacyFields) => ({ username: fields.text('username') ?? '', password: fields.text('password') ?? '' })

const username = (fields: LegacyFields) => ({ username: fields.text('username') ?? '' })

/** As spec 1, section 3 has it: a patient's own fields stand beside the names, not below them. */
const legacyUser = (user: UserInfo | null) => {
  if (!user) return { user }
  const { patient, ...person } = user
  return { user: { ...person, ...patient } }
}

/** At the end of a session nothing of it stays in the browser; its cookies go one by one, since "cookies" would end the other site's session too. */
const forgetful = { 'clear-site-data': '"cache", "storage"' }

export const signInLegacy: readonly LegacyRoute[] = [
  single(
    'GET',
    '/get_userinfo',
    alias((api) => api.session.current, noInput, legacyUser),
  ),
  single(
    'POST',
    '/login',
    alias(
      (api) => api.signIn.staff,
      // The code of whoever has a second factor may come along; without it the answer is `second_factor_required` (D6).
      (fields) => ({ ...credentials(fields), otp: fields.text('otp') || undefined }),
      legacyUser,
    ),
  ),
  single(
    'POST',
    '/otp',
    alias((api) => api.signIn.requestCode, credentials),
  ),
  single(
    'POST',
    '/otplogin',
    alias(
      (api) => api.signIn.withCode,
      (fields) => ({ username: fields.text('username') ?? '', otp: fields.text('otp') ?? '' }),
      legacyUser,
    ),
  ),
  single(
    'POST',
    '/forgottenpassword',
    alias((api) => api.signIn.forgottenByStaff, username),
  ),
  single(
    'POST',
    '/forgottenpasswordpatient',
    alias((api) => api.signIn.forgottenByPatient, username),
  ),
  single(
    'POST',
    '/checkexpiredpasswordpatient',
    alias(
      (api) => api.signIn.openLink,
      (fields) => ({ username: fields.text('username') ?? '', password: fields.text('password') }),
      ({ expired }) => ({ expired }),
    ),
  ),
  single(
    'POST',
    '/userchangepassword',
    alias(
      (api) => api.signIn.changePassword,
      (fields) => ({ oldpassword: fields.text('oldpassword'), newpassword: fields.text('newpassword') ?? '' }),
    ),
  ),
  {
    ...single(
      'GET',
      '/userlogout',
      alias((api) => api.session.end, noInput),
    ),
    headers: forgetful,
  },
]
