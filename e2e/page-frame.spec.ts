import { expect } from '@playwright/test'
import { expectNoLayoutShift, recordLayoutShifts } from './src/layout-shifts.ts'
import { test } from './src/test.ts'

const sites = [
  { site: 'myconsent', path: '/loginp', title: { it: 'MyConsent', en: 'MyConsent' } },
  { site: 'staff', path: '/login', title: { it: 'Registro talassemie', en: 'Thalassaemia registry' } },
] as const
const readers = [
  { language: 'it', colorScheme: 'light', status: 'Caricamento…', ground: 'rgb(255, 255, 255)' },
  { language: 'en', colorScheme: 'dark', status: 'Loading…', ground: 'rgb(23, 24, 27)' },
] as const

for (const { site, path, title } of sites)
  for (const { language, colorScheme, status, ground } of readers)
    test(`REQ-UI-22: before its JavaScript a page shows header and status, ${site}, ${colorScheme}, ${language}`, async ({ visit }) => {
      const page = await visit(site, { colorScheme, language })
      await page.route('**/*.js', (route) => route.abort())
      await page.goto(path)
      await expect(page.getByRole('banner')).toHaveText(title[language], { useInnerText: true })
      await expect(page.getByRole('status')).toHaveText(status, { useInnerText: true })
      await expect(page.locator('.frame')).toHaveCSS('background-color', ground)
      await page.unrouteAll({ behavior: 'wait' })
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('.frame')).toBeHidden()
      await expect(page.locator('body')).toHaveCSS('background-color', ground)
    })

for (const [account, paths] of [
  ['ca.rm01@demo.example', ['/ecrf', '/ca_coorte', '/ca_indicatori', '/ca_studio/DOSE-2026']],
  ['dm@demo.example', ['/dm_segnalazioni', '/dm_filtro/__new__']],
] as const)
  test(`REQ-UI-22: pages move nothing while they load (${account})`, async ({ visit }) => {
    const page = await visit('staff', { account, viewport: { width: 1440, height: 900 } })
    await recordLayoutShifts(page)
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('status', { name: 'Caricamento' })).toHaveCount(0)
      await expect(page.getByRole('contentinfo')).toBeAttached()
      await expectNoLayoutShift(page)
    }
  })

test('REQ-UI-22: without JavaScript the page shows in both languages what is needed', async ({ visit }) => {
  const page = await visit('staff', { javaScriptEnabled: false, language: 'en' })
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.locator('noscript p')).toHaveText([/^Per usare questo sito serve JavaScript/, /^This site needs JavaScript/])
  for (const sentence of await page.locator('noscript p').all()) await expect(sentence).toBeVisible()
  await expect(page.getByRole('status')).toBeHidden()
})
