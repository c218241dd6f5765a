import { expect } from '@playwright/test'
import { acceptInvitation } from './src/accounts.ts'
import { findViolations } from './src/axe.ts'
import { phone } from './src/browser-context.ts'
import { giveConsents } from './src/consents.ts'
import { test } from './src/test.ts'

// Its name puts it behind the tests whose patients must not be asked again.
test('REQ-CON-18, REQ-CON-19, REQ-CON-20: a GlobalAdmin publishes a changed text, and a patient reads what changed and answers again', async ({
  visit,
  mailbox,
  centre,
}) => {
  const email = 'testi@demo.example'
  const patient = await visit('myconsent', phone)
  await test.step('a patient gives the consents', async () => {
    const message = await mailbox.waitForNext(email, async () => {
      await centre.send('createPatients', ['CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,LANG', `TESTI,FIUME,ADA,Email,${email},it`])
    })
    await acceptInvitation(patient, mailbox, { contact: email, message, password: 'un fiume pieno di margherite' })
    await mailbox.waitForNext(email, () => giveConsents(patient))
  })

  const page = await visit('staff', { account: 'ga@demo.example' })
  await test.step('a GlobalAdmin drafts a new sentence, and reads preview and differences', async () => {
    await page.goto('/globalconfig')
    await page.getByRole('button', { name: 'Modifica e pubblica' }).click()
    await page.getByRole('link', { name: 'Consensi', exact: true }).click()
    await page.getByRole('tab', { name: 'Bozza' }).click()
    const part = page.getByRole('group', { name: 'Parte 3: Paragrafo' })
    for (const [language, sentence] of [
      ['Italiano', ' I dati viaggiano cifrati.'],
      ['Inglese', ' Data travel encrypted.'],
    ] as const) {
      const box = part.getByRole('textbox', { name: language })
      await box.fill(`${await box.inputValue()}${sentence}`)
    }
    await page.getByRole('button', { name: 'Salva la bozza' }).click()
    await expect(page.getByText(/^Bozza salvata da ga@demo\.example/)).toBeVisible()
    expect(await findViolations(page, 'light')).toEqual([])
    await page.getByRole('tab', { name: 'Anteprima' }).click()
    await expect(page.getByRole('region', { name: 'Anteprima' })).toContainText('I dati viaggiano cifrati.')
    expect(await findViolations(page, 'light')).toEqual([])
    await page.getByRole('tab', { name: 'Differenze' }).click()
    await expect(page.locator('ins')).toContainText('I dati viaggiano cifrati.')
    expect(await findViolations(page, 'light')).toEqual([])
  })

  await test.step('the publication asks the patients concerned', async () => {
    await page.getByRole('tab', { name: 'Bozza' }).click()
    await page.getByRole('button', { name: 'Pubblica' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pubblica la bozza' })
    await dialog.getByRole('radio', { name: 'Serve una nuova risposta' }).check()
    await dialog.getByRole('checkbox', { name: /^C_DB_P:/ }).check()
    await expect(dialog.getByText(/^Persone interessate: (\d+|meno di 5)$/)).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Nuova sicurezza')
    expect(await findViolations(page, 'light')).toEqual([])
    const message = await mailbox.waitForNext(email, () => dialog.getByRole('button', { name: 'Pubblica' }).click())
    expect(message).toContain('/consenso')
    await expect(page.getByRole('row', { name: /C_DB_P Nuova sicurezza/ })).toBeVisible()
    await page.getByRole('tab', { name: 'Nuove risposte' }).click()
    await expect(page.getByRole('row', { name: /^RM01/ })).toBeVisible()
    expect(await findViolations(page, 'light')).toEqual([])
  })

  await test.step('the patient finds the changed sentence, keeps the other answers and answers again', async () => {
    await patient.goto('/myconsent')
    await patient.getByRole('link', { name: 'Rispondi di nuovo' }).click()
    await expect(patient.getByText('È cambiato: Consensi.', { exact: false })).toBeVisible()
    await patient.getByRole('button', { name: 'Prosegui con i consensi' }).click()
    await expect(patient.locator('mark')).toContainText('I dati viaggiano cifrati.')
    expect(await findViolations(patient, 'light')).toEqual([])
    await patient.getByRole('radio').first().check()
    for (let question = 1; question <= 7; question += 1) {
      await expect(patient.getByText(`Domanda ${question} di 7`, { exact: true })).toBeVisible()
      await patient.getByRole('button', { name: question < 7 ? 'Avanti' : 'Rileggi le risposte' }).click()
    }
    await patient.getByRole('button', { name: 'Conferma' }).click()
    await expect(patient.getByText('Modifiche registrate')).toBeVisible()
    await patient.goto('/myconsent')
    await expect(patient.getByRole('link', { name: 'Rispondi di nuovo' })).toHaveCount(0)
  })
})
