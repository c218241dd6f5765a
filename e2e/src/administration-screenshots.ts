import type { Page } from '@playwright/test'
import type { Language } from './browser-context.ts'
import { translate } from './catalogue.ts'
import type { ManualScreenshot } from './manual-screenshot-list.ts'

const openTab = async (page: Page, language: Language, tab: string): Promise<void> => {
  await page.getByRole('tab', { name: translate(tab, language) }).click()
}

/** Checks a file that changes one row of a table and adds none, without storing it. */
const checkTableFile = async (page: Page, language: Language): Promise<void> => {
  const text = (italian: string): string => translate(italian, language)
  await page.getByRole('radio', { name: text('Cambia righe che ci sono (CHANGE)') }).check()
  await page.getByRole('radio', { name: 'CSV' }).check()
  const unknown = language === 'it' ? 'SCONOSCIUTO' : 'UNKNOWN'
  const buffer = Buffer.from(`id,trans_fr\r\nFILE,Fichiers\r\n${unknown},x\r\n`)
  await page.locator('input[type=file]').setInputFiles({ name: 'svc_ecrf.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: text('Prova senza salvare') }).click()
  await page.getByRole('group', { name: text('Che cosa cambierebbe') }).waitFor()
}

/** The pages of global administrators and user administrators. */
export const administrationScreenshots: readonly ManualScreenshot[] = [
  {
    name: 'reference-tables-check',
    viewer: 'global admin',
    view: 'tables-upload',
    width: 760,
    prepare: checkTableFile,
    parts: (page, language) => [
      page.getByRole('group', { name: translate('Che cosa cambierebbe', language) }),
      page.getByRole('button', { name: translate('Prova senza salvare', language) }),
    ],
  },
  {
    name: 'log-entry',
    viewer: 'global admin',
    view: 'log-entry',
    width: 760,
    parts: (page) => [page.getByRole('dialog').locator('h2, dl')],
  },
  {
    name: 'questionnaire-question',
    viewer: 'global admin',
    view: 'creasf36',
    width: 760,
    prepare: async (page, language) => {
      await openTab(page, language, 'Bozza')
      await page.getByRole('radio', { name: translate('Nessuno: domande, quesiti e risposte a scelta', language) }).check()
      // The bar with the buttons is at the end of the window.
      await page.setViewportSize({ width: 760, height: 2000 })
    },
    parts: (page, language) => [
      page.getByText(translate('Punteggi', language), { exact: true }),
      page.getByRole('radiogroup'),
      page.locator('main fieldset').first(),
    ],
  },
  {
    name: 'consent-document-part',
    viewer: 'global admin',
    view: 'testo_consenso',
    width: 760,
    prepare: async (page, language) => {
      await openTab(page, language, 'Bozza')
      await page.locator('main fieldset').first().waitFor()
    },
    parts: (page) => [page.locator('main fieldset').first(), page.locator('main fieldset').nth(1)],
  },
  {
    name: 'communication-text',
    viewer: 'global admin',
    view: 'comunicazione',
    width: 760,
    prepare: async (page, language) => {
      const [subject, body] =
        language === 'it'
          ? ['Riunione annuale', 'Ciao {nome}, ti aspettiamo alla riunione annuale.']
          : ['Annual meeting', 'Hello {name}, we look forward to seeing you at the annual meeting.']
      await page
        .getByRole('textbox', { name: translate('Oggetto', language) })
        .first()
        .fill(subject)
      await page
        .getByRole('textbox', { name: translate('Testo dell’e-mail', language) })
        .first()
        .fill(body)
    },
    parts: (page, language) => [page.getByRole('group', { name: translate('Italiano', language), exact: true })],
  },
  {
    name: 'user-role',
    viewer: 'user admin',
    view: 'user-new',
    width: 760,
    prepare: async (page, language) => {
      await page.getByRole('checkbox', { name: translate('Responsabile dei dati', language) }).click()
      await page.getByRole('dialog').waitFor()
    },
    parts: (page) => [page.getByRole('dialog')],
  },
  {
    name: 'centre-area',
    viewer: 'user admin',
    view: 'centre-new',
    width: 760,
    prepare: async (page, language) => {
      const [italy, centre] = language === 'it' ? ['Italia', 'Centro'] : ['Italy', 'Centre']
      await page.getByRole('treeitem', { name: italy }).getByText(centre, { exact: true }).click()
    },
    parts: (page) => [page.locator('main fieldset:has([role=tree])')],
  },
]
