import { expect, type Page } from '@playwright/test'
import type { Language } from './browser-context.ts'
import { translate } from './catalogue.ts'

/** A state of a page. Each begins where the state before it ended. */
export type PageState = {
  readonly name: string
  readonly show: (page: Page, language: Language) => Promise<void>
  /** The heading of a page comes with its content. */
  readonly isLoading?: boolean
}

type Show = PageState['show']

const escape = (page: Page): Promise<void> => page.keyboard.press('Escape')

/** Opens the summary of a filter, and waits for its charts. */
export const openFilterSummary = async (page: Page): Promise<void> => {
  await page.getByRole('tab', { name: /^(Riepilogo|Summary)$/ }).click()
  await page.locator('main figure svg').first().waitFor()
}

/** Clicks the button with this Italian name and waits for an element. */
export const clickButton =
  (button: string, selector: string): Show =>
  async (page, language) => {
    await page
      .getByRole('button', { name: translate(button, language), exact: true })
      .first()
      .click()
    await expect(page.locator(selector).first()).toBeVisible()
  }

/** Runs one step after the other. */
export const inOrder =
  (...steps: readonly Show[]): Show =>
  async (page, language) => {
    for (const step of steps) await step(page, language)
  }

const openUserMenu: Show = async (page) => {
  await page.locator('header button[aria-haspopup=menu]').click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
}

const chooseMenuItem =
  (item: string): Show =>
  (page, language) =>
    page.getByRole('menuitem', { name: translate(item, language) }).click()

/** Opens the security dialog from the user menu. */
export const openSecurityDialog: Show = async (page, language) => {
  await openUserMenu(page, language)
  await chooseMenuItem('Sicurezza')(page, language)
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
}

/** Opens the menu drawer; a wide window has none. */
export const openMenuDrawer: Show = async (page, language) => {
  if ((page.viewportSize()?.width ?? 0) < 1024) await clickButton('Menu', '[role=dialog]')(page, language)
}

const helpAndVersion: readonly PageState[] = [
  { name: 'help', show: clickButton('Aiuto', '[role=dialog] h3') },
  { name: 'version', show: inOrder(escape, clickButton('Versione', '[role=dialog] [role=status]')) },
]

/** The dialogs in the header of a page without a session. */
export const publicHeader: readonly PageState[] = [
  {
    name: 'language',
    show: async (page) => {
      await page.locator('header button[aria-haspopup=dialog]').first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  ...helpAndVersion.map(({ name, show }) => ({ name, show: inOrder(escape, show) })),
  { name: 'closed', show: escape },
]

/** The menu and the dialogs in the header of a page with a session. */
export const signedInHeader: readonly PageState[] = [
  { name: 'user menu', show: openUserMenu },
  { name: 'language', show: inOrder(chooseMenuItem('Lingua'), async (page) => expect(page.getByRole('dialog')).toBeVisible()) },
  { name: 'security', show: inOrder(escape, openSecurityDialog) },
  {
    name: 'all sessions',
    show: async (page, language) => {
      await page.getByRole('button', { name: translate('Esci ovunque', language) }).click()
      await expect(page.getByRole('heading', { name: translate('Esci da tutti i dispositivi', language) })).toBeVisible()
    },
  },
  { name: 'help', show: inOrder(escape, escape, clickButton('Aiuto', '[role=dialog] h3')) },
  { name: 'version', show: inOrder(escape, clickButton('Versione', '[role=dialog] [role=status]')) },
  { name: 'closed', show: escape },
]

const calls = '**/api/trpc/**'

/** A lost network, a slow server and a failed call, for the page that `link` opens (FAULT-24). The last state leaves that page open. */
export const connectionStates = (link: string): readonly PageState[] => [
  {
    name: 'offline',
    show: async (page, language) => {
      await page.context().setOffline(true)
      await expect(page.getByText(translate('Non c’è connessione. Quello che hai scritto resta qui.', language))).toBeVisible()
    },
  },
  {
    name: 'skeleton',
    isLoading: true,
    show: async (page, language) => {
      await page.context().setOffline(false)
      await expect(page.getByText(translate('Non c’è connessione. Quello che hai scritto resta qui.', language))).toBeHidden()
      // The calls wait until the page is reloaded.
      await page.route(calls, () => undefined)
      await page.locator(link).first().click()
      await expect(page.getByRole('status', { name: translate('Caricamento', language) }).first()).toBeVisible()
    },
  },
  {
    name: 'late answer',
    isLoading: true,
    show: async (page, language) =>
      expect(page.getByText(translate('Il registro impiega più del solito. Aspettiamo la risposta.', language))).toBeVisible(),
  },
  {
    name: 'failed call',
    show: async (page, language) => {
      await page.unroute(calls)
      await page.route(calls, (route) => route.fulfill({ status: 500, contentType: 'text/html', body: '<pre>at secret.js:3</pre>' }))
      await page.reload()
      await expect(page.getByRole('heading', { name: translate('La pagina non si è aperta', language) })).toBeVisible()
    },
  },
  {
    name: 'recovered',
    show: async (page, language) => {
      await page.unroute(calls)
      await page
        .getByRole('button', { name: translate('Riprova', language) })
        .first()
        .click()
      await expect(page.getByRole('heading', { name: translate('La pagina non si è aperta', language) })).toHaveCount(0)
      await expect(page.locator('main h1')).toBeVisible()
    },
  },
]

/** The countdown before an idle session ends. The clock of the page is replaced, so this is the last state of a page. */
export const idleCountdown: PageState = {
  name: 'idle',
  show: async (page) => {
    await page.clock.install()
    await page.reload()
    await expect(page.locator('main h1')).toBeVisible()
    await page.clock.fastForward('07:59:00')
    await expect(page.getByRole('alertdialog')).toBeVisible()
  },
}
