import { expect, type Page } from '@playwright/test'
import { signInPatient } from './src/accounts.ts'
import { phone } from './src/browser-context.ts'
import { test } from './src/test.ts'

const words = {
  it: {
    progress: (step: number) => `Domanda ${step} di 36`,
    next: 'Avanti',
    review: 'Rileggi le risposte',
    change: /^Cambia: /,
    confirm: 'Conferma',
    thanks: 'Grazie. La tua risposta è stata registrata',
    demonstration: 'Testo dimostrativo: non è uno strumento validato.',
    scores: 'Punteggi delle otto scale',
    read: /^Leggi il questionario del /,
    filled: 'Questionari compilati: Visualizza',
  },
  en: {
    progress: (step: number) => `Question ${step} of 36`,
    next: 'Next',
    review: 'Check your answers',
    change: /^Change: /,
    confirm: 'Confirm',
    thanks: 'Thank you. Your answer has been recorded',
    demonstration: 'Demonstration text: it is not a validated instrument.',
    scores: 'Scores of the eight scales',
    read: /^Read the questionnaire of /,
    filled: 'Completed questionnaires: View',
  },
} as const

const countDrafts = (page: Page): Promise<number> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('registry.draft.')).length)

/** Returns whether the last option is above the buttons at the bottom of the window. */
const isLastOptionVisible = async (page: Page, button: string): Promise<boolean> => {
  const option = await page.getByRole('radio').last().locator('..').boundingBox()
  const bar = await page.getByRole('button', { name: button, exact: true }).boundingBox()
  return option !== null && bar !== null && option.y + option.height <= bar.y
}

/** Answers the questions from one step to another with the first option. */
const answerSteps = async (page: Page, language: 'it' | 'en', from: number, to: number): Promise<void> => {
  const { progress, next, review } = words[language]
  for (let step = from; step <= to; step += 1) {
    await expect(page.getByText(progress(step), { exact: true })).toBeVisible()
    const button = step < 36 ? next : review
    expect(await isLastOptionVisible(page, button), `the last option of step ${step}`).toBe(true)
    await page.getByRole('radio').first().check()
    await page.getByRole('button', { name: button, exact: true }).click()
  }
}

test('REQ-PAT-13: a patient stops at item 20, closes the tab, goes on there and reads the scores', async ({ visit, mailbox }) => {
  const page = await visit('myconsent', phone)
  await signInPatient(page, mailbox, 'p2@demo.example')
  await page.getByRole('link', { name: 'Nuovo questionario: Compila' }).click()
  await expect(page.getByText(words.it.demonstration)).toBeVisible()
  await answerSteps(page, 'it', 1, 19)
  await expect(page.getByText(words.it.progress(20), { exact: true })).toBeVisible()
  await expect.poll(() => countDrafts(page)).toBe(1)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/SF-36|answers/)
  const tab = await page.context().newPage()
  await page.close()
  await tab.goto('/sf36')
  await answerSteps(tab, 'it', 20, 36)
  await expect(tab.getByRole('button', { name: words.it.change })).toHaveCount(36)
  await tab.getByRole('button', { name: words.it.confirm }).click()
  await expect(tab.getByText(words.it.thanks)).toBeVisible()
  await expect(tab.getByRole('region', { name: words.it.scores }).getByRole('row')).toHaveCount(9)
  await expect(tab.locator('figure')).toHaveCount(8)
  await tab.getByRole('link', { name: words.it.read }).first().click()
  await expect(tab.getByRole('heading', { name: 'Questionario compilato' })).toBeVisible()
  await expect(tab.getByText(words.it.demonstration)).toBeVisible()
})

test('REQ-PAT-13: the same in English, from the filled questionnaires', async ({ visit, mailbox }) => {
  const page = await visit('myconsent', phone)
  await signInPatient(page, mailbox, '+39 3330000005')
  await page.context().addCookies([{ name: 'lang', value: 'en', url: page.url() }])
  await page.reload()
  await page.getByRole('link', { name: words.en.filled }).click()
  await expect(page.getByRole('link', { name: words.en.read }).first()).toBeVisible()
  await page.goto('/sf36')
  await answerSteps(page, 'en', 1, 36)
  await page.getByRole('button', { name: words.en.confirm }).click()
  await expect(page.getByText(words.en.thanks)).toBeVisible()
})
