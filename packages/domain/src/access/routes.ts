import type { Principal, Role } from './roles.ts'

/** The two sites of D1; their sessions are not valid on each other's host (D6). */
export type Site = 'staff' | 'myconsent'

/** Who may open a page: anybody, whoever is signed in, or the named principals. */
type Audience = 'anyone' | 'signed-in' | readonly Principal[]
type Route = {
  readonly site: Site | 'both'
  readonly opens: Audience
  /** False where `__new__` is no id: only GlobalAdmin makes studies (spec 2, section 2). */
  readonly makesNew?: false
}

const anyStaff = ['GlobalAdmin', 'UserAdmin', 'DataManager', 'CenterAdmin'] as const
const staffOnly = (...opens: readonly Role[]): Route => ({ site: 'staff', opens })
const patientOnly: Route = { site: 'myconsent', opens: ['patient'] }

/** The route tables of both documents, section 2; `$` begins a part that varies. Both apps know the whole table (D1). */
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
  '/centro/$centerId': staffOnly('UserAdmin'),
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

/** True for a path that a pattern of the route table stands for. */
export const fitsPattern = (pattern: string, path: string): boolean => {
  const wanted = pattern.split('/')
  const parts = path.split('/')
  return wanted.length === parts.length && wanted.every((part, at) => (part.startsWith('$') ? parts[at] !== '' : part === parts[at]))
}

const findRoute = (path: string): Route | undefined => table.find(([pattern]) => fitsPattern(pattern, path))?.[1]

/** True for a guarded address of this site: the only kind that may be remembered and gone back to, so that `/logout` never is. */
export const isWorthRemembering = (site: Site, address: string): boolean => {
  const route = findRoute(getPath(address))
  return route !== undefined && route.opens !== 'anyone' && (route.site === site || route.site === 'both')
}

/** What the guards need to know of a signed-in person (spec 1, section 3). */
export type Guarded = {
  readonly mode: 'patient' | 'user'
  readonly roles: readonly { readonly role: Role }[]
  readonly passwordExpired: boolean
  /** Staff who must add an authenticator app before anything else (D6). */
  readonly secondFactorMissing?: true | undefined
}

/** The page of what somebody must do before anything else: choose a password, then add an authenticator app (D6). */
type RequiredStep = '/changepasswd' | '/second_factor'

/** What a signed-in person owes before anything else. */
export const findRequiredStep = ({
  passwordExpired,
  secondFactorMissing,
}: Pick<Guarded, 'passwordExpired' | 'secondFactorMissing'>): RequiredStep | undefined => {
  if (passwordExpired) return '/changepasswd'
  return secondFactorMissing ? '/second_factor' : undefined
}

/** Where an address leads: to its page, to the person's own home, to another route of this site, or to the same path on the other site's host. */
export type Destination =
  | { readonly kind: 'page' | 'own-home' | 'other-site' }
  | { readonly kind: 'route'; readonly to: '/' | '/logout' | RequiredStep; readonly remember: boolean }

const mayOpen = (opens: Exclude<Audience, 'anyone'>, person: Guarded): boolean => {
  if (opens === 'signed-in') return true
  const principals: readonly Principal[] = person.mode === 'patient' ? ['patient'] : person.roles.map((grant) => grant.role)
  return principals.some((principal) => opens.includes(principal))
}

/**
 * Where somebody who opens `path` on `site` ends (spec 1, section 2, access behaviour; D1).
 * `person` is null for a visitor. `remember` says that the address is wanted back after signing in.
 */
export const findDestination = (site: Site, path: string, person: Guarded | null): Destination => {
  const wanted = findRoute(getPath(path))
  if (!wanted) return { kind: 'route', to: '/logout', remember: false }
  if (wanted.site !== 'both' && wanted.site !== site) return { kind: person ? 'own-home' : 'other-site' }
  if (wanted.opens === 'anyone') return { kind: 'page' }
  if (!person) return { kind: 'route', to: '/', remember: true }
  const requiredStep = findRequiredStep(person)
  if (requiredStep !== undefined && requiredStep !== getPath(path)) return { kind: 'route', to: requiredStep, remember: false }
  if (wanted.makesNew === false && getPath(path).endsWith('/__new__')) return { kind: 'own-home' }
  return { kind: mayOpen(wanted.opens, person) ? 'page' : 'own-home' }
}
