import { type Role, roles } from './roles.ts'
import { type Guarded, findRequiredStep } from './routes.ts'
import { isOpen, type RoutePattern, routePatterns, type Screen, screens, type Site } from './screens.ts'

/** The addresses with a menu item on a site. */
type MenuPath<OnSite extends Site> = {
  [Pattern in RoutePattern]: (typeof screens)[Pattern] extends { readonly site: OnSite; readonly menu: string } ? Pattern : never
}[RoutePattern]
export type StaffPath = MenuPath<'staff'>
export type PatientPath = MenuPath<'myconsent'>

const hasItem = (site: Site, pattern: RoutePattern): boolean => {
  const screen: Screen = screens[pattern]
  return screen.site === site && screen.menu !== undefined
}
const staffPaths = routePatterns.filter((pattern): pattern is StaffPath => hasItem('staff', pattern))
const patientPaths = routePatterns.filter((pattern): pattern is PatientPath => hasItem('myconsent', pattern))

/** A menu item. It is disabled if its area is not open. */
export type MenuItem<Path> = { readonly path: Path; readonly open: boolean }
/** The items of one role, or without a role those of everybody. */
export type MenuGroup<Path> = { readonly role: Role | undefined; readonly entries: readonly MenuItem<Path>[] }

const buildItems = <Path extends RoutePattern>(paths: readonly Path[], fits: (screen: Screen) => boolean): MenuItem<Path>[] =>
  paths.filter((path) => fits(screens[path])).map((path) => ({ path, open: isOpen(path) }))

/** Builds the items of one role, in its menu group and on the home page. */
export const buildRoleItems = (role: Role): readonly MenuItem<StaffPath>[] =>
  buildItems(staffPaths, ({ menu, audience }) => menu === 'role' && audience.includes(role))

/** Builds the left menu of staff: main page, areas of each role, and the disabled older identity form (REQ-UI-07). */
export const buildStaffMenu = (person: Guarded): readonly MenuGroup<StaffPath>[] => {
  // A person who must choose a password or add a second factor can open no other page (REQ-ACC-13, REQ-ACC-02).
  if (findRequiredStep(person) !== undefined) return []
  const ownRoles = roles.filter((role) => person.roles.some((grant) => grant.role === role))
  return [
    { role: undefined, entries: buildItems(staffPaths, ({ menu }) => menu === 'top') },
    ...ownRoles.map((role) => ({ role, entries: buildRoleItems(role) })),
    { role: undefined, entries: buildItems(staffPaths, ({ menu }) => menu === 'bottom') },
  ]
}

/** Builds the left menu of patients: main page and consents. */
export const buildPatientMenu = ({ passwordExpired }: Guarded): readonly MenuGroup<PatientPath>[] =>
  passwordExpired ? [] : [{ role: undefined, entries: buildItems(patientPaths, () => true) }]
