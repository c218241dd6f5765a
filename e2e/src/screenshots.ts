import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { browseAt, languages } from './browsing.ts'
import { readLetters } from './letters.ts'
import { openSession } from './people.ts'
import { startSystem, type Addresses } from './system.ts'
import { open, viewers } from './views.ts'

const widths = [390, 768, 1440] as const
const height = 900
const schemes = ['light', 'dark'] as const

/** A file's name: where, who, what, how wide, language, scheme. */
const nameOf = (...parts: readonly (string | number)[]): string => `${parts.join('-').replaceAll(' ', '-')}.png`

type Camera = { readonly browser: Browser; readonly addresses: Addresses; readonly folder: string }

/** Shoots every view of one viewer at every width, in both languages, light and dark. */
const shoot = async ({ browser, addresses, folder }: Camera, { name, viewer, views }: (typeof viewers)[number]): Promise<void> => {
  const session = await browseAt(browser, addresses, viewer.site)
  const storageState = await openSession(await session.newPage(), readLetters(addresses.letters), viewer)
  await session.close()
  for (const language of languages) {
    for (const width of widths) {
      const context = await browseAt(browser, addresses, viewer.site, { language, storageState, viewport: { width, height } })
      const page = await context.newPage()
      for (const view of views) {
        await open(page, view, language)
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await page.screenshot({ path: join(folder, nameOf(name, view.name, width, language, colorScheme)), fullPage: true })
        }
        await page.emulateMedia({ colorScheme: 'light' })
      }
      await context.close()
    }
  }
  console.log(name)
}

/** `node e2e/src/screenshots.ts <folder> [part of a viewer's name]`: pictures of every page, for people to look at. */
const main = async ([folder = 'test-results/screenshots', only = '']: readonly string[]): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const { addresses, stop } = await startSystem()
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  try {
    for (const viewer of viewers.filter(({ name }) => name.includes(only)))
      await shoot({ browser, addresses, folder: resolve(folder) }, viewer)
  } finally {
    await browser.close()
    await stop()
  }
}

await main(process.argv.slice(2))
