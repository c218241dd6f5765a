import { expect } from '@playwright/test'
import { findSeriousViolations } from './src/axe.ts'
import { type Language, languages, phone } from './src/browser-context.ts'
import { openSession } from './src/accounts.ts'
import { test } from './src/test.ts'
import { open, viewers } from './src/views.ts'

type Appearance = { readonly language: Language; readonly colorScheme: 'light' | 'dark' }
/** One language is enough in the dark scheme, which changes colours only. */
const appearances: readonly Appearance[] = [
  { language: 'it', colorScheme: 'light' },
  { language: 'it', colorScheme: 'dark' },
  { language: 'en', colorScheme: 'light' },
]

/** The time for three checks of one view, on a busy machine. */
const viewMs = 15_000

for (const { name, viewer, views } of viewers) {
  test(`axe finds no serious violation in the views of a ${name}, in both languages and colour schemes`, async ({ visit, mailbox }) => {
    test.setTimeout(60_000 + views.length * viewMs)
    const device = viewer.site === 'myconsent' ? phone : {}
    const storageState = await openSession(await visit(viewer.site, device), mailbox, viewer)
    for (const language of languages) {
      const page = await visit(viewer.site, { ...device, language, storageState })
      for (const view of views) {
        await open(page, view, language)
        for (const { colorScheme } of appearances.filter((appearance) => appearance.language === language)) {
          await page.emulateMedia({ colorScheme })
          expect.soft(await findSeriousViolations(page, colorScheme), `${view.name}, ${language}, ${colorScheme}`).toEqual([])
        }
      }
    }
  })
}
