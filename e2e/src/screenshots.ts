import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { handleHelp } from '@registry/tooling/run/help'
import { openBrowserContext, languages, widths } from './browser-context.ts'
import { withDemoBrowser, type DemoBrowser } from './demo-browser.ts'
import { openSession } from './accounts.ts'
import { open, viewers, type ViewerWithViews } from './views.ts'

const height = 900
const schemes = ['light', 'dark'] as const

const formatFileName = (...parts: readonly (string | number)[]): string => `${parts.join('-').replaceAll(' ', '-')}.png`

type Options = DemoBrowser & { readonly folder: string }

/** Takes screenshots of all views of one viewer, in all widths, languages and colour schemes. */
const takeScreenshots = async ({ browser, addresses, folder }: Options, { name, viewer, views }: ViewerWithViews): Promise<void> => {
  const storageState = await openSession(addresses, viewer)
  for (const language of languages) {
    for (const width of widths) {
      const context = await openBrowserContext(browser, addresses, viewer.site, { language, storageState, viewport: { width, height } })
      const page = await context.newPage()
      for (const view of views) {
        await open(page, view, language)
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await page.screenshot({
            path: join(folder, formatFileName(name, view.name, width, language, colorScheme)),
            fullPage: true,
            // Colours fade between the schemes; the screenshot shows the end of the transition.
            animations: 'disabled',
          })
        }
        await page.emulateMedia({ colorScheme: 'light' })
      }
      await context.close()
    }
  }
  console.log(name)
}

/** `node e2e/src/screenshots.ts <folder> [part of a viewer's name]`: takes screenshots of all pages. */
const main = async ([folder = 'test-results/screenshots', only = '']: readonly string[]): Promise<void> => {
  handleHelp('pnpm --filter @registry/e2e screenshots [folder] [part of a viewer’s name]')
  await mkdir(folder, { recursive: true })
  await withDemoBrowser(async (demo) => {
    for (const viewer of viewers.filter(({ name }) => name.includes(only)))
      await takeScreenshots({ ...demo, folder: resolve(folder) }, viewer)
  })
}

await main(process.argv.slice(2))
