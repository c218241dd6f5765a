import { expect, type Page } from '@playwright/test'
import { signInPatient, signInStaff } from './src/people.ts'
import { phone } from './src/browsing.ts'
import { test } from './src/test.ts'

/** Whether the staff user of the page is still signed in, as the server sees it. */
const isSignedIn = (page: Page): Promise<boolean> =>
  page.evaluate(async () => ((await (await fetch('/api/get_userinfo')).json()) as { user: unknown }).user !== null)

/** What a script of the page can do to another host: ask as a form does, read with credentials, and call with the pages' own header. */
const attack = (page: Page, target: string): Promise<readonly string[]> =>
  page.evaluate(async (host) => {
    const ask = async (path: string, init: RequestInit): Promise<string> => {
      try {
        const answer = await fetch(host + path, { credentials: 'include', ...init })
        return `${answer.type} ${answer.status}`
      } catch {
        return 'refused'
      }
    }
    const form = new FormData()
    form.set('action', 'LIST')
    const json = { 'content-type': 'application/json' }
    return Promise.all([
      ask('/api/get_userinfo', {}),
      ask('/api/inthem_query', { method: 'POST', body: form }),
      ask('/api/userlogout', { mode: 'no-cors' }),
      ask('/api/inthem_query', { method: 'POST', mode: 'no-cors', body: form }),
      ask('/api/trpc/session.end', { method: 'POST', headers: { ...json, 'x-requested-by': 'app' }, body: '{}' }),
    ])
  }, target)

test('THREAT-09 THREAT-10: a page of the patients’ host can neither read from the staff host nor act there for who is signed in', async ({
  visit,
  addresses,
}) => {
  const staff = await visit('staff')
  await signInStaff(staff, 'dm@demo.example')
  // The sibling's page in the same browser: same site, so that the browser would send a cookie that is not kept from it.
  const sibling = await staff.context().newPage()
  await sibling.route('**/attack.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>sibling</title>' }),
  )
  await sibling.goto(`${addresses.myconsent}/attack.html`)
  for (const outcome of await attack(sibling, addresses.staff)) expect(['refused', 'opaque 0']).toContain(outcome)
  expect(await isSignedIn(staff)).toBe(true)
})

test('THREAT-09: a form on another origin changes nothing and ends no session', async ({ visit, addresses }) => {
  const staff = await visit('staff')
  await signInStaff(staff, 'dm@demo.example')
  const elsewhere = await staff.context().newPage()
  for (const [method, path] of [
    ['post', '/api/inthem_query'],
    ['get', '/api/userlogout'],
    ['post', '/api/userchangepassword'],
  ] as const) {
    const form = `<form method="${method}" enctype="multipart/form-data" action="${addresses.staff}${path}"><input name="action" value="ADD"></form>`
    await elsewhere.route('**/form.html', (route) => route.fulfill({ contentType: 'text/html', body: `<!doctype html>${form}` }))
    await elsewhere.goto(`http://127.0.0.1:${addresses.port}/form.html`)
    const [answer] = await Promise.all([
      elsewhere.waitForResponse((response) => response.url().includes(path)),
      elsewhere.evaluate(() => document.querySelector('form')?.submit()),
    ])
    expect([path, answer.status()]).toEqual([path, 403])
    await elsewhere.unroute('**/form.html')
  }
  expect(await isSignedIn(staff)).toBe(true)
})

test('THREAT-10: no cookie of either site is for more than its own host, and none of a session is open to scripts', async ({
  visit,
  letters,
  addresses,
}) => {
  const staff = await visit('staff')
  await signInStaff(staff, 'dm@demo.example')
  const patient = await visit('myconsent', phone)
  await signInPatient(patient, letters, 'p3@demo.example')
  for (const [page, host] of [
    [staff, new URL(addresses.staff).hostname],
    [patient, new URL(addresses.myconsent).hostname],
  ] as const) {
    const cookies = await page.context().cookies()
    expect(cookies.map(({ name }) => name)).toContain('sid')
    for (const { domain, name, httpOnly, sameSite } of cookies) {
      expect([name, domain]).toEqual([name, host])
      // The language was put there by the test itself.
      if (name !== 'lang') expect([name, sameSite]).toEqual([name, 'Strict'])
      if (name === 'sid' || name === 'pre') expect(httpOnly).toBe(true)
    }
    expect(await page.evaluate(() => document.cookie)).not.toMatch(/sid|pre=/)
    expect(await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))).not.toMatch(
      /[\w-]{43}/,
    )
  }
})

test('THREAT-42: going back after signing out shows nothing of who was signed in', async ({ visit, letters }) => {
  const page = await visit('myconsent', phone)
  await signInPatient(page, letters, 'p2@demo.example')
  await page.goto('/consenso')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const signedIn = /Ciao,|PAOLA|C_DB|Consensi/
  await page.goto('/logout')
  await expect(page.getByRole('link', { name: 'Sono un paziente' })).toBeVisible()
  for (let steps = 0; steps < 3; steps += 1) {
    await page.goBack()
    await expect(page, 'the entrances or the sign-in').toHaveURL(/:\d+\/(loginp)?$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.locator('body').textContent()).not.toMatch(signedIn)
  }
})

test('THREAT-43: a cookie that names another place to go after signing in leads home', async ({ visit, addresses }) => {
  for (const wanted of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/uhome',
    'javascript:alert(1)',
    '/%2F/evil.example',
    '/logout',
    '/api/userlogout',
  ]) {
    const page = await visit('staff')
    await page.context().addCookies([{ name: 'next', value: encodeURIComponent(wanted), url: addresses.staff, sameSite: 'Strict' }])
    await signInStaff(page, 'ua@demo.example')
    expect([wanted, new URL(page.url()).href]).toEqual([wanted, `${addresses.staff}/uhome`])
    expect(await isSignedIn(page)).toBe(true)
  }
})
