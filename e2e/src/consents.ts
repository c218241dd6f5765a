import { expect, type Page } from '@playwright/test'

const step = /^Domanda (\d+) di (\d+)$/

/** Answers a document on a phone, one question at a time, each with its first option, up to the page that shows all answers. */
const answerAll = async (page: Page): Promise<void> => {
  const progress = page.getByText(step)
  const [, , count = '0'] = step.exec((await progress.textContent()) ?? '') ?? []
  for (let at = 1; at <= Number(count); at += 1) {
    await expect(progress).toHaveText(`Domanda ${at} di ${count}`)
    await page.getByRole('radio').first().check()
    await page.getByRole('button', { name: 'Avanti' }).click()
  }
  await expect(page.getByRole('button', { name: /^Cambia: / })).toHaveCount(Number(count))
}

/** Reads the information, answers the preliminary questions and gives every consent, from the home and on a phone (spec 1, section 2). */
export const giveConsents = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Inserisci i consensi' }).click()
  await expect(page.getByRole('tab', { name: 'Informazioni' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tab', { name: 'Consensi', exact: true })).toBeDisabled()
  await page.getByRole('button', { name: 'Prosegui' }).click()
  await answerAll(page)
  await page.getByRole('button', { name: 'Prosegui' }).click()
  await expect(page.getByRole('tab', { name: 'Consensi', exact: true })).toHaveAttribute('aria-selected', 'true')
  await answerAll(page)
  await page.getByRole('button', { name: 'Conferma' }).click()
  await expect(page.getByText('Modifiche registrate')).toBeVisible()
}
