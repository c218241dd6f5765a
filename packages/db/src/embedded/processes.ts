import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the command line of a process, with blanks between arguments; empty when it has ended. */
const readCommand = (pid: number): string => readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()

/** Returns the start time of a process in clock ticks; empty when it has ended. It distinguishes processes with the same pid. */
const readStartTime = (pid: number): string => {
  const text = readText(`/proc/${pid}/stat`)
  // The name is in parentheses and can contain blanks. The start time is field 22.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' ? '' : (fields[19] ?? '')
}

const ownerSetting = 'registry.owner'

/** Postgres settings that identify the data directory and this process as the owner in the command line. */
export const buildIdentifyingSettings = (directory: string): Readonly<Record<string, string>> => ({
  cluster_name: formatClusterName(directory),
  [ownerSetting]: `${process.pid}-${readStartTime(process.pid)}`,
})

/** The title of each process of the cluster contains this name. Postgres allows 63 characters. */
const formatClusterName = (directory: string): string => `registry-${createHash('sha256').update(directory).digest('hex').slice(0, 32)}`

const readUid = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.uid

/** A process of a database: the postmaster with its command line, or a backend with its title. */
export type DatabaseProcess = { readonly pid: number; readonly command: string }

/** Lists the processes of the database in a directory, also backends whose postmaster has ended. */
export const listProcesses = (directory: string): DatabaseProcess[] => {
  const name = formatClusterName(directory)
  const owner = readUid(directory)
  const belongsToCluster = (command: string): boolean =>
    command.includes(`cluster_name=${name} `) || command.startsWith(`postgres: ${name}: `)
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((entry) => ({ pid: Number(entry), command: readCommand(Number(entry)) }))
    .filter(({ pid, command }) => belongsToCluster(command) && readUid(`/proc/${pid}`) === owner)
}

/** Finds the process in the lock file of a directory, if it serves the directory. It can be a Postgres that another program started. */
export const findLockHolder = (directory: string): number | undefined => {
  const pid = Number(readText(`${directory}/postmaster.pid`).split('\n', 1)[0])
  return pid > 0 && readCommand(pid).includes(directory) ? pid : undefined
}

/** Whether one of the processes is a postmaster. A backend has a title instead of arguments. */
export const hasPostmaster = (processes: readonly DatabaseProcess[]): boolean =>
  processes.some(({ command }) => command.includes(`${ownerSetting}=`))

/** Whether the registry that started one of the processes is running. */
export const hasOwner = (processes: readonly DatabaseProcess[]): boolean =>
  processes.some(({ command }) => {
    const [, pid, start] = new RegExp(` ${ownerSetting}=(\\d+)-(\\d+)`).exec(command) ?? []
    return start !== undefined && readStartTime(Number(pid)) === start
  })

/** Sends a signal to each process. Ignores processes that have ended. */
export const signalAll = (pids: readonly number[], signal: 'SIGQUIT' | 'SIGKILL'): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has ended.
    }
  }
}
