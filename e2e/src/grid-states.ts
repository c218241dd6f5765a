import { expect } from '@playwright/test'
import { translate } from './catalogue.ts'
import { clickButton, type PageState } from './page-states.ts'

/** A search without a result. */
const noRow: PageState = {
  name: 'no row',
  show: async (page, language) => {
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: translate('Cerca nella tabella', language) }).fill('xxxx')
    await expect(page.getByRole('gridcell')).toHaveCount(0)
  },
}

/** The states of a grid of patients (REQ-UI-14). */
const filterRows: readonly PageState[] = [
  { name: 'selected cell', show: (page) => page.getByRole('gridcell').nth(1).click() },
  { name: 'heights of rows', show: clickButton('Altezza righe', '[role=menuitemradio]') },
  {
    name: 'column menu',
    show: async (page, language) => {
      await page.keyboard.press('Escape')
      const header = translate('Sesso alla nascita', language)
      await page.getByRole('button', { name: translate('Menu di {header}', language).replace('{header}', header) }).click()
      await expect(page.getByRole('menuitem').first()).toBeVisible()
    },
  },
  {
    name: 'column filter',
    show: async (page, language) => {
      await page.getByRole('menuitem', { name: translate('Filtra…', language) }).click()
      await page.getByRole('dialog').getByRole('checkbox').first().check()
    },
  },
  {
    name: 'filter in words',
    show: async (page) => {
      await page.getByRole('dialog').locator('button[type=submit]').click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  },
  {
    name: 'list of columns',
    show: async (page, language) => {
      await page.getByRole('button', { name: new RegExp(`^${translate('Colonne', language)}`) }).click()
      await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible()
    },
  },
  noRow,
]

/** The filters of a text and of a date, and a list without a row. */
const filterList: readonly PageState[] = [
  ...(['Nome', 'Modificato'].map((column) => ({
    name: `filter of ${column}`,
    show: async (page, language) => {
      await page.keyboard.press('Escape')
      const header = translate(column, language)
      await page.getByRole('button', { name: translate('Menu di {header}', language).replace('{header}', header) }).click()
      await page.getByRole('menuitem', { name: translate('Filtra…', language) }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  })) satisfies PageState[]),
  noRow,
  {
    name: 'all rows',
    show: async (page, language) => {
      await page.getByRole('button', { name: translate('Cancella la ricerca', language) }).click()
      await expect(page.getByRole('gridcell').first()).toBeVisible()
    },
  },
]

export const gridStates = { filterRows, filterList }
