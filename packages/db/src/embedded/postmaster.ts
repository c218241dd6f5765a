import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { commandLine, type Launch } from './launch.ts'
import type { Patience } from './predecessor.ts'
import { lockHolder, processesOf, signalAll } from './processes.ts'

/** A running server process; `ended` settles when it is gone for whatever reason. */
export type Postmaster = { readonly ended: Promise<void>; stop(): Promise<void> }

/**
 * The pipe on descriptor 3 ties the server to this process: when its writing end closes, even because this process was killed, the
 * server gets a SIGINT, which is Postgres's fast and clean shutdown. The watcher ends with the server: its number may be another's later.
 */
const tiedToPipe =
  '"$@" 3<&- </dev/null & server=$!; (cat >/dev/null; kill -INT $server) <&3 & watcher=$!; wait $server; kill $watcher 2>/dev/null'

const linesKept = 20

const untilReady = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    const last: string[] = []
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`The database did not start:\n${last.join('\n')}`)))
    if (!child.stderr) return reject(new Error('The database has no output to read'))
    // Read to the end of its life, or the pipe would fill and stop it.
    createInterface({ input: child.stderr }).on('line', (line) => {
      last.push(line)
      if (last.length > linesKept) last.shift()
      if (line.includes('ready to accept connections')) resolve()
    })
  })

type Start = {
  readonly directory: string
  readonly command: readonly string[]
  readonly launch: Launch
  readonly patience: Patience
  /** Beside what the server needs: a test's shifted clock. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Starts the server of a data directory and waits until it accepts connections. */
export const startPostmaster = async ({ directory, command, launch, patience, environment }: Start): Promise<Postmaster> => {
  const [program, args] = commandLine(launch, ['/bin/sh', '-c', tiedToPipe, 'sh', ...command])
  // In a session of its own: Ctrl-C in the terminal must reach this process first, which then stops the database last.
  const child = spawn(program, args, {
    ...launch.spawnAs,
    cwd: '/',
    detached: true,
    env: { PATH: process.env.PATH, LC_ALL: 'C', ...environment },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const tie = child.stdio[3]
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      tie?.destroy()
      resolve()
    })
  })
  await untilReady(child)
  const quit = (): void => signalAll([lockHolder(directory) ?? []].flat(), 'SIGQUIT')
  const kill = (): void =>
    signalAll(
      processesOf(directory).map(({ pid }) => pid),
      'SIGKILL',
    )
  const stop = async (): Promise<void> => {
    tie?.destroy()
    const timers = [setTimeout(quit, patience.stopMs), setTimeout(kill, patience.stopMs + patience.forcedMs)]
    await ended
    for (const timer of timers) clearTimeout(timer)
    child.stderr?.destroy()
  }
  return { ended, stop }
}
