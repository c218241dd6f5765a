import { cp, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { listFiles, root } from './repository.ts'
import { run } from './run/command.ts'

/**
 * Copies the sources into a folder of the repository and installs the packages. The working tree does not change.
 * The folder is outside node_modules, because vitest ignores tests there.
 * @returns the path of the copy
 */
export const makeScratchCopy = async (folder: string): Promise<string> => {
  const home = join(root, folder)
  await rm(home, { recursive: true, force: true })
  for (const path of listFiles()) {
    await mkdir(dirname(join(home, path)), { recursive: true })
    await cp(join(root, path), join(home, path))
  }
  const { code, output } = await run('npx', ['--yes', 'pnpm@12.21.0', 'install', '--frozen-lockfile', '--prefer-offline'], { cwd: home })
  if (code !== 0) throw new Error(output)
  return home
}

export const removeScratchCopy = (folder: string): Promise<void> => rm(join(root, folder), { recursive: true, force: true })
