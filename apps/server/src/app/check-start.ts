import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { clearStaleLock } from '@registry/db/embedded/lock'
import { EnvError, type Env } from './env.ts'
import { diskFailures } from './start-failure.ts'

const readCode = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Creates a directory and its parents. The recursive `mkdir` of Node never ends below /proc. */
const createDirectory = async (path: string): Promise<void> => {
  try {
    await mkdir(path)
  } catch (error) {
    if (readCode(error) === 'EEXIST') return
    if (readCode(error) !== 'ENOENT' || dirname(path) === path) throw error
    await createDirectory(dirname(path))
    await mkdir(path)
  }
}

/** A directory is writable if a file can be created in it. */
const checkDirectory = async (variable: string, directory: string): Promise<void> => {
  const probe = join(resolve(directory), `.write-check-${process.pid}`)
  try {
    await createDirectory(resolve(directory))
    await writeFile(probe, 'x')
    await rm(probe, { force: true })
  } catch (error) {
    const reason = diskFailures[readCode(error)] ?? readCode(error)
    throw new EnvError(variable, `${directory} cannot be written: ${reason}. Choose another directory`)
  }
}

const checkPort = (host: string, port: number): Promise<void> =>
  new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen({ host, port }, () => probe.close(() => done()))
  })

/**
 * Checks for problems before the slow steps of the start: directories, the use of the embedded database and the port (REQ-OPS-05).
 * @throws EnvError, or the error of the port
 */
export const checkStart = async (
  env: Pick<Env, 'DATA_DIR' | 'UPLOAD_DIR' | 'DATABASE_URL' | 'HOST' | 'PORT' | 'METRICS_PORT'>,
): Promise<void> => {
  if (env.PORT !== 0) await checkPort(env.HOST, env.PORT)
  if (env.METRICS_PORT)
    await checkPort(env.HOST, env.METRICS_PORT).catch((error: unknown) => {
      throw new EnvError('METRICS_PORT', `nothing can listen on ${env.METRICS_PORT} (${readCode(error)}): choose another port`)
    })
  await checkDirectory('DATA_DIR', env.DATA_DIR)
  if (env.UPLOAD_DIR !== undefined) await checkDirectory('UPLOAD_DIR', env.UPLOAD_DIR)
  if (env.DATABASE_URL) return
  await clearStaleLock(resolve(env.DATA_DIR, 'database')).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new EnvError('DATA_DIR', `${reason}: stop it, or choose another directory`)
  })
}
