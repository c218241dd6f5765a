import { expect, type Page } from '@playwright/test'
import { findTemporaryPassword } from './src/accounts.ts'
import { findViolations } from './src/axe.ts'
import { phone } from './src/browser-context.ts'
import type { Mailbox } from './src/mailbox.ts'
import { test } from './src/test.ts'

/** Adds a CenterAdmin of RM01, who asks for a temporary password, signs in and chooses a password. */
const addColleague = async (admin: Page, page: Page, mailbox: Mailbox): Promise<void> => {
  const email = `collega.${crypto.randomUUID()}@demo.example`
  await admin.goto('/utenti')
  await admin.getByRole('button', { name: 'Nuovo utente' }).click()
  await admin.getByRole('textbox', { name: 'Cognome' }).fill('Neri')
  await admin.getByRole('textbox', { name: 'Nome', exact: true }).fill('Eva')
  await admin.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await admin.getByRole('checkbox', { name: 'Amministratore del centro' }).click()
  await admin.getByRole('combobox', { name: 'Centro' }).click()
  await admin.getByRole('option', { name: /RM01/ }).click()
  await admin.getByRole('button', { name: 'Aggiungi il ruolo' }).click()
  await mailbox.waitForNext(email, () => admin.getByRole('button', { name: 'Salva' }).click())

  await page.goto('/forgot_password')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  const sent = await mailbox.waitForNext(email, () => page.getByRole('button', { name: 'Invia la password temporanea' }).click())
  await page.getByRole('link', { name: 'Torna all’accesso' }).click()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(findTemporaryPassword(sent))
  await page.getByRole('button', { name: 'Accedi' }).click()
  await page.getByLabel('Nuova password', { exact: true }).fill('sette gatti sotto il portico')
  await page.getByLabel('Conferma la nuova password').fill('sette gatti sotto il portico')
  await page.getByRole('button', { name: 'Cambia password' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ho capito' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pagina principale' })).toBeVisible()
}

const saveView = async (page: Page, name: string, { shared }: { readonly shared: boolean }): Promise<void> => {
  await page.getByRole('button', { name: /^Viste?\b/ }).click()
  await page.getByRole('menuitem', { name: 'Salva questa vista…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Salva questa vista' })
  await dialog.getByRole('textbox', { name: 'Nome della vista' }).fill(name)
  if (shared) await dialog.getByRole('checkbox', { name: 'Condividi con il centro' }).check()
  expect(await findViolations(page, 'light')).toEqual([])
  await dialog.getByRole('button', { name: 'Salva' }).click()
  await expect(dialog).toHaveCount(0)
}

test('REQ-CRF-22: a saved view is there after a reload, and a colleague of the centre sees only the shared one', async ({
  visit,
  mailbox,
}) => {
  const page = await visit('staff', { account: 'ca.rm01@demo.example', viewport: { width: 1440, height: 900 } })
  await page.goto('/ecrf')
  await page.getByRole('button', { name: /^Senza RM da 24 mesi/ }).click()
  await page.getByRole('button', { name: 'Età' }).click()
  await expect(page).toHaveURL(/\?sort=age&tasks=mri$/)
  const shared = `Senza RM, per età ${crypto.randomUUID().slice(0, 8)}`
  await saveView(page, shared, { shared: true })
  await expect(page.getByRole('button', { name: `Vista: ${shared}` })).toBeVisible()
  await page.getByRole('combobox', { name: 'Fenotipo' }).selectOption('TDT')
  const own = `Solo mia ${crypto.randomUUID().slice(0, 8)}`
  await saveView(page, own, { shared: false })

  await page.goto('/ecrf')
  await page.reload()
  await expect(page.locator('main tbody a').first()).toBeVisible()
  await page.getByRole('button', { name: 'Viste' }).click()
  expect(await findViolations(page, 'light')).toEqual([])
  await page.getByRole('menuitem', { name: own }).click()
  await expect(page).toHaveURL(/\?sort=age&phenotype=TDT&tasks=mri$/)

  const colleague = await visit('staff')
  await addColleague(await visit('staff', { account: 'ua@demo.example' }), colleague, mailbox)
  await colleague.goto('/ecrf')
  await colleague.getByRole('button', { name: 'Viste' }).click()
  await expect(colleague.getByRole('menuitem', { name: own })).toHaveCount(0)
  await colleague.getByRole('menuitem', { name: shared }).click()
  await expect(colleague).toHaveURL(/\?sort=age&tasks=mri$/)
})

test('REQ-CRF-21: the list shows at least 24 patients on a desktop, and does not scroll sideways on a phone', async ({ visit }) => {
  const desktop = await visit('staff', { account: 'ca.rm01@demo.example', viewport: { width: 1440, height: 900 } })
  await desktop.goto('/ecrf')
  await expect(desktop.locator('main tbody tr').nth(23)).toBeInViewport({ ratio: 1 })
  const page = await visit('staff', { account: 'ca.rm01@demo.example', ...phone })
  await page.goto('/ecrf')
  await expect(page.locator('main tbody a').first()).toBeVisible()
  const list = page.locator('main table')
  expect(await list.evaluate((table) => table.scrollWidth), 'no sideways scrolling').toBeLessThanOrEqual(390)
  expect(await list.evaluate(({ parentElement: frame }) => frame !== null && frame.scrollWidth <= frame.clientWidth)).toBe(true)
  await page.getByRole('combobox', { name: 'Ordina per' }).selectOption('name')
  await expect(page).toHaveURL(/\?sort=name$/)
  await page.getByRole('button', { name: 'crescente' }).click()
  await expect(page).toHaveURL(/\?sort=-name$/)
  await expect(page.locator('main [aria-busy="false"] tbody')).toBeVisible()
  expect(await findViolations(page, 'light')).toEqual([])
})
