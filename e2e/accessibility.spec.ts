import { expect, type Page } from '@playwright/test'
import { findViolations } from './src/axe.ts'
import { type Language, type Width, widths } from './src/browser-context.ts'
import { openSession } from './src/accounts.ts'
import { findWrongTexts } from './src/page-texts.ts'
import { test } from './src/test.ts'
import { open, viewers } from './src/views.ts'

/**
 * Each state is seen at every width, in both languages and in both colour schemes, but not in all twelve combinations: one load for
 * each width, with this language. Every load checks the light scheme with all rules, and the dark scheme, which changes colours only,
 * with the rule for contrast.
 */
const languageAt: Readonly<Record<Width, Language>> = { 390: 'it', 768: 'en', 1440: 'it' }

/** The time for the checks of one state, on a busy machine. */
const stateMs = 10_000

type Seen = { readonly what: string; readonly language: Language; readonly isLoading?: boolean | undefined }

const check = async (page: Page, { what, language, isLoading }: Seen): Promise<void> => {
  expect.soft(await findWrongTexts(page, language), `${what}: texts`).toEqual([])
  expect.soft(await findViolations(page, 'light', isLoading), what).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect.soft(await findViolations(page, 'dark'), `${what}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

// This file takes longest. Its tests change nothing that another one reads.
test.describe.configure({ mode: 'parallel' })

for (const { name, viewer, views } of viewers) {
  for (const width of widths) {
    const language = languageAt[width]
    test(`axe finds no violation in any state of the pages of a ${name}, ${width} px wide, and every text is in the reader's language (REQ-UI-08)`, async ({
      visit,
      mailbox,
    }) => {
      test.setTimeout(240_000 + views.flatMap(({ states = [] }) => [1, ...states]).length * stateMs)
      const storageState = await openSession(await visit(viewer.site), mailbox, viewer)
      const page = await visit(viewer.site, { language, storageState, viewport: { width, height: 900 }, reducedMotion: 'reduce' })
      for (const view of views) {
        const what = `${view.name}, ${language}, ${width} px`
        await open(page, view, language)
        await check(page, { what, language })
        for (const state of view.states ?? []) {
          await test.step(`${what}: ${state.name}`, () => state.show(page, language))
          await check(page, { what: `${what}: ${state.name}`, language, isLoading: state.isLoading })
        }
      }
    })
  }
}
