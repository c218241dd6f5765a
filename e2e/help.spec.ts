import { expect } from '@playwright/test'
import { seriousFaults } from './src/axe.ts'
import { languages, phone } from './src/browsing.ts'
import { test } from './src/test.ts'

const words = {
  it: {
    help: 'Aiuto',
    title: 'Entrare in MyConsent',
    whole: 'Apri il manuale completo',
    manual: 'Manuale del registro',
    other: 'Read in English',
  },
  en: {
    help: 'Help',
    title: 'Entering MyConsent',
    whole: 'Open the whole manual',
    manual: 'Manual of the registry',
    other: 'Leggi in italiano',
  },
} as const

for (const language of languages) {
  test(`help about the page, then the whole manual and the paths for programs, on a phone (${language})`, async ({ visit }) => {
    const { help, title, whole, manual, other } = words[language]
    const page = await visit('myconsent', { ...phone, language })
    await page.goto('/loginp')
    await page.getByRole('button', { name: help, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog.getByRole('heading', { level: 3 }).first()).toBeVisible()
    expect.soft(await seriousFaults(page, 'light')).toEqual([])

    const opened = page.context().waitForEvent('page')
    await dialog.getByRole('link', { name: whole }).click()
    const reading = await opened
    await expect(reading.getByRole('heading', { level: 1, name: manual })).toBeVisible()
    await expect(reading.locator('img[src$=".svg"]').first()).toHaveJSProperty('naturalWidth', 720)
    const photograph = reading.locator(`img[src$="/change-password.${language}.webp"]`)
    const shown = Number(await photograph.getAttribute('width'))
    expect(shown).toBeGreaterThan(300)
    await expect(photograph, 'two dots for each point').toHaveJSProperty('naturalWidth', 2 * shown)
    // The manual is its pages one after the other, too long for axe to be quick: one of each kind is looked at.
    for (const path of [`/api/help/${language}/second-factor`, `/api/docs?lang=${language}`, `/api/help/${language}/roles`]) {
      await reading.goto(path)
      expect.soft(await seriousFaults(reading, 'light'), path).toEqual([])
      expect(await reading.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${path} scrolls sideways`).toBe(true)
    }
    await reading.emulateMedia({ colorScheme: 'dark' })
    expect.soft(await seriousFaults(reading, 'dark'), 'in the dark').toEqual([])
    await reading.getByRole('link', { name: other }).click()
    await expect(reading.locator('html')).toHaveAttribute('lang', language === 'it' ? 'en' : 'it')
  })
}
