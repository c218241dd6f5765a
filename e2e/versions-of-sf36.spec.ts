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

test('REQ-PAT-21: in English, a GlobalAdmin publishes a questionnaire with other points, and a patient answers and reads it again', async ({
  visit,
}) => {
  const point = (text: string, options: readonly string[]) => ({ text, options })
  const sleep = {
    scoring: 'none',
    description: { it: 'Questionario sul sonno', en: 'Sleep questionnaire' },
    it: [point('Dormi bene?', ['Sì', 'No'])],
    en: [point('Do you sleep well?', ['Yes', 'No'])],
  }
  const page = await visit('staff', { language: 'en', account: 'ga@demo.example' })
  await page.goto('/creasf36?scheda=bozza')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'sleep.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(sleep)) })
  await expect(page.getByText(/^File read: sleep\.json/)).toBeVisible()
  await page.getByRole('button', { name: 'Add a point' }).click()
  const second = page.getByRole('group', { name: 'Point 2' })
  for (const [name, text] of [
    ['Text, Italian', 'Quante ore dormi?'],
    ['Text, English', 'How many hours do you sleep?'],
    ['Answer 1, Italian', 'Meno di 6'],
    ['Answer 1, English', 'Less than 6'],
    ['Answer 2, Italian', '6 o più'],
    ['Answer 2, English', '6 or more'],
  ] as const)
    await second.getByRole('textbox', { name }).fill(text)
  await page.getByRole('button', { name: 'Move up: Point 2', exact: true }).click()
  await expect(page.getByRole('group', { name: 'Point 1' })).toBeFocused()
  expect(await findViolations(page, 'light')).toEqual([])
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await expect(page.getByText(/^Draft saved by ga@demo\.example/)).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText(/^Version \d+ published$/)).toBeVisible()

  const patient = await visit('myconsent', { account: 'p2@demo.example', language: 'en', ...phone })
  await patient.goto('/sf36')
  await expect(patient.getByRole('heading', { level: 1, name: 'Sleep questionnaire' })).toBeVisible()
  for (const [progress, option, next] of [
    ['Question 1 of 2', '6 or more', 'Next'],
    ['Question 2 of 2', 'No', 'Check your answers'],
  ] as const) {
    await expect(patient.getByText(progress, { exact: true })).toBeVisible()
    await patient.getByRole('radio', { name: option, exact: true }).check()
    await patient.getByRole('button', { name: next, exact: true }).click()
  }
  await patient.getByRole('button', { name: 'Confirm' }).click()
  await expect(patient.getByText('Thank you. Your answer has been recorded')).toBeVisible()
  await expect(patient.getByText('Sleep questionnaire').first()).toBeVisible()
  await patient
    .getByRole('link', { name: /^Read the questionnaire of / })
    .first()
    .click()
  await expect(patient.getByText('6 or more', { exact: true })).toBeVisible()
  expect(await findViolations(patient, 'light')).toEqual([])
})
