import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test'
import type { Addresses } from './system.ts'

export type Site = 'staff' | 'myconsent'
export const languages = ['it', 'en'] as const
export type Language = (typeof languages)[number]

/** A phone as patients hold it (interface.md: MyConsent is read on a phone). */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const satisfies BrowserContextOptions

/** A browser of its own at one of the two sites, which speaks `language` as if that had been chosen before. */
export const browseAt = async (
  browser: Browser,
  addresses: Addresses,
  site: Site,
  { language = 'it', ...options }: BrowserContextOptions & { readonly language?: Language } = {},
): Promise<BrowserContext> => {
  const context = await browser.newContext({ baseURL: addresses[site], ...options })
  await context.addCookies([{ name: 'lang', value: language, url: addresses[site] }])
  return context
}
