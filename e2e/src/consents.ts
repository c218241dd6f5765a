import { expect, type Page } from '@playwright/test'
import type { Language } from './browser-context.ts'

const words = {
  it: {
    step: /^Domanda (\d+) di (\d+)$/,
    next: 'Avanti',
    review: 'Rileggi le risposte',
    change: /^Cambia: /,
    give: 'Inserisci i consensi',
    information: 'Informazioni',
    consents: 'Consensi',
    toPreliminary: 'Prosegui con le domande preliminari',
    toConsents: 'Prosegui con i consensi',
    confirm: 'Conferma',
    saved: 'Modifiche registrate',
  },
  en: {
    step: /^Question (\d+) of (\d+)$/,
    next: 'Next',
    review: 'Check your answers',
    change: /^Change: /,
    give: 'Give your consents',
    information: 'Information',
    consents: 'Consents',
    toPreliminary: 'Continue to the preliminary questions',
    toConsents: 'Continue to the consents',
    confirm: 'Confirm',
    saved: 'Changes saved',
  },
} as const

/** Answers all questions of a document on a phone with the first option, up to the review. */
const answerAll = async (page: Page, { step, next, review, change }: (typeof words)[Language]): Promise<void> => {
  const progress = page.getByText(step)
  const first = (await progress.textContent()) ?? ''
  const count = Number(step.exec(first)?.[2])
  for (let position = 1; position <= count; position += 1) {
    await expect(progress).toHaveText(first.replace('1', String(position)))
    await page.getByRole('radio').first().check()
    await page.getByRole('button', { name: position < count ? next : review }).click()
  }
  await expect(page.getByRole('button', { name: change })).toHaveCount(count)
}

/**
 * Answers the preliminary questions, unless another guardian has, and gives all consents on a phone, starting at the home page (REQ-CON-03).
 */
export const giveConsents = async (page: Page, language: Language = 'it', { asksPreliminary = true } = {}): Promise<void> => {
  const text = words[language]
  const consents = page.getByRole('tab', { name: text.consents, exact: true })
  await page.getByRole('link', { name: text.give }).click()
  await expect(page.getByRole('tab', { name: text.information })).toHaveAttribute('aria-selected', 'true')
  if (asksPreliminary) {
    await expect(consents).toBeDisabled()
    await page.getByRole('button', { name: text.toPreliminary }).click()
    await answerAll(page, text)
    await page.getByRole('button', { name: text.toConsents }).click()
  } else await consents.click()
  await expect(consents).toHaveAttribute('aria-selected', 'true')
  await answerAll(page, text)
  await page.getByRole('button', { name: text.confirm }).click()
  await expect(page.getByText(text.saved)).toBeVisible()
}
