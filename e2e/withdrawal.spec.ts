import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { acceptInvitation, signInStaff } from './src/accounts.ts'
import { expectReadable } from './src/expect-readable.ts'
import { languages, phone } from './src/browser-context.ts'
import { translate } from './src/catalogue.ts'
import { giveConsents } from './src/consents.ts'
import { addFilter, exportFile } from './src/filters.ts'
import { findLink } from './src/mailbox.ts'
import { test } from './src/test.ts'

const erase = { it: /^Cancellare i miei dati/, en: /^Erase my data/ } as const
const open = { it: '0 di 1 destinatario ha confermato', en: '0 of 1 recipient has confirmed' } as const
const confirmed = { it: '1 di 1 destinatario ha confermato', en: '1 of 1 recipient has confirmed' } as const

/** Counts how often the person presses, on every page of this tab. */
const countPresses = async (page: Page): Promise<() => number> => {
  let presses = 0
  await page.exposeFunction('countPress', () => (presses += 1))
  const listen = () => addEventListener('pointerdown', () => Reflect.get(globalThis, 'countPress')(), true)
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return () => presses
}

for (const [index, language] of languages.entries())
  test(`REQ-CON-06, REQ-CON-17: a patient withdraws on a phone and follows the deletion request of exported files by the code (${language})`, async ({
    visit,
    mailbox,
    centre,
  }) => {
    const say = (italian: string): string => translate(italian, language)
    const email = `ritiro.${language}@demo.example`
    const centreId = `RITIRO-${language}`
    const ferritin = String(7301 + index)
    const password = 'una foglia nel vento'
    const page = await visit('myconsent', phone)
    const message = await mailbox.waitForNext(email, async () => {
      const header = 'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,LANG'
      await centre.send('createPatients', [header, `${centreId},FOGLIA,VERA,Email,${email},${language}`])
    })
    await acceptInvitation(page, mailbox, { contact: email, message, password })
    await page.context().addCookies([{ name: 'lang', value: language, url: new URL('/', page.url()).href }])
    await page.reload()
    const readPresses = await countPresses(page)
    await mailbox.waitForNext(email, () => giveConsents(page, language))
    const pressesToGive = readPresses()

    const desk = await visit('staff')
    await test.step('a data manager exports the patient', async () => {
      expect(await centre.send('putMedicalData', ['CENTER_ID,FERRITIN', `${centreId},${ferritin}`])).toMatchObject({ ok: 1 })
      await signInStaff(desk, 'dm@demo.example')
      await desk.getByRole('button', { name: 'Filtri' }).click()
      const condition = { field: 'Ferritina', operator: 'è uguale a', value: ferritin }
      await addFilter(desk, { name: `Ritiro ${language}`, description: 'Un paziente', fields: ['Ferritina'], conditions: [condition] })
      await desk.getByRole('tab', { name: 'Esportazione' }).click()
      expect((await exportFile(desk, 'csv')).rows).toHaveLength(1)
    })

    const receipt = await test.step('withdrawing takes no more presses than giving the consents', async () => {
      await page.goto('/myconsent')
      const before = readPresses()
      await page.getByRole('link', { name: `${say('I tuoi consensi')}: ${say('Visualizza')}` }).click()
      await page.getByRole('button', { name: say('Ritiro'), exact: true }).click()
      await page.getByRole('radio', { name: erase[language] }).check()
      await page.getByLabel(say('La tua password'), { exact: true }).fill(password)
      const sent = await mailbox.waitForNext(email, async () => {
        await page.getByRole('button', { name: say('Conferma il ritiro') }).click()
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: say('Mi ritiro dal registro') })
          .click()
      })
      expect(readPresses() - before).toBeGreaterThan(3)
      expect(readPresses() - before).toBeLessThanOrEqual(pressesToGive)
      return sent
    })

    const code = await test.step('the code on the screen opens the status, and is removed from the address', async () => {
      const dialog = page.getByRole('alertdialog')
      // The mail may arrive before the page has the answer.
      const pattern = /(?:\w{4}-){6}\w{4}/
      await expect(dialog).toContainText(pattern)
      const [shown = ''] = pattern.exec((await dialog.textContent()) ?? '') ?? []
      await expectReadable(page, language)
      const download = page.waitForEvent('download')
      await dialog.getByRole('button', { name: say('Scarica la conferma (PDF)') }).click()
      expect((await readFile(await (await download).path())).subarray(0, 5).toString()).toBe('%PDF-')
      await dialog.getByRole('button', { name: say('Ho capito') }).click()
      await expect(page.getByText(open[language])).toBeVisible()
      await expect(page).toHaveURL(/\/stato_ritiro$/)
      await expectReadable(page, language)
      return shown
    })

    await test.step('the link of the receipt opens the same status in another browser', async () => {
      expect(findLink(receipt)).toMatch(new RegExp(`/stato_ritiro#${code}$`))
      const other = await visit('myconsent', { ...phone, language })
      await other.goto(findLink(receipt))
      await expect(other.getByText(open[language])).toBeVisible()
    })

    await test.step('the sign-in page leads to the status, where the code is typed', async () => {
      const visitor = await visit('myconsent', { ...phone, language })
      await visitor.goto('/loginp')
      await visitor.getByRole('link', { name: say('Ti sei ritirato? Vedi lo stato del ritiro') }).click()
      await expect(visitor.getByRole('heading', { level: 1, name: say('Stato del ritiro') })).toBeVisible()
      await expectReadable(visitor, language)
      const field = visitor.getByRole('textbox', { name: say('Codice del ritiro') })
      await field.fill('0000-0000-0000-0000-0000-0000-0000')
      await visitor.getByRole('button', { name: say('Mostra lo stato') }).click()
      await expect(visitor.getByText(say('Nessun ritiro ha questo codice'))).toBeVisible()
      await field.fill(code.toLowerCase().replaceAll('-', ' '))
      await visitor.getByRole('button', { name: say('Mostra lo stato') }).click()
      await expect(visitor.getByText(open[language])).toBeVisible()
    })

    await test.step('the data manager confirms to have deleted the file, and the patient reads it', async () => {
      await desk.goto('/uhome')
      const deletionRequest = desk.getByRole('checkbox', { name: new RegExp(`^Ritiro ${language} `) })
      await deletionRequest.check()
      await desk.getByRole('button', { name: 'Confermo di aver eliminato i file scelti' }).click()
      await expect(deletionRequest).toHaveCount(0)
      await page.goto('/stato_ritiro')
      await page.getByRole('textbox', { name: say('Codice del ritiro') }).fill(code)
      await page.getByRole('button', { name: say('Mostra lo stato') }).click()
      await expect(page.getByText(confirmed[language])).toBeVisible()
      await expectReadable(page, language)
    })
  })
