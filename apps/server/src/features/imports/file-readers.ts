import { resolve } from 'node:path'
import { createReaders, type Readers } from '@registry/tabular/read-apart'
import type { Env } from '../../env.ts'

/** A centre's program sends its files one after the other. */
const keptSeconds = 60

/** Who reads the files of loads. Their compiled modules stay beside the uploads, which is the server's own place on disk. */
export const createFileReaders = ({ UPLOAD_DIR, DATA_DIR }: Pick<Env, 'UPLOAD_DIR' | 'DATA_DIR'>): Readers =>
  createReaders({ compileCache: resolve(UPLOAD_DIR ?? DATA_DIR, 'compile-cache'), keptSeconds })
