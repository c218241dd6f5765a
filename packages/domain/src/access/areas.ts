import type { RoutePattern } from './routes.ts'

/**
 * Areas without screens yet. Their routes are guarded and show a page that says so; menus and home buttons show them disabled.
 * Removing a line opens the area, and a test of each app then requires its screens. The older identity form stays closed (REQ-ACC-22).
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
  centres: ['/centri', '/centro/$centreCode'],
  users: ['/utenti', '/utente/$userId'],
  configuration: ['/globalconfig', '/tabelleservizio'],
  log: ['/log'],
  communications: ['/comunicazioni'],
  'e-CRF': ['/ecrf'],
  synchronisation: ['/pazienti-dati'],
  'older identity form': ['/identityM'],
} as const satisfies Record<string, readonly RoutePattern[]>

const closed: ReadonlySet<RoutePattern> = new Set(Object.values(closedAreas).flat())

/** Whether the screens of a route exist. */
export const isOpen = (route: RoutePattern): boolean => !closed.has(route)
