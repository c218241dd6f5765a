import { expect } from '@playwright/test'
import { findViolations } from './src/axe.ts'
import { phone } from './src/browser-context.ts'
import { writeCondition } from './src/filters.ts'
import { test } from './src/test.ts'

/** The number at the start of a text, without the mark of thousands. */
const readNumber = (text: string | null): number => Number(/[\d.]+/.exec(text ?? '')?.[0].replaceAll('.', ''))

test('REQ-FIL-10: the number of patients follows the conditions while they are edited, on a phone', async ({ visit }) => {
  const page = await visit('staff', { account: 'ca.rm01@demo.example', ...phone })
  await page.goto('/ca_filtro/__new__')
  const count = page.getByRole('region', { name: 'Quanti pazienti' })
  await expect(count.getByRole('status')).toHaveText(/^\d+ pazienti$/)
  const all = readNumber(await count.getByRole('status').textContent())
  await expect(count.getByRole('listitem')).toHaveCount(2)

  const condition = await writeCondition(page, { field: 'Ferritina', operator: 'è maggiore di', value: '1000' })
  // The values of the field have a status too, while they are loading.
  await expect(condition.getByRole('status').filter({ hasText: 'Con questa condizione' })).toHaveText(
    /^Con questa condizione restano \d+ pazienti su \d+\.$/,
  )
  await condition.getByRole('button', { name: 'Aggiungi', exact: true }).click()

  await expect(count.getByRole('listitem').last()).toContainText('«Ferritina» è maggiore di 1.000 ng/mL')
  await expect(count).toContainText('Consenso ai dati clinici')
  await expect(count.getByRole('listitem').last()).toContainText(/esclusi \d+/)
  const some = readNumber(await count.getByRole('status').textContent())
  expect(some).toBeGreaterThan(0)
  expect(some).toBeLessThan(all)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(overflow).toBe(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findViolations(page, colorScheme)).toEqual([])
  }

  await page.getByRole('button', { name: /^Togli la condizione/ }).click()
  await expect(count.getByRole('listitem')).toHaveCount(2)
})
