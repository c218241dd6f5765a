import { expect, type Page } from '@playwright/test'
import type { FilterRows } from '@registry/api-contract/saved-filters'
import { filterableFields } from '@registry/domain/fields/dictionary'
import type { FieldType } from '@registry/domain/fields/field-definition'
import { signInStaff } from './accounts.ts'
import { openBrowserContext } from './browser-context.ts'
import { withDemoBrowser } from './demo-browser.ts'

const size = { rows: 10_000, columns: 200 } as const

const choice = 'Trasfuso regolarmente'
const values: Record<FieldType, (seed: number) => string | number | boolean> = {
  string: (seed) => `Testo ${seed % 977}`,
  integer: (seed) => seed % 400,
  float: (seed) => (seed % 9973) / 8,
  date: (seed) => `20${10 + (seed % 16)}-${String(1 + (seed % 12)).padStart(2, '0')}-15`,
  boolean: (seed) => seed % 3 === 0,
  choice: () => choice,
  choices: () => JSON.stringify([choice]),
}

/** A result with all fields of the picker and further columns. One cell in seven is empty. */
const buildLargeResult = (): FilterRows => {
  const fields = filterableFields.slice(0, size.columns)
  const extras = Array.from({ length: size.columns - fields.length }, (_column, index) => `EXTRA_${index + 1}`)
  const types = [...fields.map(({ type }) => type), ...extras.map(() => 'float' as const)]
  return {
    columns: [...fields.map(({ name }) => name), ...extras],
    rows: Array.from({ length: size.rows }, (_row, row) =>
      types.map((type, column) => ((row + column) % 7 === 0 ? null : values[type](row * 31 + column * 17))),
    ),
    total: size.rows,
    excluded: { noConsent: 0, noAnswer: 0, noValue: 0 },
    withheld: [],
  }
}

const scrollMs = 4000
/** Pixels a second: ten screens of rows in three seconds, and a column every tenth of a second. */
const speeds = { down: [0, 2400], right: [1600, 0], both: [1600, 2400] } as const

/** Scrolls the grid of a page at a constant speed. Returns the frames a second, and the frames whose middle shows no cell. */
const measureScrolling = (page: Page, speed: readonly [number, number]): Promise<{ readonly fps: number; readonly emptyFrames: number }> =>
  page.evaluate(
    async ([[speedX, speedY], duration]) => {
      const grid = [...document.querySelectorAll<HTMLElement>('[data-grid], [data-grid] *')].find(
        (element) => element.scrollHeight > element.clientHeight + 1000,
      )
      if (!grid) throw new Error('The page has no grid that scrolls')
      const nextFrame = () => new Promise<number>(requestAnimationFrame)
      grid.scrollTo(0, 0)
      grid.scrollIntoView({ block: 'center', behavior: 'instant' })
      await nextFrame()
      const { left, top, width, height } = grid.getBoundingClientRect()
      const start = await nextFrame()
      let now = start
      let frames = 0
      let emptyFrames = 0
      while (now - start < duration) {
        grid.scrollTo((speedX * (now - start)) / 1000, (speedY * (now - start)) / 1000)
        now = await nextFrame()
        frames += 1
        if (!document.elementFromPoint(left + width * 0.6, top + height * 0.6)?.closest('[role=gridcell]')) emptyFrames += 1
      }
      return { fps: (frames / (now - start)) * 1000, emptyFrames }
    },
    [speed, scrollMs] as const,
  )

/** Opens the result of a filter and scrolls it (REQ-UI-14). Returns the lowest frames a second and the empty frames. */
const measureGrid = async (page: Page): Promise<{ readonly fps: number; readonly emptyFrames: number }> => {
  await page.goto('/dm_filtro/1?tab=export')
  await page.getByRole('button', { name: 'Mostra i pazienti' }).click()
  await expect(page.locator('[data-grid] [role=gridcell]').first()).toBeVisible({ timeout: 120_000 })
  let [fps, emptyFrames] = [Number.POSITIVE_INFINITY, 0]
  for (const speed of Object.values(speeds)) {
    const found = await measureScrolling(page, speed)
    fps = Math.min(fps, found.fps)
    emptyFrames += found.emptyFrames
  }
  return { fps, emptyFrames }
}

/** Opens a record. Returns the milliseconds from the click until its form is there. */
const openRecord = async (page: Page, code: string): Promise<number> => {
  await page.goto('/ecrf')
  await page.getByRole('textbox', { name: 'Cerca un paziente' }).fill(code)
  const found = page.getByRole('link', { name: new RegExp(code) })
  await expect(found).toBeVisible()
  const start = performance.now()
  await found.click()
  await page.locator('main form details > summary').first().waitFor()
  return performance.now() - start
}

const keys = '1234567890'.repeat(4)
const keyPauseMs = 60

/** Types into a record with all sections open. Returns the milliseconds from each key to the next paint, in steps of 8 ms. */
const typeKeys = async (page: Page): Promise<readonly number[]> => {
  const closed = page.locator('main form details:not([open]) > summary')
  for (let count = await closed.count(); count > 0; count -= 1) await closed.first().press('Enter')
  await page.evaluate(() => {
    const durations: number[] = []
    Object.assign(window, { keyDurations: durations })
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') durations.push(duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  await page.getByRole('textbox', { name: 'Altre terapie' }).focus()
  await page.keyboard.type(keys, { delay: keyPauseMs })
  const slow = await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    const { keyDurations } = Object.fromEntries(Object.entries(window))
    return Array.isArray(keyDurations) ? keyDurations.map(Number) : []
  })
  // Keys faster than 16 ms have no entry.
  return [...Array.from({ length: Math.max(0, keys.length - slow.length) }, () => 8), ...slow]
}

type Result = { readonly goal: string; readonly measured: string; readonly met: boolean }

const reach = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN

const listRounds = (rounds: number): readonly number[] => Array.from({ length: rounds }, (_, index) => index + 1)

/** The grid and the form of a record in the built staff app, in a browser (REQ-UI-14, REQ-CRF-06). */
export const measureBrowser = async (rounds: number): Promise<Result[]> => {
  const grids: { readonly fps: number; readonly emptyFrames: number }[] = []
  const opened: number[] = []
  const typed: number[] = []
  await withDemoBrowser(async ({ browser, addresses }) => {
    const openPage = async (email: string): Promise<Page> => {
      const context = await openBrowserContext(browser, addresses, 'staff', { viewport: { width: 1440, height: 900 } })
      const page = await context.newPage()
      await signInStaff(page, email)
      return page
    }
    const gridPage = await openPage('dm@demo.example')
    const json = { result: { data: buildLargeResult() } }
    await gridPage.route('**/api/trpc/savedFilters.run*', (route) => route.fulfill({ json }))
    for (const round of listRounds(rounds)) {
      const grid = await measureGrid(gridPage)
      console.log(`  grid, round ${round}: ${grid.fps.toFixed(0)} frames a second, ${grid.emptyFrames} empty`)
      grids.push(grid)
    }
    await gridPage.close()
    const recordPage = await openPage('ca.rm01@demo.example')
    for (const round of listRounds(rounds)) {
      opened.push(await openRecord(recordPage, 'RM01-00042'))
      const times = await typeKeys(recordPage)
      console.log(`  record, round ${round}: opened in ${opened.at(-1)?.toFixed(0)} ms, 95 % of the keys within ${reach(times, 0.95)} ms`)
      typed.push(...times)
    }
  })
  const fps = Math.min(...grids.map((grid) => grid.fps))
  const empty = grids.reduce((sum, { emptyFrames }) => sum + emptyFrames, 0)
  return [
    {
      goal: `grid of ${size.columns} columns × ${size.rows.toLocaleString('en')} rows scrolls: ≥ 50 frames a second, none empty`,
      measured: `${fps.toFixed(0)} at least, ${empty} empty`,
      met: fps >= 50 && empty === 0,
    },
    { goal: 'record opened in the browser: ≤ 300 ms', measured: `${reach(opened, 0.5).toFixed(0)} ms`, met: reach(opened, 0.5) <= 300 },
    {
      goal: 'key in a record with all sections open: ≤ 50 ms to the next paint',
      measured: `95 % within ${reach(typed, 0.95)} ms, slowest ${reach(typed, 1)} ms`,
      met: reach(typed, 0.95) <= 50,
    },
  ]
}
