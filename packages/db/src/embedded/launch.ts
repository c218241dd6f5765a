import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { copyToSharedDirectory, findBinaries, type Binaries } from './binaries.ts'

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

/** Lets the user pass through closed directories, for a data directory in root's home. */
const buildCapabilityPrefix = ({ uid, gid }: User): readonly string[] => [
  'setpriv',
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
  '--',
]

/** Chooses how to run Postgres. Postgres refuses to run as root, so root runs it as another user. `parent` contains the data directory. */
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

/** Returns the program and the arguments that start `command`. */
export const buildCommandLine = (launch: Launch, command: readonly string[]): readonly [string, string[]] => {
  const [program = '/bin/sh', ...rest] = [...launch.prefix, ...command]
  return [program, rest]
}
