import { expect } from '@playwright/test'
import { acceptInvitation } from './src/accounts.ts'
import { findViolations } from './src/axe.ts'
import { languages, phone } from './src/browser-context.ts'
import { translate } from './src/catalogue.ts'
import { giveConsents } from './src/consents.ts'
import { test } from './src/test.ts'

const words = {
  it: {
    saved: /^Bozza salvata da ga@demo\.example/,
    concerned: /^Persone interessate: (\d+|meno di 5)$/,
    changed: 'È cambiato: Consensi.',
    sentences: { Italiano: 'I dati viaggiano cifrati.', Inglese: 'Data travel encrypted.' },
    shown: 'I dati viaggiano cifrati.',
    reason: 'Nuova sicurezza',
  },
  en: {
    saved: /^Draft saved by ga@demo\.example/,
    concerned: /^People affected: (\d+|fewer than 5)$/,
    changed: 'Changed: Consents.',
    sentences: { Italiano: 'Ogni copia è cifrata.', Inglese: 'Each copy is encrypted.' },
    shown: 'Each copy is encrypted.',
    reason: 'More security',
  },
} as const

// Its name puts it behind the tests whose patients must not be asked again.
for (const language of languages) {
  test(`REQ-CON-18, REQ-CON-19, REQ-CON-20: a GlobalAdmin publishes a changed text, and a patient reads what changed and answers again (${language})`, async ({
    visit,
    mailbox,
    centre,
  }) => {
    const text = (italian: string, values?: Parameters<typeof translate>[2]): string => translate(italian, language, values)
    const { saved, concerned, changed, sentences, shown, reason } = words[language]
    const email = `testi.${language}@demo.example`
    const patient = await visit('myconsent', { language, ...phone })
    await test.step('a patient gives the consents', async () => {
      const message = await mailbox.waitForNext(email, async () => {
        await centre.send('createPatients', [
          'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,LANG',
          `TESTI-${language},FIUME,ADA,Email,${email},${language}`,
        ])
      })
      await acceptInvitation(patient, mailbox, { contact: email, message, password: 'un fiume pieno di margherite', language })
      await mailbox.waitForNext(email, () => giveConsents(patient, language))
    })

    const page = await visit('staff', { account: 'ga@demo.example', language })
    const openTab = (tab: string): Promise<void> => page.getByRole('tab', { name: text(tab) }).click()
    await test.step('a GlobalAdmin drafts a new sentence, and reads preview and differences', async () => {
      await page.goto('/globalconfig')
      await page.getByRole('button', { name: text('Modifica e pubblica') }).click()
      await page.getByRole('link', { name: text('Consensi'), exact: true }).click()
      await openTab('Bozza')
      const part = page.getByRole('group', { name: text('Parte {number}: {type}', { number: 3, type: text('Paragrafo') }) })
      for (const [label, sentence] of Object.entries(sentences)) {
        const box = part.getByRole('textbox', { name: text(label) })
        await box.fill(`${await box.inputValue()} ${sentence}`)
      }
      await page.getByRole('button', { name: text('Salva la bozza') }).click()
      await expect(page.getByText(saved)).toBeVisible()
      expect(await findViolations(page, 'light')).toEqual([])
      await openTab('Anteprima')
      await expect(page.getByRole('region', { name: text('Anteprima') })).toContainText(shown)
      expect(await findViolations(page, 'light')).toEqual([])
      await openTab('Differenze')
      await expect(page.locator('ins')).toContainText(shown)
      expect(await findViolations(page, 'light')).toEqual([])
    })

    await test.step('the publication asks the patients concerned', async () => {
      await openTab('Bozza')
      await page.getByRole('button', { name: text('Pubblica') }).click()
      const dialog = page.getByRole('dialog', { name: text('Pubblica la bozza') })
      await dialog.getByRole('radio', { name: text('Serve una nuova risposta') }).check()
      await dialog.getByRole('checkbox', { name: /^C_DB_P:/ }).check()
      await expect(dialog.getByText(concerned)).toBeVisible()
      await dialog.getByRole('textbox', { name: text('Motivo') }).fill(reason)
      expect(await findViolations(page, 'light')).toEqual([])
      const message = await mailbox.waitForNext(email, () => dialog.getByRole('button', { name: text('Pubblica') }).click())
      expect(message).toContain('/consenso')
      await expect(page.getByRole('row', { name: new RegExp(`C_DB_P ${reason}`) })).toBeVisible()
      await openTab('Nuove risposte')
      await expect(page.getByRole('row', { name: /^RM01/ })).toBeVisible()
      expect(await findViolations(page, 'light')).toEqual([])
    })

    await test.step('the patient finds the changed sentence, keeps the other answers and answers again', async () => {
      await patient.goto('/myconsent')
      await patient.getByRole('link', { name: text('Rispondi di nuovo') }).click()
      await expect(patient.getByText(changed, { exact: false })).toBeVisible()
      await patient.getByRole('button', { name: text('Prosegui con i consensi') }).click()
      await expect(patient.locator('mark')).toContainText(shown)
      expect(await findViolations(patient, 'light')).toEqual([])
      await patient.getByRole('radio').first().check()
      for (let question = 1; question <= 7; question += 1) {
        const progress = text('Domanda {number} di {total}', { number: question, total: 7 })
        await expect(patient.getByText(progress, { exact: true })).toBeVisible()
        await patient.getByRole('button', { name: text(question < 7 ? 'Avanti' : 'Rileggi le risposte') }).click()
      }
      await patient.getByRole('button', { name: text('Conferma') }).click()
      await expect(patient.getByText(text('Modifiche registrate'))).toBeVisible()
      await patient.goto('/myconsent')
      await expect(patient.getByRole('link', { name: text('Rispondi di nuovo') })).toHaveCount(0)
    })
  })
}
