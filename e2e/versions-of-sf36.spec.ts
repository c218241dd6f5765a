import { expect } from '@playwright/test'
import { findViolations } from './src/axe.ts'
import { phone } from './src/browser-context.ts'
import { test } from './src/test.ts'

// Its name puts it behind the tests that fill in the demonstration wording.
test('REQ-PAT-21: a GlobalAdmin imports a wording from a file and publishes it, and a patient finds its words and title', async ({
  visit,
}) => {
  const page = await visit('staff', { account: 'ga@demo.example' })
  await page.goto('/globalconfig')
  await page.getByRole('button', { name: 'Nuovo SF36' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Scarica la versione 1' }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await downloading).createReadStream()) chunks.push(Buffer.from(chunk))
  const file = JSON.parse(Buffer.concat(chunks).toString()) as { it: { text: string }[] }
  const changed = JSON.stringify({ ...file, licence: 'QM-2026', it: file.it.with(0, { ...file.it[0]!, text: 'Parole con licenza?' }) })

  await page.getByRole('tab', { name: 'Bozza' }).click()
  await page.locator('input[type=file]').setInputFiles({ name: 'sf36.json', mimeType: 'application/json', buffer: Buffer.from(changed) })
  await expect(page.getByText(/^File letto: sf36\.json/)).toBeVisible()
  await page.getByRole('button', { name: 'Salva la bozza' }).click()
  await expect(page.getByText(/^Bozza salvata da ga@demo\.example/)).toBeVisible()
  expect(await findViolations(page, 'light')).toEqual([])
  await page.getByRole('tab', { name: 'Anteprima' }).click()
  await expect(page.getByRole('heading', { name: 'Questionario sulla salute (SF-36)' })).toBeVisible()
  expect(await findViolations(page, 'light')).toEqual([])
  await page.getByRole('tab', { name: 'Bozza' }).click()
  await page.getByRole('button', { name: 'Pubblica' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pubblica' }).click()
  await expect(page.getByText('Versione 2 pubblicata')).toBeVisible()
  expect(await findViolations(page, 'light')).toEqual([])

  const patient = await visit('myconsent', { account: 'p2@demo.example', ...phone })
  await patient.goto('/sf36')
  await expect(patient.getByRole('heading', { level: 1, name: 'Questionario sulla salute (SF-36)' })).toBeVisible()
  await expect(patient.getByRole('group', { name: 'Parole con licenza?' })).toBeVisible()
  await expect(patient.getByText('Testo dimostrativo: non è uno strumento validato.')).toHaveCount(0)
})
