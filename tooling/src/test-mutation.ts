import { join } from 'node:path'
import { mutationParts } from './mutation/parts.ts'
import { root } from './repository.ts'
import { run } from './run/command.ts'
import { handleHelp } from './run/help.ts'

handleHelp(`pnpm test:mutation [${Object.keys(mutationParts).join(' | ')}]...`)

/** `pnpm test:mutation [part]...`: runs Stryker over the pure code of each part (default: all). Fails if a score is below its threshold. */
const main = async (names: readonly string[]): Promise<void> => {
  const unknown = names.filter((name) => !Object.hasOwn(mutationParts, name))
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: choose among ${Object.keys(mutationParts).join(', ')}`)
  const failed: string[] = []
  for (const [name, folder] of Object.entries(mutationParts)) {
    if (names.length > 0 && !names.includes(name)) continue
    console.log(`\nMutation run of ${name}`)
    const { code } = await run('stryker', ['run'], { cwd: join(root, folder), shown: true })
    if (code !== 0) failed.push(name)
  }
  console.log(failed.length === 0 ? '\nEvery score is above its threshold' : `\nFAILED ${failed.join(', ')}`)
  process.exitCode = failed.length === 0 ? 0 : 1
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
