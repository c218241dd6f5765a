import { expect, type Page } from '@playwright/test'
import { findViolationsBesidesContrast, findViolationsOfLayout } from './src/axe.ts'
import type { Language } from './src/browser-context.ts'
import { findWeakContrast } from './src/contrast.ts'
import { readContent, resize } from './src/layout.ts'
import { findWrongTexts } from './src/page-texts.ts'
import { test } from './src/test.ts'
import { openNext, viewers } from './src/views.ts'

/**
 * Each state is seen at three widths, in both languages and both colour schemes, but not in all twelve combinations. Each state is opened
 * twice: on a phone in Italian, and on a desktop in English. The phone is then widened to a tablet.
 */
const devices = [
  { device: 'a phone and a tablet', language: 'it', widths: [390, 768] },
  { device: 'a desktop', language: 'en', widths: [1440] },
] as const

/** The time for the checks of one state, on a busy machine. */
const stateMs = 10_000

type Seen = { readonly what: string; readonly language: Language; readonly isLoading?: boolean | undefined }

/** Checks all rules. The dark scheme changes colours only, so it needs the rule for contrast. */
const checkAll = async (page: Page, { what, language, isLoading }: Seen): Promise<void> => {
  expect.soft(await findWrongTexts(page, language), `${what}: texts`).toEqual([])
  expect.soft(await findViolationsBesidesContrast(page, isLoading), what).toEqual([])
  expect.soft(await findWeakContrast(page), what).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect.soft(await findWeakContrast(page), `${what}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

/**
 * Checks the page as wide as each device. If a width changes only positions and sizes, only the rules that
 * read places and sizes can find something else.
 */
const check = async (page: Page, widths: readonly number[], seen: Seen): Promise<void> => {
  const [first, ...others] = widths
  await checkAll(page, { ...seen, what: `${seen.what}, ${first} px` })
  const content = others.length > 0 ? await readContent(page) : ''
  for (const width of others) {
    const what = `${seen.what}, ${width} px`
    await resize(page, width)
    if ((await readContent(page)) === content) expect.soft(await findViolationsOfLayout(page), what).toEqual([])
    else await checkAll(page, { ...seen, what })
  }
  if (others.length > 0) await resize(page, first ?? 0)
}

// This file takes longest. Its tests change nothing that another one reads.
test.describe.configure({ mode: 'parallel' })

for (const { name, viewer, views } of viewers) {
  for (const { device, language, widths } of devices) {
    test(`axe finds no violation in any state of the pages of a ${name} on ${device}, and every text is in the reader's language (REQ-UI-08)`, async ({
      visit,
    }) => {
      test.setTimeout(240_000 + views.flatMap(({ states = [] }) => [1, ...states]).length * stateMs)
      const page = await visit(viewer.site, {
        language,
        account: viewer.account,
        viewport: { width: widths[0], height: 900 },
      })
      for (const [index, view] of views.entries()) {
        const what = `${view.name}, ${language}`
        await openNext(page, view, views[index - 1], language)
        await check(page, widths, { what, language })
        for (const state of view.states ?? []) {
          await test.step(`${what}: ${state.name}`, () => state.show(page, language))
          await check(page, widths, { what: `${what}: ${state.name}`, language, isLoading: state.isLoading })
        }
      }
    })
  }
}
