import type { Principal, Role } from './roles.ts'

/** The two sites (REQ-OPS-01). A session is valid on its own host only (REQ-ACC-17). */
export type Site = 'staff' | 'myconsent'

/** Who may open a page: anyone, every signed-in person, or the named principals. */
type Audience = 'anyone' | 'signed-in' | readonly Principal[]
type Route = {
  readonly site: Site | 'both'
  readonly opens: Audience
  /** False if `__new__` is no id: only GlobalAdmin creates studies (REQ-STU-01). */
  readonly makesNew?: false
}

const anyStaff = ['GlobalAdmin', 'UserAdmin', 'DataManager', 'CenterAdmin'] as const
const staffOnly = (...opens: readonly Role[]): Route => ({ site: 'staff', opens })
const patientOnly: Route = { site: 'myconsent', opens: ['patient'] }

/** All routes of both apps (REQ-UI-03). `$` begins a variable part. */
export const routes = {
  '/': { site: 'both', opens: 'anyone' },
  '/logout': { site: 'both', opens: 'anyone' },
  '/changepasswd': { site: 'both', opens: 'signed-in' },
  '/login': { site: 'staff', opens: 'anyone' },
  '/forgot_password': { site: 'staff', opens: 'anyone' },
  '/loginp': { site: 'myconsent', opens: 'anyone' },
  '/forgot_password_patient': { site: 'myconsent', opens: 'anyone' },
  '/uhome': staffOnly(...anyStaff),
  '/second_factor': staffOnly(...anyStaff),
  '/identityM': staffOnly(...anyStaff),
  '/enrollBC': { site: 'staff', opens: 'anyone' },
  '/myconsent': patientOnly,
  '/pdati': patientOnly,
  '/consenso': patientOnly,
  '/sf36': patientOnly,
  '/pstudi': patientOnly,
  '/pstudio/$studioId': patientOnly,
  '/centri': staffOnly('UserAdmin'),
  '/centro/$centreCode': staffOnly('UserAdmin'),
  '/utenti': staffOnly('UserAdmin'),
  '/utente/$userId': staffOnly('UserAdmin'),
  '/globalconfig': staffOnly('GlobalAdmin'),
  '/tabelleservizio': staffOnly('GlobalAdmin'),
  '/creasf36': staffOnly('GlobalAdmin'),
  '/log': staffOnly('GlobalAdmin'),
  '/comunicazioni': staffOnly('GlobalAdmin'),
  '/ga_studiclinici': staffOnly('GlobalAdmin'),
  '/dm_studiclinici': staffOnly('DataManager'),
  '/ca_studiclinici': staffOnly('CenterAdmin'),
  '/ga_studio/$studioId': staffOnly('GlobalAdmin'),
  '/dm_studio/$studioId': { ...staffOnly('DataManager'), makesNew: false },
  '/ca_studio/$studioId': { ...staffOnly('CenterAdmin'), makesNew: false },
  '/ga_filtri': staffOnly('GlobalAdmin'),
  '/dm_filtri': staffOnly('DataManager'),
  '/ca_filtri': staffOnly('CenterAdmin'),
  '/ga_filtro/$filterId': staffOnly('GlobalAdmin'),
  '/dm_filtro/$filterId': staffOnly('DataManager'),
  '/ca_filtro/$filterId': staffOnly('CenterAdmin'),
  '/ecrf': staffOnly('CenterAdmin'),
  '/pazienti-dati': staffOnly('CenterAdmin'),
} as const satisfies Record<string, Route>

export type RoutePattern = keyof typeof routes

const table = Object.entries<Route>(routes)

export const getPath = (address: string): string => address.split(/[?#]/, 1)[0] ?? ''

/** Whether a path matches a pattern of the route table. */
export const fitsPattern = (pattern: string, path: string): boolean => {
  const expected = pattern.split('/')
  const parts = path.split('/')
  return (
    expected.length === parts.length &&
    expected.every((part, index) => (part.startsWith('$') ? parts[index] !== '' : part === parts[index]))
  )
}

const findRoute = (path: string): Route | undefined => table.find(([pattern]) => fitsPattern(pattern, path))?.[1]

/** Whether the address is guarded and of this site. Only such an address is remembered, so that `/logout` never is (REQ-UI-05). */
export const isWorthRemembering = (site: Site, address: string): boolean => {
  const route = findRoute(getPath(address))
  return route !== undefined && route.opens !== 'anyone' && (route.site === site || route.site === 'both')
}

/** What the guards know of a signed-in person. */
export type Guarded = {
  readonly mode: 'patient' | 'user'
  readonly roles: readonly { readonly role: Role }[]
  readonly passwordExpired: boolean
  /** True for staff who must add an authenticator app first (REQ-ACC-02). */
  readonly secondFactorMissing?: true | undefined
}

/** The page of a step that blocks all others (REQ-ACC-11, REQ-ACC-02). */
type RequiredStep = '/changepasswd' | '/second_factor'

/** Returns the page of the step that a signed-in person must take first, if there is one. */
export const findRequiredStep = ({
  passwordExpired,
  secondFactorMissing,
}: Pick<Guarded, 'passwordExpired' | 'secondFactorMissing'>): RequiredStep | undefined => {
  if (passwordExpired) return '/changepasswd'
  return secondFactorMissing ? '/second_factor' : undefined
}

/** Where an address leads. `other-site` is the same path on the other host (REQ-UI-04). `remember` keeps the address for the time after sign-in. */
export type Destination =
  | { readonly kind: 'page' | 'own-home' | 'other-site' }
  | { readonly kind: 'route'; readonly to: '/' | '/logout' | RequiredStep; readonly remember: boolean }

const mayOpen = (opens: Exclude<Audience, 'anyone'>, person: Guarded): boolean => {
  if (opens === 'signed-in') return true
  const principals: readonly Principal[] = person.mode === 'patient' ? ['patient'] : person.roles.map((grant) => grant.role)
  return principals.some((principal) => opens.includes(principal))
}

/** Returns where `path` on `site` leads (REQ-UI-03 to REQ-UI-06). `person` is null for a visitor. */
export const findDestination = (site: Site, path: string, person: Guarded | null): Destination => {
  const route = findRoute(getPath(path))
  if (!route) return { kind: 'route', to: '/logout', remember: false }
  if (route.site !== 'both' && route.site !== site) return { kind: person ? 'own-home' : 'other-site' }
  if (route.opens === 'anyone') return { kind: 'page' }
  if (!person) return { kind: 'route', to: '/', remember: true }
  const requiredStep = findRequiredStep(person)
  if (requiredStep !== undefined && requiredStep !== getPath(path)) return { kind: 'route', to: requiredStep, remember: false }
  if (route.makesNew === false && getPath(path).endsWith('/__new__')) return { kind: 'own-home' }
  return { kind: mayOpen(route.opens, person) ? 'page' : 'own-home' }
}
