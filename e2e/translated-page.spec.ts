import { expect } from '@playwright/test'
import { acceptInvitation, patientPassword } from './src/accounts.ts'
import { phone } from './src/browser-context.ts'
import { giveConsents } from './src/consents.ts'
import { test } from './src/test.ts'
import { translatePage } from './src/translated-page.ts'

test('REQ-UI-25: a patient uses a translated page: each question is above its own answers', async ({ visit, mailbox, centre }) => {
  const email = 'tradotta@demo.example'
  const page = await visit('myconsent', phone)
  await translatePage(page)
  const message = await mailbox.waitForNext(email, async () => {
    await centre.send('createPatients', ['CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,LANG', `TRADOTTA,FIORE,ADA,Email,${email},it`])
  })

  await test.step('the invitation, the preliminary questions and the consents', async () => {
    await acceptInvitation(page, mailbox, { contact: email, message, password: 'un prato pieno di margherite' })
    await mailbox.waitForNext(email, () => giveConsents(page))
  })

  await test.step('SF-36', async () => {
    await page.goto('/sf36')
    const seen = new Set<string>()
    for (let step = 1; step <= 36; step += 1) {
      await expect(page.getByText(`Domanda ${step} di 36`, { exact: true })).toBeVisible()
      seen.add(await page.locator('form').innerText())
      await page.getByRole('radio').first().check()
      await page.getByRole('button', { name: step < 36 ? 'Avanti' : 'Rileggi le risposte', exact: true }).click()
    }
    expect(seen.size).toBe(36)
    await page.getByRole('button', { name: 'Conferma' }).click()
    await expect(page.getByText('Grazie. La tua risposta è stata registrata')).toBeVisible()
  })

  await test.step('personal data', async () => {
    await page.goto('/pdati')
    await page.getByRole('button', { name: 'Modifica' }).click()
    await page.getByRole('textbox', { name: 'Indirizzo' }).fill('Via Roma 1')
    await page.getByRole('button', { name: 'Modifica' }).click()
    await expect(page.getByText('Dati aggiornati')).toBeVisible()
  })
})

test('REQ-UI-25: the sign-in of a translated page shows the newest errors', async ({ visit, mailbox }) => {
  const page = await visit('myconsent', phone)
  await translatePage(page)
  await page.goto('/loginp')
  const request = page.getByRole('button', { name: 'Richiedi il codice' })
  const summary = page.getByRole('alert')
  await request.click()
  await expect(summary).toContainText('password')
  await page.getByRole('textbox', { name: 'E-mail o numero di cellulare' }).fill('p2@demo.example')
  await page.getByLabel('Password', { exact: true }).fill('sbagliata')
  await request.click()
  await expect(summary).toContainText('Errore: ')
  await page.getByLabel('Password', { exact: true }).fill(patientPassword)
  await mailbox.waitForCode('p2@demo.example', () => request.click())
  await expect(page.getByRole('textbox', { name: 'Codice' })).toBeVisible()
  await page.getByRole('button', { name: 'Accedi' }).click()
  await expect(summary).not.toContainText('Errore: ')
})

test('REQ-UI-25: lists and tables of a translated staff page change in place', async ({ visit }) => {
  const page = await visit('staff', { account: 'ga@demo.example' })
  await translatePage(page)
  await page.goto('/log')
  await page.getByRole('radio', { name: 'Sullo schermo' }).check()
  await page.getByRole('button', { name: 'Cerca', exact: true }).click()
  await expect(page.getByRole('grid').or(page.getByRole('table')).first()).toBeVisible()
  await page.goto('/ga_filtri')
  await page.getByRole('searchbox').or(page.getByRole('textbox')).first().fill('zzzz')
  await page.getByRole('searchbox').or(page.getByRole('textbox')).first().fill('')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
