import { expect } from '@playwright/test'
import { signInStaff } from './src/accounts.ts'
import { findViolations } from './src/axe.ts'
import { test } from './src/test.ts'

const words = {
  it: {
    search: 'Cerca',
    onScreen: 'Sullo schermo',
    user: 'Nome utente',
    entry: 'Voce del log',
    done: 'Eseguito',
    close: 'Chiudi',
    saved: 'File log.csv salvato',
  },
  en: {
    search: 'Search',
    onScreen: 'On screen',
    user: 'Username',
    entry: 'Log entry',
    done: 'Done',
    close: 'Close',
    saved: 'File log.csv saved',
  },
} as const

test('REQ-ADM-17: a saved search of the log is there after a reload, and searches at once', async ({ visit }) => {
  const page = await visit('staff', { account: 'ga@demo.example' })
  await page.goto('/log')
  await page.getByRole('combobox', { name: 'Nome utente' }).fill('ga@demo.example')
  await page.getByRole('button', { name: 'Viste', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Salva questa vista…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Salva questa vista' })
  await dialog.getByRole('textbox', { name: 'Nome della vista' }).fill('I miei accessi')
  expect(await findViolations(page, 'light')).toEqual([])
  await dialog.getByRole('button', { name: 'Salva' }).click()
  await expect(page.getByRole('button', { name: 'Vista: I miei accessi' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Viste', exact: true }).click()
  await page.getByRole('menuitem', { name: 'I miei accessi' }).click()
  await expect(page.getByRole('button', { name: 'Vista: I miei accessi' })).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'ga@demo.example' }).first()).toBeVisible()
})

for (const language of ['it', 'en'] as const) {
  test(`REQ-ADM-03: a GlobalAdmin finds their sign-in, opens it and saves a file (${language})`, async ({ visit }) => {
    const page = await visit('staff')
    const text = words[language]
    await signInStaff(page, 'ga@demo.example')
    await page.context().addCookies([{ name: 'lang', value: language, url: new URL('/', page.url()).href }])
    await page.goto('/log')
    const firstEntry = page.getByRole('gridcell').getByRole('button').first()
    await expect(firstEntry).toBeVisible()
    const patient = page.getByRole('textbox', { name: /db-id/ })
    await page.getByRole('combobox', { name: text.user }).fill('ga@demo.example')
    await patient.fill('7')
    await page.getByRole('button', { name: text.search, exact: true }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    expect(await findViolations(page, 'light')).toEqual([])
    await patient.fill('')
    await expect(page.getByRole('radio', { name: text.onScreen })).toBeChecked()
    await page.getByRole('button', { name: text.search, exact: true }).click()
    await expect(page.getByRole('gridcell', { name: 'ga@demo.example' }).first()).toBeVisible()
    await firstEntry.click()
    const dialog = page.getByRole('dialog', { name: text.entry })
    await expect(dialog.getByText('login', { exact: true })).toBeVisible()
    await expect(dialog.getByText(text.done, { exact: true })).toBeVisible()
    expect(await findViolations(page, 'light')).toEqual([])
    await dialog.getByRole('button', { name: text.close }).click()
    await page.getByRole('radio', { name: 'CSV' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: text.search, exact: true }).click()
    expect((await download).suggestedFilename()).toBe('log.csv')
    await expect(page.getByText(text.saved)).toBeVisible()
  })
}
