import { expect, type Page } from '@playwright/test'
import type { Language, Site } from './browser-context.ts'

/** A visitor without a session, or an account of the demonstration (REQ-OPS-07). */
export type Viewer = { readonly site: Site; readonly account?: string }

/** A page in one state, for the accessibility check and the screenshots. */
export type View = {
  readonly name: string
  readonly path: string
  /** Brings the page into that state. */
  readonly prepare?: (page: Page, language: Language) => Promise<void>
}

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

const filterViews = (area: 'ga' | 'dm' | 'ca'): View[] => [
  { name: 'filters', path: `/${area}_filtri` },
  { name: 'filter', path: `/${area}_filtro/1` },
]

/** All kinds of viewers, each with the views that they can open. */
export const viewers: readonly { readonly name: string; readonly viewer: Viewer; readonly views: readonly View[] }[] = [
  {
    name: 'visitor of myconsent',
    viewer: { site: 'myconsent' },
    views: [
      { name: 'home', path: '/' },
      { name: 'sign-in', path: '/loginp' },
      { name: 'language', path: '/loginp', prepare: clickButton('language', '[role=dialog]') },
      { name: 'version', path: '/', prepare: clickButton('version', '[role=dialog] [role=status]') },
      { name: 'forgotten-password', path: '/forgot_password_patient' },
    ],
  },
  {
    name: 'visitor of staff',
    viewer: { site: 'staff' },
    views: [
      { name: 'home', path: '/' },
      { name: 'sign-in', path: '/login' },
      { name: 'sign-in-refused', path: '/login', prepare: clickButton('enter', '[role=alert]') },
      { name: 'forgotten-password', path: '/forgot_password' },
      { name: 'enrolment', path: '/enrollBC' },
    ],
  },
  {
    name: 'patient without consents',
    viewer: { site: 'myconsent', account: 'p1@demo.example' },
    views: [
      { name: 'home', path: '/myconsent' },
      { name: 'menu', path: '/myconsent', prepare: openMenuDrawer },
      { name: 'information', path: '/consenso' },
      { name: 'preliminary', path: '/consenso?vista=domande' },
    ],
  },
  {
    name: 'patient with consents',
    viewer: { site: 'myconsent', account: 'p2@demo.example' },
    views: [
      { name: 'home', path: '/myconsent' },
      { name: 'consents', path: '/consenso?vista=consensi' },
      { name: 'consents-edit', path: '/consenso?vista=modifica' },
      { name: 'withdrawal', path: '/consenso?vista=ritiro' },
      { name: 'password', path: '/changepasswd' },
      { name: 'security', path: '/myconsent', prepare: openSecurityDialog },
    ],
  },
  {
    name: 'data manager',
    viewer: { site: 'staff', account: 'dm@demo.example' },
    views: [
      { name: 'home', path: '/uhome' },
      ...filterViews('dm'),
      { name: 'filter-new', path: '/dm_filtro/__new__' },
      { name: 'filter-edit', path: '/dm_filtro/1', prepare: clickButton('change', 'form h2') },
      { name: 'filter-condition', path: '/dm_filtro/__new__', prepare: clickButton('addCondition', '[role=dialog]') },
      { name: 'filter-rows', path: '/dm_filtro/1?tab=export', prepare: clickButton('showRows', '[role=gridcell]') },
      { name: 'password', path: '/changepasswd' },
      { name: 'security', path: '/uhome', prepare: openSecurityDialog },
      { name: 'second-factor', path: '/second_factor' },
      { name: 'second-factor-new', path: '/second_factor', prepare: clickButton('addApp', 'main svg[role=img]') },
    ],
  },
  {
    name: 'centre',
    viewer: { site: 'staff', account: 'ca.rm01@demo.example' },
    views: [{ name: 'home', path: '/uhome' }, ...filterViews('ca')],
  },
  {
    name: 'global admin',
    viewer: { site: 'staff', account: 'ga@demo.example' },
    views: [{ name: 'home', path: '/uhome' }, { name: 'closed', path: '/log' }, ...filterViews('ga')],
  },
  { name: 'user admin', viewer: { site: 'staff', account: 'ua@demo.example' }, views: [{ name: 'home', path: '/uhome' }] },
]

/** Opens a view and waits until all placeholders are gone. */
export const open = async (page: Page, { path, prepare }: View, language: Language): Promise<void> => {
  await page.goto(path)
  await expect(page.locator('main h1')).toBeVisible()
  await expect(page.locator('main [role=status][aria-label]')).toHaveCount(0)
  await prepare?.(page, language)
}
