import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Drill, DrillOptions, Figures, Programs } from './drill.ts'

export type StepResult = { readonly name: string; readonly outcome: string; readonly figures: string }

export const countResults = (results: readonly StepResult[]) => ({
  passed: results.filter(({ outcome }) => outcome === 'passed').length,
  failed: results.filter(({ outcome }) => outcome === 'failed').length,
  skipped: results.filter(({ outcome }) => outcome.startsWith('skipped')).length,
})

/** Programs such as haproxy are there, although only root has the directory on its path. */
export const programPath = [process.env['PATH'], '/usr/sbin', '/sbin'].join(delimiter)

const isInstalled = (program: string): boolean =>
  programPath.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })

const listMissing = (needs: Programs): string[] =>
  Object.entries(needs)
    .filter(([program]) => !isInstalled(program))
    .map(([program, source]) => `${program} (${source})`)

const formatFigures = (figures: Figures | void): string =>
  Object.entries(figures ?? {})
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')

/** Runs the steps of a drill. An error between two steps counts as a failed one. */
export const runDrill = async (
  { name, description, steps }: Drill,
  print: (line: string) => void,
  options: DrillOptions = { patients: 100_000 },
): Promise<StepResult[]> => {
  const results: StepResult[] = []
  const add = (result: StepResult): void => {
    results.push(result)
    print(`  ${result.outcome.padEnd(6)} ${result.name}${result.figures && `\n         ${result.figures}`}`)
  }
  const fail = (step: string, error: unknown): void => {
    add({ name: step, outcome: 'failed', figures: error instanceof Error ? error.message : String(error) })
    if (error instanceof Error) print(error.stack ?? '')
  }
  print(`${name}: ${description}`)
  try {
    await steps(async (step, work, needs = {}) => {
      const missing = listMissing(needs)
      if (missing.length > 0) {
        add({ name: step, outcome: `skipped: needs ${missing.join(', ')}`, figures: '' })
        return false
      }
      try {
        add({ name: step, outcome: 'passed', figures: formatFigures(await work()) })
        return true
      } catch (error) {
        fail(step, error)
        return false
      }
    }, options)
  } catch (error) {
    fail('the drill itself', error)
  }
  return results
}
