import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { unzip } from '@registry/tabular/testing/unzip'
import { downloadExport } from './src/filters.ts'
import { test } from './src/test.ts'

test('REQ-FIL-32, REQ-EXP-15: a data manager finds patients by dated results, and gets the results in a package', async ({ visit }) => {
  const page = await visit('staff', { account: 'dm@demo.example' })
  await page.goto('/dm_filtri')
  await page.getByRole('button', { name: 'Nuovo filtro' }).click()
  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Ferritina alta a fine 2020')
  await page.getByRole('textbox', { name: 'Descrizione', exact: true }).fill('Ultimo risultato del 2020 sopra 1000')
  await page.getByRole('textbox', { name: 'Cerca un campo' }).fill('Ferritina')
  await page.getByRole('checkbox', { name: 'Ferritina', exact: true }).check()

  await page.getByRole('combobox', { name: 'Aggiungi una condizione' }).click()
  await page.getByRole('option', { name: 'Ferritina', exact: true }).click()
  const condition = page.getByRole('group', { name: 'Nuova condizione' })
  await condition.getByRole('combobox', { name: 'Che cosa confrontare' }).click()
  await page.getByRole('option', { name: 'Valore a una data' }).click()
  await expect(condition.getByRole('textbox', { name: 'Fino al giorno' })).toBeFocused()
  await page.keyboard.type('31/12/2020')
  await condition.getByRole('textbox', { name: 'Da (ng/mL)' }).fill('1000')
  await condition.getByRole('button', { name: 'Aggiungi', exact: true }).click()
  const sentence = 'l’ultimo risultato di «Ferritina» fino al 31/12/2020 è maggiore o uguale a 1.000 ng/mL'
  await expect(page.getByRole('button', { name: `Modifica la condizione: ${sentence}` })).toBeVisible()
  await page.getByRole('button', { name: 'Salva' }).click()
  await expect(page.getByText('Modifiche registrate')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Condizioni' })).toContainText(sentence)

  await page.getByRole('tab', { name: 'Esportazione' }).click()
  await page.getByRole('radio', { name: 'Pacchetto per la statistica (ZIP)' }).check()
  await page.getByRole('radio', { name: 'Con i giorni dal primo risultato' }).check()
  const download = await downloadExport(page, 'Pacchetto per la statistica (ZIP)')
  const files = await unzip(await readFile(await download.path()))
  const [header, ...results] = (files['observations.csv']?.toString() ?? '').replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(header).toBe('PATIENT_NUMBER,ANALYTE,VALUE,COMPARATOR,UNIT,DAY')
  expect(results.length).toBeGreaterThan(10)
  expect(results.filter((line) => !/^\d+,FERRITIN,[\d.]+,[<>]?,ng\/mL,\d+$/.test(line))).toEqual([])
})
