import { expect, type Page } from '@playwright/test'
import { signInPatient } from './src/accounts.ts'
import { findViolations } from './src/axe.ts'
import { phone } from './src/browser-context.ts'
import { test } from './src/test.ts'
import { translatePage } from './src/translated-page.ts'

const words = {
  it: {
    all: 'Studi clinici: Visualizza',
    read: /^Leggi e rispondi: Ridurre la dose/,
    video: 'Guarda il video',
    videoTitle: 'Video dello studio',
    consent: 'Consenso allo studio',
    change: /^Puoi uscire dallo studio quando vuoi/,
    confirm: 'Conferma',
    required: 'Inserisci la risposta',
  },
  en: {
    all: 'Clinical studies: View',
    read: /^Read and answer: Reducing the chelator dose/,
    video: 'Watch the video',
    videoTitle: 'Study video',
    consent: 'Consent to the study',
    change: /^You can leave the study/,
    confirm: 'Confirm',
    required: 'Enter your answer',
  },
} as const

/** Reads the invitation from the main page to the question. The video's site is asked for nothing before a press (THREAT-29). */
const readInvitation = async (page: Page, language: 'it' | 'en', requested: readonly string[]): Promise<void> => {
  const { all, read, video, videoTitle, consent, change, confirm, required } = words[language]
  const before = requested.length
  await page.goto('/myconsent')
  await page.getByRole('link', { name: all }).click()
  expect(await findViolations(page, 'light')).toEqual([])
  await page.getByRole('link', { name: read }).click()
  await expect(page.getByRole('button', { name: video })).toBeVisible()
  expect(await findViolations(page, 'light')).toEqual([])
  expect(requested).toHaveLength(before)
  await page.getByRole('button', { name: video }).click()
  await expect(page.getByTitle(videoTitle)).toBeVisible()
  await expect.poll(() => requested.length).toBe(before + 1)
  await page.getByRole('button', { name: consent }).click()
  await expect(page.getByText(change)).toBeVisible()
  await expect(page.getByRole('radio', { checked: true }), 'no answer is chosen before').toHaveCount(0)
  await page.getByRole('button', { name: confirm, exact: true }).click()
  await expect(page.getByRole('alert').first()).toContainText(required)
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'no sideways scrolling').toBeLessThanOrEqual(390)
  expect(await findViolations(page, 'light')).toEqual([])
}

// Before the next test, which answers the only invitation of the demonstration.
test('REQ-UI-25: a patient answers a study on a translated page', async ({ visit }) => {
  const page = await visit('myconsent', { ...phone, account: 'p2@demo.example' })
  await translatePage(page)
  await page.goto('/pstudi')
  await page.getByRole('link', { name: words.it.read }).click()
  await page.getByRole('button', { name: words.it.consent }).click()
  await page.getByRole('button', { name: words.it.confirm, exact: true }).click()
  await expect(page.getByRole('alert').first()).toContainText(words.it.required)
  await page.getByRole('radio', { name: 'Sì' }).check()
  await expect(page.getByRole('radio', { name: 'Sì' })).toBeChecked()
})

test('REQ-STU-07: a patient reads an invitation in both languages, answers, and leaves the study', async ({ visit, mailbox }) => {
  const page = await visit('myconsent', phone)
  const requested: string[] = []
  await page.context().route('https://player.vimeo.com/**', async (route) => {
    requested.push(route.request().url())
    await route.fulfill({ contentType: 'text/html', body: '<title>video</title>' })
  })
  await signInPatient(page, mailbox, 'p2@demo.example')
  await readInvitation(page, 'it', requested)
  await page.context().addCookies([{ name: 'lang', value: 'en', url: new URL('/', page.url()).href }])
  await readInvitation(page, 'en', requested)
  await page.getByRole('radio', { name: 'Yes' }).check()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Thank you. Your answer has been recorded')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/myconsent$/)
  await page.getByRole('link', { name: words.en.all }).click()
  await expect(page.getByRole('region', { name: 'You have answered' }).getByText(/^You answered Yes on /)).toBeVisible()
  await page.goto('/pstudio/DOSE-2026?vista=consenso')
  await page.getByRole('button', { name: 'Leave the study' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave the study' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('You no longer take part in the study.')
  await page.goto('/pstudio/DOSE-2026?vista=consenso')
  await expect(page.getByText(/^You left the study on /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Answer Yes' })).toBeVisible()
  expect(await findViolations(page, 'light')).toEqual([])
})
