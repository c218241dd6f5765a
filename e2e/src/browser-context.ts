import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test'
import type { Addresses } from './system.ts'

export type Site = 'staff' | 'myconsent'
export const languages = ['it', 'en'] as const
export type Language = (typeof languages)[number]

/** The widths of a phone, a tablet and a desktop. */
export const widths = [390, 768, 1440] as const

/** The phone of a patient. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const satisfies BrowserContextOptions

/** Opens a new browser context at one of the two sites, with `language` as the chosen language. */
export const openBrowserContext = async (
  browser: Browser,
  addresses: Addresses,
  site: Site,
  { language = 'it', ...options }: BrowserContextOptions & { readonly language?: Language } = {},
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    baseURL: addresses[site],
    timezoneId: 'Europe/Rome',
    // A service worker would bypass the routes that tests set; its tests allow it.
    serviceWorkers: 'block',
    // A text that fades in has too little contrast for a moment.
    reducedMotion: 'reduce',
    ...options,
  })
  await context.addCookies([{ name: 'lang', value: language, url: addresses[site] }])
  return context
}
