import { expect } from '@playwright/test'
import { findViolations } from './src/axe.ts'
import { languages, widths } from './src/browser-context.ts'
import { openSession } from './src/accounts.ts'
import { findWrongTexts } from './src/page-texts.ts'
import { test } from './src/test.ts'
import { open, viewers } from './src/views.ts'

/** One language and one width are enough in the dark scheme, which changes colours only. */
const needsDark = (language: string, width: number): boolean => language === 'it' && width === 390

/** The time for the checks of one view in both languages and all widths, on a busy machine. */
const viewMs = 30_000

for (const { name, viewer, views } of viewers) {
  test(`axe finds no violation in the views of a ${name}, and every text is in the reader's language (REQ-UI-08)`, async ({
    visit,
    mailbox,
  }) => {
    test.setTimeout(60_000 + views.length * viewMs)
    const storageState = await openSession(await visit(viewer.site), mailbox, viewer)
    for (const language of languages) {
      for (const width of widths) {
        const page = await visit(viewer.site, { language, storageState, viewport: { width, height: 900 }, reducedMotion: 'reduce' })
        for (const view of views) {
          await open(page, view, language)
          const what = `${view.name}, ${language}, ${width} px`
          // The texts hardly depend on the width: the narrow page has short forms, the wide page all columns.
          if (width !== 768) expect.soft(await findWrongTexts(page, language), what).toEqual([])
          expect.soft(await findViolations(page, 'light'), what).toEqual([])
          if (!needsDark(language, width)) continue
          await page.emulateMedia({ colorScheme: 'dark' })
          expect.soft(await findViolations(page, 'dark'), `${what}, dark`).toEqual([])
          await page.emulateMedia({ colorScheme: 'light' })
        }
        await page.context().close()
      }
    }
  })
}
