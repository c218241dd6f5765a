import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** What Linux tells of a process under /proc; the units there are ticks of 10 ms and kilobytes. */
const ticksPerSecond = 100

const statOf = (pid: number): readonly string[] => {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  // The name stands in brackets and may hold anything; what follows it are numbers.
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

const ticks = (stat: readonly string[], ...places: readonly number[]): number =>
  places.reduce((sum, place) => sum + Number(stat[place - 3] ?? 0), 0) / ticksPerSecond

/** What `read` finds for each process that runs; one that ends meanwhile is left out. */
const ofEachProcess = <T>(read: (pid: number) => T): T[] =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      return [read(Number(name))]
    } catch {
      return []
    }
  })

/** The children of a process whose command line has this word. */
export const childrenOf = (pid: number, word: string): readonly number[] =>
  ofEachProcess((child) => {
    const isOurs = Number(statOf(child)[1]) === pid && readFileSync(`/proc/${child}/cmdline`, 'latin1').includes(word)
    return isOurs ? [child] : []
  }).flat()

/** CPU seconds of a process, of its children that ended and of those that run: Postgres has one for each connection, the server one that reads. */
export const familyCpuSeconds = (pid: number): number => {
  const children = ofEachProcess((child) => {
    const stat = statOf(child)
    return Number(stat[1]) === pid ? ticks(stat, 14, 15, 16, 17) : 0
  })
  return ticks(statOf(pid), 14, 15, 16, 17) + children.reduce((sum, seconds) => sum + seconds, 0)
}

const statusMegabytes = (pid: number, name: string): number => {
  const found = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'latin1'))
  return Number(found?.[1] ?? Number.NaN) / 1024
}

/** Memory that a process has now, and the most it had since the last `forgetPeak`, in megabytes. */
export const residentMegabytes = (pid: number): number => statusMegabytes(pid, 'VmRSS')
export const peakMegabytes = (pid: number): number => statusMegabytes(pid, 'VmHWM')
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')
