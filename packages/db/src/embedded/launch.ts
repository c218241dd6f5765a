import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { copyToReach, findBinaries, type Binaries } from './binaries.ts'

type User = { readonly uid: number; readonly gid: number }

/** The programs, as whom they run, and what to put before their commands to get there. */
export type Launch = {
  readonly binaries: Binaries
  readonly owner: User | undefined
  readonly prefix: readonly string[]
  readonly spawnAs: Partial<User>
}

const systemUser = (name: string): User | undefined => {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

const succeeds = (user: User, program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { ...user, cwd: '/', stdio: 'ignore' }).status === 0

/** A data directory in root's own home: the user may pass through directories that are closed to it. */
const throughClosedDirectories = ({ uid, gid }: User): readonly string[] => [
  'setpriv',
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
  '--',
]

/** Postgres refuses to run as root, so root hands it and the directory `parent`, where its data will be, to another user. */
export const chooseLaunch = (parent: string): Launch => {
  const found = findBinaries()
  if (process.getuid?.() !== 0) return { binaries: found, owner: undefined, prefix: [], spawnAs: {} }
  const owner = systemUser('postgres') ?? systemUser('nobody')
  if (!owner)
    throw new Error('Postgres does not run as root and there is neither a user postgres nor nobody: start the registry as another user')
  const binaries = succeeds(owner, found.postgres, '--version') ? found : copyToReach(found)
  return succeeds(owner, '/bin/sh', '-c', 'cd "$0"', parent)
    ? { binaries, owner, prefix: [], spawnAs: owner }
    : { binaries, owner, prefix: throughClosedDirectories(owner), spawnAs: {} }
}

/** The program and arguments to start `command` with. */
export const commandLine = (launch: Launch, command: readonly string[]): readonly [string, string[]] => {
  const [program = '/bin/sh', ...rest] = [...launch.prefix, ...command]
  return [program, rest]
}
