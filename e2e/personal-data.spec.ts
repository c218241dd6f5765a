import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { languages, phone } from './src/browser-context.ts'
import { translate } from './src/catalogue.ts'
import { expectReadable } from './src/expect-readable.ts'
import { findLink } from './src/mailbox.ts'
import { acceptInvitation, signInPatient } from './src/accounts.ts'
import { test } from './src/test.ts'

const patient = {
  centreId: 'E2E-DATI',
  email: 'olga.fontana@demo.example',
  newEmail: 'olga.nuova@demo.example',
  password: 'quattro rane sotto il ponte',
}

const words = {
  it: { page: 'I tuoi dati', change: 'Modifica', save: 'Modifica', print: 'Stampa', street: 'Indirizzo', saved: 'Dati aggiornati' },
  en: { page: 'Your data', change: 'Change', save: 'Save changes', print: 'Print', street: 'Street address', saved: 'Data updated' },
} as const

const openPersonalData = async (page: Page, language: keyof typeof words): Promise<void> => {
  await page.goto('/pdati')
  await expect(page.getByRole('heading', { level: 1, name: words[language].page })).toBeVisible()
}

test('REQ-PAT-10: a patient changes and prints the personal data on a phone, then the e-mail with a code', async ({
  visit,
  mailbox,
  centre,
}) => {
  const invitation = await mailbox.waitForNext(patient.email, () =>
    centre.send('createPatients', [
      'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,LANG',
      `${patient.centreId},FONTANA,OLGA,Email,${patient.email},it`,
    ]),
  )
  const page = await visit('myconsent', phone)
  await acceptInvitation(page, mailbox, { contact: patient.email, message: invitation, password: patient.password })

  await test.step('from the home page', async () => {
    await page.getByRole('link', { name: 'I tuoi dati: Visualizza' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'I tuoi dati' })).toBeVisible()
    await page.getByRole('button', { name: 'Modifica' }).click()
    await page.getByRole('combobox', { name: 'Nazione di residenza' }).fill('ital')
    await page.getByRole('option', { name: 'Italia', exact: true }).click()
    await page.getByRole('combobox', { name: 'Regione di residenza' }).fill('tosc')
    await page.getByRole('option', { name: 'Toscana' }).click()
    await page.getByRole('textbox', { name: 'Codice fiscale' }).fill('RSSMRA85T10A562X')
    await page.getByRole('button', { name: 'Modifica' }).click()
    await expect(page.getByRole('alert')).toContainText('Codice fiscale non corretto')
    await page.getByRole('textbox', { name: 'Codice fiscale' }).fill('')
    await page.getByRole('button', { name: 'Modifica' }).click()
    await expect(page.getByText('Dati aggiornati')).toBeVisible()
    await expect(page.getByText('Toscana')).toBeVisible()
  })

  await test.step('a new e-mail needs the code that was sent to it', async () => {
    await page.getByRole('button', { name: 'Modifica' }).click()
    await page.getByRole('textbox', { name: 'E-mail' }).fill(patient.newEmail)
    await page.getByRole('button', { name: 'Modifica' }).click()
    const emailCode = await mailbox.waitForCode(patient.newEmail, () => page.getByRole('button', { name: 'Cambia i recapiti' }).click())
    const toFormerContact = mailbox.waitForNext(patient.email, async () => {
      await page.getByRole('textbox', { name: 'Codice', exact: true }).fill(emailCode)
      await page.getByRole('button', { name: 'Conferma', exact: true }).click()
      await expect(page.getByText('Dati aggiornati')).toBeVisible()
    })
    expect(await toFormerContact).not.toContain(patient.newEmail)
    await page.goto('/logout')
    await signInPatient(page, mailbox, patient.newEmail, patient.password)
  })
})

for (const [number, language] of languages.entries())
  test(`REQ-PAT-20: the holder of the previous e-mail undoes a change on a phone, without a session (${language})`, async ({
    visit,
    mailbox,
    centre,
  }) => {
    const say = (italian: string): string => translate(italian, language)
    const [email, newEmail] = [`piera.${language}@demo.example`, `piera.nuova.${language}@demo.example`]
    const password = 'tre gatti sopra il tetto'
    const invitation = await mailbox.waitForNext(email, () =>
      centre.send('createPatients', [
        'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,LANG',
        `E2E-ANNULLA-${number},RIVA,PIERA,Email,${email},${language}`,
      ]),
    )
    const page = await visit('myconsent', phone)
    await acceptInvitation(page, mailbox, { contact: email, message: invitation, password })
    await openPersonalData(page, 'it')
    await page.getByRole('button', { name: 'Modifica' }).click()
    await page.getByRole('textbox', { name: 'E-mail' }).fill(newEmail)
    await page.getByRole('button', { name: 'Modifica' }).click()
    const emailCode = await mailbox.waitForCode(newEmail, () => page.getByRole('button', { name: 'Cambia i recapiti' }).click())
    const notice = await mailbox.waitForNext(email, async () => {
      await page.getByRole('textbox', { name: 'Codice', exact: true }).fill(emailCode)
      await page.getByRole('button', { name: 'Conferma', exact: true }).click()
      await expect(page.getByText('Dati aggiornati')).toBeVisible()
    })

    const other = await visit('myconsent', { ...phone, language })
    const undo = other.getByRole('button', { name: say('Annulla il cambio'), exact: true })
    await test.step('the link asks first, and is removed from the address', async () => {
      await other.goto(findLink(notice))
      await expect(undo).toBeVisible()
      await expect(other).toHaveURL(/\/annulla_recapito$/)
      await expectReadable(other, language)
    })
    await test.step('the previous e-mail is restored, and the other session ends', async () => {
      await undo.click()
      await expect(other.getByText(say('Il recapito di prima è tornato'))).toBeVisible()
      await expectReadable(other, language)
      await page.goto('/pdati')
      await expect(page).toHaveURL(/\/$/)
      await signInPatient(page, mailbox, email, password)
    })
    await test.step('the link works once, and leads to another password', async () => {
      await other.getByRole('link', { name: say('Scegli un’altra password') }).click()
      await expect(other).toHaveURL(/\/forgot_password_patient$/)
      await other.goto(findLink(notice))
      await undo.click()
      await expect(other.getByText(say('Il link non è più valido'), { exact: true })).toBeVisible()
      await expectReadable(other, language)
    })
  })

for (const language of ['it', 'en'] as const) {
  test(`REQ-PAT-10: the page at 390 px in ${language}: view, edit, save and print`, async ({ visit }) => {
    const page = await visit('myconsent', { ...phone, language, account: 'p3@demo.example' })
    await openPersonalData(page, language)
    const { change, save, print, street, saved } = words[language]
    await page.getByRole('button', { name: change }).click()
    await page.getByRole('textbox', { name: street }).fill('Via dei Tigli 8')
    await page.reload()
    await expect(page.getByRole('textbox', { name: street }), 'the draft survives').toHaveValue('Via dei Tigli 8')
    await page.getByRole('button', { name: save }).click()
    await expect(page.getByText(saved)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), 'no sideways scrolling').toBeLessThanOrEqual(390)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: print }).click()
    const printed = await download
    expect(printed.suggestedFilename()).toBe('scheda_paziente.pdf')
    expect((await readFile(await printed.path())).subarray(0, 8).toString()).toBe('%PDF-1.7')
  })
}
