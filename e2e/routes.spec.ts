import { expect, type Page } from '@playwright/test'
import { findHelpPage } from '@registry/domain/access/help-pages'
import { notOpenYet, type RoutePattern, routePatterns, type Screen, screens } from '@registry/domain/access/screens'
import type { Site } from './src/browser-context.ts'
import { test } from './src/test.ts'
import { fillIn } from './src/views.ts'

/** The target of a navigation: the requested page, the home page, or another address. */
type Target = 'page' | 'home' | '/' | '/changepasswd' | 'other host'
type Targets = readonly [
  ga: Target,
  ua: Target,
  dm: Target,
  ca: Target,
  patient: Target,
  visitorOfStaff: Target,
  visitorOfMyconsent: Target,
]

/** The target for each role of the addresses of a site and an audience (REQ-UI-03 to REQ-UI-06). */
const targets: Readonly<Record<string, Targets>> = {
  //                      GlobalAdmin  UserAdmin  DataManager  CenterAdmin  patient   visitor: staff, myconsent
  'both: anyone': ['page', 'page', 'page', 'page', 'page', 'page', 'page'],
  'both: signed-in': ['page', 'page', 'page', 'page', 'page', '/', '/'],
  'staff: anyone': ['page', 'page', 'page', 'page', 'home', 'page', 'other host'],
  'staff: GlobalAdmin UserAdmin DataManager CenterAdmin': ['page', 'page', 'page', 'page', 'home', '/', 'other host'],
  'staff: GlobalAdmin': ['page', 'home', 'home', 'home', 'home', '/', 'other host'],
  'staff: UserAdmin': ['home', 'page', 'home', 'home', 'home', '/', 'other host'],
  'staff: DataManager': ['home', 'home', 'page', 'home', 'home', '/', 'other host'],
  'staff: CenterAdmin': ['home', 'home', 'home', 'page', 'home', '/', 'other host'],
  'myconsent: anyone': ['home', 'home', 'home', 'home', 'page', 'other host', 'page'],
  'myconsent: patient': ['home', 'home', 'home', 'home', 'page', 'other host', '/'],
  'myconsent: patient guardian': ['home', 'home', 'home', 'home', 'page', 'other host', '/'],
  // A guardian who has not chosen a patient is led there from every page (`apps/server/src/features/guardians`).
  'myconsent: guardian': ['home', 'home', 'home', 'home', 'home', 'other host', '/'],
}

const findTargets = (pattern: RoutePattern): Targets => {
  const { site, audience }: Screen = screens[pattern]
  const kind = `${site}: ${[audience].flat().join(' ')}`
  const found = targets[kind]
  if (!found) throw new Error(`the table of targets has no line for ${kind}, the audience of ${pattern}`)
  return found
}

type Row = readonly [path: string, ...targets: Targets]

/** All routes, and the target for each role. */
const rows: readonly Row[] = [
  ...routePatterns.filter((pattern) => pattern !== '/logout').map((pattern): Row => [fillIn(pattern), ...findTargets(pattern)]),
  // Only GlobalAdmin creates studies (REQ-STU-01).
  ['/ga_studio/__new__', 'page', 'home', 'home', 'home', 'home', '/', 'other host'],
  ['/dm_studio/__new__', 'home', 'home', 'home', 'home', 'home', '/', 'other host'],
  ['/ca_studio/__new__', 'home', 'home', 'home', 'home', 'home', '/', 'other host'],
  ['/ca_filtro/__new__', 'home', 'home', 'home', 'page', 'home', '/', 'other host'],
  // These two end the session; the test checks it below.
  ['/logout', '/', '/', '/', '/', '/', '/', '/'],
  ['/qualcosaltro', '/', '/', '/', '/', '/', '/', '/'],
]

type Visitor = { readonly name: string; readonly site: Site; readonly account?: string }
/** In the order of the columns. */
const visitors: readonly Visitor[] = [
  { name: 'GlobalAdmin', site: 'staff', account: 'ga@demo.example' },
  { name: 'UserAdmin', site: 'staff', account: 'ua@demo.example' },
  { name: 'DataManager', site: 'staff', account: 'dm@demo.example' },
  { name: 'CenterAdmin', site: 'staff', account: 'ca.rm01@demo.example' },
  { name: 'patient', site: 'myconsent', account: 'p2@demo.example' },
  { name: 'visitor of staff', site: 'staff' },
  { name: 'visitor of myconsent', site: 'myconsent' },
]

const homes = { staff: '/uhome', myconsent: '/myconsent' } as const
const otherSites = { staff: 'myconsent', myconsent: 'staff' } as const

/** The address of the target after opening `path` on `site`. */
const toAddress = (target: Target, path: string, site: Site, origins: Readonly<Record<Site, string>>): string => {
  switch (target) {
    case 'page':
      return origins[site] + path
    case 'home':
      return origins[site] + homes[site]
    case 'other host':
      return origins[otherSites[site]] + path
    default:
      return origins[site] + target
  }
}

const closed = 'Area non ancora disponibile'
const hasScreen = (path: string): boolean => findHelpPage(path) !== notOpenYet

/** Opens `path` with the router of the page. It runs the same guards as a page load, and is faster. */
const navigate = (page: Page, path: string): Promise<void> => page.evaluate((href) => window.__TSR_ROUTER__.navigate({ href }), path)

/** Opens a path of the other host. The navigation never ends, so it is not awaited. */
const navigateToOtherHost = (page: Page, path: string): Promise<void> =>
  page.evaluate((href) => void window.__TSR_ROUTER__.navigate({ href }), path)

/** Records requests to the other host and answers 204, so that the browser stays on the page. */
const recordOtherHost = async (page: Page, origin: string): Promise<string[]> => {
  const requested: string[] = []
  await page.route(
    (address) => address.origin === origin,
    async (route) => {
      requested.push(route.request().url())
      await route.fulfill({ status: 204 })
    },
  )
  return requested
}

/** Records sign-outs without ending the session, so that the test can continue. */
const recordSignOuts = async (page: Page): Promise<string[]> => {
  const requested: string[] = []
  await page.route(/\/api\/trpc\/session\.end/, async (route) => {
    requested.push(new URL(page.url()).pathname)
    await route.fulfill({
      json: route.request().url().includes('batch=1') ? [{ result: { data: { success: true } } }] : { result: { data: { success: true } } },
    })
  })
  return requested
}

for (const [column, visitor] of visitors.entries()) {
  test(`each route leads to its target: ${visitor.name}`, async ({ visit, addresses }) => {
    const page = await visit(visitor.site, { account: visitor.account })
    const signOuts = await recordSignOuts(page)
    const otherHostRequests = await recordOtherHost(page, addresses[otherSites[visitor.site]])
    await page.goto('/')
    await page.locator('main h1').waitFor()
    for (const [path, ...columns] of rows) {
      const target = columns[column] ?? 'page'
      const address = toAddress(target, path, visitor.site, addresses)
      if (target === 'other host') {
        await navigateToOtherHost(page, path)
        await expect.poll(() => otherHostRequests.at(-1), { message: `${path} leads to ${target}`, intervals: [20] }).toBe(address)
        continue
      }
      await navigate(page, path)
      await expect.soft(page, `${path} leads to ${target}`).toHaveURL(address)
      const heading = expect.soft(page.locator('main h1'), `${path} is ${target}`)
      await (target === 'page' && !hasScreen(path) ? heading.toHaveText(closed) : heading.not.toHaveText(closed))
    }
    expect(signOuts, 'both /logout and an unknown address sign out').toHaveLength(2)
  })
}
