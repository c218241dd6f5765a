import { expect, type Locator, type Page } from '@playwright/test'
import { findViolations } from './src/axe.ts'
import { languages, phone, type Language } from './src/browser-context.ts'
import { translate } from './src/catalogue.ts'
import { expectNoLayoutShift, forgetLayoutShifts, recordLayoutShifts } from './src/layout-shifts.ts'
import { test } from './src/test.ts'

const haemoglobin = { it: 'Emoglobina: ultimo valore', en: 'Haemoglobin: last value' } as const
/** Between the minimum and the maximum of the two patients (RULE-24). */
const haemoglobinValues = { it: '9,6', en: '10.7' } as const
const weight = 'Peso'

/** Finds a patient by code and opens the record, with the keyboard only. The search has the focus when the page opens. */
const openRecord = async (page: Page, code: string, language: Language = 'it'): Promise<void> => {
  await page.goto('/ecrf')
  await expect(page.getByRole('textbox', { name: translate('Cerca un paziente', language) })).toBeFocused()
  await page.keyboard.type(code)
  await expect(page.locator('main tbody a')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()
}

/** Opens a section with the keyboard. */
const openSection = async (page: Page, name: string): Promise<void> => {
  const section = page.locator('main form details').filter({ hasText: name })
  await section.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(section).toHaveAttribute('open', '')
}

const typeInto = async (page: Page, label: string, text: string): Promise<void> => {
  const input = page.getByRole('textbox', { name: label })
  await input.focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

const sections = { laboratory: { it: 'Laboratorio', en: 'Laboratory' }, general: 'Dati generali' } as const

for (const language of languages) {
  test(`REQ-CRF-06: a centre finds a record, changes a value with the keyboard, and reads its history (${language})`, async ({ visit }) => {
    const code = language === 'it' ? 'RM01-00037' : 'RM01-00038'
    const page = await visit('staff', { account: 'ca.rm01@demo.example', language, ...(language === 'it' && phone) })
    await openRecord(page, code, language)
    await openSection(page, sections.laboratory[language])
    await typeInto(page, haemoglobin[language], haemoglobinValues[language])
    expect(await findViolations(page, 'light')).toEqual([])
    await page.keyboard.press('Control+s')
    await expect(page.getByText(translate('Dati salvati correttamente', language))).toBeVisible()
    await page.getByRole('tab', { name: translate('Riepilogo', language) }).click()
    const [sheet] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: translate('Stampa la scheda per la visita', language) }).press('Enter'),
    ])
    expect(sheet.suggestedFilename(), 'the file name does not name the patient').toBe('scheda_visita.pdf')
    const signatures = page.getByRole('region', { name: translate('Firme', language) })
    await signatures.getByRole('button').first().click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: translate('Firma', language), exact: true })
      .click()
    await expect(signatures.getByRole('listitem')).toContainText('ca.rm01@demo.example')
    const isWithinWindow = await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
    expect(isWithinWindow, 'a signature takes several lines on a phone').toBe(true)
    expect(await findViolations(page, 'light')).toEqual([])
    await page.getByRole('tab', { name: translate('Storia', language) }).click()
    const change = page.getByRole('row').filter({ hasText: haemoglobin[language] }).first()
    await expect(change).toContainText(`${haemoglobinValues[language]} g/dL`)
    const saves = page.getByRole('region', { name: translate('Storia della cartella', language) }).locator('details')
    const showRecord = (save: Locator) =>
      save.getByRole('button', { name: translate('Mostra la cartella dopo questo salvataggio', language) }).press('Enter')
    await expect(saves.first()).toContainText('ca.rm01@demo.example')
    await showRecord(saves.first())
    const laboratory = saves.first().getByRole('region', { name: sections.laboratory[language] })
    await expect(laboratory.getByText(`${haemoglobinValues[language]} g/dL`)).toHaveCount(1)
    expect(await findViolations(page, 'light')).toEqual([])
    await saves.last().locator('summary').press('Enter')
    await showRecord(saves.last())
    await expect(saves.last().getByText(translate('Allora la cartella non aveva valori.', language))).toBeVisible()
  })
}

test('REQ-CRF-04: two people change the same field, and the second chooses which value stays', async ({ visit }) => {
  const first = await visit('staff', { account: 'ca.rm01@demo.example' })
  const second = await visit('staff', { account: 'ca.rm01@demo.example' })
  for (const page of [first, second]) {
    await openRecord(page, 'RM01-00042')
    await openSection(page, sections.general)
  }
  await typeInto(first, weight, '61')
  await first.getByRole('button', { name: 'Salva' }).click()
  await expect(first.getByText('Dati salvati correttamente')).toBeVisible()

  await typeInto(second, weight, '63')
  // From here on with the keyboard only, as a person who never leaves it.
  await second.keyboard.press('Control+s')
  const dialog = second.getByRole('dialog', { name: 'Un’altra persona ha cambiato gli stessi campi: non è stato salvato nulla' })
  await expect(dialog).toBeInViewport()
  expect(await findViolations(second, 'light')).toEqual([])
  await second.keyboard.press('Escape')
  const problem = second.getByRole('button', { name: /^Non salvato: .* ha cambiato 1 valore/ })
  await expect(problem, 'the bar keeps the question').toBeInViewport()
  await problem.press('Enter')
  const mine = dialog.getByRole('radio', { name: 'Il mio: 63 kg' })
  await mine.focus()
  await second.keyboard.press('Space')
  for (const name of ['Torna alla cartella', 'Salva i valori scelti']) {
    await second.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name })).toBeFocused()
  }
  await second.keyboard.press('Enter')
  await expect(second.getByText('Dati salvati correttamente')).toBeInViewport()

  await openRecord(first, 'RM01-00042')
  await openSection(first, sections.general)
  await expect(first.getByRole('textbox', { name: weight })).toHaveValue('63')
})

test('REQ-CRF-06: a record opens at its top by its address, and Back and reload keep it', async ({ visit }) => {
  const page = await visit('staff', { account: 'ca.rm01@demo.example', viewport: { width: 1440, height: 900 } })
  await page.goto('/ecrf')
  const link = page.getByRole('link', { name: 'RM01-00040' })
  await link.scrollIntoViewIfNeeded()
  await link.click()
  const title = page.getByRole('heading', { level: 1, name: 'RM01-00040' })
  await expect(title).toBeInViewport()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  const address = page.url()
  expect(address).toMatch(/\/ecrf\/[0-9a-f-]{36}$/)
  await expect(page).toHaveTitle('Cartella · Registro talassemie')

  await page.getByRole('link', { name: /^Laboratorio/ }).click()
  await expect(page).toHaveURL(/#laboratory$/)
  await expect(page.getByRole('textbox', { name: haemoglobin.it })).toBeInViewport()
  await expect(title, 'the banner stays').toBeInViewport()
  await page.reload()
  await expect(page.getByRole('textbox', { name: haemoglobin.it })).toBeInViewport()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Mini e-CRF' })).toBeVisible()

  const colleague = await visit('staff', { account: 'ca.rm01@demo.example' })
  await colleague.goto(address)
  await expect(colleague.getByRole('heading', { level: 1, name: 'RM01-00040' })).toBeVisible()
  const other = await visit('staff', { account: 'ca.mi01@demo.example' })
  await other.goto(address)
  await expect(other.getByRole('alert')).toContainText('La cartella non esiste, o non è del tuo centro')
})

test('REQ-CRF-06: unsaved changes survive a closed page, and a rejected value is reported next to its field', async ({ visit }) => {
  const page = await visit('staff', { account: 'ca.rm01@demo.example' })
  await openRecord(page, 'RM01-00044')
  await openSection(page, sections.general)
  await typeInto(page, weight, '900')
  await page.reload()
  await openRecord(page, 'RM01-00044')
  await openSection(page, sections.general)
  await expect(page.getByRole('textbox', { name: weight })).toHaveValue('900')
  await page.getByRole('button', { name: 'Salva' }).click()
  await expect(page.getByRole('textbox', { name: weight })).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'Scarta le modifiche' }).click()
  await expect(page.getByRole('textbox', { name: weight })).not.toHaveValue('900')
})

test('REQ-CRF-16: a centre records why a value is missing, and reads it in the history', async ({ visit }) => {
  const page = await visit('staff', { account: 'ca.rm01@demo.example' })
  await openRecord(page, 'RM01-00040')
  await openSection(page, sections.general)
  const value = page.getByRole('textbox', { name: weight })
  await value.fill('')
  await page.getByRole('switch', { name: 'Segna il motivo dei valori mancanti' }).check()
  const reason = page.getByRole('combobox', { name: `Perché manca: ${weight}` })
  await reason.selectOption('Non eseguito')
  expect(await findViolations(page, 'light')).toEqual([])
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Dati salvati correttamente')).toBeVisible()
  await page.getByRole('switch', { name: 'Segna il motivo dei valori mancanti' }).uncheck()
  await expect(reason, 'a given reason stays in view').toHaveValue('not_done')
  await page.getByRole('tab', { name: 'Storia' }).click()
  const changes = page.getByRole('region', { name: 'Storia della cartella' }).getByRole('row').filter({ hasText: weight })
  await expect(changes.first()).toContainText('Non eseguito')
})

test('REQ-CRF-18, REQ-CRF-19: a field appears with the one that decides, takes a date as typed, and shows what is known about it', async ({
  visit,
}) => {
  const page = await visit('staff', { account: 'ca.rm01@demo.example' })
  await openRecord(page, 'RM01-00040')
  await openSection(page, 'Interventi')
  const transplant = page.getByRole('radiogroup', { name: 'Trapianto di cellule staminali' })
  const date = page.getByRole('textbox', { name: 'Data del trapianto' })
  await transplant.getByRole('radio', { name: 'No', exact: true }).check()
  await expect(date).toBeHidden()
  await transplant.getByRole('radio', { name: 'Sì' }).check()
  await date.focus()
  await page.keyboard.type('010350')
  await page.keyboard.press('Tab')
  await expect(date).toHaveValue('01/03/1950')
  await expect(date, 'the field is checked when a person leaves it').toHaveAttribute('aria-invalid', 'true')
  await date.fill('')
  await page.getByRole('button', { name: 'Oggi: Data del trapianto' }).press('Enter')
  await expect(date).not.toHaveAttribute('aria-invalid', 'true')

  const above = await date.boundingBox()
  await date.focus()
  await page.keyboard.press('F1')
  const panel = page.getByRole('dialog', { name: 'Informazioni: Data del trapianto' })
  await expect(panel).toContainText('Nessun cambiamento registrato')
  expect((await date.boundingBox())?.height, 'the panel moves nothing').toBe(above?.height)
  for (const scheme of ['light', 'dark'] as const) expect(await findViolations(page, scheme)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(date).toBeFocused()

  await transplant.getByRole('radio', { name: 'No', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Svuotare i campi che non si applicano più?' })
  await expect(question).toContainText('Data del trapianto')
  await question.getByRole('button', { name: 'Cambia e svuota' }).click()
  await expect(date).toBeHidden()
})

test('REQ-CRF-06: a printed record has the values of all sections, and no input and no button', async ({ visit }) => {
  const page = await visit('staff', { account: 'ca.rm01@demo.example' })
  await openRecord(page, 'RM01-00040')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('region', { name: sections.laboratory.it }), 'a section that is closed on the screen').toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'RM01-00040' })).toBeVisible()
  await expect(page.locator('main').getByRole('textbox')).toHaveCount(0)
  await expect(page.locator('main').getByRole('button')).toHaveCount(0)
})

test('REQ-CRF-06: opening a record moves nothing, and the banner says how many alerts it hides', async ({ visit }) => {
  const page = await visit('staff', { account: 'ca.rm01@demo.example', viewport: { width: 1440, height: 900 } })
  await recordLayoutShifts(page)
  const title = page.getByRole('heading', { level: 1, name: 'RM01-00042' })
  const expectNoShift = async (): Promise<void> => {
    await expect(title).toBeVisible()
    await expect(page.locator('main form details[open] input').first()).toBeVisible()
    await expectNoLayoutShift(page)
  }
  await page.goto('/ecrf')
  const link = page.getByRole('link', { name: 'RM01-00042' })
  await link.scrollIntoViewIfNeeded()
  await forgetLayoutShifts(page)
  await link.press('Enter')
  await expectNoShift()
  await page.reload()
  await expectNoShift()

  const alerts = page.getByRole('list', { name: 'Avvisi' })
  for (const text of ['Ferritina sopra 2.500 ng/mL', 'Aderenza alla chelazione sotto l’80%'])
    await expect(alerts.getByText(text)).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(alerts.getByText('Ferritina sopra 2.500 ng/mL')).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'e 1 altro avviso' }).click()
  await expect(page).toHaveURL(/#summary$/)
})
