import { expect, type Page } from '@playwright/test'
import { phone } from './src/browser-context.ts'
import { findLink } from './src/mailbox.ts'
import { findTemporaryPassword, replacePassword, signInPatient } from './src/accounts.ts'
import { test } from './src/test.ts'

const signIn = async (page: Page, email: string, password: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Accedi' }).click()
}

/** Restores the password for other tests. A password must differ from the last five, so four others come between (REQ-ACC-08). */
const restorePassword = async (page: Page, from: string, to: string): Promise<void> => {
  const change = (oldpassword: string, newpassword: string): Promise<unknown> =>
    page.evaluate(
      async (passwords) => {
        const headers = { 'content-type': 'application/json' }
        const response: unknown = await (
          await fetch('/api/userchangepassword', { method: 'POST', headers, body: JSON.stringify(passwords) })
        ).json()
        return response
      },
      { oldpassword, newpassword },
    )
  expect(await change(from, to)).toMatchObject({ success: false, code: 'password_reused' })
  let current = from
  for (const next of ['otto cicale nel canneto', 'nove cicale nel canneto', 'dieci cicale nel canneto', to]) {
    expect(await change(current, next)).toEqual({ success: true })
    current = next
  }
}

test('staff who forgot their password get a temporary one by mail and must choose a new one', async ({ visit, mailbox }) => {
  const email = 'ca.mi01@demo.example'
  const page = await visit('staff')
  await page.goto('/login')
  await page.getByRole('link', { name: 'Password dimenticata?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Password dimenticata' })).toBeVisible()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  const notification = await mailbox.waitForNext(email, () => page.getByRole('button', { name: 'Invia la password temporanea' }).click())
  await expect(page.getByText('Controlla la tua posta')).toBeVisible()
  await page.getByRole('link', { name: 'Torna all’accesso' }).click()

  await signIn(page, email, findTemporaryPassword(notification))
  await expect(page.getByRole('heading', { level: 1, name: 'Scegli la tua password' })).toBeVisible()
  await page.goto('/ca_filtri')
  await expect(page, 'no other page is open').toHaveURL(/\/changepasswd$/)

  const field = page.getByLabel('Nuova password', { exact: true })
  await field.fill('password1')
  await expect(page.getByText('Molto debole')).toBeVisible()
  await field.fill('sette gatti sotto il portico')
  await expect(page.getByText('Ottima')).toBeVisible()
  await page.getByLabel('Conferma la nuova password').fill('sette gatti sotto il portone')
  await page.getByRole('button', { name: 'Cambia password' }).click()
  await expect(page.getByRole('alert')).toContainText('Le nuove password non coincidono')
  await page.getByLabel('Conferma la nuova password').fill('sette gatti sotto il portico')
  const notice = await mailbox.waitForNext(email, () => page.getByRole('button', { name: 'Cambia password' }).click())
  expect(notice).not.toContain('gatti')
  await expect(page.getByRole('alertdialog')).toContainText('Password modificata')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ho capito' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pagina principale' })).toBeVisible()
  await restorePassword(page, 'sette gatti sotto il portico', 'Thal-Demo-2026-staff')
})

test('a patient who forgot the password gets a link, chooses a new one, and signs in with a code', async ({ visit, mailbox }) => {
  const contact = 'p4@demo.example'
  const page = await visit('myconsent', phone)
  await page.goto('/loginp')
  await page.getByRole('link', { name: 'Password dimenticata?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Password dimenticata' })).toBeVisible()
  await page.getByRole('textbox', { name: 'E-mail o numero di cellulare' }).fill(contact)
  const notification = await mailbox.waitForNext(contact, () => page.getByRole('button', { name: 'Invia il link' }).click())
  await expect(page.getByText('Controlla la tua posta')).toBeVisible()

  await replacePassword(page, mailbox, { contact, message: notification, password: 'nove lucciole nel bosco' })
  await expect(page.getByRole('heading', { level: 1, name: /^Ciao, / })).toBeVisible()

  const other = await visit('myconsent', phone)
  await other.goto(findLink(notification))
  await expect(other.getByText(/Il link non è più valido/)).toBeVisible()
  await other.getByRole('link', { name: 'chiedi un nuovo link' }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'Password dimenticata' })).toBeVisible()
  await expect(other.getByRole('textbox', { name: 'E-mail o numero di cellulare' })).toHaveValue(contact)
})

test('a link of another patient does not end the session of the signed-in patient', async ({ visit, mailbox }) => {
  const otherPage = await visit('myconsent', phone)
  await otherPage.goto('/forgot_password_patient')
  await otherPage.getByRole('textbox', { name: 'E-mail o numero di cellulare' }).fill('p2@demo.example')
  const notification = await mailbox.waitForNext('p2@demo.example', () => otherPage.getByRole('button', { name: 'Invia il link' }).click())

  const page = await visit('myconsent', phone)
  await signInPatient(page, mailbox, 'p3@demo.example')
  await page.goto(findLink(notification))
  await expect(page.getByRole('heading', { level: 1, name: 'Questo link è di un’altra persona' })).toBeVisible()
  await page.getByRole('button', { name: 'Resta nel tuo accesso' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Ciao, / })).toBeVisible()
})

test('an enrolment request is confirmed, and a UserAdmin can read it (REQ-ACC-22)', async ({ visit, mailbox, request, addresses }) => {
  const mail = await mailbox.waitForNext('ua@demo.example', async () => {
    const response = await request.post(`http://127.0.0.1:${addresses.port}/api/newidentity`, {
      headers: { host: new URL(addresses.staff).host },
      multipart: {
        cognome: 'Conti',
        nome: 'Bruno',
        email: 'bruno.conti@example.org',
        telefono: '',
        cellulare: '',
        identita: 'full identity',
      },
    })
    expect(await response.json()).toMatchObject({ success: true, sendmail: true })
  })
  expect(mail).not.toContain('bruno')
  const page = await visit('staff')
  await page.goto('/enrollBC')
  await expect(page.getByText('La tua richiesta è stata ricevuta')).toBeVisible()
  await page.goto('/login')
  await signIn(page, 'ua@demo.example', 'Thal-Demo-2026-staff')
  await expect(page.getByRole('heading', { level: 1, name: 'Pagina principale' })).toBeVisible()
  await page.goto('/enrollBC')
  await expect(page.getByRole('heading', { name: 'Bruno Conti' })).toBeVisible()
})
