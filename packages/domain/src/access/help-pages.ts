import { fitsPattern, getPath, type RoutePattern } from './routes.ts'

/** The parts of the manual and their pages, in reading order (REQ-UI-11). Each page is docs/manual/{it,en}/<name>.md. */
export const helpParts = {
  everyone: ['home', 'change-password', 'sessions', 'security', 'version', 'closed-areas'],
  patients: ['patient-sign-in', 'patient-forgot-password', 'patient-home', 'consents'],
  staff: [
    'staff-sign-in',
    'second-factor',
    'staff-forgot-password',
    'staff-home',
    'roles',
    'saved-filters',
    'exports',
    'enrolment-received',
    'message-limits',
  ],
  programs: ['centre-programs', 'api'],
} as const

export type HelpPart = keyof typeof helpParts
export type HelpPage = (typeof helpParts)[HelpPart][number]

export const helpPages: readonly HelpPage[] = Object.values(helpParts).flat()

/** The manual page of each route. A route without a page does not compile. */
export const helpPageByRoute = {
  '/': 'home',
  '/logout': 'home',
  '/changepasswd': 'change-password',
  '/login': 'staff-sign-in',
  '/forgot_password': 'staff-forgot-password',
  '/loginp': 'patient-sign-in',
  '/forgot_password_patient': 'patient-forgot-password',
  '/uhome': 'staff-home',
  '/second_factor': 'second-factor',
  '/identityM': 'closed-areas',
  '/enrollBC': 'enrolment-received',
  '/myconsent': 'patient-home',
  '/pdati': 'closed-areas',
  '/consenso': 'consents',
  '/sf36': 'closed-areas',
  '/pstudi': 'closed-areas',
  '/pstudio/$studioId': 'closed-areas',
  '/centri': 'closed-areas',
  '/centro/$centreCode': 'closed-areas',
  '/utenti': 'closed-areas',
  '/utente/$userId': 'closed-areas',
  '/globalconfig': 'closed-areas',
  '/tabelleservizio': 'closed-areas',
  '/creasf36': 'closed-areas',
  '/log': 'closed-areas',
  '/comunicazioni': 'closed-areas',
  '/ga_studiclinici': 'closed-areas',
  '/dm_studiclinici': 'closed-areas',
  '/ca_studiclinici': 'closed-areas',
  '/ga_studio/$studioId': 'closed-areas',
  '/dm_studio/$studioId': 'closed-areas',
  '/ca_studio/$studioId': 'closed-areas',
  '/ga_filtri': 'saved-filters',
  '/dm_filtri': 'saved-filters',
  '/ca_filtri': 'saved-filters',
  '/ga_filtro/$filterId': 'saved-filters',
  '/dm_filtro/$filterId': 'saved-filters',
  '/ca_filtro/$filterId': 'saved-filters',
  '/ecrf': 'closed-areas',
  '/pazienti-dati': 'closed-areas',
} as const satisfies Record<RoutePattern, HelpPage>

const table = Object.entries<HelpPage>(helpPageByRoute)

/** Returns the manual page of an address, or the home page for an unknown address. */
export const findHelpPage = (address: string): HelpPage => table.find(([pattern]) => fitsPattern(pattern, getPath(address)))?.[1] ?? 'home'
