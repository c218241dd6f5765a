import { expect } from '@playwright/test'
import { findViolations } from './src/axe.ts'
import { languages, phone } from './src/browser-context.ts'
import { translate } from './src/catalogue.ts'
import { test } from './src/test.ts'

for (const language of languages) {
  test(`REQ-ADM-04, REQ-ADM-16: a GlobalAdmin checks a file of a table, uploads it and reads the history (${language})`, async ({
    visit,
  }) => {
    const text = (italian: string): string => translate(italian, language)
    const page = await visit('staff', { account: 'ga@demo.example', language, ...(language === 'it' && phone) })
    // Each language changes a table of its own.
    const [table, id] = language === 'it' ? ['svc_covid_detection', 'PCR'] : ['svc_covid_outcome', 'UNK']
    await page.goto(`/tabelleservizio?tabella=${table}`)
    await page.getByRole('radio', { name: text('Sullo schermo') }).check()
    await page.getByRole('button', { name: text('Recupera') }).click()
    await expect(page.getByRole('gridcell', { name: id, exact: true }).first()).toBeVisible()
    expect(await findViolations(page, 'light')).toEqual([])

    await page.getByRole('tab', { name: text('Caricamento tabella') }).click()
    await page.getByRole('button', { name: text('Carica'), exact: true }).click()
    await expect(page.getByText(text('File non scelto'), { exact: true })).toBeVisible()
    await page.getByRole('radio', { name: text('Cambia righe che ci sono (CHANGE)') }).check()
    await page.getByRole('radio', { name: 'CSV' }).check()
    const content = Buffer.from(`id,trans_fr\r\n${id},Nouveau texte\r\nUNKNOWN_ID,x\r\n`)
    await page.locator('input[type=file]').setInputFiles({ name: 'table.csv', mimeType: 'text/csv', buffer: content })
    await page.getByRole('button', { name: text('Prova senza salvare') }).click()
    await expect(page.getByRole('group', { name: text('Che cosa cambierebbe') })).toContainText('trans_fr: Nouveau texte')
    await expect(page.getByRole('cell', { name: 'UNKNOWN_ID' })).toBeVisible()
    expect(await findViolations(page, 'light')).toEqual([])
    await page.getByRole('button', { name: text('Carica'), exact: true }).click()
    await expect(page.getByText(text('Caricamento terminato'))).toBeVisible()

    await page.getByRole('tab', { name: text('Storia'), exact: true }).click()
    await expect(page.getByRole('row').nth(1)).toContainText('ga@demo.example')
    await expect(page.getByRole('row').nth(1)).toContainText('Nouveau texte')
    expect(await findViolations(page, 'light')).toEqual([])
  })
}
