import { expect, type Page } from '@playwright/test'
import type { Principal } from '@registry/domain/access/roles'
import { isOpen, type RoutePattern, routePatterns, screens } from '@registry/domain/access/screens'
import type { Language, Site } from './browser-context.ts'
import { gridStates } from './grid-states.ts'
import {
  clickButton,
  connectionStates,
  idleCountdown,
  openFilterSummary,
  openMenuDrawer,
  openSecurityDialog,
  type PageState,
  publicHeader,
  signedInHeader,
  inOrder,
} from './page-states.ts'
import { translate } from './catalogue.ts'
import * as states from './screen-states.ts'

/** A visitor without a session, or an account of the demonstration. */
export type Viewer = { readonly site: Site; readonly account?: string; readonly role?: Principal }

/** A page in one state, for the accessibility check and the screenshots. */
export type View = {
  readonly name: string
  readonly path: string
  /** Brings the page into that state. */
  readonly prepare?: (page: Page, language: Language) => Promise<void>
  /** Further states, which one load of the page can show one after the other. */
  readonly states?: readonly PageState[]
}

export type ViewerWithViews = { readonly name: string; readonly viewer: Viewer; readonly views: readonly View[] }

/** The ids of the demonstration, for the variable parts of addresses. */
const exampleIds: Readonly<Record<string, string>> = {
  $filterId: '1',
  $studioId: 'DOSE-2026',
  $userId: '3',
  $centreCode: 'RM01',
  $communicationId: '__new__',
  $documentKind: 'consents',
  // No record has this address. A view opens a record from the list of patients.
  $record: '00000000-0000-4000-8000-000000000000',
}

/** Returns an address with ids in place of its variable parts. @throws Error for a variable part without an example */
export const fillIn = (pattern: string): string =>
  pattern.replaceAll(/\$\w+/g, (part) => {
    const id = exampleIds[part]
    if (id === undefined) throw new Error(`e2e/src/views.ts has no example id for ${part}`)
    return id
  })

/** The name of a screen in file names: the fixed part of its address. */
const formatName = (pattern: string): string => pattern.split('/')[1] || 'home'

const filterList: readonly PageState[] = [...gridStates.filterList, ...connectionStates('main [role=gridcell] a')]

/** Chooses the first patient of a guardian, and waits for the banner with the name. */
const actForChild = async (page: Page, language: Language): Promise<void> => {
  // The button of the patient whom the session shows already has another name.
  const start = translate('Rispondi per {shown}', language, { shown: '' })
  await page.getByRole('button', { name: start }).first().click()
  await page.waitForURL((address) => address.pathname === '/myconsent')
  await page.getByRole('link', { name: translate('Cambia persona', language) }).waitFor()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** The states of the screens, for every viewer who opens them. */
const screenStates: Partial<Record<RoutePattern, readonly PageState[]>> = {
  '/': publicHeader,
  '/loginp': [states.missingInput, ...states.patientCode],
  '/forgot_password_patient': [states.missingInput, states.askedPassword('E-mail o numero di cellulare')],
  '/login': [states.missingInput, states.staffSignInRejected, ...states.staffCode],
  '/forgot_password': [states.missingInput, states.askedPassword('E-mail')],
  '/changepasswd': states.newPassword,
  '/uhome': [states.chartTables, { name: 'menu', show: openMenuDrawer }],
  '/dm_filtri': filterList,
  '/comunicazione/$communicationId': [states.missingInput],
  '/utente/$userId': states.storedUser,
  '/centro/$centreCode': states.storedCentre,
}

/** The open screens of a viewer: for a visitor those for anyone, else those for signed-in people. `/logout` only redirects. */
const listScreenViews = ({ site, role }: Viewer): View[] =>
  routePatterns
    .filter(
      (pattern) =>
        pattern !== '/logout' && pattern !== '/ecrf/$record' && isOpen(pattern) && ['both', site].includes(screens[pattern].site),
    )
    .filter((pattern) => {
      const { audience } = screens[pattern]
      if (role === undefined || audience === 'anyone') return role === undefined && audience === 'anyone'
      return audience === 'signed-in' || audience.some((principal) => principal === role)
    })
    .map((pattern) => ({ name: formatName(pattern), path: fillIn(pattern), states: screenStates[pattern] ?? [] }))

/** The kinds of viewers, each with further views of its screens. */
const viewersWithStates: readonly ViewerWithViews[] = [
  {
    name: 'visitor of myconsent',
    viewer: { site: 'myconsent' },
    views: [{ name: 'used-link', path: '/loginp?u=nobody%40demo.example&p=0123456789abcdef' }],
  },
  { name: 'visitor of staff', viewer: { site: 'staff' }, views: [] },
  {
    name: 'patient without consents',
    viewer: { site: 'myconsent', account: 'p1@demo.example', role: 'patient' },
    views: [
      { name: 'menu', path: '/myconsent', prepare: openMenuDrawer },
      { name: 'header', path: '/myconsent', states: signedInHeader },
      { name: 'connection', path: '/myconsent', states: connectionStates('main a[href^="/consenso"]') },
      { name: 'preliminary', path: '/consenso?vista=domande', states: states.question },
      { name: 'idle', path: '/myconsent', states: [idleCountdown] },
    ],
  },
  {
    name: 'guardian',
    viewer: { site: 'myconsent', account: 'tutore@demo.example', role: 'guardian' },
    views: [
      { name: 'acting', path: '/figli', prepare: actForChild },
      { name: 'acting-consents', path: '/consenso' },
      { name: 'acting-children', path: '/figli' },
    ],
  },
  {
    name: 'patient with consents',
    viewer: { site: 'myconsent', account: 'p2@demo.example', role: 'patient' },
    views: [
      { name: 'consents', path: '/consenso?vista=consensi', states: states.consentHistory },
      { name: 'consents-edit', path: '/consenso?vista=modifica' },
      { name: 'consents-given', path: '/consenso?vista=fatto' },
      { name: 'withdrawal', path: '/consenso?vista=ritiro', states: states.withdrawal },
      { name: 'sf36-filled', path: '/sf36?vista=compilati' },
      { name: 'study-consent', path: '/pstudio/DOSE-2026?vista=consenso' },
      { name: 'personal-data-edit', path: '/pdati?vista=modifica', states: states.reauthentication },
      { name: 'security', path: '/myconsent', prepare: openSecurityDialog },
    ],
  },
  {
    name: 'data manager',
    viewer: { site: 'staff', account: 'dm@demo.example', role: 'DataManager' },
    views: [
      { name: 'header', path: '/uhome', states: signedInHeader },
      { name: 'filter-new', path: '/dm_filtro/__new__', states: states.filterForm },
      { name: 'filter-edit', path: '/dm_filtro/1', prepare: clickButton('Modifica', 'form h2') },
      {
        name: 'filter-condition',
        path: '/dm_filtro/__new__',
        prepare: async (page) => page.locator('[role=group] input[aria-haspopup=listbox]').first().click(),
        states: states.conditionEditor,
      },
      {
        name: 'filter-rows',
        path: '/dm_filtro/1?tab=export',
        prepare: clickButton('Mostra i pazienti', '[role=gridcell]'),
        states: [...gridStates.filterRows, states.noFormat],
      },
      {
        name: 'filter-summary',
        path: '/dm_filtro/1?tab=export',
        prepare: openFilterSummary,
      },
      {
        name: 'discrepancies-ask',
        path: '/dm_segnalazioni',
        prepare: clickButton('Nuova richiesta di chiarimento', '[role=dialog]'),
      },
      { name: 'security', path: '/uhome', prepare: openSecurityDialog },
      {
        name: 'second-factor-new',
        path: '/second_factor',
        prepare: clickButton('Aggiungi un’app', 'main svg[role=img]'),
        states: [states.missingInput],
      },
    ],
  },
  {
    name: 'centre',
    viewer: { site: 'staff', account: 'ca.rm01@demo.example', role: 'CenterAdmin' },
    views: [
      { name: 'ecrf-record', path: '/ecrf', prepare: states.openRecord, states: states.record },
      {
        name: 'ecrf-values-over-time',
        path: '/ecrf',
        prepare: inOrder(states.openRecord, states.openTab('Andamenti', 'main figure')),
      },
      {
        name: 'ecrf-tests',
        path: '/ecrf',
        prepare: inOrder(states.openRecord, states.openTab('Esami', 'main section svg')),
        states: [states.newResults],
      },
      { name: 'discrepancies-queries', path: '/ca_segnalazioni?parte=richieste' },
      { name: 'synchronisation-consents', path: '/pazienti-dati?parte=consensi' },
      { name: 'synchronisation-tests', path: '/pazienti-dati?parte=esami' },
      { name: 'synchronisation-history', path: '/pazienti-dati?parte=storia' },
      { name: 'ecrf-new', path: '/ecrf', prepare: clickButton('Nuovo paziente', 'main form'), states: [states.missingInput] },
    ],
  },
  {
    name: 'global admin',
    viewer: { site: 'staff', account: 'ga@demo.example', role: 'GlobalAdmin' },
    views: [
      { name: 'closed', path: '/identityM' },
      { name: 'study-new', path: '/ga_studio/__new__', states: [states.missingInput] },
      { name: 'tables-upload', path: '/tabelleservizio?scheda=caricamento&tabella=svc_ecrf' },
      { name: 'tables-history', path: '/tabelleservizio?scheda=storia&tabella=svc_ecrf' },
      { name: 'configuration-form', path: '/globalconfig?modifica=true' },
      { name: 'log-entry', path: '/log', prepare: states.openLogEntry },
      ...['bozza', 'anteprima', 'differenze', 'avanzamento'].map((tab) => ({
        name: `consent-document-${tab}`,
        path: `/testo_consenso/consents?scheda=${tab}`,
      })),
      ...['bozza', 'anteprima'].map((tab) => ({ name: `questionnaire-${tab}`, path: `/creasf36?scheda=${tab}` })),
    ],
  },
  {
    name: 'user admin',
    viewer: { site: 'staff', account: 'ua@demo.example', role: 'UserAdmin' },
    views: [
      { name: 'user-new', path: '/utente/__new__', states: [states.missingInput] },
      { name: 'centre-new', path: '/centro/__new__', states: [states.missingInput] },
    ],
  },
]

/** All kinds of viewers, each with all screens that they can open, and further states. */
export const viewers: readonly ViewerWithViews[] = viewersWithStates.map(({ name, viewer, views }) => ({
  name,
  viewer,
  views: [...listScreenViews(viewer), ...views],
}))

declare global {
  interface Window {
    /** The router of the page, which TanStack Router exposes. */
    readonly __TSR_ROUTER__: {
      navigate(to: { readonly href: string }): Promise<void>
      subscribe(event: 'onRendered', listener: () => void): () => void
    }
  }
}

/** Opens `path` with the router of the page, and waits until it is on the screen. */
const navigate = (page: Page, path: string): Promise<void> =>
  page.evaluate(
    (href) =>
      new Promise((resolve) => {
        const stop = window.__TSR_ROUTER__.subscribe('onRendered', () => {
          stop()
          resolve()
        })
        void window.__TSR_ROUTER__.navigate({ href })
      }),
    path,
  )

const finish = async (page: Page, { prepare }: View, language: Language): Promise<void> => {
  await expect(page.locator('main h1')).toHaveCount(1)
  await expect(page.locator('main h1')).toBeVisible()
  await expect(page.locator('main [role=status][aria-label]')).toHaveCount(0)
  await prepare?.(page, language)
}

/** Loads a view and waits until all placeholders are gone. */
export const open = async (page: Page, view: View, language: Language): Promise<void> => {
  await page.goto(view.path)
  await finish(page, view, language)
}

const getPath = ({ path }: View): string => path.split('?', 1).join('')

/**
 * Opens a view after another one. A load takes three times the processor time of a step inside the app. So only the first view, a view
 * after a changed one, and another view of the same page are loaded.
 */
export const openNext = async (page: Page, view: View, before: View | undefined, language: Language): Promise<void> => {
  if (!before || before.prepare || before.states?.length || getPath(before) === getPath(view)) return open(page, view, language)
  await navigate(page, view.path)
  await finish(page, view, language)
}
