import { cp, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { listFiles, root } from '../repository.ts'
import { run } from '../run/command.ts'

/** Vitest leaves out folders below node_modules, so the copy lies beside them. */
const home = join(root, '.mutation')

/**
 * Copies the sources and installs their packages, so that faults are never planted in the working tree.
 * @returns the folder of the copy
 */
export const makeScratchCopy = async (): Promise<string> => {
  await rm(home, { recursive: true, force: true })
  for (const path of listFiles()) {
    await mkdir(dirname(join(home, path)), { recursive: true })
    await cp(join(root, path), join(home, path))
  }
  const { code, output } = await run('npx', ['--yes', 'pnpm@12.21.0', 'install', '--frozen-lockfile', '--prefer-offline'], { cwd: home })
  if (code !== 0) throw new Error(output)
  return home
}

export const removeScratchCopy = (): Promise<void> => rm(home, { recursive: true, force: true })
