import { expect, type Page } from '@playwright/test'
import { signInPatient } from './src/accounts.ts'
import { findViolations } from './src/axe.ts'
import { languages, phone } from './src/browser-context.ts'
import { test } from './src/test.ts'

const words = {
  it: { title: 'Non c’è connessione', other: 'There is no connection', retry: 'Riprova' },
  en: { title: 'There is no connection', other: 'Non c’è connessione', retry: 'Try again' },
} as const

const withWorker = { ...phone, serviceWorkers: 'allow', colorScheme: 'light' } as const

/** The addresses of all responses that the browser keeps for service workers. */
const listStored = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
    return paths.toSorted()
  })

test('REQ-UI-23: without a network a page reports it in the reader’s language, and comes back by itself', async ({ visit, mailbox }) => {
  const page = await visit('myconsent', withWorker)
  await signInPatient(page, mailbox, 'p2@demo.example')
  for (const language of languages) {
    const { title, other, retry } = words[language]
    await page.context().addCookies([{ name: 'lang', value: language, url: page.url() }])
    await page.goto('/myconsent')
    await expect(page.getByRole('button', { name: /^(Utente|User): / })).toBeVisible()
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.context().setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText(other)).toBeHidden()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is cut off').toBe(true)
    expect(await findViolations(page, 'light')).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await findViolations(page, 'dark')).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    await page.getByRole('button', { name: retry }).click()
    await expect(page.getByRole('heading', { level: 1, name: title }), 'still without a network').toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByRole('button', { name: /^(Utente|User): / })).toBeVisible()
    await expect(page).toHaveURL(/\/myconsent$/)
  }
})

test('FAULT-24: the sentence about the connection covers no buttons of a phone', async ({ visit }) => {
  const page = await visit('myconsent', { ...phone, account: 'p3@demo.example' })
  await page.goto('/pdati?vista=modifica')
  const save = page.getByRole('button', { name: 'Modifica', exact: true })
  await expect(save).toBeVisible()
  await page.context().setOffline(true)
  const banner = page.getByText('Non c’è connessione. Quello che hai scritto resta qui.')
  await expect(banner).toBeVisible()
  const isAbove = async (): Promise<boolean> => {
    const [button, text] = [await save.boundingBox(), await banner.boundingBox()]
    return button !== null && text !== null && button.y + button.height <= text.y
  }
  await expect.poll(isAbove).toBe(true)
  await page.context().setOffline(false)
})

test('THREAT-58: the browser keeps the page without a network, and no answer or page of the registry', async ({ visit, mailbox }) => {
  const page = await visit('myconsent', withWorker)
  await signInPatient(page, mailbox, 'p2@demo.example')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  for (const path of ['/pdati', '/consenso?vista=consensi', '/sf36?vista=compilati', '/myconsent']) {
    await page.goto(path)
    await expect(page.locator('main h1')).toBeVisible()
    await expect(page.locator('main [role=status][aria-label]')).toHaveCount(0)
  }
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(/\/service-worker\.js$/)
  expect(await listStored(page)).toEqual(['/offline.css', '/offline.html', '/offline.js'])
})

const ask = (page: Page, path: string): Promise<{ status: number; type: string | null; text: string }> =>
  page.evaluate(async (address) => {
    const response = await fetch(address)
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
  }, path)

const icons = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
] as const

test('REQ-UI-23: the patients’ site can be installed, the staff site has no service worker', async ({ visit }) => {
  const page = await visit('myconsent', withWorker)
  await page.goto('/loginp')
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/myconsent.webmanifest')
  const manifest = await ask(page, '/myconsent.webmanifest')
  expect(manifest.type).toContain('application/manifest+json')
  expect(JSON.parse(manifest.text)).toMatchObject({
    name: 'MyConsent',
    short_name: 'MyConsent',
    lang: 'it',
    start_url: '/myconsent',
    display: 'standalone',
    theme_color: expect.any(String),
    background_color: expect.any(String),
    icons: expect.arrayContaining(icons.map((icon) => expect.objectContaining(icon))),
  })
  for (const { src } of icons) expect(await ask(page, src)).toMatchObject({ status: 200, type: 'image/png' })
  const staff = await visit('staff', { serviceWorkers: 'allow' })
  await staff.goto('/login')
  expect((await ask(staff, '/service-worker.js')).status).toBe(404)
  expect(await staff.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})
