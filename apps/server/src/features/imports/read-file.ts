import { resolve } from 'node:path'
import { AppError } from '@registry/domain/error'
import type { ErrorCode } from '@registry/domain/error-messages'
import { TableError, type TableErrorCode } from '@registry/tabular/table-error'
import { createReaderPool, type ReaderPool } from '@registry/tabular/worker/reader-pool'
import type { Env } from '../../env.ts'

/** A centre's program sends its files one after the other, so that the next file finds the reader process of the last one. */
const idleSeconds = 60

/** The processes that read imported files. Their compiled modules stay in the server's own directory on disk. */
export const createFileReaders = ({ UPLOAD_DIR, DATA_DIR }: Pick<Env, 'UPLOAD_DIR' | 'DATA_DIR'>): ReaderPool =>
  createReaderPool({ compileCache: resolve(UPLOAD_DIR ?? DATA_DIR, 'compile-cache'), idleSeconds })

/** Every error of a file has an error message; a missing one is a compile error. */
const findErrorCode: (code: TableErrorCode) => ErrorCode = (code) => code

/** Turns an error of the file into an error of the whole import (REQ-IMP-04). Any other error stays as it is. */
export const appErrorFromTable = (error: unknown): unknown =>
  error instanceof TableError ? new AppError(findErrorCode(error.code), error.params) : error
