import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../repository.ts'
import { run } from '../run/command.ts'
import { handleHelp } from '../run/help.ts'
import { drills } from './drills.ts'
import { formatCounts, replaceSection } from './report.ts'
import { countResults, programPath, runDrill, type StepResult } from './run-drill.ts'

const usage = [
  'pnpm drill <name>|all [--patients 100000]',
  ...drills.map(({ name, description }) => `  ${name.padEnd(12)} ${description}`),
  'Writes the figures to docs/drills.md. Exit codes: 0 all passed, 1 a step failed, 2 unknown name',
].join('\n')

const describePlace = async (): Promise<string> => {
  const [commit, changes] = await Promise.all([run('git', ['rev-parse', '--short', 'HEAD']), run('git', ['status', '--porcelain'])])
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(new Date())
  const memory = Math.round(totalmem() / 1024 ** 3)
  const version = `${commit.output.trim()}${changes.output === '' ? '' : ' with changes'}`
  return `${day}, commit ${version}, ${availableParallelism()} cores, ${memory} GB, ${platform()} ${release()}, Node ${process.versions.node}`
}

handleHelp(usage)
const { values, positionals } = parseArgs({ allowPositionals: true, strict: false, options: { patients: { type: 'string' } } })
const [name, ...rest] = positionals
const chosen = drills.filter((drill) => name === 'all' || drill.name === name)
const patients = Number(values.patients ?? 100_000)
if (chosen.length === 0 || rest.length > 0 || !Number.isInteger(patients) || patients < 1) {
  console.error(`${process.argv.slice(2).join(' ')}: unknown drill\n${usage}`)
  process.exit(2)
}
process.env['PATH'] = programPath
const where = await describePlace()
const document = join(root, 'docs', 'drills.md')
const all: StepResult[] = []
for (const drill of chosen) {
  const results = await runDrill(drill, console.log, { patients })
  all.push(...results)
  writeFileSync(document, replaceSection(readFileSync(document, 'utf8'), { ...drill, where, results }))
}
console.log(formatCounts(all))
process.exit(countResults(all).failed === 0 ? 0 : 1)
