import type { UserInfo } from '@registry/api-contract/session'

/** A staff user with the roles given. */
export const staffUser = (...roles: UserInfo['roles']): UserInfo => ({
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
