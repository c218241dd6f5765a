import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * Arrow keys in the input scroll the options of a combobox. Mantine connects input and list one render late, so axe reports
 * a list without keyboard access.
 */
const isOptionList = (rule: string, html: string): boolean =>
  rule === 'scrollable-region-focusable' && html.includes('mantine-ScrollArea-viewport') && html.includes('data-offset-scrollbars')

/** The serious and critical violations that axe finds, each with its rule and element. `moreRules` are off by default. */
export const findSeriousViolations = async (
  page: Page,
  colorScheme: 'light' | 'dark',
  moreRules: readonly string[] = [],
): Promise<string[]> => {
  // The default mode opens an additional page for frames. Our pages have no frames.
  const axe = new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ rules: Object.fromEntries(moreRules.map((rule) => [rule, { enabled: true }])) })
  const { violations } = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.filter(({ html }) => !isOptionList(id, html)).map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    )
}
