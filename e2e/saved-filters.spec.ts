import { expect } from '@playwright/test'
import { signInStaff } from './src/accounts.ts'
import { addFilter } from './src/filters.ts'
import { test } from './src/test.ts'

test('staff with an English browser find and run a filter in English, and change the language on the page', async ({ visit }) => {
  const page = await visit('staff', { language: 'en', locale: 'en-GB' })
  await signInStaff(page, 'dm@demo.example', 'en')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('textbox', { name: 'Search the table' }).fill('ferritina')
  await expect(page.getByRole('link', { name: 'HCV con malattia epatica', exact: true }), 'the rows move once').toHaveCount(0)
  await page.getByRole('link', { name: 'TDT con ferritina oltre 2500', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Conditions' })).toContainText('Ferritin')

  await page.getByRole('tab', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'Show the patients' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^\d+ patients/ })).toBeVisible()
  const rows = page.getByRole('grid', { name: 'Patients of the filter' })
  await expect(rows.getByRole('columnheader', { name: 'Clinical phenotype' })).toBeVisible()

  await page.getByRole('button', { name: 'Italiano' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^\d+ pazienti/ })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Esportazione' })).toHaveAttribute('aria-selected', 'true')
})

test('a link shows the same list: the address contains search and order', async ({ visit }) => {
  const page = await visit('staff', { account: 'ca.rm01@demo.example' })
  // Other tests of the same system add filters.
  await page.goto('/ca_filtri')
  const all = await page.getByText(/^\d+ righe$/).textContent()
  await page.goto('/ca_filtri?sort=-name&search=ferro')
  await expect(page.getByRole('textbox', { name: 'Cerca nella tabella' })).toHaveValue('ferro')
  await expect(page.getByText(`2 di ${all}`, { exact: true })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: /^Nome/ })).toHaveAttribute('aria-sort', 'descending')
})

test('only the author and a global admin may change a filter', async ({ visit }) => {
  const page = await visit('staff', { account: 'ca.mi01@demo.example' })
  await page.goto('/ca_filtro/1')
  await expect(page.getByRole('button', { name: 'Modifica' })).toBeDisabled()
  await expect(page.getByText('Può modificarlo l’autore o un GlobalAdmin.')).toBeVisible()
})

test('REQ-FIL-24: the columns have the order in which the fields were chosen', async ({ visit }) => {
  const page = await visit('staff', { account: 'dm@demo.example' })
  await page.goto('/dm_filtri')
  await addFilter(page, {
    name: 'Ordine delle colonne',
    description: 'Ferritina prima del genotipo',
    fields: ['Ferritina', 'Genotipo'],
    conditions: [],
  })
  const columns = page.getByRole('list', { name: 'Colonne, in ordine' }).getByRole('listitem')
  await expect(columns).toHaveText(['Ferritina', 'Genotipo'])
  const preview = page.getByRole('region', { name: 'Anteprima' }).getByRole('columnheader')
  await expect(preview).toHaveText([/^Ferritina/, /^Genotipo/])
  await page.getByRole('tab', { name: 'Esportazione' }).click()
  await page.getByRole('button', { name: 'Mostra i pazienti' }).click()
  const headers = page.getByRole('grid', { name: 'Pazienti del filtro' }).getByRole('columnheader')
  await expect(headers.filter({ hasText: /Ferritina|Genotipo/ })).toHaveText([/Ferritina/, /Genotipo/])
})
