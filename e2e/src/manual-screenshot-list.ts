import type { Locator, Page } from '@playwright/test'
import type { Language } from './browser-context.ts'

/** A screenshot for the manual: the viewer, the view of views.ts, the width, and the parts to show. */
export type ManualScreenshot = {
  readonly name: string
  readonly viewer: string
  readonly view: string
  /** The width in points: a phone for patients, the width of the manual's text for staff. */
  readonly width: 390 | 760
  readonly prepare?: (page: Page, language: Language) => Promise<void>
  readonly parts: (page: Page, language: Language) => readonly Locator[]
}

const words = {
  it: {
    history: 'Mostra la storia',
    newPassword: 'Nuova password',
    phrase: 'sette gatti sotto',
    export: 'Esporta',
    coarser: 'Esporta con valori generalizzati',
    saved: /salvato/,
    unrated: 'non ancora valutata',
    iron: 'Ferro',
  },
  en: {
    history: 'Show the history',
    newPassword: 'New password',
    phrase: 'seven cats below',
    export: 'Export',
    coarser: 'Export generalised values',
    saved: /saved/,
    unrated: 'not rated yet',
    iron: 'Iron',
  },
} as const

const wholeMain = (page: Page): readonly Locator[] => [page.locator('main > * > *')]

/** Exports the open filter, so that patients see a use of their data. The file picker is removed, since a script cannot answer it. */
const exportFilter = async (page: Page, language: Language): Promise<void> => {
  await page.evaluate(() => Object.defineProperty(window, 'showSaveFilePicker', { value: undefined, configurable: true }))
  await page.getByRole('radio', { name: 'CSV' }).check()
  await page.getByRole('button', { name: words[language].export, exact: true }).click()
  await page.getByRole('button', { name: words[language].coarser }).click()
  await page.getByText(words[language].saved).waitFor()
  await page.evaluate(() => window.scrollTo(0, 0))
}

export const manualScreenshots: readonly ManualScreenshot[] = [
  {
    name: 'staff-home',
    viewer: 'centre',
    view: 'uhome',
    width: 760,
    parts: (page) => [page.locator('main h1'), page.locator('main div:has(> section[data-group])')],
  },
  { name: 'consents-question', viewer: 'patient without consents', view: 'preliminary', width: 390, parts: wholeMain },
  {
    name: 'personal-data',
    viewer: 'patient with consents',
    view: 'pdati',
    width: 390,
    prepare: (page) => page.locator('main dl').first().waitFor(),
    parts: wholeMain,
  },
  // The first value of this section has a band and a trend.
  {
    name: 'my-record',
    viewer: 'patient with consents',
    view: 'miei_dati',
    width: 390,
    prepare: (page, language) => page.getByRole('heading', { name: words[language].iron, exact: true }).click(),
    parts: (page) => [page.locator('main h1'), page.locator('main details[open] dl > div').first()],
  },
  { name: 'guardian-patients', viewer: 'guardian', view: 'figli', width: 390, parts: wholeMain },
  {
    name: 'consents-history',
    viewer: 'patient with consents',
    view: 'consents',
    width: 390,
    prepare: async (page, language) => {
      await page.getByRole('button', { name: words[language].history }).click()
      await page.locator('main section dl').first().waitFor()
    },
    parts: (page) => [page.locator('main section:has(dl) > h2'), page.locator('main section li:first-child dl > div:nth-child(-n+4)')],
  },
  {
    name: 'saved-filter',
    viewer: 'data manager',
    view: 'dm_filtro',
    width: 760,
    prepare: (page) => page.locator('main table').first().waitFor(),
    parts: (page) => [page.locator('main h1'), page.locator('main section').nth(1)],
  },
  {
    name: 'cohort',
    viewer: 'data manager',
    view: 'dm_coorte',
    width: 760,
    parts: (page) => [page.locator('main h1'), page.locator('main figure').first()],
  },
  {
    name: 'ecrf-record',
    viewer: 'centre',
    view: 'ecrf-record',
    width: 760,
    prepare: async (page) => {
      await page.getByRole('tab').nth(1).click()
      await page.locator('main dl:visible').first().waitFor()
    },
    parts: (page) => [page.locator('main h1'), page.locator('main section:has(dl):visible')],
  },
  {
    name: 'ecrf-over-time',
    viewer: 'centre',
    view: 'ecrf-values-over-time',
    width: 760,
    parts: (page) => [page.locator('main figure').first()],
  },
  {
    name: 'saved-filter-count',
    viewer: 'data manager',
    view: 'filter-edit',
    width: 760,
    prepare: async (page) => {
      await page.locator('section[aria-labelledby="heading-count"] ol').waitFor()
    },
    parts: (page) => [page.locator('#section-where')],
  },
  // This is the second sign-in of the person, so the dialog shows another session.
  {
    name: 'security',
    viewer: 'data manager',
    view: 'security',
    width: 760,
    parts: (page) => [page.getByRole('dialog').locator('section, h2, button')],
  },
  {
    name: 'saved-filter-export',
    viewer: 'data manager',
    view: 'filter-rows',
    width: 760,
    prepare: exportFilter,
    parts: (page, language) => [page.locator('main h1'), page.locator('main section').filter({ hasText: words[language].saved })],
  },
  {
    name: 'patient-home',
    viewer: 'patient with consents',
    view: 'myconsent',
    width: 390,
    parts: (page) => [page.locator('main h1'), page.locator('main section').first()],
  },
  {
    name: 'change-password',
    viewer: 'patient with consents',
    view: 'changepasswd',
    width: 390,
    prepare: async (page, language) => {
      await page.getByLabel(words[language].newPassword, { exact: true }).fill(words[language].phrase)
      await page
        .getByRole('meter')
        .and(page.locator(`:not([aria-valuetext="${words[language].unrated}"])`))
        .waitFor()
    },
    parts: wholeMain,
  },
  { name: 'second-factor-enrolment', viewer: 'data manager', view: 'second-factor-new', width: 760, parts: wholeMain },
]
