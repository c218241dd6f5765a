import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { readApp } from './static-apps.ts'

const manifest = {
  'src/app/messages.it.ts': { file: 'assets/it.js' },
  'src/app/messages.en.ts': { file: 'assets/en.js' },
  'src/app/messages.signed-in.en.ts': { file: 'assets/signed-in-en.js' },
  'src/routes/_public.tsx?tsr-split=component': { file: 'assets/public.js', imports: ['_start.js', '_forms.js'] },
  'src/routes/_public/login.tsx?tsr-split=component': { file: 'assets/login.js', imports: ['_forms.js'], css: ['assets/login.css'] },
  'src/routes/_signed-in.tsx?tsr-split=component': { file: 'assets/signed-in.js' },
  'src/routes/_signed-in/ca_filtro.$filterId.tsx?tsr-split=component': { file: 'assets/filter.js' },
  'src/routes/_signed-in/ga_studiclinici.tsx?tsr-split=component': { file: 'assets/studies.js' },
  'locales/studies/en.po': { file: 'assets/studies-en.js' },
  'src/first-calls.ts': { file: 'assets/first-calls.js' },
  'src/after-paint.ts': { file: 'assets/after-paint.js' },
  '_start.js': { file: 'assets/start.js' },
  '_forms.js': { file: 'assets/forms.js', imports: ['_start.js'] },
}

const builtApp = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'registry-app-'))
  await mkdir(join(directory, '.vite'))
  await writeFile(join(directory, '.vite/manifest.json'), JSON.stringify(manifest))
  await writeFile(
    join(directory, '.vite/page-frames.json'),
    JSON.stringify({
      '/login': { it: '<h1>Accesso operatori</h1>', en: '<h1>Staff sign-in</h1>' },
      '/uhome': { it: '<h1>Pagina principale</h1>', en: '<h1>Main page</h1>' },
    }),
  )
  await writeFile(
    join(directory, 'index.html'),
    `<html lang="it"><head><script type="module" fetchpriority="low" crossorigin src="/assets/start.js"></script></head>
<body><header class="frame-header"></header><!--page--><div class="frame-skeleton"></div><!--/page--></body></html>`,
  )
  return readApp(directory)
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ apps: { staff: await builtApp(), myconsent: await builtApp() } })
})
afterAll(() => server[Symbol.asyncDispose]())

const readPage = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
  (await server.visitor('staff').send({ path, headers })).text()
const listPreloads = (page: string): readonly string[] =>
  [...page.matchAll(/<link rel="([^>]+)" href="\/assets\/([^"]+)">/g)].map(
    ([, kind = '', file = '']) => `${kind.replaceAll('"', '')} ${file}`,
  )

describe('REQ-UI-22: the page of an app', () => {
  it('requests the files of its screen, which are not in the page yet, scripts after style sheets', async () => {
    expect(listPreloads(await readPage('/login?u=x', { 'accept-language': 'it' }))).toEqual([
      'modulepreload fetchpriority=low it.js',
      'modulepreload fetchpriority=low public.js',
      'modulepreload fetchpriority=low forms.js',
      'modulepreload fetchpriority=low login.js',
      'stylesheet login.css',
    ])
  })

  it('requests layout and texts of pages with a session, also for an address with a variable part', async () => {
    expect(listPreloads(await readPage('/ca_filtro/7?tab=x', { 'accept-language': 'en' }))).toEqual([
      'modulepreload fetchpriority=low en.js',
      'modulepreload fetchpriority=low signed-in-en.js',
      'modulepreload fetchpriority=low signed-in.js',
      'modulepreload fetchpriority=low filter.js',
    ])
  })

  it('requests the texts of a feature that has its own', async () => {
    expect(listPreloads(await readPage('/ga_studiclinici', { 'accept-language': 'en' }))).toEqual([
      'modulepreload fetchpriority=low en.js',
      'modulepreload fetchpriority=low signed-in-en.js',
      'modulepreload fetchpriority=low studies-en.js',
      'modulepreload fetchpriority=low signed-in.js',
      'modulepreload fetchpriority=low studies.js',
    ])
  })

  it.each([
    ['a page with a session', '/uhome', `sid=${'a'.repeat(43)}`, true],
    ['a page with a session, asked for without one', '/uhome', '', false],
    ['a page without a session', '/login', `sid=${'a'.repeat(43)}`, false],
  ])('asks first for what %s shows: %s', async (_which, path, cookie, asks) => {
    const script = '<script type="module" async fetchpriority="high" src="/assets/first-calls.js"></script>'
    expect((await readPage(path, { cookie })).includes(script)).toBe(asks)
  })

  it.each([
    ['it', 'Accesso operatori'],
    ['en', 'Staff sign-in'],
  ])('has the form of the sign-in page, and requests the app after that is drawn: %s', async (language, heading) => {
    const page = await readPage('/login', { 'accept-language': language })
    expect(page).toContain(`<div class="frame-page" aria-hidden="true"><h1>${heading}</h1></div>`)
    expect(page).not.toContain('frame-skeleton')
    expect(page).toContain('<link rel="app-part" crossorigin data-start href="/assets/start.js">')
    expect(listPreloads(page)).toEqual([
      `app-part ${language}.js`,
      'app-part public.js',
      'app-part forms.js',
      'app-part login.js',
      'stylesheet login.css',
    ])
    expect([...page.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual([
      '<script type="module" fetchpriority="low" src="/assets/after-paint.js">',
    ])
  })

  it('has no form at the address of a link, which opens another page', async () => {
    expect(await readPage('/login?u=x&p=y')).toContain('frame-skeleton')
  })

  it.each([
    ['with a session', '/uhome', `sid=${'a'.repeat(43)}`, true],
    ['without one, which leads to the sign-in page', '/uhome', '', false],
    ['with parameters, which can show something else', '/uhome?tab=x', `sid=${'a'.repeat(43)}`, false],
  ])('has the heading of a page %s, and requests the app at once', async (_which, path, cookie, expected) => {
    const page = await readPage(path, { cookie, 'accept-language': 'en' })
    expect(page.includes('<div class="frame-page" aria-hidden="true"><h1>Main page</h1></div>')).toBe(expected)
    expect(page).toContain('<script type="module" fetchpriority="low" crossorigin src="/assets/start.js">')
  })

  it('requests nothing for an unknown address', async () => {
    expect(listPreloads(await readPage('/nowhere'))).toEqual([])
  })

  it.each([
    ['the browser’s', { 'accept-language': 'de, it;q=0.5' }, 'it'],
    ['the one that the device remembers', { 'accept-language': 'it', cookie: 'lang=en' }, 'en'],
    ['never another text of the cookie', { 'accept-language': 'it', cookie: 'lang="><script>' }, 'it'],
  ] as const)('has a language: %s', async (_which, headers, language) => {
    expect(await readPage('/login', headers)).toContain(`<html lang="${language}">`)
  })

  it('leaves room for the back arrow, where the page has one', async () => {
    expect(await readPage('/login')).toContain('<header class="frame-header" data-back>')
    expect(await readPage('/')).toContain('<header class="frame-header">')
    expect(await readPage('/uhome')).toContain('<header class="frame-header">')
  })
})
