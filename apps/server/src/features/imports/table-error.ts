import { AppError } from '@registry/domain/error'
import type { ErrorCode } from '@registry/domain/error-messages'
import { TableError, type TableErrorCode } from '@registry/tabular/table-error'

/** Every error of a file has an error message; a missing one is a compile error. */
const spoken: (code: TableErrorCode) => ErrorCode = (code) => code

/** A fault of the file as a refusal of the whole load (D4); anything else is an error of the program. */
export const appErrorFromTable = (error: unknown): unknown =>
  error instanceof TableError ? new AppError(spoken(error.code), error.params) : error
