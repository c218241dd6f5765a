import { expect } from '@playwright/test'
import { findViolations } from './src/axe.ts'
import { languages, phone } from './src/browser-context.ts'
import { translate } from './src/catalogue.ts'
import { test } from './src/test.ts'

for (const language of languages) {
  test(`REQ-COM-02, REQ-COM-06: a GlobalAdmin writes, previews, tests, schedules and sends a communication (${language})`, async ({
    visit,
    mailbox,
  }) => {
    const text = (italian: string): string => translate(italian, language)
    const button = (italian: string) => page.getByRole('button', { name: text(italian), exact: true })
    const page = await visit('staff', { account: 'ga@demo.example', language, ...(language === 'it' && phone) })
    const checkAccessibility = async () => expect(await findViolations(page, 'light')).toEqual([])
    await page.goto('/comunicazioni')
    await button('Nuova comunicazione').click()
    await button('Salva la bozza').click()
    await expect(page.getByRole('alert').getByRole('link').first()).toBeVisible()
    await checkAccessibility()

    // The data managers of Italy receive it: one person of the demonstration, in Italian.
    await page.getByRole('combobox', { name: text('Tipo') }).click()
    await page.getByRole('option', { name: text('Messaggio agli operatori') }).click()
    await page.getByRole('checkbox', { name: text('Responsabile dei dati') }).check()
    await page.getByRole('combobox', { name: text('Area') }).click()
    await page.getByRole('option', { name: language === 'it' ? 'Italia' : 'Italy', exact: true }).click()
    const subject = { it: `Riunione ${language}`, en: `Meeting ${language}` }
    for (const [index, lang] of languages.entries()) {
      await page
        .getByRole('textbox', { name: text('Oggetto') })
        .nth(index)
        .fill(subject[lang])
      await page
        .getByRole('textbox', { name: text('Testo dell’e-mail') })
        .nth(index)
        .fill(lang === 'it' ? 'Ciao {nome}, ci vediamo lunedì.' : 'Hello {name}, see you on Monday.')
    }
    await checkAccessibility()
    await button('Salva la bozza').click()
    await expect(page.getByRole('heading', { level: 1, name: subject[language] })).toBeVisible()
    await expect(page.getByText(text('La bozza è salvata'))).toBeVisible()
    await expect(page.getByRole('article', { name: text('Italiano') })).toContainText(/^.*Ciao Maria, ci vediamo lunedì\./s)
    await expect(page.getByRole('article', { name: text('Inglese') })).toContainText('Hello Maria, see you on Monday.')
    await checkAccessibility()

    const tested = await mailbox.waitForNext('ga@demo.example', () => button('Invia una prova a me').click())
    expect(tested).toMatch(/ci vediamo lunedì|see you on Monday/)
    await expect(page.getByText(/ga@demo\.example/).first()).toBeVisible()

    await button('Invia o programma').click()
    const dialog = page.getByRole('dialog', { name: text('Invia o programma') })
    await dialog.getByRole('radio', { name: text('In un giorno e a un’ora') }).check()
    await checkAccessibility()
    await dialog.getByRole('radio', { name: text('Subito') }).check()
    await dialog
      .getByRole('checkbox', { name: text('Ho riletto i testi nelle due lingue: non dicono nulla sulla salute di chi li riceve') })
      .check()
    const received = await mailbox.waitForNext('dm@demo.example', () =>
      dialog.getByRole('button', { name: text('Invia'), exact: true }).click(),
    )
    expect(received).toContain('ci vediamo lunedì')
    await expect(page.getByText(text('Inviata'), { exact: true })).toBeVisible()
    await expect(page.getByRole('group', { name: text('Destinatari per esito') })).toContainText(
      text('Consegnati al server di posta o di SMS'),
    )
    await checkAccessibility()
  })
}
