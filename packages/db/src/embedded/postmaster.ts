import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { buildCommandLine, type Launch } from './launch.ts'

/** A running Postgres server. `ended` resolves when its process has ended. */
export type Postmaster = { readonly ended: Promise<void>; stop(): Promise<void> }

/**
 * Ends the server together with this process, even a killed one. The pipe on descriptor 3 closes when this process ends. Then a watcher
 * sends SIGINT, the fast clean shutdown of Postgres. The watcher ends with the server, because the server's pid can be reused.
 */
const shellScript =
  '"$@" 3<&- </dev/null & server=$!; (cat >/dev/null; kill -INT $server) <&3 & watcher=$!; wait $server; kill $watcher 2>/dev/null'

/** After this time a stop kills the server, which loses no committed data. */
const stopMs = 30_000

const waitUntilReady = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let reason = ''
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`The database did not start: ${reason}`)))
    if (!child.stderr) return reject(new Error('The database has no output to read'))
    // Reads until the server ends, because a full pipe would block it.
    createInterface({ input: child.stderr }).on('line', (line) => {
      const [, fatal] = /(?:FATAL|PANIC): +(.+)/.exec(line) ?? []
      reason = fatal ?? (reason || line)
      if (/ready to accept (?:read-only )?connections/.test(line)) resolve()
    })
  })

type Start = {
  readonly command: readonly string[]
  readonly launch: Launch
  /** Additional variables, for example a test's shifted clock. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Starts a server and waits until it accepts connections. */
export const startPostmaster = async ({ command, launch, environment }: Start): Promise<Postmaster> => {
  const [program, args] = buildCommandLine(launch, ['/bin/sh', '-c', shellScript, 'sh', ...command])
  // A separate process group: Ctrl-C must reach only this process, which stops the database last.
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
  const killGroup = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }
  const stop = async (): Promise<void> => {
    ownerPipe?.destroy()
    const timer = setTimeout(killGroup, stopMs)
    await ended
    clearTimeout(timer)
    child.stderr?.destroy()
  }
  return { ended, stop }
}
