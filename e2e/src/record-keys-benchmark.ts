import { expect, type Page } from '@playwright/test'
import { availableParallelism, loadavg } from 'node:os'
import { handleHelp } from '@registry/tooling/run/help'
import { signInStaff } from './accounts.ts'
import { openBrowserContext } from './browser-context.ts'
import { withDemoBrowser } from './demo-browser.ts'

const rounds = 3
const keys = '1234567890'.repeat(4)
const pauseMs = 60

/** Opens a record and all sections of its form. */
const openAllSections = async (page: Page, code: string): Promise<void> => {
  await page.goto('/ecrf')
  await page.getByRole('textbox', { name: 'Cerca un paziente' }).fill(code)
  await page.getByRole('button', { name: new RegExp(code) }).click()
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()
  const closed = page.locator('main form details:not([open]) > summary')
  for (let count = await closed.count(); count > 0; count -= 1) await closed.first().press('Enter')
}

/** Collects the keys of the page by the Event Timing API: from the key to the next paint, in steps of 8 ms. */
const notePaints = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const durations: number[] = []
    Object.assign(window, { keyDurations: durations })
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') durations.push(duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
const readDurations = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => {
    const { keyDurations } = Object.fromEntries(Object.entries(window))
    return Array.isArray(keyDurations) ? keyDurations.map(Number) : []
  })

/** Measures how fast the form of a record with all sections open reacts to a key (REQ-CRF-06). */
const main = async (): Promise<void> => {
  handleHelp('pnpm bench:record-keys')
  await withDemoBrowser(async ({ browser, addresses }) => {
    console.log(`${browser.version()}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`)
    const context = await openBrowserContext(browser, addresses, 'staff', { viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await signInStaff(page, 'ca.rm01@demo.example')
    for (let round = 1; round <= rounds; round += 1) {
      await openAllSections(page, 'RM01-00042')
      await notePaints(page)
      const inputs = await page.locator('main form input').count()
      await page.getByRole('textbox', { name: 'Altre terapie' }).focus()
      await page.keyboard.type(keys, { delay: pauseMs })
      await page.evaluate(() => new Promise(requestAnimationFrame))
      // Keys faster than 16 ms have no entry.
      const slow = (await readDurations(page)).toSorted((one, other) => one - other)
      const all = [...Array.from({ length: Math.max(0, keys.length - slow.length) }, () => 8), ...slow]
      const at = (share: number): number => all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0
      console.log(
        `round ${round}: ${inputs} inputs, ${keys.length} keys, median ${at(0.5)} ms, 95 % within ${at(0.95)} ms, slowest ${at(1)} ms`,
      )
    }
  })
}

await main()
