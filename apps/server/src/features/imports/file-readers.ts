import { resolve } from 'node:path'
import { createReaderPool, type ReaderPool } from '@registry/tabular/worker/reader-pool'
import type { Env } from '../../env.ts'

/** Centre programs send their files one after another. */
const idleSeconds = 60

/** The processes that read uploaded files. Their compile cache is beside the uploads, the server's only directory. */
export const createFileReaders = ({ UPLOAD_DIR, DATA_DIR }: Pick<Env, 'UPLOAD_DIR' | 'DATA_DIR'>): ReaderPool =>
  createReaderPool({ compileCache: resolve(UPLOAD_DIR ?? DATA_DIR, 'compile-cache'), idleSeconds })
