import { AppError } from '@registry/domain/error'
import type { ErrorCode } from '@registry/domain/error-messages'
import { TableError, type TableErrorCode } from '@registry/tabular/table-error'

/** Every fault of a file has its sentence among the fault texts; this does not compile without one of them. */
const spoken: (code: TableErrorCode) => ErrorCode = (code) => code

/** A fault of the file as a refusal of the whole load (D4); anything else is an error of the program. */
export const appErrorFromTable = (error: unknown): unknown =>
  error instanceof TableError ? new AppError(spoken(error.code), error.params) : error
