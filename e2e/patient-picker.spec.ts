import { expect, type Page } from '@playwright/test'
import type { Addresses } from './src/system.ts'
import { startSystem, systemMs } from './src/system.ts'
import { test as base } from './src/test.ts'

/** A centre has about a quarter of the patients of the demonstration. */
const patients = 12_000
const thousands = 3000

const test = base.extend<object, { readonly addresses: Addresses }>({
  addresses: [
    async ({}, use) => {
      const { addresses, stop } = await startSystem({ patients })
      await use(addresses)
      await stop()
    },
    { scope: 'worker', timeout: systemMs },
  ],
})

type Row = { readonly CENTER_ID: string; readonly SURNAME: string | null }

const listAll = (page: Page): Promise<readonly Row[]> =>
  page.evaluate(async () => {
    const headers = { 'Content-Type': 'application/json', 'X-Requested-By': 'app' }
    const body = JSON.stringify({ action: 'LIST_PATIENTS', all_fields: true, rows_only: true, lang: 'it' })
    const response = await fetch('/api/e_crf', { method: 'POST', headers, body })
    return ((await response.json()) as { rows: Row[] }).rows
  })

test('REQ-CRF-06: the keyboard alone finds one of thousands of patients by code or name, opens the record and closes it', async ({
  visit,
}) => {
  const page = await visit('staff', { account: 'ca.rm01@demo.example' })
  const { keyboard } = page
  await page.goto('/ecrf')
  const search = page.getByRole('textbox', { name: 'Cerca un paziente' })
  const found = page.locator('main tbody a')
  await expect(search).toBeFocused()
  await expect(found).toHaveCount(50)
  await expect(page.getByRole('button', { name: 'Altri pazienti' }), 'the page does not wait for all').toBeVisible()
  const all = await listAll(page)
  expect(all.length).toBeGreaterThan(thousands)

  const last = all.findLast(({ SURNAME: surname }) => surname !== null)
  const code = last?.CENTER_ID ?? ''
  await keyboard.type(code)
  await expect(found).toHaveCount(1)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()

  const close = page.getByRole('button', { name: 'Chiudi cartella' })
  for (let pressed = 0; pressed < 40 && !(await close.evaluate((button) => button === document.activeElement)); pressed += 1)
    await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect(search).toBeFocused()

  const surname = last?.SURNAME ?? ''
  const same = all.filter((row) => row.SURNAME?.includes(surname))
  await keyboard.type(surname.toLowerCase())
  await expect(found).toHaveCount(Math.min(50, same.length))
  const second = (await found.nth(1).textContent()) ?? ''
  expect(same.map((row) => row.CENTER_ID)).toContain(second)
  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: second })).toBeVisible()
})
