import { expect, type Page } from '@playwright/test'
import type { ErrorCode } from '@registry/domain/error-messages'
import { patientPassword } from './accounts.ts'
import { translate } from './catalogue.ts'
import { getField } from '@registry/domain/fields/dictionary'
import { clickButton, inOrder, type PageState } from './page-states.ts'

type Show = PageState['show']

const escape = (page: Page): Promise<void> => page.keyboard.press('Escape')
const submit = (page: Page): Promise<void> => page.locator('main form button[type=submit]').click()
const expectErrors = async (page: Page): Promise<void> => expect(page.getByRole('alert').first()).toBeVisible()

/** A form that is sent without input. */
export const missingInput: PageState = { name: 'missing input', show: inOrder(submit, expectErrors) }

const fill =
  (label: string, text: string): Show =>
  (page, language) =>
    page.getByLabel(translate(label, language), { exact: true }).fill(text)

/** The detail of the newest entry of the log. */
export const openLogEntry: Show = async (page) => {
  await page.locator('main [role=gridcell] button').first().click()
  await expect(page.locator('[role=dialog] dl, dialog dl').first()).toBeVisible()
}

/** Accounts of the demonstration in turn, because each receives few codes in an hour. */
let codes = 0
const nextContact = (): string => `p${(codes++ % 4) + 1}@demo.example`

/** The code step of the patient sign-in, after a right password. */
export const patientCode: readonly PageState[] = [
  {
    name: 'code',
    show: inOrder(
      (page, language) => fill('E-mail o numero di cellulare', nextContact())(page, language),
      fill('Password', patientPassword),
      submit,
      async (page) => expect(page.locator('main [autocomplete=one-time-code]')).toBeVisible(),
    ),
  },
  { name: 'wrong code', show: inOrder(fill('Codice', '000000'), expectErrors) },
]

/** The answer to a request for another password, which is the same for every contact. */
export const askedPassword = (label: string): PageState => ({
  name: 'sent',
  show: inOrder(fill(label, 'nobody@demo.example'), submit, async (page) =>
    expect(page.locator('main [role=status]').first()).toBeVisible(),
  ),
})

export const staffSignInRejected: PageState = {
  name: 'refused',
  show: inOrder(fill('E-mail', 'nobody@demo.example'), fill('Password', 'wrong password'), submit, expectErrors),
}

/** Makes the server reject a call for a field, as for an old session. */
const reject =
  (procedure: string, code: ErrorCode, field: string): Show =>
  async (page) => {
    const data = { code: 'BAD_REQUEST', httpStatus: 400, detail: { code, message: code, fields: { [field]: code } } }
    await page.route(`**/api/trpc/${procedure}*`, (route) =>
      route.fulfill({ status: 400, json: { error: { message: code, code: -32_600, data } } }),
    )
  }

/** The second step of the staff sign-in, with its error and with a recovery code. */
export const staffCode: readonly PageState[] = [
  {
    name: 'code of the app',
    show: inOrder(reject('signIn.staff', 'second_factor_required', 'otp'), fill('Password', 'any password'), submit, async (page) =>
      expect(page.locator('main [autocomplete=one-time-code]')).toBeVisible(),
    ),
  },
  { name: 'missing code', show: inOrder(submit, expectErrors) },
  {
    name: 'recovery code',
    show: inOrder(clickButton('Non ho l’app con me', 'main form input'), async (page) =>
      expect(page.locator('main [autocomplete=one-time-code]')).toHaveCount(0),
    ),
  },
]

/** The dialog for the password, before personal data are saved in an old session, with its error. */
export const reauthentication: readonly PageState[] = [
  {
    name: 'reauthentication',
    show: inOrder(
      reject('personalData.save', 'reauthentication_required', 'password'),
      (page, language) => page.getByLabel(getField('address_street').label[language], { exact: true }).fill('Via dei Tigli 8'),
      submit,
      async (page, language) =>
        expect(page.getByRole('dialog', { name: translate('Conferma che sei tu', language) }).getByRole('textbox')).toBeVisible(),
    ),
  },
  { name: 'missing password', show: (page, language) => submitDialog(page, language) },
]

/** The meter of a weak and of a strong password, and the errors of the form. */
export const newPassword: readonly PageState[] = [
  missingInput,
  ...[
    { name: 'weak', password: 'password1234' },
    { name: 'strong', password: 'sette gatti sotto il tavolo' },
  ].map(({ name, password }) => ({
    name,
    show: inOrder(fill('Nuova password', password), async (page, language) => {
      const unrated = translate('non ancora valutata', language)
      await expect(page.getByRole('meter').and(page.locator(`:not([aria-valuetext="${unrated}"])`))).toBeVisible()
    }),
  })),
]

const tickFirst = async (page: Page): Promise<void> => page.getByRole('radio').first().check()

/** A question without an answer, and with one. */
export const question: readonly PageState[] = [missingInput, { name: 'answered', show: tickFirst }]

export const consentHistory: readonly PageState[] = [
  { name: 'history', show: clickButton('Mostra la storia', 'main section dl') },
  {
    name: 'shown texts',
    show: async (page, language) => {
      await page
        .getByRole('button', { name: translate('Leggi i testi di allora', language) })
        .first()
        .click()
      await expect(page.locator('[role=dialog] h3').first()).toBeVisible()
    },
  },
]

export const withdrawal: readonly PageState[] = [
  missingInput,
  {
    name: 'confirmation',
    show: inOrder(tickFirst, submit, async (page) => expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeVisible()),
  },
]

const openOptions =
  (label: string): Show =>
  async (page, language) => {
    await page.getByRole('combobox', { name: translate(label, language), exact: true }).click()
    await expect(page.getByRole('option').first()).toBeVisible()
  }

const chooseField =
  (label: string, name: string): Show =>
  async (page, language) => {
    await openOptions(label)(page, language)
    await page.getByRole('combobox', { name: translate(label, language), exact: true }).fill(name)
    await page.getByRole('option').first().click()
  }

const chooseOption =
  (position: number): Show =>
  (page) =>
    page.getByRole('option').nth(position).click()

const submitDialog: Show = async (page) => {
  await page.getByRole('dialog').locator('button[type=submit]').click()
  await expect(page.getByRole('dialog').locator('[aria-invalid=true]').first()).toBeVisible()
}

const acceptCondition: Show = async (page, language) => {
  const condition = page.getByRole('group', { name: translate('Nuova condizione', language) })
  const button = condition.getByRole('button', { name: translate('Aggiungi', language), exact: true })
  if (await button.isVisible()) await button.click()
  else await page.keyboard.press('Enter')
  await expect(condition.locator('[aria-invalid=true]').first()).toBeVisible()
}

/** A new condition, which opens with the list of fields: its other lists, a calendar and its errors. Esc closes a list. */
export const conditionEditor: readonly PageState[] = [
  {
    name: 'no field',
    show: async (page, language) => {
      await page.getByRole('combobox', { name: translate('Aggiungi una condizione', language), exact: true }).fill('xxxx')
      await expect(page.getByText(translate('Nessun campo trovato', language))).toBeVisible()
    },
  },
  { name: 'missing field', show: inOrder(escape, acceptCondition) },
  { name: 'operators', show: inOrder(chooseField('Aggiungi una condizione', 'SEX'), openOptions('Operatore')) },
  { name: 'values', show: inOrder(chooseOption(0), openOptions('Valore')) },
  { name: 'missing value', show: inOrder(escape, acceptCondition) },
  {
    name: 'calendar',
    show: inOrder(chooseField('Campo', 'DOD'), async (page, language) => {
      await page
        .getByRole('button', { name: translate('Apri il calendario', language) })
        .first()
        .click()
      await expect(page.getByRole('dialog', { name: translate('Calendario', language) }).getByRole('table')).toBeVisible()
    }),
  },
]

/** The form of a new filter: errors, search for fields, laboratory table, and the question before changes are lost. */
export const filterForm: readonly PageState[] = [
  { name: 'missing input', show: inOrder(async (page) => page.locator('main form button[type=submit]').first().click(), expectErrors) },
  { name: 'found fields', show: fill('Cerca un campo', 'ferritin') },
  { name: 'no field', show: fill('Cerca un campo', 'xxxx') },
  {
    name: 'laboratory',
    show: inOrder(fill('Cerca un campo', ''), async (page, language) => {
      await page
        .locator('summary')
        .filter({ hasText: translate('Laboratorio', language) })
        .click()
      await expect(page.locator('main form table')).toBeVisible()
    }),
  },
  {
    name: 'unsaved changes',
    show: async (page, language) => {
      await page.getByRole('textbox', { name: translate('Nome', language), exact: true }).fill('Sideremia')
      await page.getByRole('button', { name: translate('Annulla', language), exact: true }).click()
      await expect(page.getByRole('heading', { name: translate('Modifiche non salvate', language) })).toBeVisible()
    },
  },
]

/** The home page of staff with the tables instead of the charts. */
export const chartTables: PageState = {
  name: 'tables',
  show: async (page) => {
    for (const summary of await page.locator('main figure summary').all()) await summary.click()
  },
}

/** An export without a format. */
export const noFormat: PageState = { name: 'no format', show: inOrder(clickButton('Esporta', 'main [role=alert]')) }

/** Opens a tab of a record. */
export const openTab =
  (name: string, shown: string): Show =>
  async (page, language) => {
    await page.getByRole('tab', { name: translate(name, language) }).click()
    // The form stays in the page while another tab is open, hidden with its tables.
    await expect(page.locator(shown).filter({ visible: true }).first()).toBeVisible()
  }

/** The form for the results of one day, in the tab of results. */
export const newResults: PageState = {
  name: 'new results',
  show: async (page, language) => {
    await page.getByRole('button', { name: translate('Nuovi esami', language) }).click()
    await expect(page.getByRole('table', { name: translate('Risultati del giorno', language) })).toBeVisible()
  },
}

/** Opens the record of a patient who gave all consents. */
export const openRecord = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'RM01-00002' }).click()
  await expect(page.locator('main form details').first()).toBeVisible()
}

/** A record without changes, with all its sections open, and with its history. */
export const record: readonly PageState[] = [
  { name: 'nothing changed', show: inOrder(submit, expectErrors) },
  {
    name: 'all sections',
    // The list of the sections with its button is hidden in a narrow window.
    show: async (page) => {
      const closed = page.locator('main form details:not([open])')
      while ((await closed.count()) > 0) await closed.first().locator('summary').click()
    },
  },
  { name: 'history', show: openTab('Storia', 'main section > details') },
]

const confirm = (button: string): Show => clickButton(button, '[role=alertdialog]')

/** The dialog of a role, and the question before a suspension. */
export const storedUser: readonly PageState[] = [
  {
    name: 'role',
    show: async (page, language) => {
      await page.getByRole('checkbox', { name: translate('Amministratore del centro', language) }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  // The first Esc closes the list of centres.
  { name: 'suspension', show: inOrder(escape, escape, confirm('Sospendi')) },
]

/** The fields of another password, and the question before a suspension. */
export const storedCentre: readonly PageState[] = [
  {
    name: 'password',
    show: async (page, language) => page.getByRole('checkbox', { name: translate('Modifica password e-CRF', language) }).check(),
  },
  { name: 'suspension', show: confirm('Sospendi') },
]
