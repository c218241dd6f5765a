import { expect } from '@playwright/test'
import { findViolations } from './src/axe.ts'
import { languages, phone } from './src/browser-context.ts'
import { translate } from './src/catalogue.ts'
import { test } from './src/test.ts'

const words = {
  it: { saved: /^Bozza salvata da ga@demo\.example/, read: /^File letto: sf36\.json/, licensed: 'Parole con licenza?' },
  en: { saved: /^Draft saved by ga@demo\.example/, read: /^File read: sf36\.json/, licensed: 'Licensed words?' },
} as const

// Its name puts it behind the tests that fill in the demonstration wording.
for (const language of languages) {
  test(`REQ-PAT-21: a GlobalAdmin imports a wording from a file and publishes it, and a patient finds its words and title (${language})`, async ({
    visit,
  }) => {
    const text = (italian: string, values?: Parameters<typeof translate>[2]): string => translate(italian, language, values)
    const { saved, read, licensed } = words[language]
    const page = await visit('staff', { account: 'ga@demo.example', language })
    await page.goto('/globalconfig')
    await page.getByRole('button', { name: text('Versioni del questionario') }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: text('Scarica la versione {version}', { version: 1 }) }).click()
    const chunks: Buffer[] = []
    for await (const chunk of await (await downloading).createReadStream()) chunks.push(Buffer.from(chunk))
    const file = JSON.parse(Buffer.concat(chunks).toString()) as Record<(typeof languages)[number], { text: string }[]>
    const questions = file[language].with(0, { ...file[language][0]!, text: licensed })
    const changed = JSON.stringify({ ...file, licence: 'QM-2026', [language]: questions })

    await page.getByRole('tab', { name: text('Bozza') }).click()
    await page.locator('input[type=file]').setInputFiles({ name: 'sf36.json', mimeType: 'application/json', buffer: Buffer.from(changed) })
    await expect(page.getByText(read)).toBeVisible()
    await page.getByRole('button', { name: text('Salva la bozza') }).click()
    await expect(page.getByText(saved)).toBeVisible()
    expect(await findViolations(page, 'light')).toEqual([])
    await page.getByRole('tab', { name: text('Anteprima') }).click()
    await expect(page.getByRole('heading', { name: text('Questionario sulla salute (SF-36)') })).toBeVisible()
    expect(await findViolations(page, 'light')).toEqual([])
    await page.getByRole('tab', { name: text('Bozza') }).click()
    await page.getByRole('button', { name: text('Pubblica') }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: text('Pubblica') })
      .click()
    const version = language === 'it' ? 2 : 3
    await expect(page.getByText(text('Versione {published} pubblicata', { published: version }))).toBeVisible()
    expect(await findViolations(page, 'light')).toEqual([])

    const patient = await visit('myconsent', { account: 'p2@demo.example', language, ...phone })
    await patient.goto('/sf36')
    await expect(patient.getByRole('heading', { level: 1, name: text('Questionario sulla salute (SF-36)') })).toBeVisible()
    await expect(patient.getByRole('group', { name: licensed })).toBeVisible()
    await expect(patient.getByText(text('Testo dimostrativo: non è uno strumento validato.'))).toHaveCount(0)
  })
}

test('REQ-PAT-21: in English, a GlobalAdmin publishes a questionnaire with other questions, and a patient answers and reads it again', async ({
  visit,
}) => {
  const question = (text: string, options: readonly string[]) => ({ text, options })
  const sleep = {
    scoring: 'none',
    description: { it: 'Questionario sul sonno', en: 'Sleep questionnaire' },
    it: [question('Dormi bene?', ['Sì', 'No'])],
    en: [question('Do you sleep well?', ['Yes', 'No'])],
  }
  const page = await visit('staff', { language: 'en', account: 'ga@demo.example' })
  await page.goto('/creasf36?scheda=bozza')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'sleep.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(sleep)) })
  await expect(page.getByText(/^File read: sleep\.json/)).toBeVisible()
  await page.getByRole('button', { name: 'Add a question' }).click()
  const second = page.getByRole('group', { name: 'Question 2' })
  for (const [name, text] of [
    ['Text, Italian', 'Quante ore dormi?'],
    ['Text, English', 'How many hours do you sleep?'],
    ['Answer 1, Italian', 'Meno di 6'],
    ['Answer 1, English', 'Less than 6'],
    ['Answer 2, Italian', '6 o più'],
    ['Answer 2, English', '6 or more'],
  ] as const)
    await second.getByRole('textbox', { name }).fill(text)
  await page.getByRole('button', { name: 'Move up: Question 2', exact: true }).click()
  await expect(page.getByRole('group', { name: 'Question 1' })).toBeFocused()
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
