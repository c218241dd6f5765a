import { test as base, type BrowserContextOptions, type Page } from '@playwright/test'
import { createCentreClient, type CentreClient } from './centre-client.ts'
import { openBrowserContext, type Language, type Site } from './browser-context.ts'
import { openMailbox, type Mailbox } from './mailbox.ts'
import { startSystem, type Addresses } from './system.ts'

type Visit = (site: Site, options?: BrowserContextOptions & { readonly language?: Language }) => Promise<Page>

type WorkerFixtures = {
  /** The system under test. Each worker has its own, so that test files run at the same time. */
  readonly addresses: Addresses
}

type Fixtures = {
  readonly mailbox: Mailbox
  /** A client of the centre RM01. */
  readonly centre: CentreClient
  /** A page in a new browser context, without a session. Script errors fail the test. */
  readonly visit: Visit
}

/** Ignores console messages about responses other than 200, which tests expect. */
const isScriptError = (text: string): boolean => !text.startsWith('Failed to load resource')

const collectErrors = (page: Page, errors: string[]): void => {
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && isScriptError(message.text())) errors.push(`${page.url()}: ${message.text()}`)
  })
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  addresses: [
    async ({}, use) => {
      const { addresses, stop } = await startSystem()
      await use(addresses)
      await stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  mailbox: async ({ addresses }, use) => use(openMailbox(addresses.mailbox)),
  centre: async ({ request, addresses }, use) => use(createCentreClient(request, addresses, 'RM01')),
  visit: async ({ browser, addresses }, use) => {
    const errors: string[] = []
    const contexts: { close(): Promise<void> }[] = []
    await use(async (site, options) => {
      const context = await openBrowserContext(browser, addresses, site, options)
      contexts.push(context)
      const page = await context.newPage()
      collectErrors(page, errors)
      return page
    })
    for (const context of contexts) await context.close()
    if (errors.length > 0) throw new Error(`The pages reported errors:\n${errors.join('\n')}`)
  },
})
