import { expect, type BrowserContext, type Page } from '@playwright/test'
import { codeIn, linkIn, type Letters } from './letters.ts'
import type { Viewer } from './views.ts'

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** Passwords of the demonstration (D20). */
const staffPassword = 'Thal-Demo-2026-staff'
export const patientPassword = 'Thal-Demo-2026-patient'

const words = {
  it: { password: 'Password', enter: 'Accedi', home: 'Pagina principale' },
  en: { password: 'Password', enter: 'Sign in', home: 'Main page' },
} as const

/** Signs a staff user of the demonstration in, through the page. */
export const signInStaff = async (page: Page, email: string, language: keyof typeof words = 'it'): Promise<void> => {
  const { password, enter, home } = words[language]
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByLabel(password, { exact: true }).fill(staffPassword)
  await page.getByRole('button', { name: enter }).click()
  await expect(page.getByRole('heading', { level: 1, name: home })).toBeVisible()
}

/** Signs a patient in, in Italian: contact, password, and the code of the letter that comes. */
export const signInPatient = async (page: Page, letters: Letters, contact: string, password = patientPassword): Promise<void> => {
  await page.goto('/loginp')
  await page.getByRole('textbox', { name: 'E-mail o numero di cellulare' }).fill(contact)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const letter = await letters.after(contact.replaceAll(' ', ''), () => page.getByRole('button', { name: 'Richiedi il codice' }).click())
  await page.getByRole('textbox', { name: 'Codice' }).fill(codeIn(letter))
  await page.getByRole('button', { name: 'Accedi' }).click()
  await expect(page.getByRole('button', { name: /^Utente: / })).toBeVisible()
}

/** Opens an invitation's link, in Italian, and chooses the password that it is for (D5). */
export const choosePassword = async (page: Page, invitation: string, password: string): Promise<void> => {
  await page.goto(linkIn(invitation))
  await expect(page.getByRole('heading', { level: 1, name: 'Scegli la tua password' })).toBeVisible()
  await expect(page, 'u and p have left the address bar').toHaveURL(/\/changepasswd$/)
  await page.getByLabel('Nuova password', { exact: true }).fill(password)
  await page.getByLabel('Conferma la nuova password').fill(password)
  await page.getByRole('button', { name: 'Cambia password' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ho capito' }).click()
}

/** The cookies of a viewer's session; none for somebody without an account. */
export const openSession = async (page: Page, letters: Letters, { site, account }: Viewer): Promise<StorageState> => {
  if (account !== undefined) await (site === 'staff' ? signInStaff(page, account) : signInPatient(page, letters, account))
  return page.context().storageState()
}
