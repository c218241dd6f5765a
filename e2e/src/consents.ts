import { expect, type Page } from '@playwright/test'

const stepText = /^Domanda (\d+) di (\d+)$/

/** Answers all questions of a document on a phone with the first option, up to the review. */
const answerAll = async (page: Page): Promise<void> => {
  const progress = page.getByText(stepText)
  const [, , count = '0'] = stepText.exec((await progress.textContent()) ?? '') ?? []
  for (let position = 1; position <= Number(count); position += 1) {
    await expect(progress).toHaveText(`Domanda ${position} di ${count}`)
    await page.getByRole('radio').first().check()
    await page.getByRole('button', { name: position < Number(count) ? 'Avanti' : 'Rileggi le risposte' }).click()
  }
  await expect(page.getByRole('button', { name: /^Cambia: / })).toHaveCount(Number(count))
}

/** Answers the preliminary questions and gives all consents on a phone, starting at the home page (REQ-CON-03). */
export const giveConsents = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Inserisci i consensi' }).click()
  await expect(page.getByRole('tab', { name: 'Informazioni' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tab', { name: 'Consensi', exact: true })).toBeDisabled()
  await page.getByRole('button', { name: 'Prosegui con le domande preliminari' }).click()
  await answerAll(page)
  await page.getByRole('button', { name: 'Prosegui con i consensi' }).click()
  await expect(page.getByRole('tab', { name: 'Consensi', exact: true })).toHaveAttribute('aria-selected', 'true')
  await answerAll(page)
  await page.getByRole('button', { name: 'Conferma' }).click()
  await expect(page.getByText('Modifiche registrate')).toBeVisible()
}
