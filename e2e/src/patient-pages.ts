import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { type Language, languages } from './browser-context.ts'
import { translate } from './catalogue.ts'
import { escapeExpression } from './page-texts.ts'

/** The words of one language, by their Italian source or identifier. */
type Say = (text: string) => string

type PatientPage = {
  readonly name: string
  readonly path: string
  /** The heading of the page; `{name}` is the name of the patient. */
  readonly heading: string
  /** True for a page that a visitor reads without a session. */
  readonly isPublic?: boolean
  /** Does what the page is for. */
  readonly use: (page: Page, say: Say) => Promise<void>
}

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).first().click()

const expectError = (page: Page, text: string): Promise<void> => expect(page.getByRole('alert').first()).toContainText(text)

/** Downloads a document, and returns it after a check of its name and its format. */
const printDocument = async (page: Page, button: string, name: string): Promise<void> => {
  const [saved] = await Promise.all([page.waitForEvent('download'), press(page, button)])
  expect(saved.suggestedFilename()).toBe(`${name}.pdf`)
  expect((await readFile(await saved.path())).subarray(0, 5).toString()).toBe('%PDF-')
}

/** The pages of a patient who gave all consents and was invited to a study, and the public ones. */
export const patientPages: readonly PatientPage[] = [
  {
    name: 'sign-in',
    path: '/loginp',
    heading: 'Entra in MyConsent',
    isPublic: true,
    use: async (page, say) => {
      await expect(page.getByRole('textbox', { name: say('Codice'), exact: true })).toBeDisabled()
      await expect(page.getByRole('button', { name: say('Accedi'), exact: true })).toBeDisabled()
      await press(page, say('Richiedi il codice'))
      await expectError(page, say('error.contact_required'))
      await expectError(page, say('error.password_required'))
    },
  },
  {
    name: 'home',
    path: '/myconsent',
    heading: 'Ciao, {name}',
    use: async (page, say) => {
      const view = (area: string) => page.getByRole('link', { name: `${say(area)}: ${say('Visualizza')}`, exact: true })
      for (const area of ['I tuoi dati', 'I tuoi consensi', 'Questionari compilati', 'Newsletter', 'Studi clinici'])
        await expect(view(area)).toBeVisible()
      await expect(page.getByRole('region', { name: say('Che cosa hai accettato?') }).getByText(say('Sì'), { exact: true })).toHaveCount(6)
    },
  },
  {
    name: 'who used the data',
    path: '/myconsent',
    heading: 'Ciao, {name}',
    use: async (page, say) => {
      await press(page, say('Mostra tutti gli usi'))
      const uses = page.getByRole('region', { name: say('Chi ha usato i tuoi dati?') })
      await uses.getByLabel(say('Tipo di dati')).selectOption({ label: say('dati clinici') })
      const use = uses.getByRole('listitem').filter({ hasText: say('I tuoi dati sono stati aggiornati dal programma del centro') })
      await expect(use.first()).toBeVisible()
    },
  },
  {
    name: 'own record',
    path: '/miei_dati',
    heading: 'La tua cartella',
    use: async (page, say) => {
      // The code of the sign-in opens it. A section unfolds under its heading.
      await expect(page.locator('details > summary').last()).toBeVisible()
      for (const section of await page.locator('details > summary').all()) await section.click()
      await expect(page.getByText(say('Fascia: {label} ({range})').split(':', 1).join('')).first()).toBeVisible()
      await expect(page.getByRole('link', { name: say('Chi ha usato i tuoi dati?') })).toBeVisible()
    },
  },
  {
    name: 'corrections',
    path: '/correzioni',
    heading: 'Le tue richieste di correzione',
    use: async (page, say) => {
      await press(page, say('Chiedi una correzione'))
      await press(page, say('Invia al centro'))
      await expect(page.getByRole('textbox', { name: say('Che cosa va corretto') })).toHaveAccessibleDescription(
        new RegExp(escapeExpression(say('error.field_required'))),
      )
    },
  },
  {
    name: 'personal data',
    path: '/pdati',
    heading: 'I tuoi dati',
    use: async (page, say) => {
      await press(page, say('Modifica'))
      for (const field of ['Nome', 'Cognome', 'Data di nascita'])
        await expect(page.getByRole('textbox', { name: say(field), exact: true })).toBeDisabled()
      const email = page.getByRole('textbox', { name: 'E-mail', exact: true })
      const stored = await email.inputValue()
      await email.fill('')
      await press(page, say('Modifica (salva)'))
      await expectError(page, say('error.rule_email_missing'))
      await email.fill(stored)
      await press(page, say('Indietro'))
      await expect(page.getByRole('button', { name: say('Stampa'), exact: true })).toBeVisible()
    },
  },
  {
    name: 'consents',
    path: '/consenso',
    heading: 'I tuoi consensi',
    use: async (page, say) => {
      for (const tab of ['Informazioni', 'Domande preliminari', 'Consensi']) {
        await page.getByRole('tab', { name: say(tab), exact: true }).click()
        await expect(page.getByRole('tab', { name: say(tab), exact: true })).toHaveAttribute('aria-selected', 'true')
        await expect(page.getByRole('tabpanel')).not.toBeEmpty()
      }
      const consents = page.getByRole('tabpanel')
      for (const button of ['Modifica', 'Stampa'])
        await expect(consents.getByRole('button', { name: say(button), exact: true })).toBeVisible()
      await expect(consents.getByRole('link', { name: say('Indietro') })).toBeVisible()
    },
  },
  {
    name: 'withdrawal',
    path: '/consenso?vista=ritiro',
    heading: 'Ritiro dal registro',
    use: async (page, say) => {
      await expect(page.getByRole('radio')).toHaveCount(3)
      await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
      await press(page, say('Conferma il ritiro'))
      await expectError(page, say('error.withdrawal_choice_required'))
    },
  },
  {
    name: 'history of the consents',
    path: '/consenso?vista=consensi',
    heading: 'I tuoi consensi',
    use: async (page, say) => {
      await press(page, say('Mostra la storia'))
      const history = page.getByRole('region', { name: say('Storia delle tue risposte') })
      await expect(history.getByRole('term').first()).toBeVisible()
      await history
        .getByRole('button', { name: say('Leggi i testi di allora') })
        .first()
        .click()
      await expect(page.getByRole('dialog').getByRole('heading', { level: 3 }).first()).toBeVisible()
    },
  },
  {
    name: 'SF-36',
    path: '/sf36',
    heading: 'Questionario sulla salute (RAND-36)',
    use: async (page, say) => {
      const progress = say('Domanda {number} di {total}').replace('{number}', '1').replace('{total}', '36')
      await expect(page.getByText(progress, { exact: true })).toBeVisible()
      await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
      await press(page, say('Avanti'))
      await expectError(page, say('error.sf36_answer_required'))
    },
  },
  {
    name: 'filled questionnaires',
    path: '/sf36?vista=compilati',
    heading: 'Questionari compilati',
    use: async (page, say) => {
      await expect(page.locator('figure')).toHaveCount(8)
      await expect(page.getByRole('region', { name: say('Punteggi delle otto scale') }).getByRole('row')).toHaveCount(9)
    },
  },
  {
    name: 'studies',
    path: '/pstudi',
    heading: 'Studi clinici',
    use: async (page) => {
      await page.getByRole('link', { name: /: (Ridurre la dose|Reducing the chelator dose)/ }).click()
      await expect(page).toHaveURL(/\/pstudio\/DOSE-2026$/)
    },
  },
  {
    name: 'study',
    path: '/pstudio/DOSE-2026',
    heading: 'Ridurre la dose del chelante quando il ferro è basso',
    use: async (page, say) => {
      await expect(page.getByRole('button', { name: say('Guarda il video') })).toBeVisible()
      await page.getByRole('tab', { name: say('Consenso allo studio') }).click()
      await expect(page.getByRole('tabpanel')).not.toBeEmpty()
    },
  },
  {
    name: 'newsletter',
    path: '/pnewsletter',
    heading: 'Newsletter',
    use: async (page, say) => {
      await press(page, say('Voglio la newsletter'))
      await expect(page.getByText(say('Hai chiesto la newsletter'))).toBeVisible()
      await press(page, say('Non voglio più la newsletter'))
      await expect(page.getByText(say('Non ricevi la newsletter'))).toBeVisible()
    },
  },
  {
    name: 'end of the newsletter',
    path: '/disiscrizione#unknown',
    heading: 'Newsletter',
    isPublic: true,
    use: async (page, say) => {
      await press(page, say('Non voglio più la newsletter'))
      await expectError(page, say('Il link non è valido'))
    },
  },
  {
    name: 'check of a receipt',
    path: '/verifica_ricevuta',
    heading: 'Verifica una ricevuta',
    isPublic: true,
    use: async (page, say) => {
      await page.getByRole('textbox', { name: say('Codice della ricevuta') }).fill('0000-0000-0000-0000-0000-0000-0000')
      await press(page, say('Verifica il codice'))
      await expectError(page, say('Nessuna ricevuta valida ha questo codice'))
    },
  },
  {
    name: 'printing',
    path: '/pdati',
    heading: 'I tuoi dati',
    use: async (page, say) => {
      await printDocument(page, say('Stampa'), 'scheda_paziente')
      await page.goto('/consenso?vista=consensi')
      await printDocument(page, say('Stampa'), 'consensi')
      await page.goto('/sf36?vista=compilati')
      await printDocument(page, say('Stampa l’ultimo'), 'sf36example')
    },
  },
]

/** Returns the text of a page in a language. A title that no catalogue has is data, and stays as it is. */
export const findHeading = ({ heading, path }: PatientPage, language: Language): RegExp => {
  const study = language === 'it' ? heading : 'Reducing the chelator dose when iron is low'
  const text = path.startsWith('/pstudio/') ? study : translate(heading, language)
  return new RegExp(`^${text.split('{name}').map(escapeExpression).join('.+')}$`)
}

export const patientPageViews = patientPages.flatMap((page) => languages.map((language) => ({ page, language })))
