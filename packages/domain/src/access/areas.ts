import type { RoutePattern } from './routes.ts'

/**
 * The areas whose screens come with later issues. Their routes have guards already; whoever may open one reads that it is not open
 * yet, and menus and home buttons show it disabled. Taking a line away opens the area everywhere; a test of each app then asks for
 * its screens. The old identity form stays closed for good (D17).
 */
const closedAreas = {
  'personal data': ['/pdati'],
  'SF-36': ['/sf36', '/creasf36'],
  "a patient's studies": ['/pstudi', '/pstudio/$studioId'],
  'clinical studies': [
    '/ga_studiclinici',
    '/dm_studiclinici',
    '/ca_studiclinici',
    '/ga_studio/$studioId',
    '/dm_studio/$studioId',
    '/ca_studio/$studioId',
  ],
  centres: ['/centri', '/centro/$centerId'],
  users: ['/utenti', '/utente/$userId'],
  configuration: ['/globalconfig', '/tabelleservizio'],
  log: ['/log'],
  communications: ['/comunicazioni'],
  'e-CRF': ['/ecrf'],
  synchronisation: ['/pazienti-dati'],
  'older identity form': ['/identityM'],
} as const satisfies Record<string, readonly RoutePattern[]>

const closed: ReadonlySet<RoutePattern> = new Set(Object.values(closedAreas).flat())

/** True where the area of a route is open: its screens exist. */
export const isOpen = (route: RoutePattern): boolean => !closed.has(route)
