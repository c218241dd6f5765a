import { expect, type Page } from '@playwright/test'
import { readPdf } from '@registry/server/shared/pdf/testing/read-pdf'
import { test } from './src/test.ts'

/** A text without spaces: a PDF has a space next to each ligature, such as that of “fi”. */
const pack = (text: string): string => text.replaceAll(/\s+/g, '')

/** The text of each page that the browser prints, without spaces. */
const printPages = async (page: Page): Promise<readonly string[]> => {
  const bytes = await page.pdf({ preferCSSPageSize: true })
  return (await readPdf(new Uint8Array(bytes))).pages.map(pack)
}

/** A page with the footer only is empty too. */
const expectNoEmptyPage = (pages: readonly string[]): void => {
  expect(pages.filter((text) => text.replace(/Titolaredeltrattamento.*$/, '') === '')).toEqual([])
}

/** Nothing on paper is there to press or to type into. */
const expectNoControls = async (page: Page): Promise<void> => {
  await page.emulateMedia({ media: 'print' })
  for (const role of ['button', 'textbox', 'combobox', 'checkbox', 'tablist'] as const)
    await expect(page.locator('main').getByRole(role), role).toHaveCount(0)
  await page.emulateMedia({ media: null })
}

test('REQ-CRF-06: a printed record has all sections with a value, and neither a control nor an empty page', async ({ visit }) => {
  const page = await visit('staff', { account: 'ca.rm01@demo.example' })
  await page.goto('/ecrf')
  await page.getByRole('link', { name: 'RM01-00040' }).click()
  const summaries = page.locator('main form details > summary')
  await expect(summaries.first()).toBeVisible()
  const sections = await summaries.evaluateAll((all) =>
    all.map((summary) => {
      const [name, count] = [...summary.children].map(({ textContent }) => textContent)
      return { name, hasValues: count?.startsWith('0 ') === false }
    }),
  )
  expect(sections.filter(({ hasValues }) => hasValues).length).toBeGreaterThan(5)
  await expectNoControls(page)
  const pages = await printPages(page)
  expectNoEmptyPage(pages)
  const text = pages.join('')
  for (const { name, hasValues } of sections) expect([name, text.includes(pack(name ?? ''))]).toEqual([name, hasValues])
  for (const control of ['Salva', 'Scarta la bozza', 'Andamenti']) expect(text).not.toContain(pack(control))
})

test('REQ-CRF-03: a printed history names each changed field', async ({ visit }) => {
  const page = await visit('staff', { account: 'ca.rm01@demo.example' })
  await page.goto('/ecrf')
  // No other test changes this patient, so one of the saves is the file of the demonstration.
  await page.getByRole('link', { name: 'RM01-00043' }).click()
  await page.getByRole('tab', { name: 'Storia' }).click()
  const saves = page.getByRole('region', { name: 'Storia della cartella' }).locator('details')
  await expect(saves.first()).toBeVisible()
  const parts = await saves.locator('summary > span').allTextContents()
  const names = parts.find((text) => text.split(', ').length > 12) ?? ''
  expect(names).not.toBe('')
  await expectNoControls(page)
  const pages = await printPages(page)
  expectNoEmptyPage(pages)
  expect(pages.join('')).toContain(pack(names))
})

test('REQ-CRF-21: a printed list of patients has its rows, and neither a control nor an empty page', async ({ visit }) => {
  const page = await visit('staff', { account: 'ca.rm01@demo.example' })
  await page.goto('/ecrf')
  const rows = page.locator('main tbody a')
  await expect(rows.first()).toBeVisible()
  const codes = await rows.allTextContents()
  const pages = await printPages(page)
  expectNoEmptyPage(pages)
  const text = pages.join('')
  for (const code of codes) expect(text).toContain(code)
  for (const control of ['Nuovo paziente', 'Da firmare', 'Valori da ripetere', 'Altri pazienti']) expect(text).not.toContain(pack(control))
})

test('REQ-COH-01: a printed cohort has two charts a page, and no empty page', async ({ visit }) => {
  const page = await visit('staff', { account: 'dm@demo.example' })
  const charts = page.locator('main figure')
  // The job computes the numbers in the first minute of the registry.
  await expect(async () => {
    await page.goto('/dm_coorte')
    await expect(charts.first().locator('svg').first()).toBeVisible({ timeout: 15_000 })
  }).toPass()
  const titles = await charts.getByRole('heading').allTextContents()
  expect(titles.length).toBeGreaterThan(5)
  await expectNoControls(page)
  const pages = await printPages(page)
  expectNoEmptyPage(pages)
  const text = pages.join('')
  for (const title of titles) expect(text).toContain(pack(title))
  // The complications are a table that fills a page.
  expect(pages.length).toBeLessThanOrEqual(Math.ceil(titles.length / 2) + 1)
})
