import type { UserInfo } from '@registry/api-contract/session'
import { alias, noInput, single, type LegacyRoute } from '../../http/legacy/route.ts'
import type { LegacyFields } from '../../http/legacy/fields.ts'

/** The legacy adapter reads the language from the body (D2). Other fields of old clients are ignored. */
const credentials = (fields: LegacyFields) => ({ username: fields.text('username') ?? '', password: fields.text('password') ?? '' })

const username = (fields: LegacyFields) => ({ username: fields.text('username') ?? '' })

/** The fields of a patient stand beside the name, not below it (spec 1, section 3). */
const legacyUser = (user: UserInfo | null) => {
  if (!user) return { user }
  const { patient, ...person } = user
  return { user: { ...person, ...patient } }
}

/** Clears the browser's data of the session. The value "cookies" would also end the session of the other site. */
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
      // Old clients may send the code of the second factor here. Without it the error is `second_factor_required` (D6).
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
