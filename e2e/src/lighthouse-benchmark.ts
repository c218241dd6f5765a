import lighthouse from 'lighthouse'
import { availableParallelism, loadavg } from 'node:os'
import type { Browser } from '@playwright/test'
import getPort from 'get-port'
import { handleHelp } from '@registry/tooling/run/help'
import { openSession } from './accounts.ts'
import { withDemoBrowser, type DemoBrowser } from './demo-browser.ts'
import type { Viewer } from './views.ts'

const rounds = 3
const categories = ['performance', 'accessibility', 'best-practices'] as const
type Category = (typeof categories)[number]

type VisitedPages = { readonly viewer: Viewer; readonly paths: readonly string[] }

/** The pages, visitors first: later pages are opened with the session of their viewer. */
const visits: readonly VisitedPages[] = [
  { viewer: { site: 'myconsent' }, paths: ['/loginp'] },
  { viewer: { site: 'staff' }, paths: ['/login'] },
  { viewer: { site: 'myconsent', account: 'p2@demo.example' }, paths: ['/myconsent', '/consenso', '/pdati', '/sf36'] },
  { viewer: { site: 'staff', account: 'dm@demo.example' }, paths: ['/uhome', '/dm_filtro/1'] },
]

/** What one page reached in one round. */
type PageResult = {
  readonly scores: Readonly<Record<Category, number>>
  /** When the largest part of the page is drawn, and how long scripts block it, on Lighthouse's simulated phone. */
  readonly drawnMs: number
  readonly blockedMs: number
  /** The audits of accessibility and best practices without full marks. */
  readonly failed: readonly string[]
}

/** Opens the viewer's session in the browser's own context, in which Lighthouse opens its pages. */
const shareSession = async ({ browser, addresses }: DemoBrowser, viewer: Viewer): Promise<void> => {
  const { cookies } = await openSession(addresses, viewer)
  const devTools = await browser.newBrowserCDPSession()
  await devTools.send('Storage.setCookies', { cookies })
  await devTools.detach()
}

/** Measures one page on Lighthouse's simulated phone. @throws Error if the address shows another page, or none */
const measure = async (url: string, port: number): Promise<PageResult> => {
  const result = await lighthouse(url, { port, onlyCategories: [...categories], logLevel: 'error' })
  if (!result) throw new Error(`Lighthouse returned nothing for ${url}`)
  const { audits, categories: measured, finalDisplayedUrl, runtimeError } = result.lhr
  if (runtimeError) throw new Error(`Lighthouse could not measure ${url}: ${runtimeError.message}`)
  if (new URL(finalDisplayedUrl).pathname !== new URL(url).pathname) throw new Error(`${url} led to ${finalDisplayedUrl}`)
  const readScore = (category: Category): number => Math.round((measured[category]?.score ?? 0) * 100)
  const readMs = (audit: string): number => Math.round(audits[audit]?.numericValue ?? 0)
  const failed = categories
    .filter((category) => category !== 'performance')
    .flatMap((category) => measured[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
  return {
    scores: {
      performance: readScore('performance'),
      accessibility: readScore('accessibility'),
      'best-practices': readScore('best-practices'),
    },
    drawnMs: readMs('largest-contentful-paint'),
    blockedMs: readMs('total-blocking-time'),
    failed: failed.map(({ id }) => id),
  }
}

const readMedian = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** One row of the table of docs/benchmarks.md: the medians, and the performance of every round. */
const formatRow = (path: string, results: readonly PageResult[]): string => {
  const performance = results.map(({ scores }) => scores.performance)
  const read = (pick: (result: PageResult) => number): number => readMedian(results.map(pick))
  const cells = [
    `\`${path}\``,
    `${readMedian(performance)} (${Math.min(...performance)}–${Math.max(...performance)})`,
    read(({ scores }) => scores.accessibility),
    read(({ scores }) => scores['best-practices']),
    `${(read(({ drawnMs }) => drawnMs) / 1000).toFixed(1)} s`,
    `${read(({ blockedMs }) => blockedMs)} ms`,
  ]
  return `| ${cells.join(' | ')} |`
}

const describeMachine = (browser: Browser): string =>
  `${browser.version()}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`

const main = async (): Promise<void> => {
  handleHelp('pnpm bench:lighthouse')
  const port = await getPort({ host: '127.0.0.1' })
  await withDemoBrowser(
    async (demo) => {
      console.log(describeMachine(demo.browser))
      console.log('| page | performance | accessibility | best practices | largest part drawn | blocked by scripts |')
      console.log('| --- | --- | --- | --- | --- | --- |')
      for (const { viewer, paths } of visits) {
        await shareSession(demo, viewer)
        for (const path of paths) {
          const results: PageResult[] = []
          for (let round = 1; round <= rounds; round += 1) results.push(await measure(`${demo.addresses[viewer.site]}${path}`, port))
          console.log(formatRow(path, results))
          for (const audit of new Set(results.flatMap(({ failed }) => failed))) console.log(`  ${audit} failed`)
        }
      }
      console.log(describeMachine(demo.browser))
    },
    [`--remote-debugging-port=${port}`],
  )
}

await main()
