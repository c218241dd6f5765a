import { isOpen } from './areas.ts'
import { type Role, roles } from './roles.ts'
import { type Guarded, findRequiredStep } from './routes.ts'

/** What each role finds on its home page and in its menu (spec 1, sections 2 and 6; spec 2, sections 2 and 6). */
export const roleAreas = {
  GlobalAdmin: ['/ga_studiclinici', '/ga_filtri', '/comunicazioni', '/globalconfig', '/log'],
  UserAdmin: ['/centri', '/utenti'],
  DataManager: ['/dm_filtri', '/dm_studiclinici'],
  CenterAdmin: ['/ca_filtri', '/ca_studiclinici', '/ecrf', '/pazienti-dati'],
} as const satisfies Record<Role, readonly `/${string}`[]>

export type RoleArea = (typeof roleAreas)[Role][number]
export type StaffPath = '/uhome' | RoleArea | '/identityM'
export type PatientPath = '/myconsent' | '/consenso'

/** An entry of the menu; one whose area is not open stands disabled. */
export type MenuItem<Place> = { readonly path: Place; readonly open: boolean }
/** The entries of one role, or those of everybody. */
export type MenuGroup<Place> = { readonly role: Role | undefined; readonly entries: readonly MenuItem<Place>[] }

const buildItems = <Place extends StaffPath | PatientPath>(paths: readonly Place[]): MenuItem<Place>[] =>
  paths.map((path) => ({ path, open: isOpen(path) }))

/** The left menu of staff: the main page, the areas of each role held, once, and the disabled identity (spec 1, section 2, shell). */
export const buildStaffMenu = (person: Guarded): readonly MenuGroup<StaffPath>[] => {
  // Whoever owes a password or a second factor can go nowhere else (D6).
  if (findRequiredStep(person) !== undefined) return []
  const held = roles.filter((role) => person.roles.some((grant) => grant.role === role))
  return [
    { role: undefined, entries: buildItems(['/uhome']) },
    ...held.map((role) => ({ role, entries: buildItems<StaffPath>(roleAreas[role]) })),
    { role: undefined, entries: buildItems(['/identityM']) },
  ]
}

/** The left menu of patients: the main page and their consents (spec 1, section 2, shell). */
export const buildPatientMenu = ({ passwordExpired }: Guarded): readonly MenuGroup<PatientPath>[] =>
  passwordExpired ? [] : [{ role: undefined, entries: buildItems(['/myconsent', '/consenso']) }]
