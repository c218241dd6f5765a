import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { root } from './repository.ts'
import { run } from './run/command.ts'
import { handleHelp } from './run/help.ts'

/** The packages with code for Stryker: rules, consent, access, filters, readers of files, imports and requests. */
export const strykerFolders = ['packages/domain', 'packages/tabular', 'apps/server'] as const

const Config = z.object({ mutate: z.string().array().min(1) })

export const readPatterns = (folder: string): readonly string[] =>
  Config.parse(JSON.parse(readFileSync(join(root, folder, 'stryker.config.json'), 'utf8'))).mutate

/** Returns the option that limits a run to these files and folders, without those that the configuration excludes. */
const limitTo = (folder: string, paths: readonly string[]): string[] => {
  if (paths.length === 0) return []
  const selected = paths.map((path) => path.slice(folder.length + 1)).map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.ts`))
  return ['--mutate', [...selected, ...readPatterns(folder).filter((pattern) => pattern.startsWith('!'))].join(',')]
}

/**
 * `pnpm test:mutation [path]...`: runs Stryker over the files or folders (default: all). Results of an earlier run are used again for what did
 * not change, unless `--force` is given. Fails if a score is below its threshold.
 */
const main = async (): Promise<void> => {
  handleHelp('pnpm test:mutation [--force] [file or folder, such as packages/domain/src/rules]...')
  const { values, positionals } = parseArgs({ options: { force: { type: 'boolean', default: false } }, allowPositionals: true })
  const runs = strykerFolders.map((folder) => ({ folder, paths: positionals.filter((path) => path.startsWith(`${folder}/`)) }))
  const selected = positionals.length === 0 ? runs : runs.filter(({ paths }) => paths.length > 0)
  if (selected.length === 0) throw new Error(`choose a file or folder of ${strykerFolders.join(', ')}`)
  const failed: string[] = []
  for (const { folder, paths } of selected) {
    console.log(`\nMutants of ${folder}`)
    const options = [...(values.force ? ['--force'] : []), ...limitTo(folder, paths)]
    const { code } = await run('stryker', ['run', ...options], { cwd: join(root, folder), shown: true })
    if (code !== 0) failed.push(folder)
  }
  console.log(failed.length === 0 ? '\nEvery score is above its threshold' : `\nFAILED ${failed.join(', ')}`)
  process.exitCode = failed.length === 0 ? 0 : 1
}

if (import.meta.main)
  await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
