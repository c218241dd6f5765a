import { describe, expect, it } from 'vitest'
import { findDestination, type Guarded, isWorthRemembering } from './routes.ts'

const patient: Guarded = { mode: 'patient', roles: [], passwordExpired: false }
const staff = (...roles: Guarded['roles'][number]['role'][]): Guarded => ({
  mode: 'user',
  roles: roles.map((role) => ({ role })),
  passwordExpired: false,
})
const home = { kind: 'own-home' }
const page = { kind: 'page' }
const visitorHome = { kind: 'route', to: '/', remember: true }

describe('findDestination', () => {
  it.each([
    ['a visitor opens the home page', 'staff', '/', null, page],
    ['a visitor opens the sign-in', 'myconsent', '/loginp', null, page],
    [
      'a visitor at a guarded page goes to the home page, and the page is remembered',
      'staff',
      '/dm_filtro/12?tab=esportazione',
      null,
      visitorHome,
    ],
    ['a visitor at the change of password too', 'myconsent', '/changepasswd', null, visitorHome],
    ['an unknown address signs out', 'staff', '/nothing', null, { kind: 'route', to: '/logout', remember: false }],
    [
      'an address with an extra part is unknown',
      'staff',
      '/dm_filtro/12/13',
      staff('DataManager'),
      { kind: 'route', to: '/logout', remember: false },
    ],
    [
      'an address with an empty part is unknown',
      'staff',
      '/dm_filtro/',
      staff('DataManager'),
      { kind: 'route', to: '/logout', remember: false },
    ],
    ['a visitor at the other site’s page goes to the other host', 'myconsent', '/login', null, { kind: 'other-site' }],
    ['a patient at a staff page goes to their own home', 'myconsent', '/uhome', patient, home],
    ['staff at a patient page go to their own home', 'staff', '/consenso', staff('CenterAdmin'), home],
    ['a role opens its area', 'staff', '/ca_filtri', staff('CenterAdmin'), page],
    ['another role does not open it', 'staff', '/ca_filtri', staff('DataManager'), home],
    ['one of several roles is enough', 'staff', '/ga_filtri', staff('UserAdmin', 'GlobalAdmin'), page],
    ['a GlobalAdmin creates a study', 'staff', '/ga_studio/__new__', staff('GlobalAdmin'), page],
    ['another role creates no study', 'staff', '/ca_studio/__new__', staff('CenterAdmin'), home],
    ['a patient opens their home page', 'myconsent', '/myconsent', patient, page],
    ['a patient opens the consents', 'myconsent', '/consenso?vista=ritiro', patient, page],
    ['a patient changes the password', 'myconsent', '/changepasswd', patient, page],
    ['staff without a role change the password', 'staff', '/changepasswd', staff(), page],
    ['a staff session opens no patient page', 'myconsent', '/consenso', staff('CenterAdmin'), home],
    ['a role opens a study', 'staff', '/ca_studio/S1', staff('CenterAdmin'), page],
    ['a signed-in person with a link to the other site stays', 'staff', '/loginp', staff('UserAdmin'), home],
    ['staff without a role open no area', 'staff', '/ga_filtri', staff(), home],
    [
      'an expired password leads to the change of password',
      'myconsent',
      '/myconsent',
      { ...patient, passwordExpired: true },
      { kind: 'route', to: '/changepasswd', remember: false },
    ],
    [
      'a missing second factor leads to its page',
      'staff',
      '/ga_filtri',
      { ...staff('GlobalAdmin'), secondFactorMissing: true },
      { kind: 'route', to: '/second_factor', remember: false },
    ],
    [
      'a missing second factor comes before a change of password',
      'staff',
      '/changepasswd',
      { ...staff('GlobalAdmin'), secondFactorMissing: true },
      { kind: 'route', to: '/second_factor', remember: false },
    ],
    [
      'the page of the missing second factor is open',
      'staff',
      '/second_factor',
      { ...staff('GlobalAdmin'), secondFactorMissing: true },
      page,
    ],
    ['patients have no second factor page', 'myconsent', '/second_factor', patient, home],
    ['an expired password leaves the change of password open', 'myconsent', '/changepasswd', { ...patient, passwordExpired: true }, page],
  ] as const)('%s', (_case, site, address, person, expected) => {
    expect(findDestination(site, address, person)).toEqual(expected)
  })
})

describe('an address to return to', () => {
  it.each(['/uhome', '/ga_filtri?page=2', '/dm_filtro/__new__', '/changepasswd'])('may be %s', (address) => {
    expect(isWorthRemembering('staff', address)).toBe(true)
  })
  it.each([
    '//evil.example',
    'https://evil.example/uhome',
    '/\\evil.example',
    'javascript:alert(1)',
    '',
    '/consenso',
    '/uhome/../x',
    '/',
    '/login',
    '/logout',
  ])('may not be %j', (address) => {
    expect(isWorthRemembering('staff', address)).toBe(false)
  })
})
