import { expect, type Page } from '@playwright/test'
import { openSession } from './src/accounts.ts'
import { findSeriousViolations } from './src/axe.ts'
import { type Language, languages } from './src/browser-context.ts'
import { test } from './src/test.ts'

const widths = [390, 768, 1440] as const
const words = {
  it: {
    show: 'Mostra i pazienti',
    columns: /^Colonne/,
    menu: 'Menu di Sesso alla nascita',
    filter: 'Filtra…',
    rows: 'Altezza righe',
    search: 'Cerca nella tabella',
  },
  en: {
    show: 'Show the patients',
    columns: /^Columns/,
    menu: 'Menu for Sex at birth',
    filter: 'Filter…',
    rows: 'Row height',
    search: 'Search the table',
  },
} as const

type State = { readonly name: string; readonly open: (page: Page, language: Language) => Promise<void> }

/** The states of a grid, in an order in which each begins where the last one ended. */
const states: readonly State[] = [
  { name: 'rows', open: async (page) => expect(page.getByRole('gridcell').first()).toBeVisible() },
  { name: 'selected cell', open: (page) => page.getByRole('gridcell').nth(1).click() },
  {
    name: 'heights of rows',
    open: async (page, language) => {
      await page.getByRole('button', { name: words[language].rows }).click()
      await expect(page.getByRole('menuitemradio').first()).toBeVisible()
    },
  },
  {
    name: 'column menu',
    open: async (page, language) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: words[language].menu }).click()
      await expect(page.getByRole('menuitem').first()).toBeVisible()
    },
  },
  {
    name: 'column filter',
    open: async (page, language) => {
      await page.getByRole('menuitem', { name: words[language].filter }).click()
      await page.getByRole('dialog').getByRole('checkbox').first().check()
    },
  },
  {
    name: 'filter in words',
    open: async (page) => {
      await page.getByRole('dialog').locator('button[type=submit]').click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  },
  { name: 'list of columns', open: (page, language) => page.getByRole('button', { name: words[language].columns }).click() },
  {
    name: 'no row',
    open: async (page, language) => {
      await page.keyboard.press('Escape')
      await page.getByRole('textbox', { name: words[language].search }).fill('xxxx')
      await expect(page.getByRole('gridcell')).toHaveCount(0)
    },
  },
]

for (const language of languages) {
  test(`REQ-UI-14: axe finds no serious violation in any state of a grid, at three widths and in both colour schemes (${language})`, async ({
    visit,
    mailbox,
  }) => {
    test.setTimeout(300_000)
    const storageState = await openSession(await visit('staff'), mailbox, { site: 'staff', account: 'dm@demo.example' })
    for (const width of widths) {
      const page = await visit('staff', { language, storageState, viewport: { width, height: 900 }, reducedMotion: 'reduce' })
      await page.goto('/dm_filtro/1?tab=export')
      await page.getByRole('button', { name: words[language].show }).click()
      for (const { name, open } of states) {
        await open(page, language)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          const violations = await findSeriousViolations(page, colorScheme, ['target-size'])
          expect.soft(violations, `${name}, ${width} px, ${colorScheme}`).toEqual([])
        }
        await page.emulateMedia({ colorScheme: 'light' })
      }
    }
  })
}

test('REQ-UI-14: an order keeps the place in the page, the fixed column covers the others, and the search begins at the first row', async ({
  visit,
  mailbox,
}) => {
  const storageState = await openSession(await visit('staff'), mailbox, { site: 'staff', account: 'dm@demo.example' })
  const page = await visit('staff', { storageState, viewport: { width: 1440, height: 900 } })
  await page.goto('/dm_filtro/1?tab=export')
  await page.getByRole('button', { name: words.it.show }).click()
  const grid = page.getByRole('grid')
  await grid.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const before = await page.evaluate(() => window.scrollY)
  await page.getByRole('button', { name: 'Ordina per Sesso alla nascita' }).click()
  await expect(page).toHaveURL(/sort=SEX$/)
  expect(await page.evaluate(() => window.scrollY)).toBe(before)

  await grid.evaluate((element) => element.scrollTo(900, 300))
  const covering = await grid.evaluate((element) => {
    const { left, top } = element.getBoundingClientRect()
    const cell = document.elementFromPoint(left + 30, top + 200)?.closest('[role=gridcell]')
    return {
      column: cell?.getAttribute('aria-colindex'),
      opaque: cell && !/rgba\(.*, 0(\.\d+)?\)|transparent/.test(getComputedStyle(cell).backgroundColor),
    }
  })
  expect(covering).toEqual({ column: '1', opaque: true })
  await page.getByRole('textbox', { name: words.it.search }).fill('RM01')
  await expect.poll(() => grid.evaluate((element) => element.scrollTop)).toBe(0)
})
