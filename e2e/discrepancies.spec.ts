import { expect } from '@playwright/test'
import { findViolations } from './src/axe.ts'
import { languages, phone } from './src/browser-context.ts'
import { translate } from './src/catalogue.ts'
import { test } from './src/test.ts'

for (const language of languages) {
  test(`REQ-CRF-10: a save opens a discrepancy, the centre answers it, and it leads to the record (${language})`, async ({ visit }) => {
    const code = language === 'it' ? 'RM01-00004' : 'RM01-00048'
    const say = (text: string) => translate(text, language)
    const page = await visit('staff', { account: 'ca.rm01@demo.example', language, ...(language === 'it' && phone) })
    await page.goto('/ecrf')
    await page.getByRole('textbox', { name: say('Cerca un paziente') }).fill(code)
    await expect(page.locator('main tbody a')).toHaveCount(1)
    await page.keyboard.press('Enter')
    const instrumental = page.locator('main form details').filter({ hasText: language === 'it' ? 'Esami strumentali' : 'Instrumental' })
    await instrumental.locator('summary').focus()
    await page.keyboard.press('Enter')
    const stiffness = page.getByRole('textbox', {
      name: language === 'it' ? 'Rigidità epatica (elastografia)' : 'Liver stiffness (elastography)',
    })
    await stiffness.fill('60')
    await page.keyboard.press('Control+s')
    await expect(page.getByText(say('Dati salvati correttamente'))).toBeVisible()

    await page.goto('/ca_segnalazioni')
    const row = page
      .getByRole('row')
      .filter({ hasText: code })
      .filter({ hasText: language === 'it' ? 'Rigidità epatica' : 'Liver stiffness' })
    await expect(row).toContainText('60 kPa')
    expect(await findViolations(page, 'light')).toEqual([])
    await row.getByRole('button', { name: new RegExp(`^${say('È corretto…').replace('…', '')}: `) }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: say('Motivo') }).fill('Ripetuto due volte')
    expect(await findViolations(page, 'light')).toEqual([])
    await dialog.getByRole('button', { name: say('È corretto'), exact: true }).press('Enter')
    await expect(row).toHaveCount(0)
    await expect(page.getByText(language === 'it' ? 'Risposta salvata per 1 segnalazione' : 'Answer saved for 1 discrepancy')).toBeVisible()
    await page.getByRole('tab', { name: say('Con risposta') }).click()
    await expect(row).toContainText('Ripetuto due volte')
    await row.getByRole('link').first().press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()
    await expect(stiffness, 'the link leads to the field').toBeFocused()
    expect(page.url()).not.toContain(code)
    await page.getByRole('tab', { name: say('Andamenti') }).click()
    await expect(page.locator('main figure svg').first()).toBeVisible()
    expect(await findViolations(page, 'light')).toEqual([])
  })
}

test('REQ-CRF-11: a DataManager asks a centre, and the centre replies', async ({ visit }) => {
  const question = 'Le cartelle di ottobre sono complete?'
  const manager = await visit('staff', { account: 'dm@demo.example' })
  await manager.goto('/dm_segnalazioni')
  await manager.getByRole('button', { name: 'Nuova richiesta di chiarimento' }).click()
  const dialog = manager.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Centro' }).click()
  await manager.getByRole('option', { name: /RM01/ }).click()
  await dialog.getByRole('textbox', { name: 'Domanda' }).fill(question)
  await dialog.getByRole('button', { name: 'Invia la richiesta' }).click()
  const asked = manager.getByRole('listitem').filter({ hasText: question })
  await expect(asked).toContainText('Aperta')

  const centre = await visit('staff', { account: 'ca.rm01@demo.example' })
  await centre.goto('/ca_segnalazioni?parte=richieste')
  await centre.getByRole('listitem').filter({ hasText: question }).getByRole('button', { name: 'Rispondi' }).click()
  await centre.getByRole('dialog').getByRole('textbox', { name: 'Risposta' }).fill('Sì, tutte')
  await centre.getByRole('button', { name: 'Invia la risposta' }).click()
  await expect(centre.getByRole('listitem').filter({ hasText: question })).toContainText('Sì, tutte')

  await manager.reload()
  await expect(asked).toContainText('Sì, tutte')
  await asked.getByRole('button', { name: 'Chiudi la richiesta' }).click()
  await expect(asked).toContainText('Chiusa')
})

test('REQ-CRF-12: the indicators of a centre are compared with the median of the network, and a bar leads to its patients', async ({
  visit,
}) => {
  const page = await visit('staff', { account: 'ca.rm01@demo.example' })
  await page.goto('/ca_indicatori')
  await expect(page.getByRole('heading', { level: 1, name: 'Indicatori del centro' })).toBeVisible()
  await expect(page.locator('main figure svg').first()).toBeVisible()
  expect(await findViolations(page, 'light')).toEqual([])
  await page.getByText('Mostra come tabella').first().click()
  await expect(page.getByRole('row', { name: /Laboratorio .* di .*%.*%/ })).toBeVisible()

  const overdue = page.locator('main figure').filter({ hasText: 'Pazienti con un valore da ripetere' })
  await overdue.locator('.recharts-bar-rectangle').first().click()
  await expect(page).toHaveURL(/\/ecrf\?tasks=overdue-ferritin$/)
  await expect(page.getByRole('combobox', { name: 'Valori da ripetere' })).toHaveValue('overdue-ferritin')
  await expect(page.locator('main tbody a').first()).toBeVisible()
})
