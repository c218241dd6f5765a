import { globSync } from 'node:fs'
import { conditions, type Condition } from './dates/conditions.ts'
import { vitest } from './run/command.ts'
import { handleHelp } from './run/help.ts'

/** Returns the path of libfaketime, which the Debian package `faketime` contains. */
const library = (): string => {
  const [found] = globSync('/usr/{lib,lib64}/**/faketime/libfaketime.so.1')
  if (found) return found
  throw new Error('libfaketime is missing: install it, for instance with apt-get install faketime')
}

const runUnder = async ({ name, env, skipped }: Condition, args: readonly string[]): Promise<boolean> => {
  console.log(`\nThe tests under ${name}`)
  // Vitest matches the pattern within the folder of each project.
  const excluded = skipped.flatMap((file) => ['--exclude', `**/${file.replace(/^(apps|packages)\/[^/]+\//, '')}`])
  const { code } = await vitest(['--reporter=default', ...excluded, ...args], { env, shown: true })
  return code === 0
}

/** Runs the tests in other time zones and on other days. Arguments: names of conditions (default: all), then `--` and arguments of vitest. */
const main = async (): Promise<void> => {
  handleHelp('pnpm test:dates [condition]... [-- arguments of vitest]')
  const args = process.argv.slice(2)
  const end = args.indexOf('--')
  const [names, others] = end === -1 ? [args, []] : [args.slice(0, end), args.slice(end + 1)]
  const all = conditions(new Date(), library())
  const unknown = names.filter((name) => !all.some((one) => one.name === name))
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: choose among ${all.map(({ name }) => name).join(', ')}`)
  const failed: string[] = []
  for (const one of all.filter(({ name }) => names.length === 0 || names.includes(name)))
    if (!(await runUnder(one, others))) failed.push(one.name)
  console.log(failed.length === 0 ? '\nAll conditions passed' : `\nFAILED ${failed.join(', ')}`)
  process.exitCode = failed.length === 0 ? 0 : 1
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
