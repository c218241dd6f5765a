import { expect } from '@playwright/test'
import { seriousFaults } from './src/axe.ts'
import { type Language, languages, phone } from './src/browsing.ts'
import { openSession } from './src/people.ts'
import { test } from './src/test.ts'
import { open, viewers } from './src/views.ts'

type Look = { readonly language: Language; readonly colorScheme: 'light' | 'dark' }
/** Colours are all that differs in the dark, so that only they are looked at again. */
const looks: readonly Look[] = [
  { language: 'it', colorScheme: 'light' },
  { language: 'it', colorScheme: 'dark' },
  { language: 'en', colorScheme: 'light' },
]

/** Three looks of axe at one view, on a machine with other work. */
const viewMs = 15_000

for (const { name, viewer, views } of viewers) {
  test(`axe finds no serious fault in what a ${name} sees, in both languages and colour schemes`, async ({ visit, letters }) => {
    test.setTimeout(60_000 + views.length * viewMs)
    const device = viewer.site === 'myconsent' ? phone : {}
    const storageState = await openSession(await visit(viewer.site, device), letters, viewer)
    for (const language of languages) {
      const page = await visit(viewer.site, { ...device, language, storageState })
      for (const view of views) {
        await open(page, view, language)
        for (const { colorScheme } of looks.filter((look) => look.language === language)) {
          await page.emulateMedia({ colorScheme })
          expect.soft(await seriousFaults(page, colorScheme), `${view.name}, ${language}, ${colorScheme}`).toEqual([])
        }
      }
    }
  })
}
