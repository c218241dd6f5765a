import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { root } from '../repository.ts'

export type Outcome = { readonly code: number; readonly output: string }

export type Options = {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** If true, the output goes to the terminal and is not collected. */
  readonly shown?: boolean
}

// Tools and Node come from the lockfile.
const path = [join(root, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter)
// A run starts hundreds of Node processes that load the same modules.
const compileCache = join(root, 'node_modules/.cache/node')

/** Runs a program to its end. A program that cannot start counts as failed, with the reason as output. */
export const run = (command: string, args: readonly string[], { cwd = root, env = {}, shown = false }: Options = {}): Promise<Outcome> =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, PATH: path, NODE_COMPILE_CACHE: compileCache, TURBO_TELEMETRY_DISABLED: '1', ...env },
      stdio: ['ignore', shown ? 'inherit' : 'pipe', shown ? 'inherit' : 'pipe'],
    })
    const chunks: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', (error) => resolve({ code: 127, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') }))
  })

/** Runs Vitest on all cores. Projects do not inherit `maxWorkers` of vitest.config.ts, and their default leaves one core idle. */
export const vitest = (args: readonly string[], options?: Options): Promise<Outcome> =>
  run('vitest', ['run', '--maxWorkers=100%', ...args], options)
