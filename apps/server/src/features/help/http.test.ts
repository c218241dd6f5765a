import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { helpPages } from '@registry/domain/access/help-pages'
import { helpAddress } from '@registry/domain/help/address'
import { languages } from '@registry/domain/language'
import type { Client } from '../../testing/client.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let visitor: Client
beforeAll(async () => {
  server = await startTestServer()
  visitor = server.visitor('myconsent')
})
afterAll(() => server[Symbol.asyncDispose]())

const addresses = languages.flatMap((language) =>
  [...helpPages, 'manual' as const, 'search' as const].map((page) => helpAddress(language, page)),
)
const open = async (path: string): Promise<{ readonly response: Response; readonly text: string }> => {
  const response = await visitor.send({ path })
  return { response, text: await response.text() }
}

describe('REQ-UI-11: the manual', () => {
  test('every page and the whole manual are served without a session, on both hosts, in both languages', async () => {
    for (const site of ['staff', 'myconsent'] as const) {
      for (const path of addresses) {
        const response = await server.visitor(site).send({ path })
        expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8'])
        const text = await response.text()
        expect(text).toContain(`<html lang="${path.split('/')[3]}">`)
        expect(text.match(/<h1/g)).toHaveLength(1)
      }
    }
  })

  test('every page has its own title, and the manual has its name once', async () => {
    const titles = await Promise.all(addresses.map(async (path) => /<title>(.*)<\/title>/.exec((await open(path)).text)?.[1] ?? ''))
    expect(new Set(titles).size).toBe(addresses.length)
    for (const title of titles) expect(new Set(title.split(' · ')).size).toBe(title.split(' · ').length)
  })

  test('no heading skips a level, and each anchor is unique', async () => {
    for (const path of addresses) {
      const { text } = await open(path)
      const levels = [...text.slice(text.indexOf('<main')).matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))
      levels.forEach((level, index) => expect(level - (levels[index - 1] ?? 0), path).toBeLessThanOrEqual(1))
      const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
      expect(new Set(ids).size, path).toBe(ids.length)
    }
  })

  test('every link of every page works', async () => {
    const targets = new Set<string>()
    for (const path of addresses) {
      const { text } = await open(path)
      for (const [, target = ''] of text.matchAll(/(?:href|src)="([^"]*)"/g)) {
        if (target.startsWith('#')) expect(text, `${path}${target}`).toContain(`id="${target.slice(1)}"`)
        else targets.add(target)
      }
    }
    expect(targets.size).toBeGreaterThan(addresses.length)
    for (const target of targets) expect([target, (await visitor.send({ path: target })).status]).toEqual([target, 200])
  })

  test('a page opens from a mail or another site, also under the name of its route', async () => {
    const response = await visitor.send({ path: '/api/help/it/consenso', headers: { 'sec-fetch-site': 'cross-site' } })
    expect([response.status, await response.text()]).toEqual([200, (await open('/api/help/it/consents')).text])
  })

  test('THREAT-28: pages contain no script, frame or inline style, and no form but the search', async () => {
    for (const path of addresses) {
      const { response, text } = await open(path)
      expect(response.headers.get('content-security-policy')).toBe(
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'; report-to csp",
      )
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(text).not.toMatch(/<script|<iframe|<style| style=| on\w+=/i)
      expect(text.replace('<form class="search"', '')).not.toMatch(/<form/i)
    }
  })

  test('the search finds pages in the language of the reader, and its address can be linked', async () => {
    const { text } = await open('/api/help/en/search?q=recovery+codes')
    expect(text).toContain('href="/api/help/en/second-factor"')
    expect(text).toContain('value="recovery codes"')
    expect((await open('/api/help/it/search?q=xyzzy')).text).toContain('Nessuna pagina contiene «xyzzy»')
  })

  test('THREAT-28: a query is shown as text', async () => {
    const query = encodeURIComponent('"><script>alert(1)</script>')
    const { response, text } = await open(`/api/help/it/search?q=${query}`)
    expect([response.status, text.includes('<script')]).toEqual([200, false])
    for (const other of [`q=${'x'.repeat(2000)}`, 'q=a&q=b', 'q[a]=1', ''])
      expect([other.slice(0, 9), (await open(`/api/help/it/search?${other}`)).response.status]).toEqual([other.slice(0, 9), 200])
  })

  test('THREAT-31: a name outside the list is not found, in any spelling', async () => {
    const names = [
      '../home',
      '..%2fhome',
      '%2e%2e/home',
      'home%00',
      'home.md',
      'HOME',
      'home/',
      '%5c..%5chome',
      '__proto__',
      'constructor',
      'x'.repeat(5000),
    ]
    const more = [
      'manual/../../../package.json',
      '../../../../etc/passwd',
      '..%2f..%2f..%2fpackage.json',
      '%0d%0aset-cookie:x',
      'file:///etc/passwd',
    ]
    for (const name of [...names, ...more]) {
      for (const path of [`/api/help/it/${name}`, `/api/help/images/${name}`, `/api/help/${name}/manual`]) {
        const { response, text } = await open(path)
        expect([path.slice(0, 80), response.status]).toEqual([path.slice(0, 80), 404])
        expect(JSON.parse(text)).toMatchObject({ success: false, code: 'path_unknown' })
      }
    }
    expect((await visitor.send({ method: 'POST', path: '/api/help/it/home', headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(
      405,
    )
  })

  test('the help dialog receives the same page as a tree, even without a session', async () => {
    const page = await visitor.api.help.page.query({ page: 'consents', language: 'it' })
    expect(page).toMatchObject({ page: 'consents', language: 'it', title: 'I tuoi consensi' })
    expect(page.blocks.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['heading', 'paragraph', 'list', 'table']))
    await expect(visitor.api.help.page.query({ page: '../home' as 'home', language: 'it' })).rejects.toThrow()
  })

  test('the tables of rights are built from the permissions and the routes', async () => {
    const { blocks } = await visitor.api.help.page.query({ page: 'roles', language: 'it' })
    const rows = blocks
      .flatMap((block) => (block.kind === 'table' ? block.rows : []))
      .map((row) => row.map((runs) => runs.map(({ text }) => text).join('')).slice(0, 6))
    expect(rows).toContainEqual(['Eseguire ed esportare un filtro', '–', '–', 'sì', 'sì', '–'])
    expect(rows).toContainEqual(['/ca_filtro/{filterId}', '–', '–', '–', 'sì', '–'])
  })
})
