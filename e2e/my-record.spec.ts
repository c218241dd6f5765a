import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { getField } from '@registry/domain/fields/dictionary'
import { findViolations } from './src/axe.ts'
import { expectReadable } from './src/expect-readable.ts'
import { languages, phone } from './src/browser-context.ts'
import { translate } from './src/catalogue.ts'
import { escapeExpression } from './src/page-texts.ts'
import { test } from './src/test.ts'

/** A patient with all consents, by mail or by SMS, and an administrator of the centre. */
const people = {
  it: { account: 'p2@demo.example', admin: 'ca.rm01@demo.example' },
  en: { account: '+39 3330000005', admin: 'ca.mi01@demo.example' },
} as const

/** The code of the sign-in opens the record for ten minutes. The first answer is the one that the server gives after them. */
const refuseOnce = (page: Page): Promise<unknown> => {
  const detail = { code: 'record_code_required', message: 'record_code_required', fields: {} }
  const json = { error: { message: detail.message, code: -32_600, data: { code: 'BAD_REQUEST', httpStatus: 400, detail } } }
  return page.route('**/api/trpc/myRecord.read*', (route) => route.fulfill({ status: 400, json }), { times: 1 })
}

const download = async (page: Page, button: string): Promise<string> => {
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button, exact: true }).click()])
  return readFile(await saved.path(), 'utf8')
}

for (const language of languages)
  test(`REQ-PAT-25, REQ-PAT-26, REQ-PAT-27, REQ-PAT-28, REQ-PAT-29, REQ-PAT-30: a patient reads their record on a phone, takes it along, and the centre answers a request for correction (${language})`, async ({
    visit,
    mailbox,
  }) => {
    const say = (italian: string, values = {}): string => translate(italian, language, values)
    const { account, admin } = people[language]
    const contact = account.replaceAll(' ', '')
    const label = getField('FERRITIN_LAST').label[language]
    const page = await visit('myconsent', { account, language, ...phone })

    await test.step('a code opens the record', async () => {
      await refuseOnce(page)
      await page.goto('/miei_dati')
      await expect(page.getByRole('heading', { level: 1, name: say('La tua cartella') })).toBeVisible()
      const code = await mailbox.waitForCode(contact, () => page.getByRole('button', { name: say('Manda il codice') }).click())
      await page.getByRole('textbox', { name: say('Codice') }).fill(code)
      await expectReadable(page, language)
      await page.getByRole('button', { name: say('Apri la cartella') }).click()
      await expect(page.locator('summary').first()).toBeVisible()
    })

    await test.step('it has the values with their bands, and the dated results of a test', async () => {
      await expectReadable(page, language)
      for (const section of await page.locator('summary').all()) await section.click()
      const value = page
        .getByRole('definition')
        .filter({ has: page.getByRole('button', { name: say('Non è giusto? {label}', { label }) }) })
      await expect(value).toContainText(new RegExp(escapeExpression(say('Fascia: {label} ({range})').split('{', 1).join(''))))
      await value.getByRole('button', { name: say('Vedi l’andamento: {label}', { label }) }).click()
      await expect(value.locator('svg').first()).toBeVisible()
      await expect(value.getByRole('listitem').first()).toContainText(/\d\d\/\d\d\/\d{4}/)
      await expectReadable(page, language)
    })

    await test.step('three files and the sheet for emergencies are downloaded', async () => {
      expect(await download(page, say('Da leggere (PDF)'))).toMatch(/^%PDF-/)
      expect(await download(page, say('Per un foglio di calcolo (CSV)'))).toContain(label)
      expect(JSON.parse(await download(page, say('Per un altro medico o un’app (FHIR)')))).toMatchObject({ resourceType: 'Bundle' })
      await page.getByRole('textbox', { name: say('Le tue allergie') }).fill('Penicillin')
      expect(await download(page, say('Scarica la scheda (PDF)'))).toMatch(/^%PDF-/)
    })

    const wanted = `2026: 640 ng/mL (${language})`
    await test.step('a value that is not right becomes a request to the centre', async () => {
      await page.getByRole('button', { name: say('Non è giusto? {label}', { label }) }).click()
      await page.getByRole('textbox', { name: say('Che cosa va corretto') }).fill(wanted)
      await expectReadable(page, language)
      await page.getByRole('button', { name: say('Invia al centro') }).click()
      const dialog = page.getByRole('dialog')
      const sent = dialog.getByText(say('La richiesta è arrivata al centro. La risposta la leggi nelle tue richieste di correzione.'))
      await expect(sent, 'what was done is in the window').toBeInViewport()
      await dialog.getByRole('button', { name: say('Chiudi') }).click()
      await expect(dialog).toBeHidden()
    })

    const answer = `OK, 812 ng/mL (${language})`
    await test.step('the centre finds it on the home page and at the field, and answers', async () => {
      const desk = await visit('staff', { account: admin, language, viewport: { width: 1440, height: 900 } })
      await desk.goto('/uhome')
      await desk.getByRole('button', { name: say('Apri le richieste'), exact: true }).click()
      const request = desk.getByRole('listitem').filter({ hasText: wanted })
      await request.getByRole('link', { name: new RegExp(escapeExpression(label)) }).click()
      await expect(desk.getByText(say('Il paziente chiede: {text}', { text: wanted }))).toBeVisible()
      await desk
        .getByRole('region', { name: say('Richieste di correzione del paziente') })
        .locator('summary')
        .click()
      await request.getByRole('textbox', { name: say('Risposta al paziente') }).fill(answer)
      for (const scheme of ['light', 'dark'] as const) {
        await desk.emulateMedia({ colorScheme: scheme })
        expect(await findViolations(desk, scheme)).toEqual([])
      }
      const message = await mailbox.waitForNext(contact, () =>
        request.getByRole('button', { name: say('Il valore resta: spiego') }).click(),
      )
      expect(message, 'the message says nothing about the record').not.toContain('812 ng')
    })

    await test.step('the patient reads the answer', async () => {
      await page.getByRole('link', { name: say('Correzioni'), exact: true }).click()
      const request = page.getByRole('listitem').filter({ hasText: wanted })
      await expect(request).toContainText(answer)
      await expect(request).toContainText(say('Spiegato'))
      await expectReadable(page, language)
    })
  })
