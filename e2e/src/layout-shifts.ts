import { expect, type Page } from '@playwright/test'

/** Records what moves on every page that this page opens from now on. */
export const recordLayoutShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    // The elements that move, by their first characters, so that a failure names them.
    const describe = ({ sources = [] }: PerformanceEntry & { readonly sources?: readonly { readonly node: Node | null }[] }): string =>
      sources.map(({ node }) => (node instanceof Element ? node.outerHTML : String(node?.textContent)).slice(0, 120)).join(' and ')
    const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries().map(describe)))
    observer.observe({ type: 'layout-shift', buffered: true })
  })

/** Fails if something has moved since the load of the page, or since `forgetLayoutShifts`. */
export const expectNoLayoutShift = async (page: Page): Promise<void> => {
  // A shift is known after the frame that shows it.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await page.evaluate(() => Reflect.get(window, 'shifts') as string[]), page.url()).toEqual([])
}

export const forgetLayoutShifts = (page: Page) => page.evaluate(() => (Reflect.get(window, 'shifts') as string[]).splice(0))
