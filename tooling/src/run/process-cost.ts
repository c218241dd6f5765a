import { readdirSync, readFileSync } from 'node:fs'

/** Linux reports CPU time in /proc in ticks of 10 ms. */
const ticksPerSecond = 100

const readStat = (pid: number): readonly string[] => {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  // The process name in brackets can contain any character; only numbers follow it.
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** User and system time of the process and of its ended children. */
const countSeconds = (stat: readonly string[]): number => stat.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond

/** Returns the child processes with their statistics. Skips a process that ends during the call. */
export const listChildren = (pid: number): readonly { readonly pid: number; readonly stat: readonly string[] }[] =>
  readdirSync('/proc').flatMap((name) => {
    try {
      const stat = /^\d+$/.test(name) ? readStat(Number(name)) : []
      return Number(stat[1]) === pid ? [{ pid: Number(name), stat }] : []
    } catch {
      return []
    }
  })

/** Returns the CPU seconds of a process and its children, except one. Children are connections of Postgres or processes of the server. */
export const countFamilySeconds = (pid: number, except?: number): number =>
  [{ pid, stat: readStat(pid) }, ...listChildren(pid)].reduce(
    (sum, member) => (member.pid === except ? sum : sum + countSeconds(member.stat)),
    0,
  )

/** The memory of a process now, or its highest since `clear_refs`. */
export const readMegabytes = (pid: number, name: 'VmRSS' | 'VmHWM'): number => {
  const match = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'latin1'))
  return Number(match?.[1] ?? Number.NaN) / 1024
}
