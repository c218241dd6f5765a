import { expect, type Page } from '@playwright/test'
import { test } from './src/test.ts'

/** Counts each press of the mouse on the page, from now on. */
const countClicks = async (page: Page): Promise<() => Promise<number>> => {
  await page.evaluate(() => {
    document.body.dataset['clicks'] = '0'
    const count = (): void => {
      document.body.dataset['clicks'] = String(Number(document.body.dataset['clicks']) + 1)
    }
    addEventListener('pointerdown', count, { capture: true })
  })
  return () => page.evaluate(() => Number(document.body.dataset['clicks']))
}

test('REQ-FIL-28: a filter of two columns and four conditions takes at most 14 clicks', async ({ visit }) => {
  const page = await visit('staff', { account: 'dm@demo.example' })
  await page.goto('/dm_filtri')
  await expect(page.getByRole('grid')).toBeVisible()
  const readClicks = await countClicks(page)
  await page.getByRole('button', { name: 'Nuovo filtro' }).click()

  await expect(page.getByRole('textbox', { name: 'Nome', exact: true })).toBeFocused()
  await page.keyboard.type('DEXA da ripetere')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Pochi clic')

  const search = page.getByRole('textbox', { name: 'Cerca un campo' })
  for (const field of ['Ferritina', 'Genotipo']) {
    await search.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(field)
    await page.getByRole('checkbox', { name: field, exact: true }).click()
  }

  const newField = page.getByRole('combobox', { name: 'Aggiungi una condizione' })
  const condition = page.getByRole('group', { name: 'Nuova condizione' })
  await newField.click()
  const chooseField = async (search: string, first: string): Promise<void> => {
    await expect(newField).toBeFocused()
    await page.keyboard.type(search)
    await page.keyboard.press('Enter')
    await expect(condition.getByRole('combobox', { name: 'Campo' })).toHaveValue(first)
  }
  const accept = async (sentence: string): Promise<void> => {
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: `Modifica la condizione: ${sentence}` })).toBeVisible()
  }

  await chooseField('sesso', 'Sesso alla nascita')
  await expect(condition.getByRole('combobox', { name: 'Valore' })).toBeFocused()
  await page.keyboard.type('F')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await accept('«Sesso alla nascita» è uguale a «Femmina»')

  await chooseField('ferritina', 'Ferritina')
  await expect(condition.getByRole('textbox', { name: 'Da (ng/mL)' })).toBeFocused()
  await page.keyboard.type('300')
  await page.keyboard.press('Tab')
  await page.keyboard.type('2500')
  await accept('«Ferritina» è compreso tra 300 e 2.500 ng/mL')

  await chooseField('emoglobina', 'Emoglobina')
  await expect(condition.getByRole('textbox', { name: 'Da (g/dL)' })).toBeFocused()
  await page.keyboard.type('7')
  await accept('«Emoglobina» è maggiore o uguale a 7 g/dL')

  await chooseField('dexa', 'Data della DEXA')
  await condition.getByRole('combobox', { name: 'Operatore' }).click()
  await page.getByRole('option', { name: 'risale a più di' }).click()
  await expect(condition.getByRole('textbox', { name: 'Quanti' })).toBeFocused()
  await page.keyboard.type('24')
  await accept('«Data della DEXA» risale a più di 24 mesi fa')

  await page.getByRole('button', { name: 'Salva' }).click()
  await expect(page.getByText('Modifiche registrate')).toBeVisible()
  const clicks = await readClicks()
  expect(clicks).toBeGreaterThan(5)
  expect(clicks).toBeLessThanOrEqual(14)
  await expect(page.getByRole('region', { name: 'Condizioni' })).toContainText('«Data della DEXA» risale a più di 24 mesi fa')
})
