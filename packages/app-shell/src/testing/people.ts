import type { PatientExtras, UserInfo } from '@registry/api-contract/session'

export const staffUser = (...roles: UserInfo['roles']): UserInfo => ({
  account: 'account-of-anna',
  name: 'Anna',
  surname: 'Bianchi',
  username: 'anna@demo.example',
  email: 'anna@demo.example',
  roles,
  passwordExpired: false,
  mode: 'user',
  lang: 'it',
  fe_version: '1',
  be_version: '1',
})

const extras: PatientExtras = {
  login_mode: 'Email',
  mobile_prefix: null,
  mobile: null,
  telephone: null,
  legal_id: null,
  address_nation: null,
  address_area: null,
  address_town: null,
  address_street: null,
  address_zip: null,
  dob: null,
  lob_nation: null,
  lob_region: null,
  c_db: true,
  c_db_p: true,
  c_db_m: true,
  c_s: false,
  c_extraeu: null,
  c_p_db: true,
  c_f: false,
  consents_to_renew: false,
  studi_attesa: [],
}

/** A patient with the general consents, apart from the changed values. */
export const patientUser = (changed: Partial<PatientExtras> = {}): UserInfo => ({
  account: 'account-of-maria',
  name: 'MARIA',
  surname: 'ROSSI',
  username: 'p1@demo.example',
  email: 'p1@demo.example',
  roles: [],
  passwordExpired: false,
  patientCentre: { name: 'Centro di Roma', telephone: '06 5550101' },
  mode: 'patient',
  lang: 'it',
  fe_version: '1',
  be_version: '1',
  patient: { ...extras, ...changed },
})
