import { resolve } from 'node:path'
import type { Env } from '../../env.ts'

/** Where readers keep their compiled modules: beside the uploads, which is the server's own place on disk. */
export const compileCacheIn = ({ UPLOAD_DIR, DATA_DIR }: Pick<Env, 'UPLOAD_DIR' | 'DATA_DIR'>): string =>
  resolve(UPLOAD_DIR ?? DATA_DIR, 'compile-cache')
