import { spawn } from 'node:child_process'
import type { Registry } from './registry.ts'

/** What one run of psql took. */
export type PsqlRun = { readonly seconds: number; readonly cpuSeconds: number; readonly output: string }

// The shell says what its children used: psql itself would be gone before anybody could look.
const timed = '"$@"; status=$?; times >&2; exit $status'

const minutes = /(\d+)m([\d.]+)s (\d+)m([\d.]+)s\s*$/

const cpuIn = (told: string): number => {
  const [, userMinutes, user, systemMinutes, system] = minutes.exec(told.trimEnd()) ?? []
  return Number(userMinutes) * 60 + Number(user) + Number(systemMinutes) * 60 + Number(system)
}

const finish = (program: string, args: readonly string[]): Promise<{ code: number | null; out: string; err: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, LC_ALL: 'C' } })
    const text = { out: '', err: '' }
    child.stdout.on('data', (chunk: Buffer) => (text.out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (text.err += chunk.toString()))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, ...text }))
  })

/** @throws when there is no psql to measure against */
export const requirePsql = async (): Promise<string> => {
  const found = await finish('psql', ['--version']).catch(() => undefined)
  if (found?.code !== 0)
    throw new Error('psql was not found on PATH: the benchmark measures against it (Debian: apt-get install postgresql-client)')
  return found.out.trim()
}

/** Runs statements and psql's own commands, in order, in one session as the superuser: no row security, no history, no log. */
export const psql = async ({ superuser }: Pick<Registry, 'superuser'>, commands: readonly string[]): Promise<PsqlRun> => {
  const { host, port, database, username } = superuser
  const to = ['-X', '-v', 'ON_ERROR_STOP=1', '-h', host, '-p', String(port), '-U', username, '-d', database]
  const began = performance.now()
  const { code, out, err } = await finish('/bin/sh', ['-c', timed, 'sh', 'psql', ...to, ...commands.flatMap((command) => ['-c', command])])
  const seconds = (performance.now() - began) / 1000
  if (code !== 0) throw new Error(`psql failed: ${err.slice(0, 2000)}`)
  return { seconds, cpuSeconds: cpuIn(err), output: out }
}

/** How many rows psql says it copied. */
export const rowsCopied = ({ output }: PsqlRun): number => Number(/^COPY (\d+)$/m.exec(output)?.[1])

/** How many rows psql says it inserted or updated. */
export const rowsInserted = ({ output }: PsqlRun): number => Number(/^INSERT 0 (\d+)$/m.exec(output)?.[1])
