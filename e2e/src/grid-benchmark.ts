import { expect, type Page } from '@playwright/test'
import { availableParallelism, loadavg } from 'node:os'
import { handleHelp } from '@registry/tooling/run/help'
import { signInStaff } from './accounts.ts'
import { openBrowserContext } from './browser-context.ts'
import { withDemoBrowser } from './demo-browser.ts'
import { buildLargeResult } from './large-result.ts'
import { measureScrolling, type Direction } from './measure-scrolling.ts'

const size = { rows: 10_000, columns: 200 } as const
const rounds = 3
const directions: readonly Direction[] = ['down', 'right', 'both']

/** Answers runs of filters with a large result, and the other procedures by the server. */
const answerLargeResult = async (page: Page): Promise<void> => {
  const json = [{ result: { data: buildLargeResult(size) } }]
  await page.route('**/api/trpc/savedFilters.run*', (route) => route.fulfill({ json }))
}

/** The time from the end of the response to the first painted rows, in milliseconds. */
const measureOpening = async (page: Page): Promise<number> => {
  await page.getByRole('button', { name: 'Mostra i pazienti' }).click()
  await expect(page.locator('[data-grid] [role=gridcell]').first()).toBeVisible({ timeout: 120_000 })
  return page.evaluate(() => {
    const [answer] = performance.getEntriesByType('resource').filter(({ name }) => name.includes('savedFilters.run'))
    const painted = Number(document.documentElement.dataset['gridPainted'])
    return Math.round(painted - (answer instanceof PerformanceResourceTiming ? answer.responseEnd : 0))
  })
}

/** Notes when the first cells of a grid are painted: two frames after they are in the page. */
const notePainting = (): void => {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[data-grid] [role=gridcell]')) return
    observer.disconnect()
    requestAnimationFrame(() =>
      requestAnimationFrame((moment) => {
        document.documentElement.dataset['gridPainted'] = String(moment)
      }),
    )
  })
  observer.observe(document, { childList: true, subtree: true })
}

const main = async (): Promise<void> => {
  handleHelp('pnpm bench:grid')
  await withDemoBrowser(async ({ browser, addresses }) => {
    console.log(
      `${size.rows} rows × ${size.columns} columns, ${browser.version()}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`,
    )
    const context = await openBrowserContext(browser, addresses, 'staff', { viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await signInStaff(page, 'dm@demo.example')
    await answerLargeResult(page)
    await page.addInitScript(notePainting)
    for (let round = 1; round <= rounds; round += 1) {
      await page.goto('/dm_filtro/1?tab=export')
      console.log(`round ${round}: opens in ${await measureOpening(page)} ms`)
      for (const direction of directions) {
        const { fps, slowFrameMs, emptyFrames } = await measureScrolling(page, direction)
        console.log(`  ${direction}: ${fps} frames a second, 95 % within ${slowFrameMs} ms, ${emptyFrames} frames without rows`)
      }
    }
  })
}

await main()
