import { expect } from '@playwright/test'
import { findViolations } from './src/axe.ts'
import { test } from './src/test.ts'

const words = {
  it: {
    list: 'Esportazioni',
    found: 'Esportazioni trovate',
    manifest: 'Manifesto',
    search: 'Cerca',
    filter: 'Filtro',
    hash: 'Impronta SHA-256',
    close: 'Chiudi',
    none: 'Nessuna esportazione',
    to: 'Al giorno',
  },
  en: {
    list: 'Exports',
    found: 'Exports found',
    manifest: 'Manifest',
    search: 'Search',
    filter: 'Filter',
    hash: 'SHA-256 hash',
    close: 'Close',
    none: 'No exports',
    to: 'To day',
  },
} as const

for (const language of ['it', 'en'] as const) {
  test(`REQ-EXP-10: a person finds their export and reads its manifest (${language})`, async ({ visit }) => {
    const page = await visit('staff', { account: 'dm@demo.example', language })
    const text = words[language]
    await page.goto('/uhome')
    const exported = await page.evaluate(async () => {
      const response = await fetch('/api/inthem_query', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Requested-By': 'app' },
        body: JSON.stringify({ action: 'RUN', id: 1, format: 'json', as_role: 'DataManager' }),
      })
      const digest = await crypto.subtle.digest('SHA-256', await response.arrayBuffer())
      return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    })
    await page.goto('/dm_esportazioni')
    await expect(page.getByRole('heading', { level: 1, name: text.list })).toBeVisible()
    const table = page.getByRole('region', { name: text.found })
    await expect(table.getByText('dm@demo.example').first()).toBeVisible()
    expect(await findViolations(page, 'light')).toEqual([])
    await table.getByRole('button').first().click()
    const dialog = page.getByRole('dialog', { name: text.manifest })
    await expect(dialog.getByText(exported)).toBeVisible()
    await expect(dialog.getByText(text.hash)).toBeVisible()
    expect(await findViolations(page, 'light')).toEqual([])
    await dialog.getByRole('button', { name: text.close }).click()
    await page.getByRole('textbox', { name: text.to, exact: true }).fill('01/01/2001')
    await page.getByRole('button', { name: text.search, exact: true }).click()
    await expect(page.getByText(text.none)).toBeVisible()
  })
}
