import type { Principal, Role } from './roles.ts'

/** A session is valid on its own host only. */
export type Site = 'staff' | 'myconsent'

/** Access to a screen: anyone, every signed-in person, or the named principals. */
export type Audience = 'anyone' | 'signed-in' | readonly Principal[]

export type Screen = {
  readonly site: Site | 'both'
  readonly audience: Audience
  /** Its page of the manual: docs/manual/{it,en}/<name>.md (REQ-UI-11). */
  readonly manual: string
  /** Its group of the left menu: above the roles, in the group of each role of its audience, or below (REQ-UI-07). Without it, no menu item. */
  readonly menu?: 'top' | 'role' | 'bottom'
  /** Target of the back arrow. Without it, the home page. */
  readonly back?: string
  /** False if `__new__` is no id: only GlobalAdmin creates studies (REQ-STU-01). */
  readonly makesNew?: false
}

const staff = ['GlobalAdmin', 'UserAdmin', 'DataManager', 'CenterAdmin'] as const satisfies readonly Role[]

/**
 * The page of the manual for addresses without a screen yet. They are guarded and show a notice; menus and home buttons
 * show them disabled. The older identity form stays so.
 */
export const notOpenYet = 'closed-areas'

/**
 * All addresses of both apps (REQ-UI-03). `$` begins a variable part. Guards, menus, home buttons, back arrows, the list of the manual and
 * the accessibility check follow this table and its order.
 */
export const screens = {
  '/': { site: 'both', audience: 'anyone', manual: 'home' },
  '/logout': { site: 'both', audience: 'anyone', manual: 'home' },
  '/changepasswd': { site: 'both', audience: 'signed-in', manual: 'change-password' },

  // Patients
  '/loginp': { site: 'myconsent', audience: 'anyone', manual: 'patient-sign-in' },
  '/forgot_password_patient': { site: 'myconsent', audience: 'anyone', manual: 'patient-forgot-password', back: '/loginp' },
  '/verifica_ricevuta': { site: 'myconsent', audience: 'anyone', manual: 'receipts' },
  '/stato_ritiro': { site: 'myconsent', audience: 'anyone', manual: 'deletion-status' },
  '/disiscrizione': { site: 'myconsent', audience: 'anyone', manual: 'newsletter' },
  '/conferma_recapito': { site: 'myconsent', audience: 'anyone', manual: 'undo-contact' },
  '/consenso_ambulatorio': { site: 'myconsent', audience: 'anyone', manual: 'desk-consents' },
  '/annulla_recapito': { site: 'myconsent', audience: 'anyone', manual: 'undo-contact' },
  '/myconsent': { site: 'myconsent', audience: ['patient', 'guardian'], manual: 'patient-home', menu: 'top' },
  '/figli': { site: 'myconsent', audience: ['guardian'], manual: 'guardians' },
  '/pdati': { site: 'myconsent', audience: ['patient', 'guardian'], manual: 'personal-data' },
  '/miei_dati': { site: 'myconsent', audience: ['patient', 'guardian'], manual: 'my-record' },
  '/correzioni': { site: 'myconsent', audience: ['patient', 'guardian'], manual: 'my-record', back: '/miei_dati' },
  '/consenso': { site: 'myconsent', audience: ['patient', 'guardian'], manual: 'consents', menu: 'top' },
  '/sf36': { site: 'myconsent', audience: ['patient'], manual: 'sf36' },
  '/pnewsletter': { site: 'myconsent', audience: ['patient'], manual: 'newsletter' },
  '/pstudi': { site: 'myconsent', audience: ['patient'], manual: 'patient-studies' },
  '/pstudio/$studioId': { site: 'myconsent', audience: ['patient'], manual: 'patient-studies', back: '/pstudi' },

  // All staff
  '/login': { site: 'staff', audience: 'anyone', manual: 'staff-sign-in' },
  '/second_factor': { site: 'staff', audience: staff, manual: 'second-factor' },
  '/forgot_password': { site: 'staff', audience: 'anyone', manual: 'staff-forgot-password', back: '/login' },
  '/uhome': { site: 'staff', audience: staff, manual: 'staff-home', menu: 'top' },
  '/identityM': { site: 'staff', audience: staff, manual: notOpenYet, menu: 'bottom' },

  // GlobalAdmin
  '/ga_studiclinici': { site: 'staff', audience: ['GlobalAdmin'], manual: 'studies', menu: 'role' },
  '/ga_studio/$studioId': { site: 'staff', audience: ['GlobalAdmin'], manual: 'studies', back: '/ga_studiclinici' },
  '/ga_filtri': { site: 'staff', audience: ['GlobalAdmin'], manual: 'saved-filters', menu: 'role' },
  '/ga_filtro/$filterId': { site: 'staff', audience: ['GlobalAdmin'], manual: 'saved-filters', back: '/ga_filtri' },
  '/ga_esportazioni': { site: 'staff', audience: ['GlobalAdmin'], manual: 'export-manifests', menu: 'role' },
  '/comunicazioni': { site: 'staff', audience: ['GlobalAdmin'], manual: 'communications', menu: 'role' },
  '/comunicazione/$communicationId': { site: 'staff', audience: ['GlobalAdmin'], manual: 'communications', back: '/comunicazioni' },
  '/globalconfig': { site: 'staff', audience: ['GlobalAdmin'], manual: 'settings', menu: 'role' },
  '/tabelleservizio': { site: 'staff', audience: ['GlobalAdmin'], manual: 'reference-tables', back: '/globalconfig' },
  '/testi_consenso': { site: 'staff', audience: ['GlobalAdmin'], manual: 'consent-documents', back: '/globalconfig' },
  '/testo_consenso/$documentKind': {
    site: 'staff',
    audience: ['GlobalAdmin'],
    manual: 'consent-documents',
    back: '/testi_consenso',
    makesNew: false,
  },
  '/creasf36': { site: 'staff', audience: ['GlobalAdmin'], manual: 'sf36-versions', back: '/globalconfig' },
  '/log': { site: 'staff', audience: ['GlobalAdmin'], manual: 'audit-log', menu: 'role' },

  // UserAdmin
  '/centri': { site: 'staff', audience: ['UserAdmin'], manual: 'centres', menu: 'role' },
  '/centro/$centreCode': { site: 'staff', audience: ['UserAdmin'], manual: 'centres', back: '/centri' },
  '/utenti': { site: 'staff', audience: ['UserAdmin'], manual: 'users', menu: 'role' },
  '/utente/$userId': { site: 'staff', audience: ['UserAdmin'], manual: 'users', back: '/utenti' },

  // DataManager
  '/dm_filtri': { site: 'staff', audience: ['DataManager'], manual: 'saved-filters', menu: 'role' },
  '/dm_filtro/$filterId': { site: 'staff', audience: ['DataManager'], manual: 'saved-filters', back: '/dm_filtri' },
  '/dm_studiclinici': { site: 'staff', audience: ['DataManager'], manual: 'studies', menu: 'role' },
  '/dm_studio/$studioId': { site: 'staff', audience: ['DataManager'], manual: 'studies', back: '/dm_studiclinici', makesNew: false },
  '/dm_esportazioni': { site: 'staff', audience: ['DataManager'], manual: 'export-manifests', menu: 'role' },
  '/dm_coorte': { site: 'staff', audience: ['DataManager'], manual: 'cohort', menu: 'role' },
  '/dm_segnalazioni': { site: 'staff', audience: ['DataManager'], manual: 'centre-discrepancies', menu: 'role' },

  // CenterAdmin
  '/ca_filtri': { site: 'staff', audience: ['CenterAdmin'], manual: 'saved-filters', menu: 'role' },
  '/ca_filtro/$filterId': { site: 'staff', audience: ['CenterAdmin'], manual: 'saved-filters', back: '/ca_filtri' },
  '/ca_studiclinici': { site: 'staff', audience: ['CenterAdmin'], manual: 'studies', menu: 'role' },
  '/ca_studio/$studioId': { site: 'staff', audience: ['CenterAdmin'], manual: 'studies', back: '/ca_studiclinici', makesNew: false },
  '/ca_esportazioni': { site: 'staff', audience: ['CenterAdmin'], manual: 'export-manifests', menu: 'role' },
  '/ecrf': { site: 'staff', audience: ['CenterAdmin'], manual: 'ecrf', menu: 'role' },
  '/ecrf/$record': { site: 'staff', audience: ['CenterAdmin'], manual: 'ecrf', back: '/ecrf' },
  '/ca_coorte': { site: 'staff', audience: ['CenterAdmin'], manual: 'cohort', menu: 'role' },
  '/ca_indicatori': { site: 'staff', audience: ['CenterAdmin'], manual: 'indicators', menu: 'role' },
  '/ca_segnalazioni': { site: 'staff', audience: ['CenterAdmin'], manual: 'discrepancies', menu: 'role' },
  '/pazienti-dati': { site: 'staff', audience: ['CenterAdmin'], manual: 'imports', menu: 'role' },

  '/enrollBC': { site: 'staff', audience: 'anyone', manual: 'enrolment-requests' },
} as const satisfies Readonly<Record<`/${string}`, Screen>>

export type RoutePattern = keyof typeof screens
export type ScreenHelpPage = (typeof screens)[RoutePattern]['manual']

const isPattern = (path: string): path is RoutePattern => Object.hasOwn(screens, path)
export const routePatterns: readonly RoutePattern[] = Object.keys(screens).filter(isPattern)

/** Whether the screen of an address exists. */
export const isOpen = (pattern: RoutePattern): boolean => screens[pattern].manual !== notOpenYet

export const getPath = (address: string): string => address.split(/[?#]/, 1)[0] ?? ''

const fitsPattern = (pattern: string, path: string): boolean => {
  const expected = pattern.split('/')
  const parts = path.split('/')
  return (
    expected.length === parts.length &&
    expected.every((part, index) => (part.startsWith('$') ? parts[index] !== '' : part === parts[index]))
  )
}

/** Returns the pattern of an address, which may have a search. */
export const findPattern = (address: string): RoutePattern | undefined => {
  const path = getPath(address)
  return routePatterns.find((each) => fitsPattern(each, path))
}

/** Returns the entry of an address, which may have a search. */
export const findScreen = (address: string): (Screen & { readonly manual: ScreenHelpPage }) | undefined => {
  const pattern = findPattern(address)
  return pattern && screens[pattern]
}

/** Returns the menu item above a page, however many back arrows lie between them. A page of the menu has none above it. */
export const findMenuParent = (address: string): string | undefined => {
  const back = findScreen(address)?.back
  if (back === undefined || findScreen(back)?.menu !== undefined) return back
  return findMenuParent(back)
}

/** Returns where the back arrow of a page leads. A home page has none. */
export const findBackAddress = (home: string, address: string): string | undefined => {
  const screen = findScreen(address)
  const start = screen?.audience === 'anyone' ? '/' : home
  if (getPath(address) === start) return undefined
  return screen?.manual === notOpenYet ? start : (screen?.back ?? start)
}
