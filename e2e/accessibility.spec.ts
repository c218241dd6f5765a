import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
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

/**
 * The options of a combobox scroll with the arrow keys from its input. Axe knows that where the input names the list, which
 * Mantine does one render late, so that the list looks to axe like a place that only a mouse can scroll.
 */
const isOptionList = (rule: string, html: string): boolean =>
  rule === 'scrollable-region-focusable' && html.includes('mantine-ScrollArea-viewport') && html.includes('data-offset-scrollbars')

/** What axe finds that keeps somebody from using the page, in words that name the element. */
const seriousFaults = async (page: Page, colorScheme: Look['colorScheme']): Promise<string[]> => {
  // The other way of axe opens one more page for each of ours, for the sake of frames, which we have none of.
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const { violations } = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.filter(({ html }) => !isOptionList(id, html)).map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    )
}

for (const { name, viewer, views } of viewers) {
  test(`axe finds no serious fault in what a ${name} sees, in both languages and colour schemes`, async ({ visit, letters }) => {
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
