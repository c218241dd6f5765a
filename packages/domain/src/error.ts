import type { ErrorCode } from './error-messages.ts'

/** A stable code and the parameters of its message. It never carries health data. */
export type ErrorDetail = { readonly code: ErrorCode; readonly params?: Readonly<Record<string, string | number>> }

export type FieldErrors = Readonly<Record<string, ErrorDetail>>

/** The error that services throw. The HTTP layer translates its code into the caller's language. */
export class AppError extends Error {
  readonly detail: ErrorDetail
  readonly fields: FieldErrors
  /** Whether a message is unclear without its field, because the input has many fields (REQ-API-02). */
  readonly namesFields: boolean

  constructor(code: ErrorCode, params?: ErrorDetail['params'], fields: FieldErrors = {}, namesFields = false) {
    super(code)
    this.name = 'AppError'
    this.detail = params ? { code, params } : { code }
    this.fields = fields
    this.namesFields = namesFields
  }
}

/** Returns the error for an input with invalid fields. */
export const validationError = (fields: FieldErrors): AppError => new AppError('validation_failed', undefined, fields)

/** Returns the error for a record, whose messages name their fields. */
export const recordError = (fields: FieldErrors): AppError => new AppError('validation_failed', undefined, fields, true)

/** Gives a zod check an error code. The HTTP layer turns the code into a message. */
export const withErrorCode = (code: ErrorCode): { error: ErrorCode } => ({ error: code })
