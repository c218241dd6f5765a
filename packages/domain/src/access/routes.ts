import type { Principal, Role } from './roles.ts'
import { type Audience, findScreen, getPath, type Site } from './screens.ts'

/** Whether the address is guarded and of this site. Only such an address is remembered, so that `/logout` never is (REQ-UI-05). */
export const isWorthRemembering = (site: Site, address: string): boolean => {
  const screen = findScreen(address)
  return screen !== undefined && screen.audience !== 'anyone' && (screen.site === site || screen.site === 'both')
}

/** The signed-in person, as the route guards need it. */
export type Guarded = {
  readonly mode: 'patient' | 'user'
  readonly roles: readonly { readonly role: Role }[]
  readonly passwordExpired: boolean
  /** True for staff who must add an authenticator app first (REQ-ACC-02). */
  readonly secondFactorMissing?: true | undefined
  /** Of a guardian: the patient for whom the session acts, or null (REQ-GRD-02). */
  readonly actingFor?: string | null | undefined
  /** The data of the patient whom the pages show. */
  readonly patient?: object | undefined
}

/** The page of a step that blocks all others. */
type RequiredStep = '/changepasswd' | '/second_factor' | '/figli'

/** Returns the page of the step that a signed-in person must take first, if there is one. */
export const findRequiredStep = ({
  passwordExpired,
  secondFactorMissing,
  actingFor,
  patient,
}: Pick<Guarded, 'passwordExpired' | 'secondFactorMissing' | 'actingFor' | 'patient'>): RequiredStep | undefined => {
  if (passwordExpired) return '/changepasswd'
  // A guardian who is no patient chooses for whom to act.
  if (actingFor === null && patient === undefined) return '/figli'
  return secondFactorMissing ? '/second_factor' : undefined
}

/** Target of an address. `other-site` is the same path on the other host. `remember` keeps the address for the time after sign-in. */
export type Destination =
  | { readonly kind: 'page' | 'own-home' | 'other-site' }
  | { readonly kind: 'route'; readonly to: '/' | '/logout' | RequiredStep; readonly remember: boolean }

/** A guardian who acts for a patient opens only the pages of guardians. */
const listPrincipals = ({ mode, roles, actingFor }: Guarded): readonly Principal[] => {
  if (mode === 'user') return roles.map((grant) => grant.role)
  if (actingFor === undefined) return ['patient']
  return actingFor === null ? ['patient', 'guardian'] : ['guardian']
}

const mayOpen = (audience: Exclude<Audience, 'anyone'>, person: Guarded): boolean => {
  if (audience === 'signed-in') return true
  const principals = listPrincipals(person)
  return principals.some((principal) => audience.includes(principal))
}

/** Returns where `path` on `site` leads (REQ-UI-03 to REQ-UI-06). `person` is null for a visitor. */
export const findDestination = (site: Site, path: string, person: Guarded | null): Destination => {
  const screen = findScreen(path)
  if (!screen) return { kind: 'route', to: '/logout', remember: false }
  if (screen.site !== 'both' && screen.site !== site) return { kind: person ? 'own-home' : 'other-site' }
  if (screen.audience === 'anyone') return { kind: 'page' }
  if (!person) return { kind: 'route', to: '/', remember: true }
  const requiredStep = findRequiredStep(person)
  // The pages for everybody, as the change of the password, show no patient.
  const isFree = requiredStep === getPath(path) || (requiredStep === '/figli' && screen.audience === 'signed-in')
  if (requiredStep !== undefined && !isFree) return { kind: 'route', to: requiredStep, remember: false }
  if (screen.makesNew === false && getPath(path).endsWith('/__new__')) return { kind: 'own-home' }
  return { kind: mayOpen(screen.audience, person) ? 'page' : 'own-home' }
}
