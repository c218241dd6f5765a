import { expect, type Page } from '@playwright/test'
import type { Site } from './src/browsing.ts'
import { openSession } from './src/people.ts'
import { test } from './src/test.ts'

/** Where somebody ends: on the page asked for, on one that says that its area is not open yet, at home, or elsewhere. */
type End = 'page' | 'closed' | 'home' | '/' | '/changepasswd' | 'other host'
type Row = readonly [path: string, ga: End, ua: End, dm: End, ca: End, patient: End, visitorOfStaff: End, visitorOfMyconsent: End]

/** The route tables of both documents (section 2 of each), and D1 for the routes of the other app; `1` stands for an id. */
const rows: readonly Row[] = [
  //                            GlobalAdmin  UserAdmin  DataManager  CenterAdmin  patient   visitor: staff, myconsent
  ['/', 'page', 'page', 'page', 'page', 'page', 'page', 'page'],
  ['/login', 'page', 'page', 'page', 'page', 'home', 'page', 'other host'],
  ['/loginp', 'home', 'home', 'home', 'home', 'page', 'other host', 'page'],
  ['/forgot_password', 'page', 'page', 'page', 'page', 'home', 'page', 'other host'],
  ['/forgot_password_patient', 'home', 'home', 'home', 'home', 'page', 'other host', 'page'],
  ['/enrollBC', 'page', 'page', 'page', 'page', 'home', 'page', 'other host'],
  ['/changepasswd', 'page', 'page', 'page', 'page', 'page', '/', '/'],
  // Of neither document: where the second factor of D6 is added.
  ['/second_factor', 'page', 'page', 'page', 'page', 'home', '/', 'other host'],
  ['/identityM', 'closed', 'closed', 'closed', 'closed', 'home', '/', 'other host'],
  ['/uhome', 'page', 'page', 'page', 'page', 'home', '/', 'other host'],
  ['/myconsent', 'home', 'home', 'home', 'home', 'page', 'other host', '/'],
  ['/pdati', 'home', 'home', 'home', 'home', 'closed', 'other host', '/'],
  ['/consenso', 'home', 'home', 'home', 'home', 'page', 'other host', '/'],
  ['/sf36', 'home', 'home', 'home', 'home', 'closed', 'other host', '/'],
  ['/pstudi', 'home', 'home', 'home', 'home', 'closed', 'other host', '/'],
  ['/pstudio/1', 'home', 'home', 'home', 'home', 'closed', 'other host', '/'],
  ['/centri', 'home', 'closed', 'home', 'home', 'home', '/', 'other host'],
  ['/centro/1', 'home', 'closed', 'home', 'home', 'home', '/', 'other host'],
  ['/utenti', 'home', 'closed', 'home', 'home', 'home', '/', 'other host'],
  ['/utente/1', 'home', 'closed', 'home', 'home', 'home', '/', 'other host'],
  ['/globalconfig', 'closed', 'home', 'home', 'home', 'home', '/', 'other host'],
  ['/tabelleservizio', 'closed', 'home', 'home', 'home', 'home', '/', 'other host'],
  ['/creasf36', 'closed', 'home', 'home', 'home', 'home', '/', 'other host'],
  ['/log', 'closed', 'home', 'home', 'home', 'home', '/', 'other host'],
  ['/comunicazioni', 'closed', 'home', 'home', 'home', 'home', '/', 'other host'],
  ['/ga_studiclinici', 'closed', 'home', 'home', 'home', 'home', '/', 'other host'],
  ['/dm_studiclinici', 'home', 'home', 'closed', 'home', 'home', '/', 'other host'],
  ['/ca_studiclinici', 'home', 'home', 'home', 'closed', 'home', '/', 'other host'],
  ['/ga_studio/1', 'closed', 'home', 'home', 'home', 'home', '/', 'other host'],
  ['/dm_studio/1', 'home', 'home', 'closed', 'home', 'home', '/', 'other host'],
  ['/ca_studio/1', 'home', 'home', 'home', 'closed', 'home', '/', 'other host'],
  ['/ga_studio/__new__', 'closed', 'home', 'home', 'home', 'home', '/', 'other host'],
  ['/dm_studio/__new__', 'home', 'home', 'home', 'home', 'home', '/', 'other host'],
  ['/ca_studio/__new__', 'home', 'home', 'home', 'home', 'home', '/', 'other host'],
  ['/ga_filtri', 'page', 'home', 'home', 'home', 'home', '/', 'other host'],
  ['/dm_filtri', 'home', 'home', 'page', 'home', 'home', '/', 'other host'],
  ['/ca_filtri', 'home', 'home', 'home', 'page', 'home', '/', 'other host'],
  ['/ga_filtro/1', 'page', 'home', 'home', 'home', 'home', '/', 'other host'],
  ['/dm_filtro/1', 'home', 'home', 'page', 'home', 'home', '/', 'other host'],
  ['/ca_filtro/__new__', 'home', 'home', 'home', 'page', 'home', '/', 'other host'],
  ['/pazienti-dati', 'home', 'home', 'home', 'closed', 'home', '/', 'other host'],
  ['/ecrf', 'home', 'home', 'home', 'closed', 'home', '/', 'other host'],
  // The two that end a session: what they do to it is looked at below.
  ['/logout', '/', '/', '/', '/', '/', '/', '/'],
  ['/qualcosaltro', '/', '/', '/', '/', '/', '/', '/'],
]

type Walker = { readonly name: string; readonly site: Site; readonly account?: string }
/** In the order of the columns. */
const walkers: readonly Walker[] = [
  { name: 'GlobalAdmin', site: 'staff', account: 'ga@demo.example' },
  { name: 'UserAdmin', site: 'staff', account: 'ua@demo.example' },
  { name: 'DataManager', site: 'staff', account: 'dm@demo.example' },
  { name: 'CenterAdmin', site: 'staff', account: 'ca.rm01@demo.example' },
  { name: 'patient', site: 'myconsent', account: 'p2@demo.example' },
  { name: 'visitor of staff', site: 'staff' },
  { name: 'visitor of myconsent', site: 'myconsent' },
]

const homes = { staff: '/uhome', myconsent: '/myconsent' } as const
const siblings = { staff: 'myconsent', myconsent: 'staff' } as const

/** The address at which `end` is, for somebody who opened `path` on `site`. */
const addressOf = (end: End, path: string, site: Site, origins: Readonly<Record<Site, string>>): string => {
  switch (end) {
    case 'page':
    case 'closed':
      return origins[site] + path
    case 'home':
      return origins[site] + homes[site]
    case 'other host':
      return origins[siblings[site]] + path
    default:
      return origins[site] + end
  }
}

const closed = 'Area non ancora disponibile'

declare global {
  interface Window {
    /** The router of the page, as its library leaves it for tools. */
    readonly __TSR_ROUTER__: { navigate(to: { readonly href: string }): Promise<void> }
  }
}

/** Opens `path` in a page that was loaded once: its router is asked to go, which runs the same guards as a loaded page does. */
const open = (page: Page, path: string): Promise<void> => page.evaluate((href) => window.__TSR_ROUTER__.navigate({ href }), path)

/** The same where a guard leads to the other host, so that the router never answers. */
const leaveBy = (page: Page, path: string): Promise<void> => page.evaluate((href) => void window.__TSR_ROUTER__.navigate({ href }), path)

/** The other host is another system: it is noted where it was asked for, and the browser stays where it is. */
const noteSibling = async (page: Page, origin: string): Promise<string[]> => {
  const asked: string[] = []
  await page.route(
    (address) => address.origin === origin,
    async (route) => {
      asked.push(route.request().url())
      await route.fulfill({ status: 204 })
    },
  )
  return asked
}

/** A sign-out that is asked for but not made, so that the walk can go on. */
const keepSession = async (page: Page): Promise<string[]> => {
  const asked: string[] = []
  await page.route(/\/api\/trpc\/session\.end/, async (route) => {
    asked.push(new URL(page.url()).pathname)
    await route.fulfill({
      json: route.request().url().includes('batch=1') ? [{ result: { data: { success: true } } }] : { result: { data: { success: true } } },
    })
  })
  return asked
}

for (const [column, walker] of walkers.entries()) {
  test(`every route of both documents ends where they say: ${walker.name}`, async ({ visit, letters, addresses }) => {
    const storageState = await openSession(await visit(walker.site), letters, walker)
    const page = await visit(walker.site, { storageState })
    const signOuts = await keepSession(page)
    const askedOfSibling = await noteSibling(page, addresses[siblings[walker.site]])
    await page.goto('/')
    await page.locator('main h1').waitFor()
    for (const [path, ...columns] of rows) {
      const end = columns[column] ?? 'page'
      const address = addressOf(end, path, walker.site, addresses)
      if (end === 'other host') {
        await leaveBy(page, path)
        await expect.poll(() => askedOfSibling.at(-1), { message: `${path} ends at ${end}`, intervals: [20] }).toBe(address)
        continue
      }
      await open(page, path)
      await expect.soft(page, `${path} ends at ${end}`).toHaveURL(address)
      const heading = expect.soft(page.locator('main h1'), `${path} is ${end}`)
      await (end === 'closed' ? heading.toHaveText(closed) : heading.not.toHaveText(closed))
    }
    expect(signOuts, 'both /logout and an unknown address sign out').toHaveLength(2)
  })
}
