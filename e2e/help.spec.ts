import { expect } from '@playwright/test'
import { findViolations } from './src/axe.ts'
import { languages, phone } from './src/browser-context.ts'
import { test } from './src/test.ts'

const words = {
  it: {
    help: 'Aiuto',
    title: 'Entrare in MyConsent',
    openManual: 'Apri il manuale completo',
    manual: 'Manuale del registro',
    other: 'Read in English',
    searchLabel: 'Cerca nel manuale',
    changePassword: /^Cambi/,
  },
  en: {
    help: 'Help',
    title: 'Entering MyConsent',
    openManual: 'Open the full manual',
    manual: 'Manual of the registry',
    other: 'Leggi in italiano',
    searchLabel: 'Search the manual',
    changePassword: /^Chang/,
  },
} as const

for (const language of languages) {
  test(`the help page, the manual with its search and the API documentation open on a phone (${language})`, async ({ visit }) => {
    const { help, title, openManual, manual, other, searchLabel, changePassword } = words[language]
    const page = await visit('myconsent', { ...phone, language })
    await page.goto('/loginp')
    await page.getByRole('button', { name: help, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog.getByRole('heading', { level: 3 }).first()).toBeVisible()
    expect.soft(await findViolations(page, 'light')).toEqual([])

    const newTab = page.context().waitForEvent('page')
    await dialog.getByRole('link', { name: openManual }).click()
    const tab = await newTab
    await expect(tab.getByRole('heading', { level: 1, name: manual })).toBeVisible()
    await tab.getByRole('searchbox', { name: searchLabel }).fill('password')
    await tab.keyboard.press('Enter')
    await tab.getByRole('link', { name: changePassword }).first().click()
    await expect(tab).toHaveURL(new RegExp(`/api/help/${language}/change-password`))
    const screenshot = tab.locator(`img[src$="/change-password.${language}.webp"]`)
    const width = Number(await screenshot.getAttribute('width'))
    expect(width).toBeGreaterThan(300)
    await expect(screenshot, 'two pixels per point').toHaveJSProperty('naturalWidth', 2 * width)
    // One page of each kind.
    for (const path of [
      `/api/help/${language}/manual`,
      `/api/help/${language}/search?q=password`,
      `/api/help/${language}/second-factor`,
      `/api/help/${language}/accessibility`,
      `/api/docs?lang=${language}`,
      `/api/help/${language}/roles`,
    ]) {
      await tab.goto(path)
      expect.soft(await findViolations(tab, 'light'), path).toEqual([])
      expect(await tab.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${path} scrolls sideways`).toBe(true)
    }
    await tab.emulateMedia({ colorScheme: 'dark' })
    expect.soft(await findViolations(tab, 'dark'), 'dark').toEqual([])
    await tab.getByRole('link', { name: other }).click()
    await expect(tab.locator('html')).toHaveAttribute('lang', language === 'it' ? 'en' : 'it')
  })
}
