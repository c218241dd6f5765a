import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { acceptInvitation } from './src/accounts.ts'
import { findViolations } from './src/axe.ts'
import { languages, phone } from './src/browser-context.ts'
import { translate } from './src/catalogue.ts'
import { giveConsents } from './src/consents.ts'
import { test } from './src/test.ts'

const question = {
  it: 'Vuoi che ti contattiamo per studi e questionari?',
  en: 'Would you like us to contact you about studies and questionnaires?',
} as const

for (const language of languages)
  test(`REQ-CON-04, REQ-CON-06: a patient gives consents, changes one, reads what changes and the history, and prints (${language})`, async ({
    visit,
    mailbox,
    centre,
  }) => {
    const say = (italian: string): string => translate(italian, language)
    const email = `consensi.${language}@demo.example`
    const page = await visit('myconsent', phone)
    await test.step('a new patient is asked for the consents on the home page, and gives them', async () => {
      const message = await mailbox.waitForNext(email, async () => {
        const header = 'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,LANG'
        await centre.send('createPatients', [header, `CONSENSI-${language},PRATO,GIADA,Email,${email},${language}`])
      })
      await acceptInvitation(page, mailbox, { contact: email, message, password: 'un prato pieno di margherite' })
      await page.context().addCookies([{ name: 'lang', value: language, url: new URL('/', page.url()).href }])
      await page.reload()
      // The receipt of the consents must not be taken for a later mail (REQ-CON-15).
      await mailbox.waitForNext(email, () => giveConsents(page, language))
    })

    await test.step('a page of its own confirms them, with the receipt and what comes next', async () => {
      const title = page.getByRole('heading', { level: 1, name: say('Fatto. Le tue risposte sono registrate') })
      await expect(title).toBeInViewport()
      await expect(title).toBeFocused()
      await expect(page.getByRole('heading', { name: say('La tua ricevuta') })).toBeInViewport()
      await expect(page.getByRole('link', { name: say('Vai alla pagina principale') })).toBeInViewport()
      expect(await findViolations(page, 'light')).toEqual([])
    })
    const readAnswers = (): Promise<void> => page.getByRole('link', { name: say('Rivedi le tue risposte') }).click()
    await readAnswers()

    const answer = page.locator('section', { hasText: question[language] }).last()
    await test.step('the change of one answer names the previous one before it is confirmed', async () => {
      await answer.getByRole('button', { name: say('Cambia: {text}').replace('{text}', question[language]) }).click()
      await page.getByRole('radio', { name: say('No'), exact: true }).check()
      await page.getByRole('button', { name: say('Rileggi le risposte') }).click()
      const review = page.getByRole('listitem').filter({ hasText: question[language] })
      await expect(review).toContainText(say('prima: {option}').replace('{option}', say('Sì')))
      await expect(page.getByText(say('prima: {option}').replace('{option}', say('Sì')))).toHaveCount(1)
      await mailbox.waitForNext(email, () => page.getByRole('button', { name: say('Conferma') }).click())
      await readAnswers()
      await expect(answer).toContainText(say('No, ritirato'))
    })

    await test.step('the history has both answers, and opens the texts of that time', async () => {
      await page.getByRole('button', { name: say('Mostra la storia') }).click()
      const history = page.getByRole('region', { name: say('Storia delle tue risposte') })
      await expect(history.getByText(question[language])).toHaveCount(2)
      await expect(history.getByRole('heading', { level: 2 }), 'what opened is in the window').toBeInViewport()
      await history
        .getByRole('button', { name: say('Leggi i testi di allora') })
        .last()
        .click()
      const dialog = page.getByRole('dialog')
      for (const name of ['Informazioni', 'Domande preliminari', 'Consensi'])
        await expect(dialog.getByRole('region', { name: say(name), exact: true })).toBeVisible()
      await expect(dialog.getByText(question[language])).toBeVisible()
      await dialog
        .getByRole('button', { name: say('Chiudi') })
        .last()
        .click()
    })

    await test.step('the print is a PDF', async () => {
      const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: say('Stampa') }).click()])
      expect((await readFile(await saved.path())).subarray(0, 5).toString()).toBe('%PDF-')
    })

    await test.step('the home page has the dated answers', async () => {
      await page.goto('/myconsent')
      const summary = page.getByRole('region', { name: say('Che cosa hai accettato?') })
      await expect(summary.getByText(say('Sì'), { exact: true })).toHaveCount(5)
    })
  })
