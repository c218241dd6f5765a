import { z } from 'zod'
import { PatientExtras, UserInfo } from '@registry/api-contract/session'
import {
  CodeAnswer,
  ForgottenPassword,
  ForgottenPasswordOfPatient,
  LinkState,
  NewPassword,
  OpenedLink,
  PatientCredentials,
  StaffCredentials,
} from '@registry/api-contract/sign-in'
import { fieldTexts } from '@registry/domain/legacy/messages'
import { legacyRoute, noFields, noInput } from '../../http/legacy/declare.ts'
import { filledText, lang, optionalText, text, unread } from '../../http/legacy/fields.ts'
import type { LegacyRoute } from '../../http/legacy/route.ts'

/** Old programs expect the fields of a patient at the top level. */
/** The account and the patient's centre are for our own pages. */
const Person = UserInfo.omit({ account: true, patientCentre: true, patient: true }).extend(PatientExtras.partial().shape)

const formatPerson = ({ account: _account, patientCentre: _centre, patient, ...person }: UserInfo) => ({ ...person, ...patient })

/** Old clients also send `locale`. */
const locale = unread(StaffCredentials.shape.locale)

const exampleStaff = { username: 'dm@demo.example', password: 'Thal-Demo-2026-staff' }
const examplePatient = { username: 'p2@demo.example', password: 'Thal-Demo-2026-patient' }

const userInfo = legacyRoute({
  method: 'GET',
  path: '/get_userinfo',
  summary: /*i18n*/ { id: 'api.get_userinfo', message: 'Restituisce la persona della sessione, oppure null senza sessione' },
  procedure: (api) => api.session.current,
  request: z.object({}),
  response: z.object({ user: Person.nullable() }),
  errors: [],
  example: { session: 'uses', fields: {} },
  toInput: noInput,
  toResponse: (user) => ({ user: user && formatPerson(user) }),
})

const logout = legacyRoute({
  method: 'GET',
  path: '/userlogout',
  // The value "cookies" would also end the session of the other site.
  headers: { 'clear-site-data': '"cache", "storage"' },
  summary: /*i18n*/ { id: 'api.userlogout', message: 'Chiude la sessione' },
  procedure: (api) => api.session.end,
  request: z.object({}),
  response: z.object({}),
  errors: [],
  example: { session: 'uses', fields: {} },
  toInput: noInput,
  toResponse: noFields,
})

const login = legacyRoute({
  method: 'POST',
  path: '/login',
  summary: /*i18n*/ { id: 'api.login', message: 'Apre la sessione di un operatore' },
  procedure: (api) => api.signIn.staff,
  request: z.object({
    username: text(StaffCredentials.shape.username),
    password: text(StaffCredentials.shape.password),
    lang,
    locale,
    // Without a code, staff with a second factor receive `second_factor_required` (REQ-ACC-01).
    otp: filledText(StaffCredentials.shape.otp),
  }),
  response: z.object({ user: Person }),
  errors: ['password_wrong', 'second_factor_required', 'second_factor_wrong', 'too_many_attempts', 'password_stopped', 'busy'],
  example: { session: 'opens', fields: exampleStaff },
  toInput: ({ username, password, otp }) => ({ username, password, otp }),
  toResponse: (user) => ({ user: formatPerson(user) }),
})

const requestCode = legacyRoute({
  method: 'POST',
  path: '/otp',
  summary: /*i18n*/ { id: 'api.otp', message: 'Manda a un paziente un codice di accesso, per e-mail o SMS' },
  procedure: (api) => api.signIn.requestCode,
  request: z.object({
    username: text(PatientCredentials.shape.username),
    password: text(PatientCredentials.shape.password),
    lang,
    locale,
  }),
  response: z.object({}),
  errors: ['password_wrong', 'sms_unavailable', 'too_many_attempts', 'password_stopped', 'busy'],
  example: { session: 'opens', fields: examplePatient },
  toInput: ({ username, password }) => ({ username, password }),
  toResponse: noFields,
})

const loginWithCode = legacyRoute({
  method: 'POST',
  path: '/otplogin',
  summary: /*i18n*/ { id: 'api.otplogin', message: 'Apre la sessione di un paziente con il codice ricevuto' },
  procedure: (api) => api.signIn.withCode,
  request: z.object({ username: text(CodeAnswer.shape.username), otp: text(CodeAnswer.shape.otp) }),
  response: z.object({ user: Person }),
  errors: ['code_refused', 'code_superseded', 'code_other_browser', 'too_many_attempts'],
  example: { session: 'opens', fields: { username: examplePatient.username, otp: '123456' } },
  toInput: (request) => request,
  toResponse: (user) => ({ user: formatPerson(user) }),
})

const forgottenByStaff = legacyRoute({
  method: 'POST',
  path: '/forgottenpassword',
  summary: /*i18n*/ { id: 'api.forgottenpassword', message: 'Manda a un operatore una password temporanea per e-mail' },
  procedure: (api) => api.signIn.forgottenByStaff,
  request: z.object({ username: text(ForgottenPassword.shape.username), lang }),
  response: z.object({}),
  errors: ['too_many_attempts'],
  example: { fields: { username: exampleStaff.username } },
  toInput: ({ username }) => ({ username }),
  toResponse: noFields,
})

const forgottenByPatient = legacyRoute({
  method: 'POST',
  path: '/forgottenpasswordpatient',
  summary: /*i18n*/ {
    id: 'api.forgottenpasswordpatient',
    message: 'Manda a un paziente un link per scegliere una nuova password, per e-mail o SMS',
  },
  procedure: (api) => api.signIn.forgottenByPatient,
  request: z.object({ username: text(ForgottenPasswordOfPatient.shape.username), lang }),
  response: z.object({}),
  errors: ['sms_unavailable', 'too_many_attempts'],
  example: { fields: { username: examplePatient.username } },
  toInput: ({ username }) => ({ username }),
  toResponse: noFields,
})

const openLink = legacyRoute({
  method: 'POST',
  path: '/checkexpiredpasswordpatient',
  summary: /*i18n*/ {
    id: 'api.checkexpiredpasswordpatient',
    message: 'Controlla il link di un paziente. Se è valido restituisce true e apre una sessione per scegliere la password',
  },
  procedure: (api) => api.signIn.openLink,
  request: z.object({ username: text(OpenedLink.shape.username), password: optionalText(OpenedLink.shape.password) }),
  response: LinkState.pick({ expired: true }),
  errors: ['too_many_attempts'],
  descriptions: { password: fieldTexts.linkPassword },
  example: { session: 'opens', fields: { username: examplePatient.username, password: '…' } },
  toInput: (request) => request,
  toResponse: ({ expired }) => ({ expired }),
})

const changePassword = legacyRoute({
  method: 'POST',
  path: '/userchangepassword',
  summary: /*i18n*/ { id: 'api.userchangepassword', message: 'Cambia la password della persona e chiude le sue altre sessioni' },
  procedure: (api) => api.signIn.changePassword,
  request: z.object({ oldpassword: optionalText(NewPassword.shape.oldpassword), newpassword: text(NewPassword.shape.newpassword) }),
  response: z.object({}),
  errors: [
    'old_password_wrong',
    'password_same',
    'password_reused',
    'password_too_short',
    'password_weak',
    'too_many_attempts',
    'password_stopped',
  ],
  example: { session: 'uses', fields: { oldpassword: exampleStaff.password, newpassword: 'quattro ciliegie sul muretto' } },
  toInput: (request) => request,
  toResponse: noFields,
})

export const signInLegacy: readonly LegacyRoute[] = [
  userInfo,
  login,
  requestCode,
  loginWithCode,
  forgottenByStaff,
  forgottenByPatient,
  openLink,
  changePassword,
  logout,
]
