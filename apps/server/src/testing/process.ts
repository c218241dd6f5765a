import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'

const main = join(import.meta.dirname, '..', 'app', 'main.ts')
const Line = z.object({ level: z.number(), msg: z.string().optional(), port: z.number().optional() })

/** The server in a child process, as `pnpm start` runs it, with its database under `dataDir`. */
export type ServerProcess = {
  readonly child: ChildProcess
  readonly port: number
  /** Lists the levels of the log so far. */
  levels(): number[]
  messages(): readonly (string | undefined)[]
}
export const errorLevel = 50
export const fatalLevel = 60

/** Behaves like a package manager that ends at SIGTERM without passing it on. */
const launcher = { program: '/bin/sh', before: ['-c', '"$@" & wait', 'sh', process.execPath], argv0: 'pnpm' }
const direct = { program: process.execPath, before: [], argv0: 'node' }

type Options = { readonly withLauncher?: boolean; readonly variables?: Readonly<Record<string, string>> }

/**
 * Starts the server and waits until it is ready.
 * @throws Error with the exit code if it ends
 */
export const startServerProcess = async (
  dataDir: string,
  { withLauncher = false, variables = {} }: Options = {},
): Promise<ServerProcess> => {
  const { program, before, argv0 } = withLauncher ? launcher : direct
  const child = spawn(program, [...before, main], {
    argv0,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      PORT: '0',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: z.infer<typeof Line>[] = []
  const ready = Promise.withResolvers<number>()
  child.once('exit', (code) => ready.reject(new Error(`The server ended with ${code}`)))
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = Line.parse(JSON.parse(text))
    lines.push(line)
    if (line.port !== undefined) ready.resolve(line.port)
  })
  return { child, port: await ready.promise, levels: () => lines.map(({ level }) => level), messages: () => lines.map(({ msg }) => msg) }
}

/** Lists the processes with the data directory in their command line or environment. */
export const listProcessesOn = (dataDir: string): string[] =>
  readdirSync('/proc').filter((entry) => {
    try {
      if (!/^\d+$/.test(entry) || Number(entry) === process.pid) return false
      return ['cmdline', 'environ'].some((file) => readFileSync(`/proc/${entry}/${file}`, 'utf8').includes(dataDir))
    } catch {
      return false
    }
  })

/** Returns the process id of the database server. */
export const findPostmaster = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'database', 'postmaster.pid'), 'utf8').split('\n', 1)[0])
