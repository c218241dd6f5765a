import type { ErrorCode } from './error-messages.ts'

/** Why something was refused: a stable code, and what its sentence needs to be said (D2). Never a value of health data. */
export type ErrorDetail = { readonly code: ErrorCode; readonly params?: Readonly<Record<string, string | number>> }

/** Faults by the name of the field they stand at. */
export type FieldErrors = Readonly<Record<string, ErrorDetail>>

/** The one error that services raise; the edge says it in the caller's language. */
export class AppError extends Error {
  readonly detail: ErrorDetail
  readonly fields: FieldErrors

  constructor(code: ErrorCode, params?: ErrorDetail['params'], fields: FieldErrors = {}) {
    super(code)
    this.name = 'Refusal'
    this.detail = params ? { code, params } : { code }
    this.fields = fields
  }
}

/** A refusal of input whose faults stand at fields. */
export const validationError = (fields: FieldErrors): AppError => new AppError('validation_failed', undefined, fields)
