import { mkdtemp, rm } from 'node:fs/promises'
import { arch, availableParallelism, loadavg, platform, tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { handleHelp } from '@registry/tooling/run/help'
import { measureAuditLog } from './goals/audit-log.ts'
import { measureCentres } from './goals/centres.ts'
import { measureCounts } from './goals/counts.ts'
import { measureExports } from './goals/exports.ts'
import { measureImports } from './goals/imports.ts'
import { measureObservations } from './goals/observations.ts'
import { measureReads } from './goals/reads.ts'
import { measureRecords } from './goals/records.ts'
import { measureSignIn } from './goals/sign-in.ts'
import { startRegistry, type Registry } from './registry.ts'
import { formatRow, timeResult, type Result } from './results.ts'

/** The size of the measured registry. */
type Size = { readonly patients: number; readonly centres: number }

/** A goal with a registry of its own. Imports, results and centres come last, because they add patients. */
const goals = {
  exports: measureExports,
  counts: measureCounts,
  records: measureRecords,
  reads: measureReads,
  'sign-in': measureSignIn,
  start: async (registry: Registry, rounds: number): Promise<Result[]> => {
    const times: number[] = []
    for (let round = 1; round <= rounds; round += 1) times.push(await registry.restart())
    return [timeResult('start with a database present', times, 3000)]
  },
  'audit-log': measureAuditLog,
  imports: measureImports,
  observations: measureObservations,
  centres: measureCentres,
} as const satisfies Record<string, (registry: Registry, rounds: number, size: Size) => Promise<Result[]>>

type GoalName = keyof typeof goals | 'grid'
const goalNames = [...Object.keys(goals), 'grid'] as readonly GoalName[]
const usage = `pnpm bench [${goalNames.join(' ')}] [--rounds 3] [--patients 100000] [--centres 1030] [--data directory]`
/** These goals add the rows that they measure, so that few demonstration patients are enough for them. */
const goalsWithOwnRows: readonly GoalName[] = ['observations', 'centres']

const parseCount = (name: string, text: string): number => {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) throw new RangeError(`--${name} must be a whole number above 0`)
  return number
}

/** Parses the command line. @throws for an unknown option, goal or value */
const readOptions = () => {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2).filter((arg) => arg !== '--'),
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '3' },
      patients: { type: 'string' },
      centres: { type: 'string', default: '1030' },
      data: { type: 'string' },
    },
  })
  const unknown = positionals.find((name) => !goalNames.some((goal) => goal === name))
  if (unknown !== undefined) throw new RangeError(`There is no goal ${unknown}: use ${goalNames.join(', ')}`)
  const names = goalNames.filter((name) => positionals.length === 0 || positionals.includes(name))
  return {
    names,
    rounds: parseCount('rounds', values.rounds),
    patients: parseCount('patients', values.patients ?? (names.every((name) => goalsWithOwnRows.includes(name)) ? '5000' : '100000')),
    centres: parseCount('centres', values.centres),
    data: values.data,
  }
}

type Options = ReturnType<typeof readOptions>

/** Runs `work` with a registry in the given directory, or in a temporary one that is deleted afterwards. */
const withRegistry = async ({ data, patients }: Options, work: (registry: Registry) => Promise<void>): Promise<void> => {
  const directory = data === undefined ? await mkdtemp(join(tmpdir(), 'registry-bench-')) : resolve(data)
  try {
    const registry = await startRegistry(directory, patients)
    try {
      await work(registry)
    } finally {
      await registry.stop()
    }
  } finally {
    if (data === undefined) await rm(directory, { recursive: true, force: true })
  }
}

const main = async (): Promise<void> => {
  handleHelp(usage)
  const options = readOptions()
  const { names, rounds } = options
  const today = new Date().toISOString().slice(0, 10)
  const rows: string[] = []
  const add = (name: GoalName, results: readonly Result[]): void => {
    const found = results.map((result) => formatRow(result, today, `pnpm bench ${name}`))
    console.log(found.join('\n'))
    rows.push(...found)
  }
  const memory = Math.round(totalmem() / 1024 ** 3)
  console.log(`${availableParallelism()} cores, ${memory} GB, ${platform()} ${arch()}, Node ${process.versions.node}, ${rounds} rounds`)
  if (names.some((name) => name !== 'grid'))
    await withRegistry(options, async (registry) => {
      for (const name of names) {
        if (name === 'grid') continue
        console.log(`${name}, load ${loadavg()[0]?.toFixed(1)}`)
        add(name, await goals[name](registry, rounds, options))
      }
    })
  // Loads Playwright only if it is needed.
  if (names.includes('grid')) add('grid', await (await import('@registry/e2e/browser-benchmark')).measureBrowser(rounds))
  console.log(`\nRows for docs/benchmarks.md, load ${loadavg()[0]?.toFixed(1)}:\n\n${rows.join('\n')}`)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error, `\n${usage}`)
  process.exitCode = 1
}
