import { isOpen } from './areas.ts'
import { type Role, roles } from './roles.ts'
import { type Guarded, findRequiredStep } from './routes.ts'

/** The areas of each role, on its home page and in its menu (REQ-UI-07, REQ-UI-12). */
export const roleAreas = {
  GlobalAdmin: ['/ga_studiclinici', '/ga_filtri', '/comunicazioni', '/globalconfig', '/log'],
  UserAdmin: ['/centri', '/utenti'],
  DataManager: ['/dm_filtri', '/dm_studiclinici'],
  CenterAdmin: ['/ca_filtri', '/ca_studiclinici', '/ecrf', '/pazienti-dati'],
} as const satisfies Record<Role, readonly `/${string}`[]>

export type RoleArea = (typeof roleAreas)[Role][number]
export type StaffPath = '/uhome' | RoleArea | '/identityM'
export type PatientPath = '/myconsent' | '/consenso'

/** A menu item. It is disabled if its area is not open. */
export type MenuItem<Place> = { readonly path: Place; readonly open: boolean }
/** The items of one role, or without a role those of everybody. */
export type MenuGroup<Place> = { readonly role: Role | undefined; readonly entries: readonly MenuItem<Place>[] }

const buildItems = <Place extends StaffPath | PatientPath>(paths: readonly Place[]): MenuItem<Place>[] =>
  paths.map((path) => ({ path, open: isOpen(path) }))

/** Builds the left menu of staff: main page, areas of each role, and the disabled older identity form (REQ-UI-07). */
export const buildStaffMenu = (person: Guarded): readonly MenuGroup<StaffPath>[] => {
  // A person who must choose a password or add a second factor can open no other page (REQ-ACC-13, REQ-ACC-02).
  if (findRequiredStep(person) !== undefined) return []
  const ownRoles = roles.filter((role) => person.roles.some((grant) => grant.role === role))
  return [
    { role: undefined, entries: buildItems(['/uhome']) },
    ...ownRoles.map((role) => ({ role, entries: buildItems<StaffPath>(roleAreas[role]) })),
    { role: undefined, entries: buildItems(['/identityM']) },
  ]
}

/** Builds the left menu of patients: main page and consents (REQ-UI-07). */
export const buildPatientMenu = ({ passwordExpired }: Guarded): readonly MenuGroup<PatientPath>[] =>
  passwordExpired ? [] : [{ role: undefined, entries: buildItems(['/myconsent', '/consenso']) }]
