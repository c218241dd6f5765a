import { expect, type Locator, type Page } from '@playwright/test'
import { signInPatient } from './src/accounts.ts'
import { test } from './src/test.ts'

const patient = 'p2@demo.example'

/** Presses an element and waits for what the press shows. Then the focus is on the page, not on its body (REQ-UI-21). */
const press = async (element: Locator, shown: Locator): Promise<void> => {
  const page = element.page()
  await element.click()
  await expect(shown).toBeVisible()
  await expectFocus(page, `after ${element.toString()}`)
}
/** Soft, so that one run names every place. */
const expectFocus = (page: Page, message: string): Promise<void> =>
  expect
    .configure({ soft: true })
    .poll(() => page.evaluate(() => document.activeElement?.tagName ?? 'BODY'), { message })
    .not.toBe('BODY')

/** Closes the open dialog. */
const escape = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectFocus(page, 'after Esc')
}

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: typeof name === 'string' })
const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { name, exact: typeof name === 'string' })

test('REQ-UI-21: the focus stays on the page of staff who sign in, edit a filter and use the dialogs', async ({ visit }) => {
  const page = await visit('staff')
  await page.goto('/login')
  await press(button(page, 'Accedi'), page.getByRole('alert'))
  await page.getByRole('textbox', { name: 'E-mail' }).fill('dm@demo.example')
  await page.getByLabel('Password', { exact: true }).fill('sbagliata')
  await press(button(page, 'Accedi'), page.getByText(/^Accesso fallito/))
  await press(page.getByRole('link', { name: 'Password dimenticata?' }), heading(page, 'Password dimenticata'))
  await page.getByRole('textbox').fill('dm@demo.example')
  await press(page.getByRole('link', { name: 'Indietro' }), heading(page, 'Accesso operatori'))
  await page.getByRole('textbox', { name: 'E-mail' }).fill('dm@demo.example')
  await page.getByLabel('Password', { exact: true }).fill('Thal-Demo-2026-staff')
  await press(button(page, 'Accedi'), heading(page, 'Pagina principale'))

  await test.step('dialogs of the header', async () => {
    for (const name of ['Aiuto', 'Versione']) {
      await press(button(page, name), page.getByRole('dialog'))
      await escape(page)
      await expect(button(page, name)).toBeFocused()
    }
    await press(button(page, /^Utente: /), page.getByRole('menu'))
    await press(page.getByRole('menuitem', { name: 'Sicurezza' }), page.getByRole('dialog', { name: 'Sicurezza' }))
    await escape(page)
    await expect(button(page, /^Utente: /)).toBeFocused()
    await press(button(page, 'English'), heading(page, 'Main page'))
    await press(button(page, 'Italiano'), heading(page, 'Pagina principale'))
  })

  await test.step('filters', async () => {
    await press(page.getByRole('main').getByRole('button', { name: 'Filtri' }), heading(page, 'Filtri'))
    await press(button(page, 'Nuovo filtro'), page.getByRole('textbox', { name: 'Nome', exact: true }))
    await press(button(page, 'Salva'), page.getByRole('alert').first())
    const condition = page.getByRole('group', { name: 'Nuova condizione' })
    const newField = page.getByRole('combobox', { name: 'Aggiungi una condizione' })
    await newField.fill('Splenectomia')
    await press(page.getByRole('option', { name: 'Splenectomia', exact: true }), condition.getByRole('combobox', { name: 'Operatore' }))
    await press(condition.getByRole('button', { name: 'Aggiungi', exact: true }), condition.getByText('Valore non inserito'))
    await press(condition.getByRole('combobox', { name: 'Operatore' }), page.getByRole('option', { name: 'non è indicato', exact: true }))
    await press(page.getByRole('option', { name: 'non è indicato', exact: true }), condition)
    await press(condition.getByRole('button', { name: 'Aggiungi', exact: true }), button(page, /^Togli la condizione/).first())
    await press(button(page, /^Togli la condizione/).first(), newField)
    await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Senza nome')
    await press(button(page, 'Annulla'), page.getByRole('alertdialog'))
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Annulla' }), heading(page, 'Condizioni').first())
    await press(button(page, 'Annulla'), page.getByRole('alertdialog'))
    await press(button(page, 'Scarta le modifiche'), heading(page, 'Filtri'))
    await press(page.getByRole('link', { name: 'TDT con ferritina oltre 2500', exact: true }), page.getByRole('tablist'))
    await press(button(page, 'Modifica'), page.getByRole('textbox', { name: 'Nome', exact: true }))
    await press(button(page, 'Annulla'), button(page, 'Modifica'))
    await press(page.getByRole('tab', { name: 'Esportazione' }), heading(page, 'In un file'))
    await press(button(page, 'Esporta'), page.getByRole('alert'))
    await press(button(page, 'Mostra i pazienti'), page.getByRole('grid'))
    await press(button(page, /^Colonne/), page.getByRole('dialog'))
    await escape(page)
    await press(page.getByRole('link', { name: 'Indietro' }), heading(page, 'Filtri'))
  })

  await press(button(page, /^Utente: /), page.getByRole('menu'))
  await press(page.getByRole('menuitem', { name: 'Esci' }), page.getByText('Sono un operatore'))
})

test('REQ-UI-21: the focus stays on the page of a patient who signs in, changes answers and withdraws', async ({ visit, mailbox }) => {
  const page = await visit('myconsent', { viewport: { width: 390, height: 844 } })
  await page.goto('/loginp')
  await press(button(page, 'Richiedi il codice'), page.getByRole('alert'))
  await page.getByRole('textbox', { name: 'E-mail o numero di cellulare' }).fill(patient)
  await page.getByLabel('Password', { exact: true }).fill('Thal-Demo-2026-patient')
  const code = page.getByRole('textbox', { name: 'Codice' })
  await mailbox.waitForCode(patient, () => press(button(page, 'Richiedi il codice'), heading(page, 'Non arriva nulla?')))
  await press(button(page, 'Accedi'), page.getByRole('alert'))
  await press(button(page, 'Cambia recapito'), button(page, 'Richiedi il codice'))
  await signInPatient(page, mailbox, patient)
  await expect(code).toHaveCount(0)
  await expectFocus(page, 'after the code')

  await test.step('what opens in the place of a button begins in the window, and keeps its place', async () => {
    await page.goto('/consenso')
    const title = heading(page, 'Storia delle tue risposte')
    await press(
      button(page, 'Mostra la storia'),
      page.getByRole('region', { name: 'Storia delle tue risposte' }).getByRole('listitem').first(),
    )
    await expect(title).toBeInViewport()
    await expect(title).toBeFocused()
  })

  await test.step('answers', async () => {
    await page.goto('/consenso')
    await press(page.getByRole('tab', { name: 'Informazioni' }), page.getByRole('tab', { name: 'Informazioni', selected: true }))
    await press(page.getByRole('tab', { name: 'Consensi', exact: true }), button(page, /^Cambia/).first())
    await press(button(page, /^Cambia/).first(), page.getByText(/^Domanda/))
    await press(button(page, 'Rileggi le risposte'), button(page, 'Conferma'))
    await press(button(page, /^Cambia: /).first(), page.getByText(/^Domanda/))
    await press(button(page, 'Indietro'), button(page, /^Cambia/).first())
  })

  await test.step('withdrawal', async () => {
    await press(button(page, 'Ritiro'), heading(page, 'Ritiro dal registro'))
    await press(button(page, 'Conferma il ritiro'), page.getByRole('alert'))
    await page.getByRole('radio').first().check()
    await expect(page.getByRole('alert'), 'a mended error disappears').toHaveCount(0)
    await press(button(page, 'Conferma il ritiro'), page.getByRole('alertdialog'))
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Annulla' }), heading(page, 'Ritiro dal registro'))
    await press(button(page, 'Indietro'), page.getByRole('tab', { name: 'Consensi', exact: true }))
  })

  await press(button(page, /^Utente: /), page.getByRole('menu'))
  await press(page.getByRole('menuitem', { name: 'Sicurezza' }), page.getByRole('dialog', { name: 'Sicurezza' }))
  await escape(page)
})
