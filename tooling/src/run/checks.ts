import PQueue from 'p-queue'
import { run, vitest, type Outcome } from './command.ts'

/** A check of the sources. Its output explains a failure, and `remedy` is the instruction or the command to run. */
export type Check = { readonly name: string; readonly run: () => Promise<Outcome>; readonly remedy: string }

/** The checks that do not run the product. */
export const staticChecks: readonly Check[] = [
  {
    name: 'types',
    run: () => run('turbo', ['run', 'typecheck', '--concurrency=2', '--continue', '--output-logs=errors-only']),
    remedy: 'correct the lines above, then run `pnpm typecheck`',
  },
  {
    name: 'lint',
    run: () => run('oxlint', ['--type-aware', '--deny-warnings']),
    remedy: 'correct the lines above; `pnpm lint --fix` corrects some of them',
  },
  { name: 'format', run: () => run('oxfmt', ['--check', '.']), remedy: 'run `pnpm format`' },
  {
    name: 'dead code',
    run: () => run('knip', ['--no-progress']),
    remedy: 'delete what is listed, or its `export`, then run `pnpm exec knip`',
  },
]

/** The repository checks of docs/development.md. */
export const repositoryChecks: Check = {
  name: 'repository checks',
  run: () => vitest(['--project', '@registry/tooling', '--reporter=default']),
  remedy: 'each problem above ends with what to do; then run `pnpm exec vitest run --project @registry/tooling`',
}

export type CheckResult = { readonly name: string; readonly passed: boolean }

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

const runCheck = async (check: Check): Promise<CheckResult> => {
  const start = performance.now()
  const { code, output } = await check.run()
  const passed = code === 0
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${check.name} (${seconds(performance.now() - start)})`)
  if (!passed) console.log(`${output.trimEnd()}\n${check.name}: ${check.remedy}\n`)
  return { name: check.name, passed }
}

/**
 * Runs checks, two at the same time, because parts of each use one core. Prints a line for each when it ends, and for a failed one its output
 * and what to do.
 */
export const runChecks = (checks: readonly Check[]): Promise<CheckResult[]> =>
  new PQueue({ concurrency: 2 }).addAll(checks.map((check) => () => runCheck(check)))
