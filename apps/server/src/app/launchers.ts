import { readFileSync } from 'node:fs'

/** A process as described by /proc. */
export type Ancestor = { readonly pid: number; readonly command: string }

const isLauncher = (command: string): boolean => /(^|\/)(npm|npx|pnpm)(\s|$)|\/(npm|npx)-cli\.js/.test(command)
const isShell = (command: string): boolean => /^(\S*\/)?(sh|dash|bash) -c\s/.test(command)

/** Finds the package managers that started this process, and the shells between them. `chain` begins with the parent. */
export const findLaunchers = (chain: readonly Ancestor[]): readonly number[] => {
  const end = chain.findIndex(({ command }) => !isLauncher(command) && !isShell(command))
  const near = end === -1 ? chain : chain.slice(0, end)
  const last = near.findLastIndex(({ command }) => isLauncher(command))
  return near.slice(0, last + 1).map(({ pid }) => pid)
}

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const findParent = (pid: number): number => Number(/^PPid:\s+(\d+)$/m.exec(readText(`/proc/${pid}/status`))?.[1] ?? 0)

const listAncestors = (): Ancestor[] => {
  const chain: Ancestor[] = []
  for (let pid = process.ppid; pid > 1; pid = findParent(pid))
    chain.push({ pid, command: readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim() })
  return chain
}

const checkMs = 500

/**
 * Calls back when a package manager that started this process has exited. Npm and pnpm exit at SIGTERM without passing it on, and this
 * process would keep running.
 */
export const onLaunchersExit = (onExit: () => void): void => {
  const launchers = findLaunchers(listAncestors())
  if (launchers.length === 0) return
  // The command line of a process that has exited, or is a zombie, reads as empty.
  const hasExited = (pid: number): boolean => readText(`/proc/${pid}/cmdline`) === ''
  const timer = setInterval(() => {
    if (!launchers.some(hasExited)) return
    clearInterval(timer)
    onExit()
  }, checkMs)
  timer.unref()
}
