import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** The arguments that a process was started with, separated by blanks; empty for one that has ended. */
const commandOf = (pid: number): string => readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()

/** When a process started, in the system's own count: another process with the same number has another start. Empty when it has ended. */
const startOf = (pid: number): string => {
  const text = readText(`/proc/${pid}/stat`)
  // The name stands in parentheses and may hold blanks; the start is field 22.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' ? '' : (fields[19] ?? '')
}

const ownerSetting = 'registry.owner'

/** The settings by which the processes of a data directory and their owner, this process, are recognised. */
export const markSettings = (directory: string): Readonly<Record<string, string>> => ({
  cluster_name: clusterName(directory),
  [ownerSetting]: `${process.pid}-${startOf(process.pid)}`,
})

/** Stands in the title of every process of the cluster; Postgres allows 63 letters. */
const clusterName = (directory: string): string => `registry-${createHash('sha256').update(directory).digest('hex').slice(0, 32)}`

const uidOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.uid

/** Processes of the database in a directory: its postmaster with what started it, and its backends, also those whose postmaster has ended. */
export type Found = { readonly pid: number; readonly command: string }

export const processesOf = (directory: string): Found[] => {
  const name = clusterName(directory)
  const owner = uidOf(directory)
  const isOurs = (command: string): boolean => command.includes(`cluster_name=${name} `) || command.startsWith(`postgres: ${name}: `)
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((entry) => ({ pid: Number(entry), command: commandOf(Number(entry)) }))
    .filter(({ pid, command }) => isOurs(command) && uidOf(`/proc/${pid}`) === owner)
}

/** The process that the lock file of a directory names, if that process really serves it; it may be a Postgres that somebody else started. */
export const lockHolder = (directory: string): number | undefined => {
  const pid = Number(readText(`${directory}/postmaster.pid`).split('\n', 1)[0])
  return pid > 0 && commandOf(pid).includes(directory) ? pid : undefined
}

/** Whether there is more than backends: a backend bears a title in the place of its arguments. */
export const hasPostmaster = (processes: readonly Found[]): boolean => processes.some(({ command }) => command.includes(`${ownerSetting}=`))

/** Whether the registry that started one of the processes still runs. */
export const hasOwner = (processes: readonly Found[]): boolean =>
  processes.some(({ command }) => {
    const [, pid, start] = new RegExp(` ${ownerSetting}=(\\d+)-(\\d+)`).exec(command) ?? []
    return start !== undefined && startOf(Number(pid)) === start
  })

/** Sends a signal to processes that may have ended meanwhile. */
export const signalAll = (pids: readonly number[], signal: 'SIGQUIT' | 'SIGKILL'): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended.
    }
  }
}
