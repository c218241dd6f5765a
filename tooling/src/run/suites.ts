import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { root } from '../repository.ts'
import { run, vitest } from './command.ts'

/** The numbers of passed, failed and skipped tests, and the name and output of each failed one. */
export type Tally = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly failures: readonly string[]
}

/** A path as a person writes it: inside the repository. */
const inRepository = (path: string): string => relative(root, resolve(root, path))

const reasonLines = 8

/** The first lines of an error below the name of its test. They show the cause where only the end of a log is kept. */
const describeFailure = (name: string, messages: readonly string[]): string => {
  const lines = messages.flatMap((message) => stripVTControlCharacters(message).split('\n')).filter((line) => line.trim() !== '')
  return [name, ...lines.slice(0, reasonLines).map((line) => `  ${line}`)].join('\n')
}

const vitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() })),
    }),
  ),
})

/** Counts the tests of a Vitest report. A file that failed without a failed test is named alone. */
export const countVitest = (report: unknown): Tally => {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = vitestReport.parse(report)
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults
      .filter((result) => result.status === 'failed')
      .map(({ fullName, failureMessages }) => describeFailure(`${inRepository(name)}: ${fullName}`, failureMessages ?? []))
    return failed.length === 0 && status === 'failed' ? [describeFailure(inRepository(name), [message])] : failed
  })
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests, failures }
}

const playwrightTest = z.object({
  status: z.string(),
  results: z.array(z.object({ errors: z.array(z.object({ message: z.string().default('') })).default([]) })).default([]),
})
const playwrightSuite = z.object({
  specs: z.array(z.object({ title: z.string(), file: z.string(), ok: z.boolean(), tests: z.array(playwrightTest) })),
  get suites() {
    return z.array(playwrightSuite).default([])
  },
})
const playwrightReport = z.object({
  suites: z.array(playwrightSuite),
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
})

const nameFailures = ({ specs, suites }: z.output<typeof playwrightSuite>): readonly string[] => [
  ...specs
    .filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky'))
    .map(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
      return describeFailure(
        `e2e/${file}: ${title}`,
        errors.map(({ message }) => message),
      )
    }),
  ...suites.flatMap(nameFailures),
]

/** Counts the tests of a Playwright report. A flaky test counts as failed. */
export const countPlaywright = (report: unknown): Tally => {
  const { suites, stats } = playwrightReport.parse(report)
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped, failures: suites.flatMap(nameFailures) }
}

/** A suite that could not run. */
export const failedSuite: Tally = { passed: 0, failed: 1, skipped: 0, failures: [] }

/** Adds a failure if the runner failed, wrote no report or ran no test. */
export const addRunnerFailure = (tally: Tally | undefined, code: number): Tally => {
  if (!tally) return failedSuite
  return tally.failed === 0 && (code !== 0 || tally.passed === 0) ? { ...tally, failed: 1 } : tally
}

export const sumTallies = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
  skipped: tallies.reduce((total, { skipped }) => total + skipped, 0),
  failures: tallies.flatMap(({ failures }) => failures),
})

/** Formats the last line of a run. */
export const formatTotal = ({ passed, failed, skipped }: Omit<Tally, 'failures'>): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/** Reads the report of a runner. One that crashed wrote none, or a part of it. */
const readTally = async (path: string, count: (report: unknown) => Tally): Promise<Tally | undefined> => {
  try {
    return count(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return undefined
  }
}

const suite = async (
  name: 'vitest' | 'playwright',
  count: (report: unknown) => Tally,
  start: (report: string) => Promise<{ code: number }>,
): Promise<Tally> => {
  const path = join(root, 'test-results', `${name}.json`)
  await mkdir(dirname(path), { recursive: true })
  await rm(path, { force: true })
  const { code } = await start(path)
  return addRunnerFailure(await readTally(path, count), code)
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
