import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from '../repository.ts'
import { run } from './command.ts'

/** How many tests of a suite passed, failed and were left out. */
export type Tally = { readonly passed: number; readonly failed: number; readonly skipped: number }

type VitestReport = {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
}
type PlaywrightReport = {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number; readonly skipped: number }
}

/** Counts of a vitest report. */
export const tallyOfVitest = (report: VitestReport): Tally => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
  skipped: report.numPendingTests + report.numTodoTests,
})

/** Counts of a Playwright report; a test that passes only when repeated has failed. */
export const tallyOfPlaywright = ({ stats }: PlaywrightReport): Tally => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  skipped: stats.skipped,
})

/** The tests that each suite has at least. Raise a number when tests are added: test files that vanish must not pass unseen. */
const fewestTests = { vitest: 4500, playwright: 43 } as const
type Suite = keyof typeof fewestTests

/** A suite that ends badly, reports nothing or runs fewer tests than `fewest` counts at least one failure: a broken runner must not look green. */
export const judged = (tally: Tally | undefined, code: number, fewest: number): Tally => {
  if (!tally) return { passed: 0, failed: 1, skipped: 0 }
  const tooFew = tally.passed + tally.failed < fewest
  return tally.failed === 0 && (code !== 0 || tooFew) ? { ...tally, failed: 1 } : tally
}

export const sum = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
  skipped: tallies.reduce((total, { skipped }) => total + skipped, 0),
})

/** The line that closes a run. */
export const closingLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

const reportOf = async <Report>(path: string): Promise<Report | undefined> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Report
  } catch {
    return undefined
  }
}

const suite = async <Report>(
  name: Suite,
  count: (report: Report) => Tally,
  start: (report: string) => Promise<{ code: number }>,
): Promise<Tally> => {
  const path = join(root, 'test-results', `${name}.json`)
  await mkdir(dirname(path), { recursive: true })
  await rm(path, { force: true })
  const { code } = await start(path)
  const report = await reportOf<Report>(path)
  const tally = judged(report && count(report), code, fewestTests[name])
  if (tally.passed < fewestTests[name])
    console.log(`${name}: ${tally.passed} tests passed, at least ${fewestTests[name]} are expected (tooling/src/run/suites.ts)`)
  return tally
}

/** Every vitest project of the workspace. */
export const runVitest = (): Promise<Tally> =>
  suite('vitest', tallyOfVitest, (report) =>
    run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], { shown: true }),
  )

/** The tests of the running system in a browser. */
export const runPlaywright = (browser: string): Promise<Tally> =>
  suite('playwright', tallyOfPlaywright, (report) =>
    run('node_modules/.bin/playwright', ['test', '--reporter=list,json'], {
      cwd: join(root, 'e2e'),
      env: { CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      shown: true,
    }),
  )
