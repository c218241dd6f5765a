import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const main = join(import.meta.dirname, 'main.ts')
let dataDir: string
const started: ChildProcess[] = []

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'main-'))
})
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

/** Lines of the process's log, so far. */
type Started = { readonly child: ChildProcess; readonly lines: string[] }

const startProcess = async (program: string, args: readonly string[], argv0 = program): Promise<Started> => {
  const child = spawn(program, args, {
    argv0,
    env: { PATH: process.env['PATH'], NODE_ENV: 'test', DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  const lines: string[] = []
  const ready = Promise.withResolvers<void>()
  child.once('exit', (code) => ready.reject(new Error(`ended with ${code}\n${lines.join('\n')}`)))
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    if (line.includes('"ready"')) ready.resolve()
  })
  await ready.promise
  return { child, lines }
}

/** Processes that serve from the data directory or were started with it. */
const running = (): string[] =>
  readdirSync('/proc').filter((entry) => {
    try {
      if (!/^\d+$/.test(entry) || Number(entry) === process.pid) return false
      return ['cmdline', 'environ'].some((file) => readFileSync(`/proc/${entry}/${file}`, 'utf8').includes(dataDir))
    } catch {
      return false
    }
  })
const levels = (lines: readonly string[]): unknown[] => lines.map((line) => JSON.parse(line) as { level: number }).map(({ level }) => level)
const fatal = 60

describe('the process of `pnpm start` with its own database', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'a normal stop by %s logs no error and leaves no process',
    async (signal) => {
      const { child, lines } = await startProcess(process.execPath, [main])
      child.kill(signal)
      child.kill(signal)
      expect(await once(child, 'exit')).toEqual([0, null])
      expect(Math.max(...levels(lines).map(Number))).toBeLessThan(fatal - 10)
      await vi.waitFor(() => expect(running()).toEqual([]), 30_000)
    },
    60_000,
  )

  test('stops when the package manager that started it is stopped and passes nothing on', async () => {
    const { child, lines } = await startProcess('/bin/sh', ['-c', '"$@" & wait', 'sh', process.execPath, main], 'pnpm')
    child.kill('SIGTERM')
    await vi.waitFor(() => expect(running()).toEqual([]), 120_000)
    expect(Math.max(...levels(lines).map(Number))).toBeLessThan(fatal - 10)
  }, 150_000)

  test('ends with an error when its database does not start any more, so that whoever runs it starts it again', async () => {
    const { child, lines } = await startProcess(process.execPath, [main])
    const database = join(dataDir, 'database')
    const exit = once(child, 'exit')
    const lock = readFileSync(join(database, 'postmaster.pid'), 'utf8')
    rmSync(join(database, 'global'), { recursive: true })
    process.kill(Number(lock.split('\n', 1)[0]), 'SIGKILL')
    expect(await exit).toEqual([1, null])
    expect(levels(lines)).toContain(fatal)
  }, 120_000)
})
