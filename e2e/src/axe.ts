import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * The options of a combobox scroll with the arrow keys from its input. Axe knows that where the input names the list, which
 * Mantine does one render late, so that the list looks to axe like a place that only a mouse can scroll.
 */
const isOptionList = (rule: string, html: string): boolean =>
  rule === 'scrollable-region-focusable' && html.includes('mantine-ScrollArea-viewport') && html.includes('data-offset-scrollbars')

/** What axe finds that keeps somebody from using the page, in words that name the element. */
export const seriousFaults = async (page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> => {
  // The other way of axe opens one more page for each of ours, for the sake of frames, which we have none of.
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const { violations } = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.filter(({ html }) => !isOptionList(id, html)).map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    )
}
