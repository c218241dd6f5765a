import { findBrowser } from './run/browser.ts'
import { runChecks, staticChecks, type Check } from './run/checks.ts'
import { run } from './run/command.ts'
import { firstLoad } from './run/first-load.ts'
import { handleHelp } from './run/help.ts'
import { withMemoryDirectory } from './run/memory-directory.ts'
import { failedSuite, formatTotal, runPlaywright, runVitest, sumTallies, type Tally } from './run/suites.ts'

const build: Check = {
  name: 'build',
  run: () => run('turbo', ['run', 'build', '--concurrency=2', '--output-logs=errors-only']),
  remedy: 'correct the errors above, then run `pnpm build`',
}

const browserTests = async (): Promise<Tally> => {
  try {
    const { program, source } = await findBrowser()
    console.log(`Browser: ${program} (${source})`)
    return await runPlaywright(program)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return failedSuite
  }
}

/** Runs all checks and tests. Vitest includes the repository checks; each check counts as one test. */
const main = async (): Promise<void> => {
  handleHelp('pnpm test: runs all checks, the build, the tests and the e2e tests')
  const sources = await runChecks([...staticChecks, build])
  // The first loads are those of the built apps.
  const isBuilt = sources.some(({ name, passed }) => name === build.name && passed)
  const checks = isBuilt ? [...sources, ...(await runChecks([firstLoad]))] : sources
  const failedChecks = checks.filter(({ passed }) => !passed)
  // Both wait for databases and browsers; side by side they leave no core idle.
  const [tests, pages] = await withMemoryDirectory(() => Promise.all([runVitest(), browserTests()]))
  const checked: Tally = {
    passed: checks.length - failedChecks.length,
    failed: failedChecks.length,
    skipped: 0,
    failures: failedChecks.map(({ name }) => name),
  }
  const total = sumTallies([checked, tests, pages])
  for (const failure of total.failures) console.log(`FAILED ${failure}`)
  console.log(formatTotal(total))
  process.exitCode = total.failed === 0 ? 0 : 1
}

await main()
