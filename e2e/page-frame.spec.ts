import { expect, type Page } from '@playwright/test'
import { openSession } from './src/accounts.ts'
import { phone } from './src/browser-context.ts'
import { test } from './src/test.ts'
import { open } from './src/views.ts'

const windows = [
  ['390 px', phone],
  ['1440 px', { viewport: { width: 1440, height: 900 } }],
] as const

/** The parts of the sign-in form: in the frame, and in the complete page. */
const formParts = {
  myconsent: {
    path: '/loginp',
    frame: ['.frame-title', '.frame-lead', '.frame-label', '.frame-field', '.frame-button'],
    complete: ['h1', 'h1 + p', 'label', '.mantine-Input-wrapper', 'button[type=submit]'],
  },
  staff: {
    path: '/login',
    frame: ['.frame-title', '.frame-label', '.frame-field', '.frame-button'],
    complete: ['h1', 'label', '.mantine-Input-wrapper', 'button[type=submit]'],
  },
} as const

/** Where each part begins, how high it is and what it says: all at the same moment, because React replaces elements while a page loads. */
const readParts = (page: Page, root: string, parts: readonly string[]) =>
  page.evaluate(
    async (selectors) => {
      // Before its font has arrived, a text has other lines.
      await document.fonts.ready
      return selectors.map((selector) => {
        const element = document.querySelector(selector)
        if (!element) throw new Error(`The page has no ${selector}`)
        const { x, y, height } = element.getBoundingClientRect()
        return { text: element.textContent, x: Math.round(x), y: Math.round(y), height: Math.round(height) }
      })
    },
    parts.map((part) => `${root} ${part}`),
  )

/** Opens a page whose scripts do not arrive. A page that still loads its own parts would report them as errors. */
const openWithoutScripts = async (page: Page, path: string): Promise<void> => {
  await page.goto('about:blank')
  await page.route('**/*.js', (route) => route.abort())
  await page.goto(path)
  await expect(page.getByRole('status')).toBeVisible()
}

/** Opens the same page with its scripts, after the last blocked request is answered. */
const reloadWithScripts = async (page: Page): Promise<void> => {
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
}

for (const site of ['myconsent', 'staff'] as const)
  for (const [width, window] of windows)
    for (const [colorScheme, language] of [
      ['light', 'it'],
      ['dark', 'en'],
    ] as const)
      test(`REQ-UI-22: the sign-in page before its JavaScript has header and form of the complete page, ${site}, ${width}, ${colorScheme}, ${language}`, async ({
        visit,
      }) => {
        const { path, frame, complete } = formParts[site]
        const page = await visit(site, { ...window, colorScheme, language })
        const read = async (header: string, title: string) => ({
          place: await page.locator(title).first().boundingBox(),
          colour: await page.locator(header).evaluate((element) => getComputedStyle(element).backgroundColor),
          page: await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
        })
        await openWithoutScripts(page, path)
        const before = { header: await read('.frame-header', '.frame-wordmark svg'), form: await readParts(page, '.frame', frame) }
        await reloadWithScripts(page)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('.frame')).toBeHidden()
        const after = {
          header: await read('#root header', '#root header a[href="/"] svg:not([stroke])'),
          form: await readParts(page, '#root', complete),
        }
        expect(after).toEqual(before)
      })

/** The first texts of pages with a session, and whether the complete page has them at the same place. */
const firstTexts = [
  { path: '/consenso', frame: ['.frame-title', '.frame-lead'], complete: ['h1', 'h1 + p'], samePlace: true },
  { path: '/pdati', frame: ['.frame-title', '.frame-lead'], complete: ['h1', 'h1 + p'], samePlace: true },
  // The name of the instrument comes with the questionnaire and makes its title longer.
  { path: '/sf36', frame: ['.frame-lead'], complete: ['h1 + p'], samePlace: false },
] as const

for (const [width, window] of windows)
  test(`REQ-UI-22: pages of a patient say before their JavaScript what the complete page says, ${width}`, async ({ visit, addresses }) => {
    const storageState = await openSession(addresses, { site: 'myconsent', account: 'p2@demo.example' })
    for (const [colorScheme, language] of [
      ['light', 'it'],
      ['dark', 'en'],
    ] as const) {
      const page = await visit('myconsent', { ...window, colorScheme, language, storageState })
      for (const { path, frame, complete, samePlace } of firstTexts) {
        const read = async (root: string, parts: readonly string[]) =>
          (await readParts(page, root, parts)).map(({ text, ...place }) => (samePlace ? { text, ...place } : { text }))
        await openWithoutScripts(page, path)
        const before = await read('.frame', frame)
        await reloadWithScripts(page)
        await expect(page.locator('#root h1 + p')).toBeVisible()
        await expect(page.locator('.frame')).toBeHidden()
        expect(await read('#root', complete), `${path} ${language}`).toEqual(before)
      }
    }
  })

const signedInPages = [
  { site: 'myconsent', account: 'p2@demo.example', paths: ['/myconsent', '/consenso', '/pdati', '/sf36', '/pstudi'] },
  { site: 'staff', account: 'dm@demo.example', paths: ['/uhome', '/dm_filtri', '/dm_filtro/1'] },
] as const

for (const { site, account, paths } of signedInPages)
  test(`REQ-UI-22: a page with a session asks once for each thing that it shows, ${site}`, async ({ visit }) => {
    const page = await visit(site, { account })
    for (const path of paths) {
      await page.goto('about:blank')
      const asked: string[] = []
      page.on('request', (request) => {
        const [, procedures] = /\/api\/trpc\/([^?]+)/.exec(request.url()) ?? []
        if (procedures !== undefined) asked.push(...procedures.split(','))
      })
      await open(page, { name: path, path }, 'it')
      page.removeAllListeners('request')
      expect(
        asked.filter((procedure, index) => procedure !== 'referenceTables.rows' && asked.indexOf(procedure) !== index),
        path,
      ).toEqual([])
    }
  })

test('REQ-UI-22: without JavaScript the page says in both languages what is needed', async ({ visit }) => {
  const page = await visit('staff', { javaScriptEnabled: false, language: 'en' })
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.locator('noscript p')).toHaveText([/^Per usare questo sito serve JavaScript/, /^This site needs JavaScript/])
  for (const sentence of await page.locator('noscript p').all()) await expect(sentence).toBeVisible()
  await expect(page.getByRole('status')).toBeHidden()
})

test('REQ-UI-22: scripts load after the style sheets, which the page before its JavaScript needs', async ({ visit }) => {
  const page = await visit('staff', { javaScriptEnabled: false })
  await page.goto('/login')
  await expect(page.locator('script[src][fetchpriority=low]').first()).toBeAttached()
  await expect(page.locator('script[src]:not([fetchpriority=low])')).toHaveCount(0)
})
