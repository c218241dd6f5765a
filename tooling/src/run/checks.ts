import { run, type Outcome } from './command.ts'

/** A question about the sources with one answer: it holds, or here is why not. */
export type Check = { readonly name: string; readonly run: () => Promise<Outcome> }

/** What is checked without running the product; the guards among the tests belong to it too. */
export const staticChecks: readonly Check[] = [
  { name: 'types', run: () => run('turbo', ['run', 'typecheck', '--concurrency=2', '--continue', '--output-logs=errors-only']) },
  { name: 'lint', run: () => run('oxlint', ['--type-aware', '--deny-warnings']) },
  { name: 'format', run: () => run('oxfmt', ['--check', '.']) },
  { name: 'dead code', run: () => run('knip', ['--no-progress']) },
]

/** The architecture tests: imports, procedures, contract, dictionary, words, migrations, sizes, reasons, evidence. */
export const guards: Check = { name: 'guards', run: () => run('vitest', ['run', '--project', '@registry/tooling', '--reporter=default']) }

export type CheckResult = { readonly name: string; readonly passed: boolean }

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** Runs checks one after the other, each a line; a failed one shows what it said. */
export const runChecks = async (checks: readonly Check[]): Promise<CheckResult[]> => {
  const results: CheckResult[] = []
  for (const check of checks) {
    const began = performance.now()
    const { code, output } = await check.run()
    const passed = code === 0
    console.log(`${passed ? 'ok    ' : 'FAILED'} ${check.name} (${seconds(performance.now() - began)})`)
    if (!passed) console.log(`${output.trimEnd()}\n`)
    results.push({ name: check.name, passed })
  }
  return results
}
