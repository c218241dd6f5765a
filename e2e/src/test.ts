import { test as base, type BrowserContextOptions, type Page } from '@playwright/test'
import { createCentreClient, type CentreClient } from './centre-client.ts'
import { openBrowserContext, type Language, type Site } from './browser-context.ts'
import { openMailbox, type Mailbox } from './mailbox.ts'
import type { Addresses } from './system.ts'

type Visit = (site: Site, options?: BrowserContextOptions & { readonly language?: Language }) => Promise<Page>

type Fixtures = {
  readonly addresses: Addresses
  readonly mailbox: Mailbox
  /** A client of the centre RM01. */
  readonly centre: CentreClient
  /** A page in a new browser context, without a session. Script errors fail the test. */
  readonly visit: Visit
}

const readAddresses = (): Addresses => {
  const text = process.env['REGISTRY_UNDER_TEST']
  if (text === undefined) throw new Error('The system under test is not running')
  return JSON.parse(text) as Addresses
}

/** Ignores console messages about responses other than 200, which tests expect. */
const isScriptError = (text: string): boolean => !text.startsWith('Failed to load resource')

const collectErrors = (page: Page, errors: string[]): void => {
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && isScriptError(message.text())) errors.push(`${page.url()}: ${message.text()}`)
  })
}

export const test = base.extend<Fixtures>({
  addresses: async ({}, use) => use(readAddresses()),
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
