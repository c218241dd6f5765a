import { expect } from '@playwright/test'
import { findViolations } from './src/axe.ts'
import { languages, phone } from './src/browser-context.ts'
import { translate } from './src/catalogue.ts'
import { test } from './src/test.ts'

for (const language of languages) {
  test(`REQ-ADM-14: a GlobalAdmin changes a parameter, and the page shows who changed it (${language})`, async ({ visit }) => {
    const text = (italian: string): string => translate(italian, language)
    const page = await visit('staff', { account: 'ga@demo.example', language, ...(language === 'it' && phone) })
    await page.goto('/globalconfig')
    await page.getByRole('button', { name: text('Modifica i parametri') }).click()
    const minutes = page.getByRole('textbox', { name: text('Durata dei codici di accesso, in minuti') })
    await minutes.fill('11')
    await page.getByRole('button', { name: text('Salva') }).click()
    await expect(page.getByRole('alert')).toContainText('10')
    expect(await findViolations(page, 'light')).toEqual([])
    // Each language sets another value.
    const value = language === 'it' ? '8' : '9'
    await minutes.fill(value)
    await page.getByRole('button', { name: text('Salva') }).click()
    await expect(page.getByText(text('Modifiche registrate'))).toBeVisible()
    const row = page.getByRole('row', { name: /otp_minute_duration/ })
    await expect(row).toContainText(value)
    await expect(row).toContainText('ga@demo.example')
    expect(await findViolations(page, 'light')).toEqual([])
    await page.reload()
    await expect(row).toContainText(value)
  })
}
