import { expect } from '@playwright/test'
import { findViolations } from './src/axe.ts'
import { test } from './src/test.ts'

const words = {
  it: {
    newUser: 'Nuovo utente',
    surname: 'Cognome',
    name: 'Nome',
    role: 'Responsabile dei dati',
    area: 'Area',
    lazio: 'Italia › Centro › Lazio',
    add: 'Aggiungi il ruolo',
    save: 'Salva',
    saved: 'Modifiche registrate',
    suspend: 'Sospendi',
    suspended: 'Sospeso',
  },
  en: {
    newUser: 'New user',
    surname: 'Surname',
    name: 'First name',
    role: 'Data manager',
    area: 'Area',
    lazio: 'Italy › Centre › Lazio',
    add: 'Add the role',
    save: 'Save',
    saved: 'Changes saved',
    suspend: 'Suspend',
    suspended: 'Suspended',
  },
} as const

for (const language of ['it', 'en'] as const) {
  test(`REQ-ADM-07: a UserAdmin invites a user and suspends it again (${language})`, async ({ visit, mailbox }) => {
    const page = await visit('staff', { account: 'ua@demo.example', language })
    const text = words[language]
    await page.goto('/utenti')
    await page.getByRole('button', { name: text.newUser }).click()
    const email = `nuova.${crypto.randomUUID()}@demo.example`
    await page.getByRole('textbox', { name: text.surname }).fill('Neri')
    await page.getByRole('textbox', { name: text.name, exact: true }).fill('Eva')
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
    await page.getByRole('checkbox', { name: text.role }).click()
    await page.getByRole('combobox', { name: text.area }).click()
    await page.getByRole('option', { name: text.lazio }).click()
    expect(await findViolations(page, 'light')).toEqual([])
    await page.getByRole('button', { name: text.add }).click()
    const invitation = await mailbox.waitForNext(email, () => page.getByRole('button', { name: text.save }).click())
    expect(invitation).toContain('/forgot_password')
    await expect(page.getByText(text.saved)).toBeVisible()
    expect(await findViolations(page, 'light')).toEqual([])
    await page.getByRole('button', { name: text.suspend }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: text.suspend }).click()
    await expect(page.getByText(text.suspended, { exact: true })).toBeVisible()
  })
}
