import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './src/test.ts'

const account = 'ca.mi01@demo.example'
const code = 'MI01-00002'
const viewport = { width: 1440, height: 900 }
const haemoglobin = ['HB', 'HB_LAST', 'HB_MEAN', 'HB_MEDIAN', 'HB_MAX', 'HB_MIN'] as const

/** Saves values as the centre's program does. */
const save = (page: Page, values: object): Promise<unknown> =>
  page.evaluate(
    async ([id, medical]) => {
      const headers = { 'Content-Type': 'application/json', 'X-Requested-By': 'app' }
      const body = { lang: 'it', action: 'PUT_PATIENT_DATA', CENTER_ID: id, PATIENT: {}, MEDICAL_DATA: medical }
      const response = await fetch('/api/e_crf', { method: 'POST', headers, body: JSON.stringify(body) })
      return await response.json()
    },
    [code, values] as const,
  )

/** Answers all open discrepancies of the centre, so that the next one is the oldest. */
const answerAll = async (page: Page): Promise<void> => {
  await page.goto('/ca_segnalazioni')
  const tab = page.getByRole('tab', { name: /^Aperte \(/ })
  await expect(tab).toBeVisible()
  while (!(await tab.textContent())?.includes('(0)')) {
    const before = (await tab.textContent()) ?? ''
    await page.getByRole('checkbox', { name: /^Seleziona (tutte|quelle mostrate)$/ }).check()
    await page.getByRole('button', { name: /^Rispondi a / }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Motivo' }).fill('Ripetuto')
    await page.getByRole('dialog').getByRole('button', { name: 'È corretto' }).click()
    await expect(tab).not.toHaveText(before)
  }
}

test('REQ-UI-12, REQ-CRF-10: an unusual Hb is corrected from the home page in at most 5 actions without scrolling', async ({ visit }) => {
  const page = await visit('staff', { account, viewport })
  await answerAll(page)
  const unusual = { ...Object.fromEntries(haemoglobin.map((name) => [name, null])), HB_LAST: 16 }
  expect(await save(page, unusual)).toMatchObject({ success: true })
  await page.goto('/uhome')

  let actions = 0
  const expectInWindow = async (target: Locator): Promise<void> => {
    await expect(target).toBeInViewport({ ratio: 1 })
    actions += 1
  }
  const entry = page.getByRole('link', { name: /Segnalazioni aperte nelle cartelle/ })
  await expectInWindow(entry)
  await entry.click()
  const input = page.getByRole('textbox', { name: 'Emoglobina: ultimo valore' })
  await expect(input, 'the link leads to the field').toBeFocused()
  await expectInWindow(input)
  await page.keyboard.press('Control+a')
  await expectInWindow(input)
  await page.keyboard.type('9,6')
  await expectInWindow(page.getByRole('button', { name: 'Salva' }))
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Dati salvati correttamente')).toBeInViewport()
  expect(actions).toBeLessThanOrEqual(5)
  await page.goto('/uhome')
  await expect(entry).toHaveCount(0)
})
