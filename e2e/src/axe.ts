import axe, { type RunOptions } from 'axe-core'
import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** Present once the sources of axe ran in the page. */
    readonly axe?: typeof axe
  }
}

/**
 * Arrow keys in the input scroll the options of a combobox. Mantine connects input and list one render late, so axe reports
 * a list without keyboard access.
 */
const isOptionList = (rule: string, html: string): boolean =>
  rule === 'scrollable-region-focusable' && html.includes('mantine-ScrollArea-viewport') && html.includes('data-offset-scrollbars')

/** A bar that stays at the bottom of the window covers part of a target until the page is scrolled. */
const isCoveredTarget = (rule: string, summary = ''): boolean => rule === 'target-size' && summary.includes('partially obscured')

/** A page keeps axe through all its states. Loading it each time took a third of these tests. */
export const loadAxe = async (page: Page): Promise<void> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
}

/** The violations of every impact that axe finds, each with its rule and element. Our pages have no frames, which axe would need in each. */
const run = async (page: Page, options: RunOptions): Promise<string[]> => {
  await loadAxe(page)
  const violations = await page.evaluate(
    // The other results are not read, and take half of the time.
    async (rules) => (await window.axe?.run(document, { resultTypes: ['violations'], ...rules }))?.violations,
    options,
  )
  if (!violations) throw new Error('axe did not run')
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ html, failureSummary }) => !isOptionList(id, html) && !isCoveredTarget(id, failureSummary))
      .map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  )
}

/** WCAG 2.2 requires the size of targets; axe disables that rule by default. */
const targetSize = { 'target-size': { enabled: true } } as const

/** The violations of a page in one colour scheme. The dark scheme changes colours only. */
export const findViolations = (page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> =>
  run(page, colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : { rules: targetSize })

/** The violations of all rules but that for contrast. The heading of a page comes with its content, so a page that is loading may have none. */
export const findViolationsBesidesContrast = (page: Page, isLoading = false): Promise<string[]> =>
  run(page, { rules: { ...targetSize, 'color-contrast': { enabled: false }, 'page-has-heading-one': { enabled: !isLoading } } })

/** The violations of the rules that read where elements are, and how large. */
export const findViolationsOfLayout = (page: Page): Promise<string[]> =>
  run(page, { runOnly: ['target-size', 'scrollable-region-focusable'] })
