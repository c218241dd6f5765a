import { expect, type Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { findViolations } from './src/axe.ts'
import { signInPatient } from './src/accounts.ts'
import { test } from './src/test.ts'

const email = 'ua@demo.example'
const password = 'Thal-Demo-2026-staff'
const stepSeconds = 30
const stepMs = stepSeconds * 1000

const enterPassword = async (page: Page): Promise<void> => {
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Accedi' }).click()
}
const expectHome = (page: Page) => expect(page.getByRole('heading', { level: 1, name: 'Pagina principale' })).toBeVisible()

const openMenu = (page: Page) => page.getByRole('button', { name: /^Utente: / }).click()
const openSecurity = async (page: Page) => {
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Sicurezza' }).click()
  return page.getByRole('dialog', { name: 'Sicurezza' })
}

/** Generates codes of unused time steps. The server also accepts the next step, so the wait is short. */
const createCodeGenerator = (secret: string) => {
  let last = 0
  const step = (): number => Math.floor(Date.now() / stepMs)
  return async (): Promise<string> => {
    last = Math.max(last + 1, step())
    await expect.poll(step, { timeout: 2 * stepMs }).toBeGreaterThanOrEqual(last - 1)
    return generateSync({ secret, epoch: last * stepSeconds })
  }
}

test('staff add an authenticator app, sign in with it or a recovery code, and sign out everywhere', async ({ visit }) => {
  const page = await visit('staff')
  await enterPassword(page)
  await expectHome(page)

  let dialog = await openSecurity(page)
  await expect(dialog.getByText('Non attiva')).toBeVisible()
  await expect(dialog.getByText('Questo accesso')).toBeVisible()
  await dialog.getByRole('button', { name: 'Aggiungi un’app' }).click()
  await page.getByRole('button', { name: 'Aggiungi un’app' }).click()
  await expect(page.getByRole('img', { name: 'Codice QR per l’app di autenticazione' })).toBeVisible()
  const secret = (await page.getByTestId('secret').innerText()).replaceAll(' ', '')
  const nextCode = createCodeGenerator(secret)
  await page.getByLabel('Codice dell’app').fill(await nextCode())
  await page.getByRole('button', { name: 'Conferma' }).click()
  const codes = page.getByRole('list', { name: 'Codici di recupero' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  expect(await findViolations(page, 'light')).toEqual([])
  const recovery = (await codes.first().innerText()).trim()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Salva come file' }).click()
  expect((await download).suggestedFilename()).toBe('codici-di-recupero.txt')
  await page.getByRole('button', { name: 'Li ho conservati' }).click()
  await expect(page.getByText('10 codici di recupero')).toBeVisible()

  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Esci' }).click()
  await expect(page.getByRole('link', { name: 'Sono un operatore' })).toBeVisible()
  await enterPassword(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Codice dell’app' })).toBeVisible()
  expect(await findViolations(page, 'light')).toEqual([])
  await page.goto('/uhome')
  await expect(page, 'the password alone opens no session').toHaveURL(/\/$/)
  await enterPassword(page)
  await page.getByRole('textbox', { name: 'Codice dell’app' }).fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Codice non corretto')
  await page.getByRole('textbox', { name: 'Codice dell’app' }).fill(await nextCode())
  await page.keyboard.press('Enter')
  await expectHome(page)

  const other = await visit('staff')
  await enterPassword(other)
  await other.getByRole('button', { name: 'Non ho l’app con me' }).click()
  await other.getByRole('textbox', { name: 'Codice di recupero' }).fill(recovery)
  await other.keyboard.press('Enter')
  await expectHome(other)

  dialog = await openSecurity(page)
  await expect(dialog.getByText('9 codici di recupero')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Esci ovunque' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Esci ovunque' }).click()
  await expect(page.getByRole('link', { name: 'Sono un operatore' })).toBeVisible()
  await other.getByRole('link', { name: 'Registro talassemie' }).click()
  await other.goto('/uhome')
  await expect(other, 'the other device is signed out too').toHaveURL(/\/$/)

  // Removes the app, since other tests sign this user in with the password only.
  await enterPassword(page)
  await page.getByRole('button', { name: 'Non ho l’app con me' }).click()
  await page.getByRole('textbox', { name: 'Codice di recupero' }).fill(recovery)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert'), 'a recovery code works once').toContainText('Codice non corretto')
  await page.getByRole('button', { name: 'Usa l’app' }).click()
  await page.getByRole('textbox', { name: 'Codice dell’app' }).fill(await nextCode())
  await page.keyboard.press('Enter')
  await expectHome(page)
  await page.goto('/second_factor')
  await page.getByRole('button', { name: 'Rimuovi l’app' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rimuovi l’app' }).click()
  await page.getByLabel('La tua password').fill(password)
  await page.getByRole('button', { name: 'Continua' }).click()
  await expect(page.getByRole('button', { name: 'Aggiungi un’app' })).toBeVisible()
})

test('a patient sees their sessions and no second factor', async ({ visit, mailbox }) => {
  const page = await visit('myconsent')
  await signInPatient(page, mailbox, 'p2@demo.example')
  const dialog = await openSecurity(page)
  await expect(dialog.getByText('Questo accesso')).toBeVisible()
  await expect(dialog.getByText('App di autenticazione')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Chiudi', exact: true }).click()
  await expect(dialog).toHaveCount(0)
})
