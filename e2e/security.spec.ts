import { expect, type Page } from '@playwright/test'
import { signInPatient, signInStaff } from './src/accounts.ts'
import { phone } from './src/browser-context.ts'
import { test } from './src/test.ts'

/** Whether the page has a session on the server. */
const isSignedIn = (page: Page): Promise<boolean> =>
  page.evaluate(async () => ((await (await fetch('/api/get_userinfo')).json()) as { user: unknown }).user !== null)

/** Calls another host from a script: as a form, with credentials, and with the header of our apps. Returns the outcomes. */
const attack = (page: Page, target: string): Promise<readonly string[]> =>
  page.evaluate(async (host) => {
    const call = async (path: string, init: RequestInit): Promise<string> => {
      try {
        const response = await fetch(host + path, { credentials: 'include', ...init })
        return `${response.type} ${response.status}`
      } catch {
        return 'refused'
      }
    }
    const form = new FormData()
    form.set('action', 'LIST')
    const json = { 'content-type': 'application/json' }
    return Promise.all([
      call('/api/get_userinfo', {}),
      call('/api/inthem_query', { method: 'POST', body: form }),
      call('/api/userlogout', { mode: 'no-cors' }),
      call('/api/inthem_query', { method: 'POST', mode: 'no-cors', body: form }),
      call('/api/trpc/session.end', { method: 'POST', headers: { ...json, 'x-requested-by': 'app' }, body: '{}' }),
    ])
  }, target)

test('THREAT-09 THREAT-10: a page of the patients’ host can neither read from the staff host nor act there for the signed-in user', async ({
  visit,
  addresses,
}) => {
  const staff = await visit('staff')
  await signInStaff(staff, 'dm@demo.example')
  // Both hosts are the same site, so SameSite=Strict alone does not protect the cookie.
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
    const [response] = await Promise.all([
      elsewhere.waitForResponse((candidate) => candidate.url().includes(path)),
      elsewhere.evaluate(() => document.querySelector('form')?.submit()),
    ])
    expect([path, response.status()]).toEqual([path, 403])
    await elsewhere.unroute('**/form.html')
  }
  expect(await isSignedIn(staff)).toBe(true)
})

test('THREAT-10: cookies are valid on their own host only, and scripts cannot read session cookies', async ({
  visit,
  mailbox,
  addresses,
}) => {
  const staff = await visit('staff')
  await signInStaff(staff, 'dm@demo.example')
  const patient = await visit('myconsent', phone)
  await signInPatient(patient, mailbox, 'p3@demo.example')
  for (const [page, host] of [
    [staff, new URL(addresses.staff).hostname],
    [patient, new URL(addresses.myconsent).hostname],
  ] as const) {
    const cookies = await page.context().cookies()
    expect(cookies.map(({ name }) => name)).toContain('sid')
    for (const { domain, name, httpOnly, sameSite } of cookies) {
      expect([name, domain]).toEqual([name, host])
      // The test itself sets the language cookie.
      if (name !== 'lang') expect([name, sameSite]).toEqual([name, 'Strict'])
      if (name === 'sid' || name === 'pre') expect(httpOnly).toBe(true)
    }
    expect(await page.evaluate(() => document.cookie)).not.toMatch(/sid|pre=/)
    expect(await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))).not.toMatch(
      /[\w-]{43}/,
    )
  }
})

test('THREAT-42: going back after a sign-out shows no data of the person', async ({ visit, mailbox }) => {
  const page = await visit('myconsent', phone)
  await signInPatient(page, mailbox, 'p2@demo.example')
  await page.goto('/consenso')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const signedIn = /Ciao,|PAOLA|C_DB|Consensi/
  await page.goto('/logout')
  await expect(page.getByRole('link', { name: 'Sono un paziente' })).toBeVisible()
  for (let steps = 0; steps < 3; steps += 1) {
    await page.goBack()
    await expect(page, 'the home page or the sign-in').toHaveURL(/:\d+\/(loginp)?$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.locator('body').textContent()).not.toMatch(signedIn)
  }
})

test('THREAT-43: a forged return address leads to the home page after sign-in', async ({ visit, addresses }) => {
  for (const address of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/uhome',
    'javascript:alert(1)',
    '/%2F/evil.example',
    '/logout',
    '/api/userlogout',
  ]) {
    const page = await visit('staff')
    await page.context().addCookies([{ name: 'next', value: encodeURIComponent(address), url: addresses.staff, sameSite: 'Strict' }])
    await signInStaff(page, 'ua@demo.example')
    expect([address, new URL(page.url()).href]).toEqual([address, `${addresses.staff}/uhome`])
    expect(await isSignedIn(page)).toBe(true)
  }
})
