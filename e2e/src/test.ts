import { test as base, type BrowserContextOptions, type Page } from '@playwright/test'
import { programOf, type Program } from './centre.ts'
import { browseAt, type Language, type Site } from './browsing.ts'
import { readLetters, type Letters } from './letters.ts'
import type { Addresses } from './system.ts'

type Visit = (site: Site, options?: BrowserContextOptions & { readonly language?: Language }) => Promise<Page>

type World = {
  readonly addresses: Addresses
  readonly letters: Letters
  /** The program of the centre RM01. */
  readonly centre: Program
  /** A page of a browser of its own, with no session; faults of its scripts fail the test. */
  readonly visit: Visit
}

const readAddresses = (): Addresses => {
  const text = process.env['REGISTRY_UNDER_TEST']
  if (text === undefined) throw new Error('No system was started for the run')
  return JSON.parse(text) as Addresses
}

/** Answers other than 200 are part of what is tested; the browser writes them to its console of its own accord. */
const isFault = (text: string): boolean => !text.startsWith('Failed to load resource')

const listen = (page: Page, errors: string[]): void => {
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && isFault(message.text())) errors.push(`${page.url()}: ${message.text()}`)
  })
}

export const test = base.extend<World>({
  addresses: async ({}, use) => use(readAddresses()),
  letters: async ({ addresses }, use) => use(readLetters(addresses.letters)),
  centre: async ({ request, addresses }, use) => use(programOf(request, addresses, 'RM01')),
  visit: async ({ browser, addresses }, use) => {
    const errors: string[] = []
    const contexts: { close(): Promise<void> }[] = []
    await use(async (site, options) => {
      const context = await browseAt(browser, addresses, site, options)
      contexts.push(context)
      const page = await context.newPage()
      listen(page, errors)
      return page
    })
    for (const context of contexts) await context.close()
    if (errors.length > 0) throw new Error(`The pages reported faults:\n${errors.join('\n')}`)
  },
})
