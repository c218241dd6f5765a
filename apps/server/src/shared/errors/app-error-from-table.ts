import { AppError } from '@registry/domain/error'
import type { ErrorCode } from '@registry/domain/error-messages'
import { TableError, type TableErrorCode } from '@registry/tabular/table-error'

/** Every error of a file has an error message; a missing one is a compile error. */
const findErrorCode: (code: TableErrorCode) => ErrorCode = (code) => code

/** Converts an error of a file to an error of the whole upload. Any other error is returned unchanged. */
export const appErrorFromTable = (error: unknown): unknown =>
  error instanceof TableError ? new AppError(findErrorCode(error.code), error.params) : error
