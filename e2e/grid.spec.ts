import { expect } from '@playwright/test'
import { test } from './src/test.ts'

test('REQ-UI-14: an order keeps the place in the page, the fixed column covers the others, and the search begins at the first row', async ({
  visit,
}) => {
  const page = await visit('staff', { account: 'dm@demo.example', viewport: { width: 1440, height: 900 } })
  await page.goto('/dm_filtro/1?tab=export')
  await page.getByRole('button', { name: 'Mostra i pazienti' }).click()
  const grid = page.getByRole('grid')
  await grid.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const before = await page.evaluate(() => window.scrollY)
  await page.getByRole('button', { name: 'Ordina per Sesso alla nascita' }).click()
  await expect(page).toHaveURL(/sort=SEX$/)
  expect(await page.evaluate(() => window.scrollY)).toBe(before)

  // The rows of a new place in the list are drawn after the scroll.
  const findCovering = () =>
    grid.evaluate((element) => {
      element.scrollTo(900, 300)
      const { left, top } = element.getBoundingClientRect()
      const cell = document.elementFromPoint(left + 30, top + 200)?.closest('[role=gridcell]')
      return {
        column: cell?.getAttribute('aria-colindex'),
        opaque: cell && !/rgba\(.*, 0(\.\d+)?\)|transparent/.test(getComputedStyle(cell).backgroundColor),
      }
    })
  await expect.poll(findCovering).toEqual({ column: '1', opaque: true })
  await page.getByRole('textbox', { name: 'Cerca nella tabella' }).fill('RM01')
  await expect.poll(() => grid.evaluate((element) => element.scrollTop)).toBe(0)
})
