import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** Linux reports CPU time in /proc in ticks of 10 ms. */
const ticksPerSecond = 100

const readStat = (pid: number): readonly string[] => {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  // The process name in brackets can contain any character; only numbers follow it.
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

const ticks = (stat: readonly string[], ...places: readonly number[]): number =>
  places.reduce((sum, place) => sum + Number(stat[place - 3] ?? 0), 0) / ticksPerSecond

/** Calls `read` for each running process. Skips a process that ends during the call. */
const forEachProcess = <T>(read: (pid: number) => T): T[] =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      return [read(Number(name))]
    } catch {
      return []
    }
  })

/** Returns the children of a process whose command line contains the word. */
export const findChildren = (pid: number, word: string): readonly number[] =>
  forEachProcess((child) => {
    const isOurs = Number(readStat(child)[1]) === pid && readFileSync(`/proc/${child}/cmdline`, 'latin1').includes(word)
    return isOurs ? [child] : []
  }).flat()

/** Returns the CPU seconds of a process and of all its children: connections of Postgres, reader processes of the server. */
export const familyCpuSeconds = (pid: number): number => {
  const children = forEachProcess((child) => {
    const stat = readStat(child)
    return Number(stat[1]) === pid ? ticks(stat, 14, 15, 16, 17) : 0
  })
  return ticks(readStat(pid), 14, 15, 16, 17) + children.reduce((sum, seconds) => sum + seconds, 0)
}

const statusMegabytes = (pid: number, name: string): number => {
  const match = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'latin1'))
  return Number(match?.[1] ?? Number.NaN) / 1024
}

/** Memory of a process in megabytes: now, and the maximum since the last `resetPeak`. */
export const residentMegabytes = (pid: number): number => statusMegabytes(pid, 'VmRSS')
export const peakMegabytes = (pid: number): number => statusMegabytes(pid, 'VmHWM')
export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')
