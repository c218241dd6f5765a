import type { Page } from '@playwright/test'

export type Direction = 'down' | 'right' | 'both'
export type Scrolling = {
  readonly fps: number
  /** 95 % of the frames take at most this time, in milliseconds. */
  readonly slowFrameMs: number
  /** Frames whose middle shows no cell. */
  readonly emptyFrames: number
}

/** Pixels a second: ten screens of rows in three seconds, and a column every tenth of a second. */
const speeds = { down: [0, 2400], right: [1600, 0], both: [1600, 2400] } as const satisfies Record<Direction, readonly [number, number]>
const scrollMs = 4000

/** Scrolls the grid of a page at a constant speed and counts the frames. */
export const measureScrolling = (page: Page, direction: Direction): Promise<Scrolling> =>
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
      const times: number[] = []
      let emptyFrames = 0
      for (let now = start; now - start < duration;) {
        grid.scrollTo((speedX * (now - start)) / 1000, (speedY * (now - start)) / 1000)
        const before = now
        now = await nextFrame()
        times.push(now - before)
        if (!document.elementFromPoint(left + width * 0.6, top + height * 0.6)?.closest('[role=gridcell]')) emptyFrames += 1
      }
      const sorted = times.toSorted((a, b) => a - b)
      const total = times.reduce((sum, time) => sum + time, 0)
      return {
        fps: Math.round((times.length / total) * 10_000) / 10,
        slowFrameMs: Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0),
        emptyFrames,
      }
    },
    [speeds[direction], scrollMs] as const,
  )
