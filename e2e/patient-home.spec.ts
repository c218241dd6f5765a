import { expect } from '@playwright/test'
import { enterFirstCode } from './src/accounts.ts'
import { expectReadable } from './src/expect-readable.ts'
import { languages, phone } from './src/browser-context.ts'
import { translate } from './src/catalogue.ts'
import { giveConsents } from './src/consents.ts'
import { findLink } from './src/mailbox.ts'
import { test } from './src/test.ts'

const password = 'due gufi sopra il campanile'

for (const language of languages)
  test(`REQ-PAT-08, REQ-PAT-18: an invited patient reads the first page, the home page and who used the data on a phone (${language})`, async ({
    visit,
    mailbox,
    centre,
  }) => {
    const say = (italian: string): string => translate(italian, language)
    const email = `casa.${language}@demo.example`
    const centreId = `CASA-${language}`
    const page = await visit('myconsent', { ...phone, language })
    const invitation = await mailbox.waitForNext(email, async () => {
      const header = 'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,LANG'
      await centre.send('createPatients', [header, `${centreId},GUFI,EMMA,Email,${email},${language}`])
    })

    await test.step('the link of the invitation opens the first page, even after a press without a password', async () => {
      await page.goto(findLink(invitation))
      await expect(page.getByRole('heading', { level: 1, name: say('Ti diamo il benvenuto in MyConsent') })).toBeVisible()
      await expectReadable(page, language)
      await page.getByRole('button', { name: say('Scegli questa password') }).click()
      await expect(page.getByRole('alert').first()).toBeVisible()
      await expectReadable(page, language)
    })

    await test.step('a password, then the code, open the home page with its red notice', async () => {
      await page.getByLabel(say('La tua password'), { exact: true }).fill(password)
      await page.getByLabel(say('Scrivila di nuovo')).fill(password)
      await enterFirstCode(page, mailbox, { contact: email, button: 'Scegli questa password', language })
      await expect(page.getByRole('heading', { level: 1, name: say('Ciao, {name}').replace('{name}', 'Emma') })).toBeVisible()
      await expect(page.getByText(say('Non hai mai autorizzato la registrazione'))).toBeVisible()
      await expectReadable(page, language)
    })

    await test.step('what the centre writes afterwards is among the uses, by kind of data', async () => {
      await mailbox.waitForNext(email, () => giveConsents(page, language))
      expect(await centre.send('putMedicalData', ['CENTER_ID,FERRITIN', `${centreId},812`])).toMatchObject({ ok: 1 })
      await page.goto('/myconsent')
      const uses = page.getByRole('region', { name: say('Chi ha usato i tuoi dati?') })
      const written = uses
        .getByRole('listitem')
        .filter({ hasText: say('I tuoi dati sono stati aggiornati dal programma del centro') })
        .filter({ hasText: say('dati clinici') })
      await expect(written).toHaveCount(1)
      await uses.getByRole('button', { name: say('Mostra tutti gli usi') }).click()
      await expect(uses.getByRole('combobox', { name: say('Tipo di dati') })).toBeInViewport()
      await expect(uses.getByRole('heading'), 'what opened is in the window').toBeInViewport()
      await uses.getByRole('combobox', { name: say('Tipo di dati') }).selectOption('medical')
      await expect(uses.getByRole('listitem')).toHaveCount(1)
      await expectReadable(page, language)
      await uses.getByRole('combobox', { name: say('Tipo di dati') }).selectOption('questionnaires')
      await expect(uses.getByText(say('Nessun uso di questo tipo in questo periodo.'))).toBeVisible()
      await expect(uses).not.toContainText('812')
    })
  })
