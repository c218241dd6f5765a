import { test as base, type BrowserContextOptions, type Page } from '@playwright/test'
import { openSession } from './accounts.ts'
import { createCentreClient, type CentreClient } from './centre-client.ts'
import { openBrowserContext, type Language, type Site } from './browser-context.ts'
import { openMailbox, type Mailbox } from './mailbox.ts'
import { startSystem, systemMs, type Addresses } from './system.ts'

type VisitOptions = BrowserContextOptions & {
  readonly language?: Language
  /** An account of the demonstration, which is signed in already. */
  readonly account?: string | undefined
}
type Visit = (site: Site, options?: VisitOptions) => Promise<Page>

type WorkerFixtures = {
  /** The system under test. Each worker has its own, so that test files run at the same time. */
  readonly addresses: Addresses
}

type Fixtures = {
  readonly mailbox: Mailbox
  /** A client of the centre RM01. */
  readonly centre: CentreClient
  /** A page in a new browser context, without a session unless the options name one. Errors and messages in the console fail the test. */
  readonly visit: Visit
}

/**
 * The messages that a correct page may cause. Chromium reports each response other than 200, which tests expect. It also confirms each
 * sign-out that empties the cache (THREAT-42). Nothing in a page or a header turns that off. Playwright warns when it blocks a service
 * worker.
 */
const expectedMessages = [
  /^Failed to load resource/,
  /Service Worker registration blocked by Playwright/,
  /^Clear-Site-Data header on '[^']+': Cleared data types/,
]
const isUnexpected = (text: string): boolean => !expectedMessages.some((expected) => expected.test(text))

const collectMessages = (page: Page, messages: string[]): void => {
  page.on('pageerror', (error) => messages.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (isUnexpected(message.text())) messages.push(`${page.url()}: ${message.type()}: ${message.text()}`)
  })
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  addresses: [
    async ({}, use) => {
      const { addresses, stop } = await startSystem()
      await use(addresses)
      await stop()
    },
    { scope: 'worker', timeout: systemMs },
  ],
  mailbox: async ({ addresses }, use) => use(openMailbox(addresses.mailbox)),
  centre: async ({ request, addresses }, use) => use(createCentreClient(request, addresses, 'RM01')),
  visit: async ({ browser, addresses }, use) => {
    const messages: string[] = []
    const contexts: { close(): Promise<void> }[] = []
    await use(async (site, { account, ...options } = {}) => {
      const session = account === undefined ? {} : { storageState: await openSession(addresses, { site, account }) }
      const context = await openBrowserContext(browser, addresses, site, { ...options, ...session })
      contexts.push(context)
      const page = await context.newPage()
      collectMessages(page, messages)
      return page
    })
    for (const context of contexts) await context.close()
    if (messages.length > 0) throw new Error(`The pages wrote to the console:\n${messages.join('\n')}`)
  },
})
