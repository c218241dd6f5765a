import { spawn } from 'node:child_process'
import { measureDatabaseCpu, type Cost } from './measure.ts'
import type { Registry } from './registry.ts'

// The shell reports the CPU time of its children: /proc has no data after psql has ended.
const timingScript = '"$@"; status=$?; times >&2; exit $status'
const minutes = /(\d+)m([\d.]+)s (\d+)m([\d.]+)s\s*$/

const parseCpuSeconds = (output: string): number => {
  const [, userMinutes, user, systemMinutes, system] = minutes.exec(output.trimEnd()) ?? []
  return Number(userMinutes) * 60 + Number(user) + Number(systemMinutes) * 60 + Number(system)
}

const run = (args: readonly string[]): Promise<{ code: number | null; out: string; err: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', timingScript, 'sh', 'psql', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, LC_ALL: 'C' },
    })
    const text = { out: '', err: '' }
    child.stdout.on('data', (chunk: Buffer) => (text.out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (text.err += chunk.toString()))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, ...text }))
  })

/** Runs SQL statements and psql commands in one session as superuser, without row security. @throws if one fails or psql is missing */
export const psql = async ({ superuser }: Registry, commands: readonly string[]): Promise<{ output: string; cpuSeconds: number }> => {
  const { host, port, database, username } = superuser
  const connection = ['-X', '-v', 'ON_ERROR_STOP=1', '-h', host, '-p', String(port), '-U', username, '-d', database]
  const { code, out, err } = await run([...connection, ...commands.flatMap((command) => ['-c', command.replaceAll(/\s+/g, ' ')])])
  if (code === 127) throw new Error('psql was not found on PATH (Debian: apt-get install postgresql-client)')
  if (code !== 0) throw new Error(`psql failed: ${err.slice(0, 2000)}`)
  return { output: out, cpuSeconds: parseCpuSeconds(err) }
}

/** Measures commands, the last of which with a number of rows gives the rows. */
export const measurePsql = async (registry: Registry, commands: readonly string[]): Promise<Cost> => {
  const [{ output, cpuSeconds, seconds }, databaseCpu] = await measureDatabaseCpu(registry, async () => {
    const start = performance.now()
    const result = await psql(registry, commands)
    return { ...result, seconds: (performance.now() - start) / 1000 }
  })
  const rows = Number([...output.matchAll(/^(?:COPY|INSERT 0) (\d+)$/gm)].at(-1)?.[1])
  return { seconds, cpuSeconds: cpuSeconds + databaseCpu, rows }
}
