import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { browseAt, languages } from './browsing.ts'
import { inStudio, type Studio } from './camera.ts'
import { readLetters } from './letters.ts'
import { openSession } from './people.ts'
import { open, viewers } from './views.ts'

const widths = [390, 768, 1440] as const
const height = 900
const schemes = ['light', 'dark'] as const

/** A file's name: where, who, what, how wide, language, scheme. */
const nameOf = (...parts: readonly (string | number)[]): string => `${parts.join('-').replaceAll(' ', '-')}.png`

type Camera = Studio & { readonly folder: string }

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
          await page.screenshot({
            path: join(folder, nameOf(name, view.name, width, language, colorScheme)),
            fullPage: true,
            // Colours fade from one scheme to the other: the picture is of what stays.
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

/** `node e2e/src/screenshots.ts <folder> [part of a viewer's name]`: pictures of every page, for people to look at. */
const main = async ([folder = 'test-results/screenshots', only = '']: readonly string[]): Promise<void> => {
  await mkdir(folder, { recursive: true })
  await inStudio(async (studio) => {
    for (const viewer of viewers.filter(({ name }) => name.includes(only))) await shoot({ ...studio, folder: resolve(folder) }, viewer)
  })
}

await main(process.argv.slice(2))
