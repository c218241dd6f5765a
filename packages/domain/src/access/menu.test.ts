import { describe, expect, it } from 'vitest'
import { buildPatientMenu, buildStaffMenu } from './menu.ts'
import { type Role, roles } from './roles.ts'
import { findDestination, type Guarded } from './routes.ts'
import { isOpen, type RoutePattern, type Screen, screens } from './screens.ts'

const staff = (...granted: Role[]): Guarded => ({ mode: 'user', roles: granted.map((role) => ({ role })), passwordExpired: false })
const patient: Guarded = { mode: 'patient', roles: [], passwordExpired: false }
const paths = (menu: ReturnType<typeof buildStaffMenu>) => menu.flatMap((group) => group.entries.map(({ path }) => path))

/** The lists and workspaces of one role alone, in the order of the table. */
const listRolePaths = (role: Role): string[] =>
  Object.entries<Screen>(screens)
    .filter(([, { audience, back }]) => typeof audience !== 'string' && audience.join() === role && back === undefined)
    .map(([path]) => path)

describe('the left menu', () => {
  it.each(roles)('of a %s has the main page, each list and workspace of the role, and the older identity form', (role) => {
    expect(listRolePaths(role).length).toBeGreaterThan(1)
    expect(paths(buildStaffMenu(staff(role)))).toEqual(['/uhome', ...listRolePaths(role), '/identityM'])
  })

  it('of a patient has the main page and the consents', () => {
    expect(buildPatientMenu(patient)).toEqual([
      {
        role: undefined,
        entries: [
          { path: '/myconsent', open: true },
          { path: '/consenso', open: true },
        ],
      },
    ])
  })

  it('has one group for each role, even with several grants', () => {
    const menu = buildStaffMenu(staff('CenterAdmin', 'GlobalAdmin', 'CenterAdmin'))
    expect(menu.map((group) => group.role)).toEqual([undefined, 'GlobalAdmin', 'CenterAdmin', undefined])
  })

  it('marks open areas, and keeps the older identity form disabled (REQ-ACC-22)', () => {
    const open = buildStaffMenu(staff(...roles)).flatMap((group) => group.entries.filter((entry) => entry.open).map(({ path }) => path))
    expect(open).toEqual(expect.arrayContaining(['/uhome', '/ga_filtri', '/dm_filtri', '/ca_filtri']))
    expect(open).not.toContain('/identityM')
  })

  it('is empty for a person who must choose a password', () => {
    expect(buildStaffMenu({ ...staff('GlobalAdmin'), passwordExpired: true })).toEqual([])
    expect(buildPatientMenu({ ...patient, passwordExpired: true })).toEqual([])
  })

  it.each(roles)('of a %s has only pages that the guards open', (role) => {
    const menu = paths(buildStaffMenu(staff(role)))
    expect(menu.map((path) => findDestination('staff', path, staff(role)))).toEqual(menu.map(() => ({ kind: 'page' })))
  })
})

it('sign-ins, homes, consents and filters are open', () => {
  expect(
    ['/', '/login', '/loginp', '/uhome', '/myconsent', '/consenso', '/dm_filtro/$filterId'].every((path) => isOpen(path as RoutePattern)),
  ).toBe(true)
  expect(isOpen('/identityM')).toBe(false)
})
