import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import { handleHelp } from '@registry/tooling/run/help'
import { openBrowserContext, languages, type Language } from './browser-context.ts'
import { withDemoBrowser, type DemoBrowser } from './demo-browser.ts'
import { administrationScreenshots } from './administration-screenshots.ts'
import { manualScreenshots, type ManualScreenshot } from './manual-screenshot-list.ts'
import { openSession } from './accounts.ts'
import { open, viewers } from './views.ts'

const images = fileURLToPath(new URL('../../docs/manual/images', import.meta.url))
/** Size limit of a screenshot: manual pages must load over slow connections. */
const maxBytes = 80_000
/** The WebP quality: text stays sharp at this value. */
const quality = 60
/** The margin around the shown parts. */
const marginPoints = 12

type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

/** The box around all `parts`, with a margin, in points from the top of the page. */
const measureBox = async (page: Page, parts: readonly Locator[]): Promise<Box> => {
  const scrolled = await page.evaluate(() => window.scrollY)
  const all = (await Promise.all(parts.map((part) => part.all()))).flat()
  const boxes = (await Promise.all(all.map((part) => part.boundingBox()))).filter((box) => box !== null)
  if (boxes.length === 0) throw new Error('The page contains no part of the picture')
  const width = page.viewportSize()?.width ?? 0
  return {
    left: Math.max(0, Math.min(...boxes.map(({ x }) => x)) - marginPoints),
    top: Math.max(0, scrolled + Math.min(...boxes.map(({ y }) => y)) - marginPoints),
    right: Math.min(width, Math.max(...boxes.map((box) => box.x + box.width)) + marginPoints),
    bottom: scrolled + Math.max(...boxes.map((box) => box.y + box.height)) + marginPoints,
  }
}

/** Puts buttons that stay at the lower edge of the window at the end of their page: they would cover a value in the middle of a picture. */
const releaseSticky = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLElement>('main *'))
      if (getComputedStyle(part).position === 'sticky') part.style.position = 'static'
  })

/** Whole points at two pixels each. Outside the window the browser ignores the pixel ratio of the context. */
const toClip = ({ left, top, right, bottom }: Box) => ({
  x: Math.floor(left),
  y: Math.floor(top),
  width: Math.floor(right) - Math.floor(left),
  height: Math.floor(bottom) - Math.floor(top),
  scale: 2,
})

/** Takes a WebP screenshot, a third of the size of PNG. Playwright has no WebP, so the DevTools protocol is used. */
const takeScreenshot = async (page: Page, box: Box): Promise<Buffer> => {
  const browser = await page.context().newCDPSession(page)
  const { data } = await browser.send('Page.captureScreenshot', {
    format: 'webp',
    quality,
    clip: toClip(box),
    captureBeyondViewport: true,
  })
  return Buffer.from(data, 'base64')
}

const takeManualScreenshot = async (page: Page, picture: ManualScreenshot, language: Language, folder: string): Promise<void> => {
  const viewer = viewers.find(({ name }) => name === picture.viewer)
  const view = viewer?.views.find(({ name }) => name === picture.view)
  if (!view) throw new Error(`No view ${picture.view} of ${picture.viewer}`)
  await open(page, view, language)
  await picture.prepare?.(page, language)
  await page.evaluate(() => document.fonts.ready)
  await releaseSticky(page)
  const bytes = await takeScreenshot(page, await measureBox(page, picture.parts(page, language)))
  const name = `${picture.name}.${language}.webp`
  console.log(name, bytes.length)
  if (bytes.length > maxBytes) throw new Error(`${name} has ${bytes.length} bytes, more than ${maxBytes}`)
  await writeFile(join(folder, name), bytes)
}

const takeInAllLanguages = async ({ browser, addresses }: DemoBrowser, picture: ManualScreenshot, folder: string): Promise<void> => {
  const viewer = viewers.find(({ name }) => name === picture.viewer)?.viewer
  if (!viewer) throw new Error(`No viewer ${picture.viewer}`)
  const storageState = await openSession(addresses, viewer)
  for (const language of languages) {
    const context = await openBrowserContext(browser, addresses, viewer.site, {
      language,
      storageState,
      viewport: { width: picture.width, height: picture.width === 390 ? 720 : 900 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
    })
    await takeManualScreenshot(await context.newPage(), picture, language, folder)
    await context.close()
  }
}

/** `node e2e/src/manual-screenshots.ts [part of a picture's name] [folder]`: takes the screenshots of the manual. */
const main = async ([only = '', folder = images]: readonly string[]): Promise<void> => {
  handleHelp('pnpm --filter @registry/e2e manual-screenshots [part of a picture’s name] [folder]')
  await withDemoBrowser(async (demo) => {
    for (const picture of [...manualScreenshots, ...administrationScreenshots].filter(({ name }) => name.includes(only)))
      await takeInAllLanguages(demo, picture, resolve(folder))
  })
}

await main(process.argv.slice(2))
