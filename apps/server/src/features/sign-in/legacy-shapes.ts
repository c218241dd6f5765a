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
import { fieldTexts, operationMessages } from '@registry/domain/legacy/messages'
import type { LegacyShapes } from '../../http/legacy/shape.ts'

/** The fields of a patient stand beside the name (spec 1, section 3). */
const Person = UserInfo.omit({ patient: true }).extend(PatientExtras.partial().shape)
const nothing = z.object({})
const staff = { username: 'dm@demo.example', password: 'Thal-Demo-2026-staff' }
const patient = { username: 'p2@demo.example', password: 'Thal-Demo-2026-patient' }

export const signInShapes: LegacyShapes = {
  '/get_userinfo': {
    about: operationMessages.get_userinfo,
    fields: nothing,
    answer: z.object({ user: Person.nullable() }),
    refusals: [],
    example: { session: 'uses', fields: {} },
  },
  '/userlogout': {
    about: operationMessages.userlogout,
    fields: nothing,
    answer: nothing,
    refusals: [],
    example: { session: 'uses', fields: {} },
  },
  '/login': {
    about: operationMessages.login,
    fields: StaffCredentials,
    answer: z.object({ user: Person }),
    refusals: ['password_wrong', 'second_factor_required', 'second_factor_wrong', 'too_many_tries', 'password_stopped', 'busy'],
    example: { session: 'opens', fields: staff },
  },
  '/otp': {
    about: operationMessages.otp,
    fields: PatientCredentials,
    answer: nothing,
    refusals: ['password_wrong', 'too_many_tries', 'password_stopped', 'busy'],
    example: { session: 'opens', fields: patient },
  },
  '/otplogin': {
    about: operationMessages.otplogin,
    fields: CodeAnswer,
    answer: z.object({ user: Person }),
    refusals: ['code_refused', 'too_many_tries'],
    example: { session: 'opens', fields: { username: patient.username, otp: '123456' } },
  },
  '/forgottenpassword': {
    about: operationMessages.forgottenpassword,
    fields: ForgottenPassword,
    answer: nothing,
    refusals: ['too_many_tries'],
    example: { fields: { username: staff.username } },
  },
  '/forgottenpasswordpatient': {
    about: operationMessages.forgottenpasswordpatient,
    fields: ForgottenPasswordOfPatient,
    answer: nothing,
    refusals: ['too_many_tries'],
    example: { fields: { username: patient.username } },
  },
  '/checkexpiredpasswordpatient': {
    about: operationMessages.checkexpiredpasswordpatient,
    fields: OpenedLink,
    answer: LinkState.pick({ expired: true }),
    refusals: ['too_many_tries'],
    texts: { password: fieldTexts.linkPassword },
    example: { session: 'opens', fields: { username: patient.username, password: '…' } },
  },
  '/userchangepassword': {
    about: operationMessages.userchangepassword,
    fields: NewPassword,
    answer: nothing,
    refusals: [
      'old_password_wrong',
      'password_same',
      'password_reused',
      'password_too_short',
      'password_weak',
      'too_many_tries',
      'password_stopped',
    ],
    example: { session: 'uses', fields: { oldpassword: staff.password, newpassword: 'quattro ciliegie sul muretto' } },
  },
}
