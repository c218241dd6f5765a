import { expect } from '@playwright/test'
import { findViolations } from './src/axe.ts'
import { test } from './src/test.ts'

const pages = [
  {
    email: 'dm@demo.example',
    path: '/dm_coorte',
    language: 'it',
    width: 1440,
    title: 'Coorte',
    picture: 'Età e sesso, per fenotipo',
    table: 'Mostra come tabella',
    created: 'Nuovo filtro',
  },
  {
    email: 'ca.rm01@demo.example',
    path: '/ca_coorte',
    language: 'en',
    width: 390,
    title: 'Cohort',
    picture: 'Age and sex, by phenotype',
    table: 'Show as a table',
    created: 'New filter',
  },
] as const

test('REQ-COH-01, REQ-COH-06, REQ-COH-08: the charts of a cohort, a new filter from a number, and a file', async ({ visit }) => {
  for (const { email, path, language, width, title, picture, table, created } of pages) {
    const page = await visit('staff', { account: email, language, viewport: { width, height: 900 } })
    const figure = page.locator('main figure').filter({ has: page.getByRole('heading', { name: picture }) })
    // The job computes the numbers in the first minute of the registry.
    await expect(async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(figure.locator('svg')).toBeVisible({ timeout: 15_000 })
    }).toPass()
    expect(await findViolations(page, 'light')).toEqual([])

    const download = page.waitForEvent('download')
    await figure.getByRole('button', { name: 'SVG' }).click()
    expect((await download).suggestedFilename()).toMatch(/^(coorte|cohort)-.*\.svg$/)

    await figure.getByText(table).click()
    await figure.getByRole('table').getByRole('button').first().focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: created })).toBeVisible()
  }
})
