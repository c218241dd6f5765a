import { expect } from '@playwright/test'
import { phone } from './src/browser-context.ts'
import { test } from './src/test.ts'

const windows = [
  ['390 px', phone],
  ['1440 px', { viewport: { width: 1440, height: 900 } }],
] as const

for (const [width, window] of windows)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`REQ-UI-22: the page before its JavaScript has the header of the complete page, ${width}, ${colorScheme}`, async ({ visit }) => {
      const page = await visit('myconsent', { ...window, colorScheme })
      const read = async (header: string, title: string) => ({
        place: await page.locator(title).first().boundingBox(),
        colour: await page.locator(header).evaluate((element) => getComputedStyle(element).backgroundColor),
        page: await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
      })
      await page.route('**/*.js', (route) => route.abort())
      await page.goto('/loginp')
      await expect(page.getByRole('status')).toBeVisible()
      const before = await read('.frame-header', '.frame-wordmark svg')
      await page.unrouteAll()
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('.frame')).toBeHidden()
      expect(await read('#root header', '#root header a[href="/"] svg:not([stroke])')).toEqual(before)
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
