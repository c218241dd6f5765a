import { randomUUID } from 'node:crypto'
import { chmod, mkdir, open, readdir, rm, stat, unlink, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@registry/domain/error'
import { EnvError, type Env } from '../env.ts'

/** Where files wait until they are read. A file has no name: the system frees it when this process ends, however it ends. */
export type UploadFiles = { create(): Promise<FileHandle> }

type UploadDirectoryEnv = Pick<Env, 'UPLOAD_DIR' | 'DATA_DIR'>
/** Not the system's temporary directory: that is everybody's, and another user may have made the name there first. */
const getUploadDirectory = ({ UPLOAD_DIR, DATA_DIR }: UploadDirectoryEnv): string => join(UPLOAD_DIR ?? DATA_DIR, 'registry-uploads')

const openFiles = '/proc/self/fd'

/**
 * Prepares the directory at start: only this user may enter it, and nothing is in it.
 * @throws EnvError where another process of this user could not open the files
 */
export const prepareUploadDirectory = async (env: UploadDirectoryEnv): Promise<void> => {
  const directory = getUploadDirectory(env)
  await mkdir(directory, { recursive: true })
  await chmod(directory, 0o700)
  for (const name of await readdir(directory)) await rm(join(directory, name), { recursive: true, force: true })
  const { uid } = await stat(openFiles)
  if (uid !== process.getuid?.()) throw new EnvError('UPLOAD_DIR', 'needs a process without special capabilities: /proc hides its files')
}

/** How another process of this user opens a file that has no name. */
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

/** What the system says when a disk or a quota is full. */
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
