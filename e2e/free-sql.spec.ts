import { expect, type Page } from '@playwright/test'
import { findViolations } from './src/axe.ts'
import { phone } from './src/browser-context.ts'
import { addCondition } from './src/filters.ts'
import { test } from './src/test.ts'

const expectAccessible = async (page: Page): Promise<void> => {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(overflow).toBe(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findViolations(page, colorScheme)).toEqual([])
  }
}

test('REQ-FIL-16: the conditions become SQL, and what was written in either mode stays', async ({ visit }) => {
  const page = await visit('staff', { account: 'ca.rm01@demo.example', ...phone })
  await page.goto('/ca_filtro/__new__')
  const editor = page.getByRole('textbox', { name: 'Condizione in SQL' })
  await page.getByRole('button', { name: 'Scrivi la condizione in SQL' }).click()
  await expect(editor).toBeVisible()
  await expect(page.getByRole('button', { name: 'Riprendi le condizioni guidate' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Usa le condizioni guidate' }).click()
  await page.getByRole('combobox', { name: 'Aggiungi una condizione' }).fill('ferritina')
  await expect(page.locator('[data-combobox-selected]'), 'the option that Enter takes').toBeVisible()
  await expectAccessible(page)
  await addCondition(page, { field: 'Ferritina', operator: 'è maggiore di', value: '1000' })

  await page.getByRole('button', { name: 'Scrivi la condizione in SQL' }).click()
  await expect(editor).toBeVisible()
  await editor.fill('HB < 9')
  await page.getByRole('button', { name: 'Riprendi le condizioni guidate' }).click()
  await expect(page.getByRole('alert')).toContainText('Rimuovi il contenuto della casella di testo')
  await expect(editor).toHaveText('HB < 9')

  await page.getByRole('button', { name: 'Usa le condizioni guidate' }).click()
  await expect(page.getByRole('button', { name: /^Togli la condizione/ })).toBeVisible()
  await page.getByRole('button', { name: 'Scrivi la condizione in SQL' }).click()
  await expect(editor).toHaveText('HB < 9')
  await editor.fill('')
  await page.getByRole('button', { name: 'Riprendi le condizioni guidate' }).click()
  await expect(editor).toHaveText('FERRITIN > 1000')
  const meaning = page.getByRole('region', { name: 'Condizioni' }).getByRole('status').first()
  await expect(meaning).toContainText('«Ferritina» è maggiore di 1.000 ng/mL')
  const count = page.getByRole('region', { name: 'Quanti pazienti' })
  await expect(count.getByRole('listitem').last()).toContainText('«Ferritina» è maggiore di 1.000 ng/mL')
  await expectAccessible(page)
})

test('REQ-FIL-13: a problem is marked at its place, and the keyboard alone writes, completes and exits', async ({ visit }) => {
  const page = await visit('staff', {
    account: 'dm@demo.example',
    language: 'en',
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
  })
  await page.goto('/dm_filtro/__new__')
  await page.getByRole('button', { name: 'Write the condition in SQL' }).click()
  const editor = page.getByRole('textbox', { name: 'SQL condition' })
  await editor.focus()
  await page.keyboard.type('HB > 9 AND FEROCITY > 1')
  const meaning = page.getByRole('region', { name: 'Conditions' }).getByRole('status').first()
  await expect(meaning).toHaveText('Line 1, character 12: the field FEROCITY does not exist. Choose a name from the list of fields')
  await expect(page.locator('.cm-lintRange-error')).toHaveText('FEROCITY')
  await expect(editor).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)

  await editor.fill('')
  await page.keyboard.type('SEX = ')
  await page.keyboard.press('Control+Space')
  const list = page.getByRole('listbox', { name: 'Fields and values' })
  await expect(list.getByRole('option', { name: 'Female' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  // The list ignores Enter for a moment after it opens. The box then takes it as a new line, so begin again.
  await expect(async () => {
    await editor.fill('SEX = ')
    await page.keyboard.press('Control+Space')
    await expect(list).toBeVisible({ timeout: 5_000 })
    await page.keyboard.press('Enter')
    await expect(editor).toHaveText("SEX = 'F'", { timeout: 5_000 })
  }).toPass()
  await expect(meaning).toHaveText('“Sex at birth” equals “Female”')
  await page.keyboard.press('Tab')
  await expect(editor).not.toBeFocused()
})
