import { expect, type Page } from '@playwright/test'
import { findViolations } from './axe.ts'
import type { Language } from './browser-context.ts'
import { findWrongTexts } from './page-texts.ts'

/** The page fits the phone, every text is in the patient's language, and axe finds nothing in either colour scheme. */
export const expectReadable = async (page: Page, language: Language): Promise<void> => {
  expect(await findWrongTexts(page, language)).toEqual([])
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    expect(await findViolations(page, scheme)).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'no sideways scrolling').toBeLessThanOrEqual(390)
}
