import { spawn } from 'node:child_process'
import type { Registry } from './registry.ts'

/** The cost and the output of one run of psql. */
export type PsqlRun = { readonly seconds: number; readonly cpuSeconds: number; readonly output: string }

// The shell reports the CPU time of its children: /proc has no data after psql has ended.
const timingScript = '"$@"; status=$?; times >&2; exit $status'

const minutes = /(\d+)m([\d.]+)s (\d+)m([\d.]+)s\s*$/

const parseCpuSeconds = (output: string): number => {
  const [, userMinutes, user, systemMinutes, system] = minutes.exec(output.trimEnd()) ?? []
  return Number(userMinutes) * 60 + Number(user) + Number(systemMinutes) * 60 + Number(system)
}

const run = (program: string, args: readonly string[]): Promise<{ code: number | null; out: string; err: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, LC_ALL: 'C' } })
    const text = { out: '', err: '' }
    child.stdout.on('data', (chunk: Buffer) => (text.out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (text.err += chunk.toString()))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, ...text }))
  })

/** Returns the version of psql. @throws if psql is missing */
export const requirePsql = async (): Promise<string> => {
  const found = await run('psql', ['--version']).catch(() => undefined)
  if (found?.code !== 0)
    throw new Error('psql was not found on PATH: the benchmark measures against it (Debian: apt-get install postgresql-client)')
  return found.out.trim()
}

/** Runs SQL statements and psql commands in one session as superuser, without row security. */
export const psql = async ({ superuser }: Pick<Registry, 'superuser'>, commands: readonly string[]): Promise<PsqlRun> => {
  const { host, port, database, username } = superuser
  const connection = ['-X', '-v', 'ON_ERROR_STOP=1', '-h', host, '-p', String(port), '-U', username, '-d', database]
  const start = performance.now()
  const { code, out, err } = await run('/bin/sh', [
    '-c',
    timingScript,
    'sh',
    'psql',
    ...connection,
    ...commands.flatMap((command) => ['-c', command]),
  ])
  const seconds = (performance.now() - start) / 1000
  if (code !== 0) throw new Error(`psql failed: ${err.slice(0, 2000)}`)
  return { seconds, cpuSeconds: parseCpuSeconds(err), output: out }
}

/** Returns the number of rows that psql copied. */
export const rowsCopied = ({ output }: PsqlRun): number => Number(/^COPY (\d+)$/m.exec(output)?.[1])

/** Returns the number of rows that psql inserted or updated. */
export const rowsInserted = ({ output }: PsqlRun): number => Number(/^INSERT 0 (\d+)$/m.exec(output)?.[1])
