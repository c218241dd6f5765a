import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * Arrow keys in the input scroll the options of a combobox. Mantine connects input and list one render late, so axe reports
 * a list without keyboard access.
 */
const isOptionList = (rule: string, html: string): boolean =>
  rule === 'scrollable-region-focusable' && html.includes('mantine-ScrollArea-viewport') && html.includes('data-offset-scrollbars')

/** A bar that stays at the bottom of the window covers part of a target until the page is scrolled. */
const isCoveredTarget = (rule: string, summary = ''): boolean => rule === 'target-size' && summary.includes('partially obscured')

/**
 * The violations of every impact that axe finds, each with its rule and element. The dark scheme changes colours only. The heading of a
 * page comes with its content, so a page that is loading may have none.
 * WCAG 2.2 requires the size of targets; axe leaves that rule off by default.
 */
export const findViolations = async (page: Page, colorScheme: 'light' | 'dark', isLoading = false): Promise<string[]> => {
  // The default mode opens an additional page for frames. Our pages have no frames.
  const axe = new AxeBuilder({ page })
    .setLegacyMode(true)
    // The other results are not read, and take half of the time.
    .options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true }, 'page-has-heading-one': { enabled: !isLoading } } })
  const { violations } = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ html, failureSummary }) => !isOptionList(id, html) && !isCoveredTarget(id, failureSummary))
      .map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  )
}
