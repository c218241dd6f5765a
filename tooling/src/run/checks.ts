import { run, type Outcome } from './command.ts'

/** A check of the sources. Its output explains a failure. */
export type Check = { readonly name: string; readonly run: () => Promise<Outcome> }

/** The checks that do not run the product. */
export const staticChecks: readonly Check[] = [
  { name: 'types', run: () => run('turbo', ['run', 'typecheck', '--concurrency=2', '--continue', '--output-logs=errors-only']) },
  { name: 'lint', run: () => run('oxlint', ['--type-aware', '--deny-warnings']) },
  { name: 'format', run: () => run('oxfmt', ['--check', '.']) },
  { name: 'dead code', run: () => run('knip', ['--no-progress']) },
]

/** The guards of docs/development.md. */
export const guards: Check = { name: 'guards', run: () => run('vitest', ['run', '--project', '@registry/tooling', '--reporter=default']) }

export type CheckResult = { readonly name: string; readonly passed: boolean }

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** Runs checks in sequence and prints a line for each. Prints the output of a failed one. */
export const runChecks = async (checks: readonly Check[]): Promise<CheckResult[]> => {
  const results: CheckResult[] = []
  for (const check of checks) {
    const start = performance.now()
    const { code, output } = await check.run()
    const passed = code === 0
    console.log(`${passed ? 'ok    ' : 'FAILED'} ${check.name} (${seconds(performance.now() - start)})`)
    if (!passed) console.log(`${output.trimEnd()}\n`)
    results.push({ name: check.name, passed })
  }
  return results
}
