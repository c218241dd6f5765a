import { expect, type Locator, type Page } from '@playwright/test'
import { findViolations } from './src/axe.ts'
import { phone } from './src/browser-context.ts'
import { test } from './src/test.ts'

const code = 'RM01-00007'
const today = new Date().toLocaleDateString('it-IT', { timeZone: 'Europe/Rome', day: '2-digit', month: '2-digit', year: 'numeric' })
/** The twelve values of a visit, in the order of the column. */
const values = ['9,4', '1100', '31', '28', '20', '1,4', '0,8', '95', '80', '6,2', '24', '5,2'] as const

/** Moves the focus with Tab to an element, as a person without a mouse does. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  for (let presses = 0; presses < 150; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${String(target)}`)
}

/** Opens a tab of the record from the open one, with the arrow keys. */
const openTab = async (page: Page, from: string, to: string): Promise<void> => {
  const wanted = page.getByRole('tab', { name: to })
  await page.getByRole('tab', { name: from }).focus()
  // The focus moves with the key. The panel follows later.
  for (let presses = 0; presses < 8 && !(await wanted.evaluate((tab) => tab === document.activeElement)); presses += 1)
    await page.keyboard.press('ArrowRight')
  await expect(wanted).toHaveAttribute('aria-selected', 'true')
}

test('REQ-OBS-09: a centre enters a visit of twelve values with the keyboard, and sees charts, statistics and the discrepancy of a report', async ({
  visit,
}) => {
  const page = await visit('staff', { account: 'ca.rm01@demo.example', viewport: { width: 1440, height: 900 } })
  await page.goto('/ecrf')
  await expect(page.getByRole('textbox', { name: 'Cerca un paziente' })).toBeFocused()
  await page.keyboard.type(code)
  await expect(page.locator('main tbody a')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()

  await openTab(page, 'Dati', 'Esami')
  await tabTo(page, page.getByRole('button', { name: 'Nuovi esami' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Nuovi esami' })).toBeVisible()
  await tabTo(page, page.getByRole('textbox', { name: /^Giorno del prelievo/ }))
  await page.keyboard.type(today)
  await tabTo(page, page.getByRole('textbox', { name: 'Emoglobina', exact: true }))
  for (const value of values) {
    await page.keyboard.type(value)
    await page.keyboard.press('Enter')
  }
  await tabTo(page, page.getByRole('button', { name: 'Registra gli esami' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('12 risultati registrati.')).toBeVisible()
  expect(await findViolations(page, 'light')).toEqual([])
  const ferritin = page.getByRole('region', { name: 'Ferritina (ng/mL)' })
  await expect(ferritin.locator('figure svg').first(), 'the chart').toBeVisible()
  await expect(ferritin.getByRole('row', { name: new RegExp(`^${today}`) })).toContainText('1.100 ng/mL')
  await expect(page.locator('main figure')).not.toHaveCount(0)

  await openTab(page, 'Esami', 'Dati')
  await tabTo(page, page.getByRole('link', { name: /^Laboratorio/ }))
  await page.keyboard.press('Enter')
  const last = page.getByRole('textbox', { name: /^Ferritina: ultimo valore/ })
  await expect(last).toHaveValue('1100')
  await expect(last).toHaveAccessibleDescription(new RegExp(`calcolati da \\d+ risultati, ultimo ${today}`, 'i'))
  // A report that is far from the results.
  await last.focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('2400')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Dati salvati correttamente')).toBeVisible()
  for (const width of [1024, 1440]) {
    const list = await page.context().newPage()
    await list.setViewportSize({ width, height: 900 })
    await list.goto('/ca_segnalazioni')
    const take = list.getByRole('button', { name: /^Prendi il calcolato: .*Ferritina: ultimo valore/ })
    await expect(take, 'both answers are in the window').toBeInViewport({ ratio: 1 })
    await list.close()
  }
  await openTab(page, 'Dati', 'Segnalazioni')
  const discrepancy = page.getByRole('row').filter({ hasText: 'Ferritina: ultimo valore' })
  await expect(discrepancy).toContainText(/2\.400 ng\/mL.*dai risultati 1\.100 ng\/mL/)
  expect(await findViolations(page, 'light')).toEqual([])
  await tabTo(page, page.getByRole('button', { name: 'Prendi il calcolato: Ferritina: ultimo valore' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Prendere il valore calcolato dai risultati?' })
  await expect(dialog).toBeVisible()
  await tabTo(page, dialog.getByRole('textbox', { name: 'Motivo' }))
  await page.keyboard.type('letto dal foglio sbagliato')
  await tabTo(page, dialog.getByRole('button', { name: 'Prendi il calcolato' }))
  await page.keyboard.press('Enter')
  await expect(discrepancy).toHaveCount(0)
  await openTab(page, 'Segnalazioni', 'Dati')
  await expect(last).toHaveValue('1100')
})

test('REQ-OBS-03: a centre corrects a result, and reads the one before with the reason (phone)', async ({ visit }) => {
  const page = await visit('staff', { account: 'ca.rm01@demo.example', ...phone })
  await page.goto('/ecrf')
  await page.getByRole('textbox', { name: 'Cerca un paziente' }).fill('RM01-00010')
  await expect(page.locator('main tbody a')).toHaveCount(1)
  await page.locator('main tbody a').click()
  await page.getByRole('tab', { name: 'Esami' }).click()
  const haemoglobin = page.getByRole('region', { name: 'Emoglobina (g/dL)' })
  const correct = haemoglobin.getByRole('button', { name: /^Correggi Emoglobina/ }).first()
  const results = haemoglobin.getByRole('group', { name: 'Risultati: Emoglobina (g/dL)' })
  expect(await results.evaluate((table) => table.scrollWidth <= table.clientWidth), 'the actions need no scroll').toBe(true)
  await correct.click()
  const dialog = page.getByRole('dialog', { name: 'Correggi il risultato' })
  const value = dialog.getByRole('textbox', { name: 'Risultato' })
  const before = await value.inputValue()
  await value.fill('9,9')
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('errore di battitura')
  expect(await findViolations(page, 'light')).toEqual([])
  await dialog.getByRole('button', { name: 'Correggi' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(results.getByRole('row').first()).toContainText('9,9 g/dL')
  await haemoglobin.getByText('Risultati corretti o tolti: 1').click()
  const ended = haemoglobin.getByRole('row').filter({ hasText: 'errore di battitura' })
  await expect(ended).toContainText(`${before} g/dL`)
  await expect(ended).toContainText('corretto')
  const isWithinWindow = await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
  expect(isWithinWindow).toBe(true)
})
