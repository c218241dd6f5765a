import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import { browseAt, languages, type Language } from './browsing.ts'
import { inStudio, type Studio } from './camera.ts'
import { manualPictures, type ManualPicture } from './manual-views.ts'
import { readLetters } from './letters.ts'
import { openSession } from './people.ts'
import { open, viewers } from './views.ts'

const images = fileURLToPath(new URL('../../docs/manual/images', import.meta.url))
/** The manual's pages are read over slow lines too. */
const heaviestBytes = 80_000
/** Words stay sharp, and flat colours cost nothing. */
const quality = 60
/** What stands around the things that are shown. */
const marginPoints = 12

type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

/** The part of the page that holds all of `parts`, and a little around them. */
const around = async (page: Page, parts: readonly Locator[]): Promise<Box> => {
  const scrolled = await page.evaluate(() => window.scrollY)
  const all = (await Promise.all(parts.map((part) => part.all()))).flat()
  const found = (await Promise.all(all.map((part) => part.boundingBox()))).filter((box) => box !== null)
  if (found.length === 0) throw new Error('Nothing of the picture is on the page')
  const width = page.viewportSize()?.width ?? 0
  return {
    left: Math.max(0, Math.min(...found.map(({ x }) => x)) - marginPoints),
    top: Math.max(0, scrolled + Math.min(...found.map(({ y }) => y)) - marginPoints),
    right: Math.min(width, Math.max(...found.map((box) => box.x + box.width)) + marginPoints),
    bottom: scrolled + Math.max(...found.map((box) => box.y + box.height)) + marginPoints,
  }
}

/** Whole points, two dots for each: beyond the window the browser counts one for a point, whatever screen it plays. */
const clipOf = ({ left, top, right, bottom }: Box) => ({
  x: Math.floor(left),
  y: Math.floor(top),
  width: Math.floor(right) - Math.floor(left),
  height: Math.floor(bottom) - Math.floor(top),
  scale: 2,
})

/** WebP is a third of PNG; the browser makes it, Playwright does not ask for it. */
const photograph = async (page: Page, box: Box): Promise<Buffer> => {
  const browser = await page.context().newCDPSession(page)
  const { data } = await browser.send('Page.captureScreenshot', {
    format: 'webp',
    quality,
    clip: clipOf(box),
    captureBeyondViewport: true,
  })
  return Buffer.from(data, 'base64')
}

const take = async (page: Page, picture: ManualPicture, language: Language, folder: string): Promise<void> => {
  const viewer = viewers.find(({ name }) => name === picture.viewer)
  const view = viewer?.views.find(({ name }) => name === picture.view)
  if (!view) throw new Error(`Nobody sees ${picture.viewer}: ${picture.view}`)
  await open(page, view, language)
  await picture.prepare?.(page, language)
  await page.evaluate(() => document.fonts.ready)
  const bytes = await photograph(page, await around(page, picture.parts(page, language)))
  const name = `${picture.name}.${language}.webp`
  console.log(name, bytes.length)
  if (bytes.length > heaviestBytes) throw new Error(`${name} weighs ${bytes.length} bytes, more than ${heaviestBytes}`)
  await writeFile(join(folder, name), bytes)
}

const shoot = async ({ browser, addresses }: Studio, picture: ManualPicture, folder: string): Promise<void> => {
  const viewer = viewers.find(({ name }) => name === picture.viewer)?.viewer
  if (!viewer) throw new Error(`Nobody is ${picture.viewer}`)
  const session = await browseAt(browser, addresses, viewer.site)
  const storageState = await openSession(await session.newPage(), readLetters(addresses.letters), viewer)
  await session.close()
  for (const language of languages) {
    const context = await browseAt(browser, addresses, viewer.site, {
      language,
      storageState,
      viewport: { width: picture.width, height: picture.width === 390 ? 720 : 900 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
    })
    await take(await context.newPage(), picture, language, folder)
    await context.close()
  }
}

/** `node e2e/src/manual-pictures.ts [part of a picture's name] [folder]`: takes the manual's photographs of screens anew. */
const main = async ([only = '', folder = images]: readonly string[]): Promise<void> => {
  await inStudio(async (studio) => {
    for (const picture of manualPictures.filter(({ name }) => name.includes(only))) await shoot(studio, picture, resolve(folder))
  })
}

await main(process.argv.slice(2))
