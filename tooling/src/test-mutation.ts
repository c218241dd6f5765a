import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { mutationParts, parseMutationRun } from './mutation/parts.ts'
import { root } from './repository.ts'
import { run } from './run/command.ts'
import { handleHelp } from './run/help.ts'

const parts = Object.keys(mutationParts)
handleHelp(`pnpm test:mutation [--force] [${parts.join(' | ')}, or a folder of one as domain/rules]...`)

/**
 * `pnpm test:mutation [part]...`: runs Stryker over the pure code of each part or folder (default: all parts). Results of an earlier run stay in the
 * report and are used again for what did not change, unless `--force` is given. Fails if a score is below its threshold.
 */
const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({ options: { force: { type: 'boolean', default: false } }, allowPositionals: true })
  const names = positionals.length > 0 ? positionals : parts
  const failed: string[] = []
  for (const { name, folder, mutate } of names.map((one) => ({ name: one, ...parseMutationRun(one) }))) {
    console.log(`\nMutation run of ${name}`)
    const options = [...(values.force ? ['--force'] : []), ...(mutate ? ['--mutate', mutate.join(',')] : [])]
    const { code } = await run('stryker', ['run', ...options], { cwd: join(root, folder), shown: true })
    if (code !== 0) failed.push(name)
  }
  console.log(failed.length === 0 ? '\nEvery score is above its threshold' : `\nFAILED ${failed.join(', ')}`)
  process.exitCode = failed.length === 0 ? 0 : 1
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
