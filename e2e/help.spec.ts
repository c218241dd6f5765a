import { expect } from '@playwright/test'
import { findSeriousViolations } from './src/axe.ts'
import { languages, phone } from './src/browser-context.ts'
import { test } from './src/test.ts'

const words = {
  it: {
    help: 'Aiuto',
    title: 'Entrare in MyConsent',
    openManual: 'Apri il manuale completo',
    manual: 'Manuale del registro',
    other: 'Read in English',
  },
  en: {
    help: 'Help',
    title: 'Entering MyConsent',
    openManual: 'Open the whole manual',
    manual: 'Manual of the registry',
    other: 'Leggi in italiano',
  },
} as const

for (const language of languages) {
  test(`the help page, the whole manual and the API documentation open on a phone (${language})`, async ({ visit }) => {
    const { help, title, openManual, manual, other } = words[language]
    const page = await visit('myconsent', { ...phone, language })
    await page.goto('/loginp')
    await page.getByRole('button', { name: help, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog.getByRole('heading', { level: 3 }).first()).toBeVisible()
    expect.soft(await findSeriousViolations(page, 'light')).toEqual([])

    const newTab = page.context().waitForEvent('page')
    await dialog.getByRole('link', { name: openManual }).click()
    const tab = await newTab
    await expect(tab.getByRole('heading', { level: 1, name: manual })).toBeVisible()
    await expect(tab.locator('img[src$=".svg"]').first()).toHaveJSProperty('naturalWidth', 720)
    const screenshot = tab.locator(`img[src$="/change-password.${language}.webp"]`)
    const width = Number(await screenshot.getAttribute('width'))
    expect(width).toBeGreaterThan(300)
    await expect(screenshot, 'two pixels per point').toHaveJSProperty('naturalWidth', 2 * width)
    // The whole manual is too long for a quick check with axe: the test checks one page of each kind.
    for (const path of [`/api/help/${language}/second-factor`, `/api/docs?lang=${language}`, `/api/help/${language}/roles`]) {
      await tab.goto(path)
      expect.soft(await findSeriousViolations(tab, 'light'), path).toEqual([])
      expect(await tab.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${path} scrolls sideways`).toBe(true)
    }
    await tab.emulateMedia({ colorScheme: 'dark' })
    expect.soft(await findSeriousViolations(tab, 'dark'), 'dark').toEqual([])
    await tab.getByRole('link', { name: other }).click()
    await expect(tab.locator('html')).toHaveAttribute('lang', language === 'it' ? 'en' : 'it')
  })
}
