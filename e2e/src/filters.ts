import { expect, type Download, type Locator, type Page } from '@playwright/test'
import { readTable } from '@registry/tabular/read/read-table'
import type { TableFormat } from '@registry/tabular/format'

export type NewFilter = {
  readonly name: string
  readonly description: string
  /** The labels of the selected fields. */
  readonly fields: readonly string[]
  readonly conditions: readonly { readonly field: string; readonly operator: string; readonly value: string }[]
}

/** Writes a new condition, without adding it, and returns its inputs. */
export const writeCondition = async (page: Page, { field, operator, value }: NewFilter['conditions'][number]): Promise<Locator> => {
  const condition = page.getByRole('group', { name: 'Nuova condizione' })
  await page.getByRole('combobox', { name: 'Aggiungi una condizione' }).click()
  await page.getByRole('option', { name: field, exact: true }).click()
  await condition.getByRole('combobox', { name: 'Operatore', exact: true }).click()
  await page.getByRole('option', { name: operator, exact: true }).click()
  await condition.getByLabel(/^Valore/).fill(value)
  return condition
}

export const addCondition = async (page: Page, condition: NewFilter['conditions'][number]): Promise<void> => {
  const written = await writeCondition(page, condition)
  await written.getByRole('button', { name: 'Aggiungi', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Aggiungi una condizione' })).toHaveValue('')
}

/** Adds a filter in Italian, starting at the list of filters (REQ-FIL-02). */
export const addFilter = async (page: Page, { name, description, fields, conditions }: NewFilter): Promise<void> => {
  await page.getByRole('button', { name: 'Nuovo filtro' }).click()
  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill(name)
  await page.getByRole('textbox', { name: 'Descrizione', exact: true }).fill(description)
  for (const field of fields) {
    await page.getByRole('textbox', { name: 'Cerca un campo' }).fill(field)
    await page.getByRole('checkbox', { name: field, exact: true }).check()
  }
  for (const condition of conditions) await addCondition(page, condition)
  await page.getByRole('button', { name: 'Salva' }).click()
  await expect(page.getByText('Modifiche registrate')).toBeVisible()
}

export type ExportedFile = {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

/** Exports the open filter or study in this format, and waits until the page shows that the file is saved. */
export const downloadExport = async (page: Page, label: string): Promise<Download> => {
  // A test cannot answer the file picker. Without the picker the browser downloads the file.
  await page.evaluate(() => Object.defineProperty(window, 'showSaveFilePicker', { value: undefined, configurable: true }))
  await page.getByRole('radio', { name: label }).check()
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Esporta', exact: true }).click()
  // Rows of the demonstration are rare, so exact values need a reason (REQ-EXP-07).
  const reason = page.getByLabel('Perché servono i valori esatti')
  await Promise.race([downloaded, reason.waitFor()])
  if (await reason.isVisible()) {
    await reason.fill('Prova dell’esportazione')
    await page.getByRole('button', { name: 'Esporta i valori esatti' }).click()
  }
  const download = await downloaded
  await expect(page.getByText(`File ${download.suggestedFilename()} salvato`)).toBeVisible()
  return download
}

/** Exports the open filter or study in one format and reads the file. */
export const exportFile = async (page: Page, format: TableFormat): Promise<ExportedFile> => {
  const download = await downloadExport(page, format.toUpperCase())
  let columns: readonly string[] = []
  const rows: Record<string, unknown>[] = []
  // Numbers of a workbook as the other formats write them.
  const show = (cell: unknown): unknown => (typeof cell === 'number' ? String(cell) : cell)
  for await (const batch of readTable(await download.path(), { format })) {
    columns = batch.columns
    for (const { cells } of batch.rows) rows.push(Object.fromEntries(batch.columns.map((column, index) => [column, show(cells[index])])))
  }
  return { name: download.suggestedFilename(), columns, rows }
}
