import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { buildCommandLine, type Launch } from './launch.ts'
import type { Timeouts } from './predecessor.ts'
import { findLockHolder, listProcesses, signalAll } from './processes.ts'

/** A running Postgres server. `ended` resolves when its process has ended. */
export type Postmaster = { readonly ended: Promise<void>; stop(): Promise<void> }

/**
 * Ends the server together with this process. The pipe on descriptor 3 closes when this process ends, also when it is killed. Then a watcher
 * sends SIGINT, the fast clean shutdown of Postgres. The watcher ends with the server, because the server's pid can be reused.
 */
const shellScript =
  '"$@" 3<&- </dev/null & server=$!; (cat >/dev/null; kill -INT $server) <&3 & watcher=$!; wait $server; kill $watcher 2>/dev/null'

const maxLogLines = 20

const waitUntilReady = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    const last: string[] = []
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`The database did not start:\n${last.join('\n')}`)))
    if (!child.stderr) return reject(new Error('The database has no output to read'))
    // Read until the server ends, because a full pipe would stop it.
    createInterface({ input: child.stderr }).on('line', (line) => {
      last.push(line)
      if (last.length > maxLogLines) last.shift()
      if (line.includes('ready to accept connections')) resolve()
    })
  })

type Start = {
  readonly directory: string
  readonly command: readonly string[]
  readonly launch: Launch
  readonly timeouts: Timeouts
  /** Additional variables, for example the shifted clock of a test. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Starts the server of a data directory and waits until it accepts connections. */
export const startPostmaster = async ({ directory, command, launch, timeouts, environment }: Start): Promise<Postmaster> => {
  const [program, args] = buildCommandLine(launch, ['/bin/sh', '-c', shellScript, 'sh', ...command])
  // A separate session: Ctrl-C must reach only this process, which stops the database last.
  const child = spawn(program, args, {
    ...launch.spawnAs,
    cwd: '/',
    detached: true,
    env: { PATH: process.env.PATH, LC_ALL: 'C', ...environment },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const ownerPipe = child.stdio[3]
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      ownerPipe?.destroy()
      resolve()
    })
  })
  await waitUntilReady(child)
  const quit = (): void => signalAll([findLockHolder(directory) ?? []].flat(), 'SIGQUIT')
  const kill = (): void =>
    signalAll(
      listProcesses(directory).map(({ pid }) => pid),
      'SIGKILL',
    )
  const stop = async (): Promise<void> => {
    ownerPipe?.destroy()
    const timers = [setTimeout(quit, timeouts.stopMs), setTimeout(kill, timeouts.stopMs + timeouts.forcedMs)]
    await ended
    for (const timer of timers) clearTimeout(timer)
    child.stderr?.destroy()
  }
  return { ended, stop }
}
