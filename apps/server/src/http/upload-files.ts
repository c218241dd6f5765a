import { randomUUID } from 'node:crypto'
import { chmod, mkdir, open, readdir, rm, stat, unlink, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@registry/domain/error'
import { EnvError, type Env } from '../app/env.ts'

/** Creates files for uploads that wait to be read. They have no name, so the system frees them when this process ends (decision 0022). */
export type UploadFiles = { create(): Promise<FileHandle> }

type UploadDirectoryEnv = Pick<Env, 'UPLOAD_DIR' | 'DATA_DIR'>
/** The system's temporary directory is unsuitable, because another user may have created the name before. */
const getUploadDirectory = ({ UPLOAD_DIR, DATA_DIR }: UploadDirectoryEnv): string => join(UPLOAD_DIR ?? DATA_DIR, 'registry-uploads')

const openFiles = '/proc/self/fd'

/**
 * Prepares the directory at start: only this user may enter it, and it is empty.
 * @throws EnvError when another process of this user could not open the files
 */
export const prepareUploadDirectory = async (env: UploadDirectoryEnv): Promise<void> => {
  const directory = getUploadDirectory(env)
  await mkdir(directory, { recursive: true })
  await chmod(directory, 0o700)
  for (const name of await readdir(directory)) await rm(join(directory, name), { recursive: true, force: true })
  const { uid } = await stat(openFiles)
  if (uid !== process.getuid?.()) throw new EnvError('UPLOAD_DIR', 'needs a process without special capabilities: /proc hides its files')
}

/** The path by which another process of this user opens a file without a name. */
export const getFilePath = ({ fd }: FileHandle): string => `/proc/${process.pid}/fd/${fd}`

export const createUploadFiles = (env: UploadDirectoryEnv): UploadFiles => ({
  create: async () => {
    const path = join(getUploadDirectory(env), randomUUID())
    const file = await open(path, 'wx+', 0o600)
    try {
      await unlink(path)
      return file
    } catch (error) {
      await file.close()
      throw error
    }
  },
})

/** Error codes of a full disk or quota. */
const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])

/** Runs work that writes a file. @throws AppError upload_space_full (FAULT-10) */
export const withDiskFullError = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && 'code' in error && fullCodes.has(error.code)) throw new AppError('upload_space_full')
    throw error
  }
}
