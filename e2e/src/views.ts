import { expect, type Page } from '@playwright/test'
import type { Principal } from '@registry/domain/access/roles'
import { isOpen, routePatterns, screens } from '@registry/domain/access/screens'
import type { Language, Site } from './browser-context.ts'

/** A visitor without a session, or an account of the demonstration (REQ-OPS-07). */
export type Viewer = { readonly site: Site; readonly account?: string; readonly role?: Principal }

/** A page in one state, for the accessibility check and the screenshots. */
export type View = {
  readonly name: string
  readonly path: string
  /** Brings the page into that state. */
  readonly prepare?: (page: Page, language: Language) => Promise<void>
}

export type ViewerWithViews = { readonly name: string; readonly viewer: Viewer; readonly views: readonly View[] }

const words = {
  it: {
    enter: 'Accedi',
    menu: 'Menu',
    language: 'Lingua: Italiano',
    version: 'Versione',
    change: 'Modifica',
    addCondition: 'Aggiungi una condizione',
    showRows: 'Mostra i pazienti',
    security: 'Sicurezza',
    addApp: 'Aggiungi un’app',
  },
  en: {
    enter: 'Sign in',
    menu: 'Menu',
    language: 'Language: English',
    version: 'Version',
    change: 'Change',
    addCondition: 'Add a condition',
    showRows: 'Show the patients',
    security: 'Security',
    addApp: 'Add an app',
  },
} as const

/** Clicks a button and waits for an element. */
const clickButton =
  (button: keyof (typeof words)['it'], selector: string) =>
  async (page: Page, language: Language): Promise<void> => {
    await page.getByRole('button', { name: words[language][button], exact: true }).click()
    await expect(page.locator(selector).first()).toBeVisible()
  }

/** Opens the menu drawer; a wide window has none. */
const openMenuDrawer = async (page: Page, language: Language): Promise<void> => {
  if ((page.viewportSize()?.width ?? 0) < 1024) await clickButton('menu', '[role=dialog]')(page, language)
}

/** Opens the security dialog from the user menu. */
const openSecurityDialog = async (page: Page, language: Language): Promise<void> => {
  await page.locator('header button[aria-haspopup=menu]').click()
  await page.getByRole('menuitem', { name: words[language].security }).click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
}

/** The ids of the demonstration, for the variable parts of addresses. */
const exampleIds: Readonly<Record<string, string>> = { $filterId: '1' }

/** Returns an address with ids in place of its variable parts. @throws Error for a variable part without an example */
const fillIn = (pattern: string): string =>
  pattern.replaceAll(/\$\w+/g, (part) => {
    const id = exampleIds[part]
    if (id === undefined) throw new Error(`e2e/src/views.ts has no example id for ${part}`)
    return id
  })

/** The name of a screen in file names: the fixed part of its address. */
const formatName = (pattern: string): string => pattern.split('/')[1] || 'home'

/** The open screens of a viewer: for a visitor those for anyone, else those for signed-in people. `/logout` only redirects. */
const listScreenViews = ({ site, role }: Viewer): View[] =>
  routePatterns
    .filter((pattern) => pattern !== '/logout' && isOpen(pattern) && ['both', site].includes(screens[pattern].site))
    .filter((pattern) => {
      const { audience } = screens[pattern]
      if (role === undefined || audience === 'anyone') return role === undefined && audience === 'anyone'
      return audience === 'signed-in' || audience.some((principal) => principal === role)
    })
    .map((pattern) => ({ name: formatName(pattern), path: fillIn(pattern) }))

/** The kinds of viewers, each with further states of its screens. */
const viewersWithStates: readonly ViewerWithViews[] = [
  {
    name: 'visitor of myconsent',
    viewer: { site: 'myconsent' },
    views: [
      { name: 'language', path: '/loginp', prepare: clickButton('language', '[role=dialog]') },
      { name: 'version', path: '/', prepare: clickButton('version', '[role=dialog] [role=status]') },
    ],
  },
  {
    name: 'visitor of staff',
    viewer: { site: 'staff' },
    views: [{ name: 'sign-in-refused', path: '/login', prepare: clickButton('enter', '[role=alert]') }],
  },
  {
    name: 'patient without consents',
    viewer: { site: 'myconsent', account: 'p1@demo.example', role: 'patient' },
    views: [
      { name: 'menu', path: '/myconsent', prepare: openMenuDrawer },
      { name: 'preliminary', path: '/consenso?vista=domande' },
    ],
  },
  {
    name: 'patient with consents',
    viewer: { site: 'myconsent', account: 'p2@demo.example', role: 'patient' },
    views: [
      { name: 'consents', path: '/consenso?vista=consensi' },
      { name: 'consents-edit', path: '/consenso?vista=modifica' },
      { name: 'withdrawal', path: '/consenso?vista=ritiro' },
      { name: 'sf36-filled', path: '/sf36?vista=compilati' },
      { name: 'personal-data-edit', path: '/pdati?vista=modifica' },
      { name: 'security', path: '/myconsent', prepare: openSecurityDialog },
    ],
  },
  {
    name: 'data manager',
    viewer: { site: 'staff', account: 'dm@demo.example', role: 'DataManager' },
    views: [
      { name: 'filter-new', path: '/dm_filtro/__new__' },
      { name: 'filter-edit', path: '/dm_filtro/1', prepare: clickButton('change', 'form h2') },
      { name: 'filter-condition', path: '/dm_filtro/__new__', prepare: clickButton('addCondition', '[role=dialog]') },
      { name: 'filter-rows', path: '/dm_filtro/1?tab=export', prepare: clickButton('showRows', '[role=gridcell]') },
      { name: 'security', path: '/uhome', prepare: openSecurityDialog },
      { name: 'second-factor-new', path: '/second_factor', prepare: clickButton('addApp', 'main svg[role=img]') },
    ],
  },
  { name: 'centre', viewer: { site: 'staff', account: 'ca.rm01@demo.example', role: 'CenterAdmin' }, views: [] },
  {
    name: 'global admin',
    viewer: { site: 'staff', account: 'ga@demo.example', role: 'GlobalAdmin' },
    views: [{ name: 'closed', path: '/identityM' }],
  },
  { name: 'user admin', viewer: { site: 'staff', account: 'ua@demo.example', role: 'UserAdmin' }, views: [] },
]

/** All kinds of viewers, each with all screens that they can open, and further states. */
export const viewers: readonly ViewerWithViews[] = viewersWithStates.map(({ name, viewer, views }) => ({
  name,
  viewer,
  views: [...listScreenViews(viewer), ...views],
}))

/** Opens a view and waits until all placeholders are gone. */
export const open = async (page: Page, { path, prepare }: View, language: Language): Promise<void> => {
  await page.goto(path)
  await expect(page.locator('main h1')).toBeVisible()
  await expect(page.locator('main [role=status][aria-label]')).toHaveCount(0)
  await prepare?.(page, language)
}
