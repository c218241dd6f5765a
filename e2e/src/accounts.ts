import { expect, request, type BrowserContext, type Page } from '@playwright/test'
import type { Language, Site } from './browser-context.ts'
import { translate } from './catalogue.ts'
import { findLink, openMailbox, type Mailbox } from './mailbox.ts'
import type { Addresses } from './system.ts'

/** The cookies and the storage of a browser with a session. */
export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

const staffPassword = 'Thal-Demo-2026-staff'
export const patientPassword = 'Thal-Demo-2026-patient'

const words = {
  it: { password: 'Password', enter: 'Accedi', home: 'Pagina principale' },
  en: { password: 'Password', enter: 'Sign in', home: 'Main page' },
} as const

/** Signs in a staff user of the demonstration on the sign-in page. */
export const signInStaff = async (page: Page, email: string, language: keyof typeof words = 'it'): Promise<void> => {
  const { password, enter, home } = words[language]
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByLabel(password, { exact: true }).fill(staffPassword)
  await page.getByRole('button', { name: enter }).click()
  await expect(page.getByRole('heading', { level: 1, name: home })).toBeVisible()
}

/** Signs in a patient in Italian, with the code from the mail or SMS. */
export const signInPatient = async (page: Page, mailbox: Mailbox, contact: string, password = patientPassword): Promise<void> => {
  await page.goto('/loginp')
  await page.getByRole('textbox', { name: 'E-mail o numero di cellulare' }).fill(contact)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const code = await mailbox.waitForCode(contact.replaceAll(' ', ''), () =>
    page.getByRole('button', { name: 'Richiedi il codice' }).click(),
  )
  // The last digit sends the code.
  await page.getByRole('textbox', { name: 'Codice' }).fill(code)
  await expect(page.getByRole('button', { name: /^Utente: / })).toBeVisible()
}

type FirstCode = { readonly contact: string; readonly button: string; readonly language?: Language }

/** Enters the code that follows the choice of a password. The contact is filled in, and the last digit sends the code. */
export const enterFirstCode = async (page: Page, mailbox: Mailbox, { contact, button, language = 'it' }: FirstCode): Promise<void> => {
  const code = await mailbox.waitForCode(contact, async () => {
    await page.getByRole('button', { name: translate(button, language) }).click()
    await expect(page.getByText(translate('Password modificata', language))).toBeVisible()
  })
  await page.getByRole('textbox', { name: translate('Codice', language) }).fill(code)
  await expect(page.getByRole('button', { name: /^(Utente|User): / })).toBeVisible()
}

/** The temporary password of a notification: a line of 20 letters and digits. */
export const findTemporaryPassword = (text: string): string => /^[A-Za-z2-9]{20}$/m.exec(text)?.[0] ?? ''

type NewPassword = { readonly contact: string; readonly message: string; readonly password: string }

/** Opens an invitation, chooses the first password, and signs in with the code (REQ-PAT-08). */
export const acceptInvitation = async (
  page: Page,
  mailbox: Mailbox,
  { contact, message, password, language = 'it' }: NewPassword & { readonly language?: Language },
): Promise<void> => {
  await page.goto(findLink(message))
  await expect(page.getByRole('heading', { level: 1, name: translate('Ti diamo il benvenuto in MyConsent', language) })).toBeVisible()
  await expect(page, 'u and p are removed from the address bar').toHaveURL(/\/changepasswd$/)
  await page.getByLabel(translate('La tua password', language), { exact: true }).fill(password)
  await page.getByLabel(translate('Scrivila di nuovo', language)).fill(password)
  await enterFirstCode(page, mailbox, { contact, button: 'Scegli questa password', language })
}

/** Opens the link for a forgotten password in Italian, chooses another one, and signs in with the code (REQ-ACC-12). */
export const replacePassword = async (page: Page, mailbox: Mailbox, { contact, message, password }: NewPassword): Promise<void> => {
  await page.goto(findLink(message))
  await expect(page.getByRole('heading', { level: 1, name: 'Scegli la tua password' })).toBeVisible()
  await page.getByLabel('Nuova password', { exact: true }).fill(password)
  await page.getByLabel('Conferma la nuova password').fill(password)
  await enterFirstCode(page, mailbox, { contact, button: 'Cambia password' })
}

type Account = { readonly site: Site; readonly account?: string | undefined }

/**
 * Signs in an account of the demonstration without a page. A sign-in on the screen takes as long as a short test. A visitor without an
 * account stays signed out.
 */
export const openSession = async (addresses: Addresses, { site, account }: Account): Promise<StorageState> => {
  if (account === undefined) return { cookies: [], origins: [] }
  const { host, hostname } = new URL(addresses[site])
  const client = await request.newContext({ baseURL: `http://127.0.0.1:${addresses.port}`, extraHTTPHeaders: { host } })
  const post = async (path: string, data: object): Promise<void> => {
    const response = await client.post(`/api/${path}`, { data })
    expect(await response.json(), `${path} of ${account}`).toMatchObject({ success: true })
  }
  if (site === 'staff') await post('login', { username: account, password: staffPassword })
  else {
    const mailbox = openMailbox(addresses.mailbox)
    const credentials = { username: account, password: patientPassword }
    const otp = await mailbox.waitForCode(account.replaceAll(' ', ''), () => post('otp', credentials))
    await post('otplogin', { username: account, otp })
  }
  const { cookies } = await client.storageState()
  await client.dispose()
  return { cookies: cookies.map((cookie) => ({ ...cookie, domain: hostname })), origins: [] }
}
