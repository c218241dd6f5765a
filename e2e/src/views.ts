import { expect, type Page } from '@playwright/test'
import type { Language, Site } from './browsing.ts'

/** Who looks at a page: somebody without a session, or an account of the demonstration (D20). */
export type Viewer = { readonly site: Site; readonly account?: string }

/** A page as it is looked at by eyes, by axe and by the camera. */
export type View = {
  readonly name: string
  readonly path: string
  /** What is done to bring the page into the state that is looked at. */
  readonly bring?: (page: Page, language: Language) => Promise<void>
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

/** Presses a button and waits for what it brings. */
const pressing =
  (button: keyof (typeof words)['it'], brings: string) =>
  async (page: Page, language: Language): Promise<void> => {
    await page.getByRole('button', { name: words[language][button], exact: true }).click()
    await expect(page.locator(brings).first()).toBeVisible()
  }

/** Opens the drawer of the menu; a wide window has the menu beside the page and no drawer. */
const openingMenu = async (page: Page, language: Language): Promise<void> => {
  if ((page.viewportSize()?.width ?? 0) < 1024) await pressing('menu', '[role=dialog]')(page, language)
}

/** Opens the dialog about second factor and sessions from the user menu. */
const openingSecurity = async (page: Page, language: Language): Promise<void> => {
  await page.locator('header button[aria-haspopup=menu]').click()
  await page.getByRole('menuitem', { name: words[language].security }).click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
}

const filterViews = (mode: 'ga' | 'dm' | 'ca'): View[] => [
  { name: 'filters', path: `/${mode}_filtri` },
  { name: 'filter', path: `/${mode}_filtro/1` },
]

/** Everybody who looks, and what each can see. */
export const viewers: readonly { readonly name: string; readonly viewer: Viewer; readonly views: readonly View[] }[] = [
  {
    name: 'visitor of myconsent',
    viewer: { site: 'myconsent' },
    views: [
      { name: 'home', path: '/' },
      { name: 'sign-in', path: '/loginp' },
      { name: 'language', path: '/loginp', bring: pressing('language', '[role=dialog]') },
      { name: 'version', path: '/', bring: pressing('version', '[role=dialog] [role=status]') },
      { name: 'forgotten-password', path: '/forgot_password_patient' },
    ],
  },
  {
    name: 'visitor of staff',
    viewer: { site: 'staff' },
    views: [
      { name: 'home', path: '/' },
      { name: 'sign-in', path: '/login' },
      { name: 'sign-in-refused', path: '/login', bring: pressing('enter', '[role=alert]') },
      { name: 'forgotten-password', path: '/forgot_password' },
      { name: 'enrolment', path: '/enrollBC' },
    ],
  },
  {
    name: 'patient without consents',
    viewer: { site: 'myconsent', account: 'p1@demo.example' },
    views: [
      { name: 'home', path: '/myconsent' },
      { name: 'menu', path: '/myconsent', bring: openingMenu },
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
      { name: 'security', path: '/myconsent', bring: openingSecurity },
    ],
  },
  {
    name: 'data manager',
    viewer: { site: 'staff', account: 'dm@demo.example' },
    views: [
      { name: 'home', path: '/uhome' },
      ...filterViews('dm'),
      { name: 'filter-new', path: '/dm_filtro/__new__' },
      { name: 'filter-edit', path: '/dm_filtro/1', bring: pressing('change', 'form h2') },
      { name: 'filter-condition', path: '/dm_filtro/__new__', bring: pressing('addCondition', '[role=dialog]') },
      { name: 'filter-rows', path: '/dm_filtro/1?tab=export', bring: pressing('showRows', '[role=region] td') },
      { name: 'password', path: '/changepasswd' },
      { name: 'security', path: '/uhome', bring: openingSecurity },
      { name: 'second-factor', path: '/second_factor' },
      { name: 'second-factor-new', path: '/second_factor', bring: pressing('addApp', 'main svg[role=img]') },
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

/** Opens a view and waits until nothing on it is a placeholder any more. */
export const open = async (page: Page, { path, bring }: View, language: Language): Promise<void> => {
  await page.goto(path)
  await expect(page.locator('main h1')).toBeVisible()
  await expect(page.locator('main [role=status][aria-label]')).toHaveCount(0)
  await bring?.(page, language)
}
