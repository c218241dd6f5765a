import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from '../repository.ts'
import { run, vitest } from './command.ts'

/** The numbers of passed, failed and skipped tests. */
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

/** Counts the tests of a Vitest report. */
export const countVitest = (report: VitestReport): Tally => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
  skipped: report.numPendingTests + report.numTodoTests,
})

/** Counts the tests of a Playwright report. A flaky test counts as failed. */
export const countPlaywright = ({ stats }: PlaywrightReport): Tally => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  skipped: stats.skipped,
})

/** The minimum number of tests per suite, so that lost test files do not go unnoticed. Raise it when you add tests. */
const minimumTests = { vitest: 7800, playwright: 168 } as const
type Suite = keyof typeof minimumTests

/** Adds a failure if the runner failed, wrote no report or ran fewer tests than `minimum`. */
export const applyMinimum = (tally: Tally | undefined, code: number, minimum: number): Tally => {
  if (!tally) return { passed: 0, failed: 1, skipped: 0 }
  const tooFew = tally.passed + tally.failed < minimum
  return tally.failed === 0 && (code !== 0 || tooFew) ? { ...tally, failed: 1 } : tally
}

export const sumTallies = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
  skipped: tallies.reduce((total, { skipped }) => total + skipped, 0),
})

/** Formats the last line of a run. */
export const formatTotal = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

const readReport = async <Report>(path: string): Promise<Report | undefined> => {
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
  const report = await readReport<Report>(path)
  const tally = applyMinimum(report && count(report), code, minimumTests[name])
  if (tally.passed < minimumTests[name])
    console.log(
      `${name}: ${tally.passed} tests passed, at least ${minimumTests[name]} are expected: restore the lost tests, or correct minimumTests in tooling/src/run/suites.ts`,
    )
  return tally
}

/** Runs all Vitest projects. */
export const runVitest = (): Promise<Tally> =>
  suite('vitest', countVitest, (report) =>
    vitest(['--reporter=default', '--reporter=json', `--outputFile.json=${report}`], { shown: true }),
  )

/** Runs the browser tests. */
export const runPlaywright = (browser: string): Promise<Tally> =>
  suite('playwright', countPlaywright, (report) =>
    run('node_modules/.bin/playwright', ['test', '--reporter=list,json'], {
      cwd: join(root, 'e2e'),
      env: { CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      shown: true,
    }),
  )
